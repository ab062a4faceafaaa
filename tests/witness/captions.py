"""Built pages, read as a stranger reads them: every excerpt with its caption, every link, every id.

In: HTML files. Out: `Excerpt`s and `Page`s. Knows the documented markup alone, and nothing of the generator.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

ADDRESS = re.compile(r"(?P<path>.+)#(?P<lines>L\d+(?:-L\d+)?(?:,L\d+(?:-L\d+)?)*)@(?P<commit>[0-9a-f]{40})")
VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
)


@dataclass
class Excerpt:
    """A `figure.excerpt`: what it claims, what its caption says, and what it shows."""

    page: str
    claim: str
    caption: str = ""
    code: str = ""

    def place(self) -> tuple[str, list[tuple[int, int]], str]:
        """Path, line ranges and commit, from `data-excerpt`."""
        found = ADDRESS.fullmatch(self.claim)
        assert found, f"{self.page}: {self.claim!r} names no path, lines and commit"
        parts = [part.replace("L", "").partition("-") for part in found["lines"].split(",")]
        ranges = [(int(first), int(last or first)) for first, _, last in parts]
        return found["path"], ranges, found["commit"]


@dataclass
class Page:
    path: str
    excerpts: list[Excerpt] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    tags: set[str] = field(default_factory=set)
    repeated: set[str] = field(default_factory=set)
    transcripts: int = 0
    policy: str = ""
    styled: int = 0  # `style=` attributes and event handlers


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page(path)
        self.open: list[str] = []
        self.excerpt: tuple[int, Excerpt] | None = None  # depth of the figure

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attributes}
        self._note(tag, said)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "figure" and "excerpt" in said.get("class", "").split():
            self.excerpt = (len(self.open), Excerpt(self.page.path, said.get("data-excerpt", "")))
            self.page.excerpts.append(self.excerpt[1])

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        # In HTML a void element may end in a slash; inside an SVG any element may.
        self._note(tag, {name: value or "" for name, value in attributes})

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.open:
            return
        while self.open.pop() != tag:
            pass
        if self.excerpt and len(self.open) < self.excerpt[0]:
            self.excerpt = None

    def handle_data(self, data: str) -> None:
        if self.excerpt is None:
            return
        inside = self.open[self.excerpt[0] :]
        if inside[:2] == ["pre", "code"] or ("pre" in inside and "code" in inside):
            self.excerpt[1].code += data
        elif "figcaption" in inside:
            self.excerpt[1].caption += data

    def _note(self, tag: str, said: dict[str, str]) -> None:
        page = self.page
        page.tags.add(tag)
        page.links.extend(said[name] for name in ("href", "src") if name in said)
        page.styled += sum(name == "style" or name.startswith("on") for name in said)
        page.transcripts += tag == "figure" and "transcript" in said.get("class", "").split()
        if "id" in said:
            (page.repeated if said["id"] in page.ids else page.ids).add(said["id"])
        if said.get("http-equiv", "").lower() == "content-security-policy":
            page.policy = said.get("content", "")


def read_site(output: Path) -> dict[str, Page]:
    """Every HTML file below `output`, by its path there."""
    pages = {}
    for file in sorted(output.rglob("*.html")):
        path = file.relative_to(output).as_posix()
        reader = _Reader(path)
        reader.feed(file.read_text(encoding="utf-8"))
        reader.close()
        pages[path] = reader.page
    return pages
