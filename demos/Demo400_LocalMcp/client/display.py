"""Put text that others wrote on a terminal: it may not move the cursor, hide, or begin a line of ours."""

import json
import re
import unicodedata
from collections.abc import Iterator

PLAIN_WORD = re.compile(r'(?!-$)[^\s"]+')


def quoted(value: object) -> str:
    """Show a plain word as it is, and anything else as JSON: spaces, escapes, numbers, an empty text."""
    if isinstance(value, str) and PLAIN_WORD.fullmatch(value) and value.isprintable():
        return value
    return json.dumps(value, separators=(",", ":"))


def printable(text: str) -> str:
    """Escape what a terminal would obey and a reader would not see: control and format characters."""
    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character).startswith("C") and character != "\t"
        else character
        for character in text
    )


def model_lines(text: str) -> Iterator[str]:
    """Mark each line as the model's, so that none can pose as a trace or an outcome."""
    for line in text.splitlines():
        yield f"model: {printable(line)}"
