"""Control characters made visible: text in, text for display out.

For display only: hashes, pins, diffs' contents and `manifest.json` keep the text itself. Invisible direction
controls can make source read otherwise than it runs (CVE-2021-42574), so they are spelled out.
"""

from __future__ import annotations

import re

HIDDEN = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def picture(character: str) -> str:
    """The control picture of a character where Unicode has one, else its number in brackets."""
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"


def visible(text: str) -> str:
    """One line with its control characters shown; tabs stay tabs."""
    return HIDDEN.sub(lambda found: picture(found[0]), text)
