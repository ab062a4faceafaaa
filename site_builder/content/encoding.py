"""The bytes of a page → its text, or the `page-encoding` problem that names the byte."""

from __future__ import annotations

import re

from site_builder.model import Problem, Where

LARGEST = 16 << 20  # bytes; a page is prose, and a book of a thousand pages has two million
_LINE_ENDS = re.compile(r"\r\n?")


def decode(data: bytes, path: str) -> str | Problem:
    """Strict UTF-8 without its byte order mark; every line ends in LF (CommonMark 0.31, section 2.1)."""
    if len(data) > LARGEST:
        return Problem(
            where=Where(path=path),
            code="page-encoding",
            message=f"the page has {len(data):,} bytes",
            help="divide it; a page may have 16 MiB",
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _problem(path, data, error.start, f"byte {error.start} is not UTF-8")
    if (offset := data.find(b"\0")) >= 0:
        return _problem(path, data, offset, f"byte {offset} is NUL, which no text holds")
    text = text.removeprefix("\ufeff")
    return _LINE_ENDS.sub("\n", text) if "\r" in text else text


def _problem(path: str, data: bytes, offset: int, message: str) -> Problem:
    before = data[:offset]
    start = before.rfind(b"\n") + 1
    return Problem(
        where=Where(
            path=path,
            line=before.count(b"\n") + 1,
            column=len(before[start:].decode("utf-8", "replace").removeprefix("\ufeff")) + 1,
        ),
        code="page-encoding",
        message=message,
        help="save the file as UTF-8 text",
    )
