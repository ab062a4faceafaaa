"""Text → HTML: escaped, and with every character visible that would steer the reader's screen or hide.

Bidirectional overrides and isolates (CVE-2021-42574) and control characters are shown as their names; the
marks U+200E, U+200F and U+061C, which honest right-to-left prose needs, stay.
"""

from __future__ import annotations

import re
from html import escape

_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufff9-\ufffb\ud800-\udfff"
_STEERING = re.compile(f"[{_CONTROLS}]")
_SPECIAL = re.compile(f"[&<>\"'{_CONTROLS}]")  # most texts hold none of these


def escape_text(text: str) -> str:
    """Text between tags."""
    if _SPECIAL.search(text) is None:
        return text
    escaped = escape(text, quote=False)
    return _STEERING.sub(_name, escaped) if _STEERING.search(escaped) else escaped


def escape_attribute(text: str) -> str:
    """Text inside double quotes."""
    if _SPECIAL.search(text) is None:
        return text
    escaped = escape(text, quote=True)
    return _STEERING.sub(_plain_name, escaped) if _STEERING.search(escaped) else escaped


def show_controls(text: str) -> str:
    """Plain text with its steering characters named, for titles and headings."""
    return _STEERING.sub(_plain_name, text) if _STEERING.search(text) else text


def _name(found: re.Match[str]) -> str:
    return f'<span class="control">{_plain_name(found)}</span>'


def _plain_name(found: re.Match[str]) -> str:
    return f"[U+{ord(found[0]):04X}]"
