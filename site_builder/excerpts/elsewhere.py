"""Where the text of a file that is gone may be now: pins and doors → places in other tracked files.

Git's own renames come first; where they hold no copy, files of the same suffix are searched, each read once
and looked up by the line that a text begins with. Pages are never searched, for they may quote what they
explain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from posixpath import relpath

from site_builder.excerpts.locate import by_digest, hull, is_sought_elsewhere
from site_builder.excerpts.source import SourceText, decode
from site_builder.model import Files, LineRange, Pin, Problem, Revisions

Place = tuple[str, LineRange]  # repo path, first to last line

_MOST_COPIES = 50  # more candidates tell an author nothing


class Elsewhere:
    """Answers for the pins of files that are gone."""

    def __init__(self, gone: Sequence[Pin], files: Files, revisions: Revisions, content: str) -> None:
        tracked = files.tracked() if gone else {}
        renames = revisions.renames(sorted({pin.commit for pin in gone})) if gone else {}
        closed = files.repo_path(content).rstrip("/") + "/"
        self._paths = sorted(path for path in tracked if not path.startswith(closed))
        found = {pin: renames[pin.commit].get(pin.repo_path, "") for pin in gone}
        self._renamed = {
            pin: new for pin, new in found.items() if new in tracked and not new.startswith(closed)
        }
        self._first_lines = {pin.first for pin in gone}
        self._holders: dict[str, Mapping[str, Sequence[str]]] = {}
        self._files, self._start = files, files.repo_path(".")
        self._texts: dict[str, SourceText | None] = {}

    def renamed_to(self, pin: Pin) -> str | None:
        return self._renamed.get(pin)

    def renamed_content(self, pin: Pin) -> bytes | None:
        """What stands where git says that the file went."""
        path = self._renamed.get(pin)
        read = self._read(path) if path else None
        return read if isinstance(read, bytes) else None

    def copies_of(self, pin: Pin) -> tuple[Place, ...]:
        """Repo path and lines of every exact copy, by path and line; those in a renamed file suffice."""
        renamed = self._renamed.get(pin)
        if renamed and (places := self._places(renamed, pin)):
            return tuple(places)
        found: list[Place] = []
        for path in self._having(pin.first, _suffix(pin.repo_path)):
            if path not in (renamed, pin.repo_path):
                found.extend(self._places(path, pin))
            if len(found) >= _MOST_COPIES:
                break
        return tuple(found)

    def _having(self, line: str, suffix: str) -> Sequence[str]:
        """Files of this suffix in which the line stands; found for all first lines together."""
        if suffix not in self._holders:
            holders: dict[str, list[str]] = defaultdict(list)
            for path in (path for path in self._paths if _suffix(path) == suffix):
                text = self._text(path)
                for held in self._first_lines.intersection(text.text.split("\n")) if text else ():
                    holders[held].append(path)
            self._holders[suffix] = holders
        return self._holders[suffix].get(line, ())

    def _places(self, path: str, pin: Pin) -> Sequence[Place]:
        text = self._text(path)
        places = by_digest(pin, text) if text else ()
        if text is None or not places or not is_sought_elsewhere(text.part(places[0]) or ""):
            return ()
        return [(path, hull(place)) for place in places]

    def _text(self, repo_path: str) -> SourceText | None:
        if repo_path not in self._texts:
            self._texts[repo_path] = decoded(self._read(repo_path), repo_path)
        return self._texts[repo_path]

    def _read(self, repo_path: str) -> bytes | Problem:
        return self._files.read(relpath(repo_path, self._start))


def decoded(read: bytes | Problem | None, path: str) -> SourceText | None:
    """The text of a file, or None where there is none."""
    text = decode(read, path) if isinstance(read, bytes) else read
    return text if isinstance(text, SourceText) else None


def _suffix(path: str) -> str:
    """`.py`; of a name without one, the whole name (`Makefile`)."""
    name = path.rpartition("/")[2]
    return name[name.rindex(".") :] if "." in name else name
