"""Excerpts as a built page shows them: HTML → what each figure claims, says and shows.

Read from the document as a browser would build it, not from our own data: checked is what readers get.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

from site_builder.model import LineRange, value

_CLAIM = re.compile(
    r"(?P<path>.+)#(?P<lines>L[0-9]+(?:-L[0-9]+)?(?:,L[0-9]+(?:-L[0-9]+)?)*)@(?P<commit>[0-9a-f]+|working)",
    re.ASCII | re.DOTALL,
)
_SPAN = re.compile(r"L([0-9]+)(?:-L([0-9]+))?", re.ASCII)
_NUMBER = re.compile(r"⟨?U\+([0-9A-F]{4,6})⟩?", re.ASCII)
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_PICTURES, _DELETE = 0x2400, "\u2421"


@value
class Claim:
    """`data-excerpt`: these lines of this file at this commit; None: the working copy."""

    repo_path: str
    ranges: tuple[LineRange, ...]
    commit: str | None


@value
class Figure:
    line: int  # in the HTML file
    claim: str
    caption: str  # white space folded
    text: str  # the code, made-visible characters turned back

    def read(self) -> Claim | None:
        """The claim taken apart; None if it is none."""
        found = _CLAIM.fullmatch(self.claim)
        if found is None:
            return None
        ends = [(int(first), int(last or first)) for first, last in _SPAN.findall(found["lines"])]
        return Claim(
            repo_path=found["path"],
            ranges=tuple(LineRange(first=first, last=last) for first, last in ends),
            commit=None if found["commit"] == "working" else found["commit"],
        )


def read_figures(html: bytes) -> tuple[Figure, ...]:
    """Every excerpt of a page, in order."""
    if b"data-excerpt" not in html:  # most files of a large site quote nothing
        return ()
    reader = _Reader()
    reader.feed(html.decode("utf-8", "replace"))
    reader.close()
    return tuple(reader.figures)


class _Reader(HTMLParser):
    """Collects the text of `pre code` and of `.caption` inside each figure that carries `data-excerpt`."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.figures: list[Figure] = []
        self._open: list[tuple[str, frozenset[str]]] = []
        self._figure: tuple[int, int, str] | None = None  # depth, line, claim
        self._code: list[str] = []
        self._caption: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: text or "" for name, text in attrs}
        if tag not in _VOID:
            self._open.append((tag, frozenset(said.get("class", "").split())))
        if tag == "figure" and "data-excerpt" in said and self._figure is None:
            self._figure = (len(self._open), self.getpos()[0], said["data-excerpt"])
            self._code, self._caption = [], []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that closes itself holds no text."""

    def handle_endtag(self, tag: str) -> None:
        if all(tag != name for name, _ in self._open):
            return
        while self._open.pop()[0] != tag:
            pass
        if self._figure and len(self._open) < self._figure[0]:
            _, line, claim = self._figure
            caption = " ".join("".join(self._caption).split())
            self.figures.append(Figure(line=line, claim=claim, caption=caption, text="".join(self._code)))
            self._figure = None

    def handle_data(self, data: str) -> None:
        if self._figure is None:
            return
        inside = self._open[self._figure[0] :]
        tags = [tag for tag, _ in inside]
        if "pre" in tags and "code" in tags:
            self._code.append(_turned_back(data) if "ctrl" in inside[-1][1] else data)
        elif any("caption" in classes for _, classes in inside):
            self._caption.append(data)


def _turned_back(sign: str) -> str:
    """The character behind a control picture or `U+202E`."""
    if found := _NUMBER.fullmatch(sign):
        return chr(int(found[1], 16))
    if sign == _DELETE:
        return "\x7f"
    return chr(ord(sign) - _PICTURES) if len(sign) == 1 and _PICTURES <= ord(sign) < 0x2420 else sign
