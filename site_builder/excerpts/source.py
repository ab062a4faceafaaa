"""The text model of source files.

In: bytes of a file. Out: `SourceText`, lines as git and editors count them, or the problem that says which
byte is no text. Only LF ends a line; form feed, NEL, U+2028 and a lone CR are content.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha1, sha256
from itertools import accumulate

from site_builder.model import LineRange, Problem, Where, value

PYTHON_SUFFIXES = (".py", ".pyi", ".pyw")
COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")  # the pattern of PEP 263
BLANK_OR_COMMENT = re.compile(rb"^[ \t\f\r]*(?:#.*)?$")
BOM = b"\xef\xbb\xbf"
INDENT = " \t"  # what counts as white space in indentation and blank lines; other space is content


@value
class SourceText:
    """`text` is LF only and ends with LF unless empty.

    `before` holds, for each line and for the end, how many characters stand before it, line ends not counted:
    the one index that is made without a step in Python for each line.
    """

    text: str
    before: Sequence[int]

    @property
    def line_count(self) -> int:
        return len(self.before) - 1

    def start_of(self, line: int) -> int:
        """The offset of a line's first character; one past the last line is the end of the text."""
        return self.before[line - 1] + line - 1

    def holds(self, lines: LineRange) -> bool:
        return lines.last <= self.line_count

    def slice(self, lines: LineRange) -> str:
        """The text of these lines, each ended by LF; the range must lie inside the file."""
        return self.text[self.start_of(lines.first) : self.start_of(lines.last + 1)]

    def part(self, ranges: Iterable[LineRange]) -> str | None:
        """The lines of all ranges, joined in order; None when one lies past the end of the file."""
        parts = tuple(ranges)
        return "".join(map(self.slice, parts)) if all(map(self.holds, parts)) else None

    def lines(self, lines: LineRange) -> list[str]:
        return self.slice(lines).split("\n")[:-1]

    def line_at(self, offset: int) -> int:
        """The number of the line that holds the character at `offset`."""
        starts = range(len(self.before))
        return bisect_right(starts, offset, key=lambda index: self.before[index] + index)


@value
class Flaw:
    """Why bytes are no text, in words that follow the file's name."""

    message: str
    help: str


def is_python(path: str) -> bool:
    return path.endswith(PYTHON_SUFFIXES)


def decode(data: bytes, path: str) -> SourceText | Problem:
    """Strict decoding; the problem's place is the source file, callers move it to the page."""
    read = _read(data, is_python(path))
    if isinstance(read, SourceText):
        return read
    return Problem(
        where=Where(path=path), code="excerpt-file", message=f"`{path}` {read.message}", help=read.help
    )


@lru_cache(maxsize=4096)
def _read(data: bytes, python: bool) -> SourceText | Flaw:
    """Kept by content, so that a file quoted a hundred times is decoded once."""
    zero = data.find(0)
    if zero >= 0:
        return Flaw(
            message=f"is no text: byte {zero} is NUL", help="quote a text file in UTF-8, without NUL bytes"
        )
    encoding = _cookie(data) if python else "utf-8"
    if data.startswith(BOM) and encoding != "utf-8":
        return Flaw(
            message=f"begins with a UTF-8 mark but declares the encoding {encoding}",
            help="remove the mark or the declaration",
        )
    text = _characters(data, encoding)
    return text if isinstance(text, Flaw) else split(text)


def _cookie(data: bytes) -> str:
    """The encoding declared in the first two lines, as PEP 263 has it; UTF-8 without a declaration."""
    for line in data.removeprefix(BOM).split(b"\n", 2)[:2]:
        if found := COOKIE.match(line):
            name = found[1].decode("ascii", "replace").lower().replace("_", "-")
            return "utf-8" if name in {"utf-8", "utf8", "utf-8-sig"} or name.startswith("utf-8-") else name
        if not BLANK_OR_COMMENT.match(line):
            break
    return "utf-8"


def _characters(data: bytes, encoding: str) -> str | Flaw:
    advice = "save the file as UTF-8"
    try:
        text = data.decode(encoding)
        if encoding != "utf-8":
            text.encode()  # some codecs let lone surrogates through, which nothing can print
    except UnicodeDecodeError as error:
        return Flaw(message=f"is no {encoding} text: byte {error.start} does not decode", help=advice)
    except LookupError:
        return Flaw(message=f"declares the encoding {encoding}, which nobody knows", help=advice)
    except UnicodeError:
        return Flaw(message=f"is no {encoding} text", help=advice)
    if "\0" in text:
        return Flaw(message=f"is no text: it holds NUL, read as {encoding}", help=advice)
    return text.removeprefix("\ufeff")


def split(text: str) -> SourceText:
    text = text.replace("\r\n", "\n")
    if text and not text.endswith("\n"):
        text += "\n"
    lines = text.split("\n")
    lines.pop()
    return SourceText(text=text, before=array("Q", accumulate(map(len, lines), initial=0)))


def digest(text: str) -> str:
    """SHA-256 of lines as `sed -n FIRST,LASTp` prints them: not dedented, each ended by LF."""
    return sha256(text.encode()).hexdigest()


@lru_cache(maxsize=4096)
def blob_id(data: bytes, like: str) -> str:
    """Git's id of a blob with these bytes, in the hash that `like` (another id) was made with."""
    make = sha256 if len(like) == 64 else sha1
    return make(b"blob %d\0" % len(data) + data).hexdigest()


def is_blank(line: str) -> bool:
    return not line.strip(INDENT)


def dedent(lines: Sequence[str]) -> list[str]:
    """Remove the longest white-space string common to all lines that are not blank; those come out empty."""
    filled = [line for line in lines if not is_blank(line)]
    if not filled:
        return [""] * len(lines)
    low, high = min(filled), max(filled)  # what the extremes of the order share, all share
    size = 0
    for one, other in zip(low, high, strict=False):
        if one != other or one not in INDENT:
            break
        size += 1
    return ["" if is_blank(line) else line[size:] for line in lines]
