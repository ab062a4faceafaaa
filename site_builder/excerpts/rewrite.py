"""Follow moved lines in a page: its bytes and edits → its bytes, changed nowhere else.

Only digits change, and the path after the directive's name where a file was renamed: line ends, byte order
mark, tabs, spelling of ranges and everything around them stay as the author left them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from site_builder.excerpts.address import parse_lines
from site_builder.model import value

# Lines as CommonMark counts them, which is how places in pages are numbered.
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_DIRECTIVE = re.compile(
    r"(?P<lead>.*?(?:`{3,}|~{3,}|:{3,})\{excerpt\}[ \t]*)(?P<path>[^\r\n]*?)(?P<end>[ \t]*[\r\n]*)"
)
_OPTION = re.compile(
    r"(?P<lead>[ \t>]*:)(?P<name>[\w-]+)(?P<colon>:[ \t]*)(?P<text>[^\r\n]*?)(?P<end>[ \t]*[\r\n]*)"
)
_NUMBER = re.compile(r"[0-9]+", re.ASCII)
_NOTE = re.compile(r"note-([0-9]+)", re.ASCII)


@value
class PageEdit:
    """One directive: the line it begins at, source lines old → new, the new path of a renamed file."""

    line: int
    moved: Mapping[int, int]
    path: str | None = None


def rewrite_page(data: bytes, edits: Iterable[PageEdit]) -> bytes | str:
    """The page with every edit made; a message if a directive is not where it was read."""
    lines = _LINE.findall(data.decode("utf-8"))
    for edit in edits:
        message = _apply(lines, edit)
        if message:
            return message
    return "".join(lines).encode("utf-8")


def _apply(lines: list[str], edit: PageEdit) -> str:
    at = edit.line - 1
    found = _DIRECTIVE.fullmatch(lines[at]) if 0 <= at < len(lines) else None
    if found is None:
        return f"line {edit.line} no longer begins an excerpt"
    if edit.path is not None:
        lines[at] = f"{found['lead']}{edit.path}{found['end']}"
    for number in range(at + 1, len(lines)):
        option = _OPTION.fullmatch(lines[number])
        if option is None:
            break
        lines[number] = _option(option, edit.moved)
    return ""


def _option(option: re.Match[str], moved: Mapping[int, int]) -> str:
    name, text = option["name"], option["text"]
    if note := _NOTE.fullmatch(name):
        name = f"note-{moved.get(int(note[1]), int(note[1]))}"
    elif name in ("lines", "highlight") and not isinstance(parse_lines(text), str):
        text = _numbers(text, moved)
    return f"{option['lead']}{name}{option['colon']}{text}{option['end']}"


def _numbers(text: str, moved: Mapping[int, int]) -> str:
    """Every line number shifted; the text as it is where one of them was not among the pinned lines."""
    if any(int(one[0]) not in moved for one in _NUMBER.finditer(text)):
        return text
    return _NUMBER.sub(lambda one: str(moved[int(one[0])]), text)
