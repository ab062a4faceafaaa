"""Characters that would hide or reorder text → visible ones, as HTML. Tabs and line feeds stay.

Control characters become control pictures (U+2400 block); bidirectional controls, line separators and
invisible spaces become their code points. See CVE-2021-42574 for why source text needs this.
"""

from __future__ import annotations

import re

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_QUICK = re.compile("[&<>" + _HIDDEN.pattern[1:])


def shown(text: str) -> str:
    """`text` as HTML in which every character can be seen; for an element, not for an attribute."""
    if not _QUICK.search(text):
        return text
    # Quotation marks may stay: in an element they mean nothing, and JSON is full of them.
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _HIDDEN.sub(_picture, escaped)


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        sign = chr(0x2400 + code)
    elif code == 0x7F:
        sign = "\u2421"
    else:
        sign = f"U+{code:04X}"
    return f'<span class="ctrl">{sign}</span>'
