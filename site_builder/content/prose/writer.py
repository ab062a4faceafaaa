"""The state of one page while it is written: what was found so far, and where things stand in its file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from markdown_it.token import Token

from site_builder.config import Config
from site_builder.content.markdown.parser import Env, parse_blocks, parse_inline
from site_builder.content.prose.html_policy import RawHtml
from site_builder.content.prose.pieces import Pieces
from site_builder.content.sections import Ledger
from site_builder.content.slugs import Ids
from site_builder.model import Heading, Problem, Severity, Where

_FENCE = re.compile(r"[:`~]{3}")
PLAIN = "plain"  # the `info` of a text that no rule looks at
_LONGEST = 20_000  # characters of one paragraph


class PageWriter:
    """`lines` are the file's; `offset` is how many stand before the body that is parsed."""

    def __init__(
        self,
        path: str,
        lang: str,
        lines: Sequence[str],
        offset: int,
        config: Config,
        strings: Mapping[str, str],
    ) -> None:
        self.path, self.lang, self.lines, self.offset = path, lang, lines, offset
        self.allows_html, self._strings = config.html, strings
        self.env: Env = {}
        self.pieces = Pieces()
        self.raw = RawHtml()
        self.ledger = Ledger(_first_written(lines, offset))
        self.ids = Ids()
        self.headings: list[Heading] = []
        self.explicit: dict[str, int] = {}  # ids that authors gave → line
        self.containers: list[tuple[str, int]] = []
        self.problems: list[Problem] = []
        self.open_directives: list[OpenDirective] = []
        self.footnotes: dict[str, Sequence[Token]] = {}
        self.depth = 0  # of directives written with backticks, which are parsed each on their own
        self._numbers: Counter[str] = Counter()

    def string(self, key: str) -> str:
        """A text of the theme in the page's language."""
        return self._strings.get(key, key)

    def number(self, kind: str) -> int:
        """1 for the first thing of its kind on the page, 2 for the next."""
        self._numbers[kind] += 1
        return self._numbers[kind]

    def line(self, token: Token) -> int:
        """The file's line, from 1, where a block begins."""
        return (token.map[0] if token.map else 0) + self.offset + 1

    def where(self, line: int, content: str = "", place: int | None = None) -> Where:
        """A place in the file: offset `place` in `content`, a text whose first line is `line`."""
        if place is None:
            return Where(path=self.path, line=line)
        line += content.count("\n", 0, place)
        if len(content) > _LONGEST:
            return Where(path=self.path, line=line)
        start = content.rfind("\n", 0, place) + 1
        end = content.find("\n", place)
        written = content[start : end if end >= 0 else len(content)]
        # The text was cut out of its line: a list's or a quotation's marks stand before it.
        found = self.lines[line - 1].find(written) if line <= len(self.lines) else -1
        return Where(path=self.path, line=line, column=found + place - start + 1 if found >= 0 else None)

    def fence(self, line: int) -> Where:
        """The place of a directive: the first sign of its fence."""
        found = _FENCE.search(self.lines[line - 1]) if line <= len(self.lines) else None
        return Where(path=self.path, line=line, column=found.start() + 1 if found else None)

    def blocks(self, text: str) -> list[Token]:
        return parse_blocks(text, self.env, self.allows_html)

    def inline(self, text: str, line: int) -> list[Token]:
        """The tokens of a paragraph; one too long for prose stays text, for markup can cost its square."""
        if len(text) <= _LONGEST:
            return parse_inline(text, self.env, self.allows_html)
        self.problems.append(
            Problem(
                where=Where(path=self.path, line=line),
                code="page-encoding",
                message=f"a paragraph of {len(text):,} characters is shown as plain text",
                help=f"divide it; Markdown is read in paragraphs of up to {_LONGEST:,} characters",
                severity=Severity.WARNING,
            )
        )
        return [Token("text", "", 0, content=text, info=PLAIN)]

    def report(self, where: Where, code: str, message: str, help: str) -> None:
        """A problem that does not take the place of a block."""
        self.problems.append(Problem(where=where, code=code, message=message, help=help))

    def refuse(
        self, where: Where, code: Literal["directive-unknown", "option-unknown"], message: str, help: str
    ) -> None:
        """A problem that stands where the block would have."""
        self.pieces.hole(Problem(where=where, code=code, message=message, help=help))


class OpenDirective:
    """A container whose end is not yet written."""

    def __init__(self, name: str, closing: str, number: int = 0) -> None:
        self.name, self.closing, self.number = name, closing, number
        self.children = 0


def _first_written(lines: Sequence[str], offset: int) -> int:
    """The first line of the body that is not blank."""
    written = (number for number in range(offset, len(lines)) if lines[number].strip())
    return next(written, offset) + 1
