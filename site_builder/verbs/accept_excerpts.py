"""Accept excerpts: what pages cite and what git has → new pins, edited pages, and what stays to be named."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from posixpath import relpath

from site_builder.config import Config
from site_builder.excerpts.address import print_address
from site_builder.excerpts.caption import ranges_text, short_commit
from site_builder.excerpts.findings import UNSHALLOW
from site_builder.excerpts.judge import judge
from site_builder.excerpts.repin import Cited, Committed, Key, Target, aim, cite, moved_lines, new_pin
from site_builder.excerpts.rewrite import PageEdit, rewrite_page
from site_builder.excerpts.settle import settle
from site_builder.excerpts.source import SourceText, decode
from site_builder.model import (
    ExcerptRequest,
    Facts,
    Files,
    Pin,
    Plan,
    Problem,
    Revisions,
    Severity,
    value,
)
from site_builder.pipeline import requested_excerpts
from site_builder.verbs.acceptance import Change, Part
from site_builder.verbs.naming import Names

_FOLLOWED = frozenset({"moved", "address-moved", "renamed", "whitespace"})


@value
class AcceptedExcerpts:
    part: Part
    pins: Mapping[Key, Pin]


class Excerpts:
    """One acceptance of excerpts, in rounds: judge, aim, prove, settle, rewrite."""

    def __init__(self, plan: Plan, facts: Facts, config: Config, files: Files, revisions: Revisions) -> None:
        self._plan, self._facts, self._config = plan, facts, config
        self._files, self._revisions = files, revisions

    def accept(self, names: Names, follow: bool, pages: Mapping[str, bytes]) -> AcceptedExcerpts:
        cited = self._cited()
        targets, problems = self._aimed(cited, names, follow)
        proved: list[tuple[Target, Pin]] = []
        committed = self._committed({target.repo_path for target in targets})
        for target in targets:
            pin = new_pin(target, committed.get(target.repo_path))
            if isinstance(pin, Problem):
                problems.append(pin)
            else:
                proved.append((target, pin))
        pins, going, refused = settle(self._plan.lock.pins, cited, proved)
        return AcceptedExcerpts(
            part=Part(
                changes=tuple(_change(target, pin) for target, pin in going),
                problems=(*problems, *refused),
                files=self._rewritten([target for target, _ in going], pages),
            ),
            pins=pins,
        )

    def _cited(self) -> list[Cited]:
        groups: dict[Key, list[ExcerptRequest]] = defaultdict(list)
        for request in requested_excerpts(self._plan.pages):
            evidence = self._facts.evidence[request.path, print_address(request.address)]
            groups[evidence.repo_path, print_address(request.address)].append(request)
        cited = [self._judged(key, requests) for key, requests in groups.items()]
        lost = self._lost(one.pin.commit for one in cited if one.pin and one.state == "ok")
        return [_squashed(one) if one.pin and one.pin.commit in lost else one for one in cited]

    def _judged(self, key: Key, requests: Sequence[ExcerptRequest]) -> Cited:
        request, pin = requests[0], self._plan.lock.pins.get(key)
        evidence = self._facts.evidence[request.path, key[1]]
        return cite(requests, pin, evidence, judge(request, pin, evidence, self._config.limits))

    def _lost(self, commits: Iterable[str]) -> frozenset[str]:
        """Pinned commits that a fresh clone would not have."""
        return self._revisions.unreachable(sorted(set(commits))) if self._has_history else frozenset()

    @property
    def _has_history(self) -> bool:
        revision = self._facts.revision
        return revision.commit is not None and not revision.shallow

    def _aimed(
        self, cited: Iterable[Cited], names: Names, follow: bool
    ) -> tuple[list[Target], list[Problem]]:
        targets: list[Target] = []
        problems: list[Problem] = []
        for one in cited:
            named = any(names.excerpt(request) for request in one.requests)
            aimed = aim(one, named, follow, self._other(one) if follow else None)
            if isinstance(aimed, Target) and not self._has_history:
                aimed = self._without_history(one)
            if isinstance(aimed, Target):
                targets.append(aimed)
            elif aimed is not None:
                problems.append(aimed)
        return targets, problems

    def _without_history(self, cited: Cited) -> Problem:
        assert cited.problem is not None
        shallow = self._facts.revision.shallow
        help = UNSHALLOW if shallow else "commit the file first; a pin names the commit that holds the text"
        return replace(cited.problem, severity=Severity.ERROR, fixable=False, help=help)

    def _other(self, cited: Cited) -> SourceText | None:
        """The file that a renamed one became."""
        detail = cited.problem.excerpt if cited.problem and cited.state == "renamed" else None
        if detail is None or detail.current is None:
            return None
        path, _ = detail.current
        read = self._files.read(self._project_path(path))
        text = decode(read, path) if isinstance(read, bytes) else None
        return text if isinstance(text, SourceText) else None

    def _project_path(self, repo_path: str) -> str:
        return relpath(repo_path, self._files.repo_path("."))

    def _committed(self, repo_paths: set[str]) -> dict[str, Committed]:
        """Each file as its newest commit has it: one walk through history, one batch of blobs."""
        newest = self._revisions.newest_commits(sorted(repo_paths)) if repo_paths else {}
        heads = self._files.tracked()
        blobs = self._revisions.blobs(sorted({heads[path] for path in newest}))
        found: dict[str, Committed] = {}
        for path, commit in newest.items():
            text = decode(blobs[heads[path]], path)
            if isinstance(text, SourceText):
                found[path] = Committed(commit=commit, blob=heads[path], text=text)
        return found

    def _rewritten(self, targets: Iterable[Target], pages: Mapping[str, bytes]) -> dict[str, bytes | None]:
        edits: dict[str, list[PageEdit]] = defaultdict(list)
        for target in targets:
            pin = target.cited.pin
            moved = moved_lines(pin.ranges, target.ranges) if pin and target.cited.state in _FOLLOWED else {}
            path = self._project_path(target.repo_path) if target.cited.state == "renamed" else None
            for request in target.cited.requests:
                edits[request.where.path].append(
                    PageEdit(line=request.where.line or 0, moved=moved, path=path)
                )
        written: dict[str, bytes | None] = {}
        for name, made in edits.items():
            data = rewrite_page(pages[name], made)
            if isinstance(data, str):
                raise ValueError(f"{name}: {data}")  # places come from the same bytes, so this is our fault
            if data != pages[name]:
                written[name] = data
        return written


def _squashed(cited: Cited) -> Cited:
    """Sound, but its commit no longer leads to what is checked out: to be pinned again."""
    assert cited.pin is not None
    problem = Problem(
        where=cited.request.where,
        code="excerpt-no-history",
        message=f"commit {short_commit(cited.pin.commit)} is no longer part of this history",
        help="run `sitemaf accept`: it pins a commit that is",
        fixable=True,
    )
    return replace(cited, state="no-history", problem=problem)


def _change(target: Target, pin: Pin) -> Change:
    cited, old = target.cited, target.cited.pin
    now = f"`{pin.repo_path}` {ranges_text(pin.ranges)}"
    at = short_commit(pin.commit)
    if old is None:
        sentence = f"pinned {now} at {at}"
    elif (old.repo_path, old.ranges) != (pin.repo_path, pin.ranges):
        sentence = f"followed `{old.repo_path}` {ranges_text(old.ranges)} to {now} at {at}"
    elif cited.state == "no-history":
        sentence = f"pinned {now} again, at {at}"
    else:
        sentence = f"accepted {now} as it is at {at}"
    diff = cited.problem.diff if cited.problem else None
    return Change(where=cited.request.where, sentence=sentence, diff=diff, finding=cited.problem)
