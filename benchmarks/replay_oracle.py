"""What became of an excerpt, found without sitemaf: by trying every line, and by git's own diff and renames.

In: `Quoted` and a later commit. Out: `Fate`, the state that the table of states gives it, and its places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from replay_history import FOLDER, LINK, History
from replay_sample import Quoted, Spans, definitions, is_python

WORD = re.compile(r"[^\W\d_]{3}")


@dataclass(frozen=True)
class Fate:
    """`places` is one (path, spans) where the state names one, and all candidates of an ambiguous one."""

    state: str
    places: tuple[tuple[str, Spans], ...] = ()


class Oracle:
    def __init__(self, history: History, then: str, now: str) -> None:
        self.history, self.then, self.now = history, then, now
        self._tree = history.tree(now)
        self._spellings = {path.casefold() for path in self._tree}
        self._same_suffix: dict[str, list[str]] = {}
        for path in self._tree:
            self._same_suffix.setdefault(_suffix(path), []).append(path)

    def fate(self, quoted: Quoted) -> Fate | None:
        """None: the path is a link now, which no state speaks of."""
        mode, blob = self._tree.get(quoted.path, ("", ""))
        if mode == LINK:
            return None
        if not mode:
            folder = any(path.startswith(f"{quoted.path}/") for path in self._tree)
            other_case = quoted.path.casefold() in self._spellings
            return Fate("file") if folder or other_case else self._gone(quoted)
        lines = None if mode == FOLDER else self.history.lines(blob, is_python(quoted.path))
        if lines is None:
            return Fate("file")
        return self._symbol(quoted, lines) if quoted.symbol else self._plain(quoted, lines, blob)

    def _symbol(self, quoted: Quoted, lines: list[str]) -> Fate:
        try:
            found = definitions(lines).get(quoted.symbol, [])
        except (SyntaxError, ValueError):
            found = []
        if len(found) != 1:
            return Fate("address")
        here = [list(lines[first - 1 : last]) for first, last in found]
        if here == _lists(quoted.parts):
            state = "ok" if tuple(found) == quoted.spans else "address-moved"
            return Fate(state, ((quoted.path, tuple(found)),))
        return Fate("whitespace" if unspaced(here[0]) == unspaced(quoted.flat) else "edited")

    def _plain(self, quoted: Quoted, lines: list[str], blob: str) -> Fate:
        parts, spans = _lists(quoted.parts), quoted.spans
        inside = spans[-1][1] <= len(lines)
        here = [lines[first - 1 : last] for first, last in spans]
        if inside and here == parts:
            return Fate("ok")
        copies = list(everywhere(parts, lines))
        if len(copies) == 1:
            return Fate("moved", ((quoted.path, copies[0]),))
        if copies:
            image = self._image(quoted, blob)
            if image is not None:
                return Fate("moved", ((quoted.path, image),))
            return Fate("ambiguous", tuple((quoted.path, copy) for copy in copies))
        if not inside:
            return Fate("out-of-range")
        return Fate("whitespace" if self._is_unspaced(quoted, lines, here) else "edited")

    def _is_unspaced(self, quoted: Quoted, lines: list[str], here: list[list[str]]) -> bool:
        if unspaced([line for part in here for line in part]) == unspaced(quoted.flat):
            return True
        wanted, size = dedented(quoted.flat), len(quoted.flat)
        if len(quoted.spans) > 1:
            return False
        starts = [n for n in range(len(lines) - size + 1) if lines[n].strip(" \t") == wanted[0].strip(" \t")]
        return sum(dedented(lines[n : n + size]) == wanted for n in starts) == 1

    def _image(self, quoted: Quoted, blob: str) -> Spans | None:
        """Where git's diff says that the lines went, all of them and side by side."""
        mapped = self.history.line_map(quoted.blob, blob)
        images = [[mapped.get(line) for line in range(first, last + 1)] for first, last in quoted.spans]
        found: list[tuple[int, int]] = []
        for image in images:
            start = image[0]
            if start is None or image != list(range(start, start + len(image))):
                return None
            found.append((start, start + len(image) - 1))
        return tuple(found)

    def _gone(self, quoted: Quoted) -> Fate:
        if not WORD.search("\n".join(quoted.flat)):
            return Fate("gone")
        pinned = self.history.newest(self.then, quoted.path)
        renamed = self.history.renames(pinned, self.now).get(quoted.path)
        if renamed and (copies := self._copies(quoted, renamed)):
            if len(copies) > 1 and not quoted.symbol:
                image = self._image(quoted, self._tree[renamed][1])
                copies = [image] if image in copies else copies
            places = tuple((renamed, copy) for copy in copies)
            return Fate("renamed" if len(copies) == 1 else "ambiguous", places)
        others = [path for path in self._same_suffix.get(_suffix(quoted.path), ()) if path != renamed]
        found = [(path, copy) for path in others for copy in self._copies(quoted, path)]
        state = "gone" if not found else "renamed" if len(found) == 1 else "ambiguous"
        return Fate(state, tuple(found))

    def _copies(self, quoted: Quoted, path: str) -> list[Spans]:
        """Every place in another file, the parts as far from each other as they were."""
        mode, blob = self._tree[path]
        lines = None if mode in (LINK, FOLDER) else self.history.lines(blob, is_python(path))
        if lines is None:
            return []
        start, first = quoted.spans[0][0], quoted.parts[0][0]
        shifts = [n + 1 - start for n, line in enumerate(lines) if line == first]
        moved = [tuple((one + shift, last + shift) for one, last in quoted.spans) for shift in shifts]
        wanted = _lists(quoted.parts)
        return [spans for spans in moved if [lines[one - 1 : last] for one, last in spans] == wanted]


def everywhere(parts: list[list[str]], lines: list[str], at: int = 0) -> Iterator[Spans]:
    """Every way to find the parts, one after the other."""
    if not parts:
        yield ()
        return
    size = len(parts[0])
    for n in range(at, len(lines) - size + 1):
        if lines[n] == parts[0][0] and lines[n : n + size] == parts[0]:
            for rest in everywhere(parts[1:], lines, n + size):
                yield ((n + 1, n + size), *rest)


def dedented(lines: Sequence[str]) -> list[str]:
    filled = [line for line in lines if line.strip(" \t")]
    size = 0
    while filled and all(
        len(line) > size and line[size] in " \t" and line[size] == filled[0][size] for line in filled
    ):
        size += 1
    return [line[size:] if line.strip(" \t") else "" for line in lines]


def unspaced(lines: Sequence[str]) -> list[str]:
    """Without common indentation and trailing white space."""
    return [line.rstrip(" \t") for line in dedented(lines)]


def _lists(parts: Sequence[Sequence[str]]) -> list[list[str]]:
    return [list(part) for part in parts]


def _suffix(path: str) -> str:
    name = path.split("/")[-1]
    return "." + name.split(".")[-1] if "." in name else name
