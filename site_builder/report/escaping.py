"""Text of strangers on a terminal or in a log: controls spelled out, so that they act on nothing."""

from __future__ import annotations

import re

# C0, DEL, C1, direction and zero-width controls, line separators, lone surrogates.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


_LONGEST, _END = 1000, 400  # characters of a message, and of each end of one that is longer


def short(text: str) -> str:
    """A message that quotes a name of a megabyte, for people: its two ends. `--format json` has it whole."""
    if len(text) <= _LONGEST:
        return text
    left_out = len(text) - 2 * _END
    return f"{text[:_END]} … {left_out:,} characters left out … {text[-_END:]}"


def plain(text: str) -> str:
    """One line; a tab is a space, any other control is `\\x1b` or `\\u202e`."""
    return _UNSAFE.sub(_spelled, text.replace("\t", " "))


def plain_lines(text: str) -> list[str]:
    """Lines of a longer text, tabs kept."""
    return ["\t".join(map(plain, line.removesuffix("\r").split("\t"))) for line in text.split("\n")]


def _spelled(found: re.Match[str]) -> str:
    code = ord(found[0])
    return {0x0A: "\\n", 0x0D: "\\r"}.get(code) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
