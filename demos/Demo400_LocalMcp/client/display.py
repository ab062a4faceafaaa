"""Show what others wrote: it may not move the cursor, hide, or pose as ours."""

import json
import re
import unicodedata
from collections.abc import Iterator

PLAIN_WORD = re.compile(r'(?!-$)[^\s"]+')


def quoted(value: object) -> str:
    """Show a plain word as it is, and anything else as JSON."""
    if isinstance(value, str) and PLAIN_WORD.fullmatch(value) and value.isprintable():
        return value
    return json.dumps(value, separators=(",", ":"))


def printable(text: str) -> str:
    """Escape what a terminal would obey and a reader would not see."""
    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character).startswith("C") and character != "\t"
        else character
        for character in text
    )


def model_lines(text: str) -> Iterator[str]:
    """Mark each line as the model's, so that none can pose as one of ours."""
    for line in text.splitlines():
        yield f"model: {printable(line)}"
