"""What parity compares of each section: the words in code and the numbers of its prose, and its digest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from unicodedata import decimal

from site_builder.model import Section

_NUMBER = re.compile(r"\d{1,3}(?:[ \u00a0\u202f’']\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*")
_RUN = re.compile(r"\d[\d.,’' \u00a0\u202f]*")  # what can hold a number; quickly passed over where none is
_SEPARATOR = re.compile(r"\D+")


class Ledger:
    """Filled while a page is written; section 0 is what stands before the first heading."""

    def __init__(self, first_line: int) -> None:
        self._starts = [first_line]
        self._words: list[list[str]] = [[]]
        self._numbers: list[list[str]] = [[]]

    def start(self, line: int) -> None:
        self._starts.append(line)
        self._words.append([])
        self._numbers.append([])

    def word(self, code: str) -> None:
        self._words[-1].append(code)

    def prose(self, text: str) -> None:
        self._numbers[-1].extend(find_numbers(text))

    def close(self, lines: Sequence[str]) -> tuple[Section, ...]:
        """`lines` are the file's, all of them."""
        ends = [*(start - 1 for start in self._starts[1:]), len(lines)]
        return tuple(
            Section(
                words=tuple(words), numbers=tuple(numbers), line=start, digest=_digest(lines[start - 1 : end])
            )
            for words, numbers, start, end in zip(self._words, self._numbers, self._starts, ends, strict=True)
        )


def find_numbers(text: str) -> list[str]:
    """Numbers as every language means them: `1 600`, `1,600` and `1.600` are one; so are `1,5` and `1.5`."""
    found: list[str] = []
    for run in _RUN.finditer(text):
        for number in _NUMBER.finditer(run[0]):
            at = run.start() + number.start()
            if not text[at - 1 : at].isalnum():  # a digit at the end of a name is no number
                found.append(_canonical(number[0]))
    return found


def _canonical(written: str) -> str:
    digits = written if written.isascii() else "".join(_ascii(character) for character in written)
    groups = _SEPARATOR.split(digits)
    if len(groups) == 1:
        return digits
    if all(len(group) == 3 for group in groups[1:]) and groups[0] != "0":
        return "".join(groups)
    if len(groups) > 2 and not all(len(group) == 3 for group in groups[1:-1]):
        return ".".join(groups)  # a version or a date
    return "".join(groups[:-1]) + "." + groups[-1]


def _ascii(character: str) -> str:
    return str(decimal(character)) if character.isdecimal() else character


def _digest(lines: Sequence[str]) -> str:
    text = "\n".join(line.rstrip() for line in lines).strip()
    return blake2b(text.encode(), digest_size=8).hexdigest()
