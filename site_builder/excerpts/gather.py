"""Ask the machine what judging needs: requests and lock → one `Evidence` a cited address.

Rounds, each one question to git for all excerpts together: the files as they are; blob ids of the pinned
commits; contents, of those blobs only that differ from the files; line maps, where exact text decides not;
other tracked files, where a quoted path is gone. Pure: the doors are handed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from site_builder.excerpts.address import print_address
from site_builder.excerpts.elsewhere import Elsewhere, decoded
from site_builder.excerpts.locate import Placement, by_digest, holds_pin, placements
from site_builder.excerpts.source import SourceText, blob_id
from site_builder.model import (
    Evidence,
    ExcerptRequest,
    Files,
    LinesAddress,
    Lock,
    Pin,
    Problem,
    Revisions,
    value,
)

Key = tuple[str, str]  # path as cited, printed address
History = Literal["here", "absent", "shallow", "none"]


def gather(
    requests: Iterable[ExcerptRequest],
    lock: Lock,
    files: Files,
    revisions: Revisions,
    content: str = "content",
) -> Mapping[Key, Evidence]:
    """Evidence by (path as cited, printed address); `content` is the folder never searched for copies."""
    cited = [_cite(request, lock, files) for request in requests]
    cases = {case.key: case for case in cited}
    if not cases:
        return {}
    gone = [case.pin for case in cases.values() if case.pin and case.is_gone]
    others = Elsewhere(gone, files, revisions, content)
    past = _Past(cases.values(), files, revisions)
    pairs = {key: pair for key, case in cases.items() if (pair := past.contested(case, others))}
    maps = revisions.hunks(sorted(set(pairs.values()))) if pairs else {}
    newest = _newest(cases.values(), files, revisions)
    return {
        key: Evidence(
            repo_path=case.repo_path,
            current=case.current,
            head=past.head_of(case),
            pinned=past.pinned_of(case),
            history=past.history_of(case),
            newest=None if case.pin else newest.get(case.repo_path),
            hunks=maps.get(pairs[key]) if key in pairs else None,
            elsewhere=others.copies_of(case.pin) if case.pin and case.is_gone else (),
            renamed_to=others.renamed_to(case.pin) if case.pin else None,
            absent=case.is_gone,
        )
        for key, case in cases.items()
    }


@value
class _Case:
    """One cited address with its file as it is and its pin."""

    request: ExcerptRequest
    key: Key
    repo_path: str
    current: bytes | Problem
    pin: Pin | None

    @property
    def is_gone(self) -> bool:
        return isinstance(self.current, Problem) and self.current.code == "excerpt-gone"


def _cite(request: ExcerptRequest, lock: Lock, files: Files) -> _Case:
    address, repo_path = print_address(request.address), files.repo_path(request.path)
    return _Case(
        request=request,
        key=(request.path, address),
        repo_path=repo_path,
        current=files.read(request.path),
        pin=lock.pins.get((repo_path, address)),
    )


class _Past:
    """Contents of HEAD and of the pinned commits; read only where they differ from the file."""

    def __init__(self, cases: Iterable[_Case], files: Files, revisions: Revisions) -> None:
        self.cases = tuple(cases)
        self.revision = revisions.head()
        self._heads = files.tracked()
        asked = {(case.pin.commit, case.pin.repo_path) for case in self.cases if case.pin}
        self._pinned = revisions.blob_ids(sorted(asked)) if asked else {}
        self._here: dict[str, bytes] = {}
        wanted: set[str] = set()
        for case in self.cases:
            ids = {one for one in (self._head_id(case), self._pinned_id(case)) if one}
            if isinstance(case.current, bytes):
                same = {one for one in ids if one == blob_id(case.current, one)}
                self._here.update((one, case.current) for one in same)
                ids -= same
            wanted |= ids
        wanted -= self._here.keys()
        if wanted:
            self._here.update(revisions.blobs(sorted(wanted)))

    def _head_id(self, case: _Case) -> str:
        return self._heads.get(case.repo_path, "")

    def _pinned_id(self, case: _Case) -> str | None:
        return self._pinned.get((case.pin.commit, case.pin.repo_path)) if case.pin else None

    def head_of(self, case: _Case) -> bytes | None:
        return self._here.get(self._head_id(case))

    def pinned_of(self, case: _Case) -> bytes | None:
        return self._here.get(self._pinned_id(case) or "")

    def history_of(self, case: _Case) -> History:
        if not self.revision.repository:
            return "none"
        if case.pin and (case.pin.commit, case.pin.repo_path) not in self._pinned:
            return "shallow" if self.revision.shallow else "absent"
        return "here"

    def contested(self, case: _Case, others: Elsewhere) -> tuple[str, bytes] | None:
        """(pinned blob, content now) where the text alone does not say where the lines went."""
        blob = self._pinned_id(case)
        if case.pin is None or not blob or not isinstance(case.request.address, LinesAddress):
            return None
        now = others.renamed_content(case.pin) if case.is_gone else case.current
        if not case.is_gone and now is self._here.get(blob):
            return None  # nothing changed, so nothing can have gone anywhere
        text = decoded(now, case.repo_path)
        if text is None or not isinstance(now, bytes):
            return None
        if not case.is_gone and holds_pin(case.pin.ranges, case.pin, text):
            return None
        return (blob, now) if len(self._places(case, case.pin, text)) != 1 else None

    def _places(self, case: _Case, pin: Pin, text: SourceText) -> Sequence[Placement]:
        past = decoded(self.pinned_of(case), case.repo_path)
        if past is None or past.part(pin.ranges) is None:
            return by_digest(pin, text)
        return placements([past.slice(lines) for lines in pin.ranges], text)


def _newest(cases: Iterable[_Case], files: Files, revisions: Revisions) -> Mapping[str, str]:
    """Newest commits, asked for unpinned excerpts alone, and never of a clone that cannot know."""
    revision, tracked = revisions.head(), files.tracked()
    wanted = {case.repo_path for case in cases if case.pin is None and tracked.get(case.repo_path)}
    if not wanted or revision.commit is None or revision.shallow:
        return {}
    return revisions.newest_commits(sorted(wanted))
