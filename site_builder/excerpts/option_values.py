"""Values of the `{excerpt}` directive's options, one reader an option.

In: a draft of the request and the value as written. Out: the draft with the value taken, or a problem noted
at the option's line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from site_builder.excerpts.address import LINES_HELP, parse_lines
from site_builder.excerpts.languages import known_languages
from site_builder.excerpts.modes.outcome import nearest
from site_builder.model import (
    Address,
    LineRange,
    Note,
    Problem,
    RegionAddress,
    SymbolAddress,
    Where,
)

# A list of marks: line numbers, or texts in quotes; a text ends at its quote before a comma or the end.
MARK = re.compile(r"""\s*(?:"(?P<double>.+?)"|'(?P<single>.+?)'|(?P<lines>[^,"']+))\s*(?:,|$)""")
SWITCHES = {"": True, "on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


@dataclass
class Draft:
    """A request while its options are read; the one mutable thing of this package."""

    where: Where
    inline: Callable[[str], str]
    place: Where = field(init=False)
    address: Address | None = None
    start: str | None = None
    end: str | None = None
    highlight: list[LineRange | str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    caption: str = ""
    language: str | None = None
    dedent: bool = True
    allow_partial: bool = False
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.place = self.where

    def refuse(self, code: str, message: str, help: str) -> None:
        self.problems.append(Problem(where=self.place, code=code, message=message, help=help))


def read_lines(draft: Draft, text: str) -> None:
    read = parse_lines(text)
    if isinstance(read, str):
        message = read if text else "`:lines:` says no lines"
        draft.refuse("excerpt-address", message, LINES_HELP)
    else:
        draft.address = read


def read_symbol(draft: Draft, text: str) -> None:
    if not text or any(character.isspace() for character in text):
        message = f"`{text}` is no name of a symbol" if text else "`:symbol:` names no symbol"
        draft.refuse("excerpt-address", message, "write a qualified name, such as `Session.connect`")
    else:
        draft.address = SymbolAddress(name=text)


def read_region(draft: Draft, text: str) -> None:
    if not text:
        draft.refuse(
            "excerpt-address", "`:region:` names no region", "write the name after `region` in the file"
        )
    else:
        draft.address = RegionAddress(name=text)


def read_from(draft: Draft, text: str) -> None:
    draft.start = _line_text(draft, "from", text)


def read_to(draft: Draft, text: str) -> None:
    draft.end = _line_text(draft, "to", text)


def _line_text(draft: Draft, option: str, text: str) -> str:
    if not text or "\n" in text:
        message = f"`:{option}:` spans lines" if text else f"`:{option}:` holds no text"
        draft.refuse("excerpt-address", message, "copy text from exactly one line of the file")
    return text


def read_highlight(draft: Draft, text: str) -> None:
    advice = 'write source lines, such as `43` or `43-45`, or text in quotes, such as `"return"`'
    at = 0
    while at < len(text) or not text:
        mark = MARK.match(text, at)
        if mark is None:
            draft.refuse("excerpt-highlight", f"`:highlight:` cannot read `{text[at:]}`", advice)
            return
        at = mark.end()
        quoted = mark["double"] or mark["single"]
        read = quoted or parse_lines(mark["lines"].strip())
        if quoted:
            draft.highlight.append(quoted)
        elif isinstance(read, str):
            draft.refuse("excerpt-highlight", read, advice)
        else:
            draft.highlight.extend(read.ranges)


def read_note(draft: Draft, line: int, text: str) -> None:
    text = text.strip()
    if not text:
        draft.refuse("excerpt-highlight", f"`:note-{line}:` says nothing", "write the remark after it")
    elif any(note.line == line for note in draft.notes):
        draft.refuse("option-unknown", f"line {line} has two notes", "keep one of them")
    else:
        draft.notes.append(Note(line=line, html=draft.inline(text), text=text))


def read_caption(draft: Draft, text: str) -> None:
    draft.caption = draft.inline(text) if text else ""


def read_language(draft: Draft, text: str) -> None:
    if text in known_languages():
        draft.language = text
        return
    message = f"no lexer is called `{text}`" if text else "`:language:` names no lexer"
    advice = (
        nearest(text.lower(), known_languages()) or "write the name of a Pygments lexer, such as `python`"
    )
    draft.refuse("option-unknown", message, advice)


def read_dedent(draft: Draft, text: str) -> None:
    draft.dedent = _switch(draft, "dedent", text)


def read_allow_partial(draft: Draft, text: str) -> None:
    draft.allow_partial = _switch(draft, "allow-partial", text)


def _switch(draft: Draft, option: str, text: str) -> bool:
    if text.lower() not in SWITCHES:
        draft.refuse("option-unknown", f"`:{option}:` cannot be `{text}`", "write `on` or `off`")
    return SWITCHES.get(text.lower(), True)
