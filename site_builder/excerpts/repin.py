"""What accepting does to one excerpt: state, and what the author named → a new pin, or what stays.

In rounds, so that nothing is replaced before everything is known: `aim` says what an excerpt would be pinned
to, `new_pin` proves it by the newest commit, `settle` keeps two excerpts from sharing one address.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from site_builder.excerpts.address import print_address
from site_builder.excerpts.caption import ranges_text
from site_builder.excerpts.case import read
from site_builder.excerpts.findings import address_words
from site_builder.excerpts.locate import Placement, by_digest, holds_pin
from site_builder.excerpts.modes import Unresolved, resolve
from site_builder.excerpts.source import SourceText, digest
from site_builder.model import (
    Address,
    Evidence,
    Excerpt,
    ExcerptRequest,
    LinesAddress,
    Pin,
    Problem,
    Severity,
    value,
)

Key = tuple[str, str]  # repo path, printed address
UNASKED = frozenset({"unpinned", "moved", "address-moved", "no-history"})
BY_NAME = frozenset({"edited", "mismatch", "ambiguous", "whitespace"})


@value
class Cited:
    """One address, everywhere it is cited, with what was found out about it."""

    requests: tuple[ExcerptRequest, ...]
    evidence: Evidence
    pin: Pin | None
    state: str
    problem: Problem | None

    @property
    def request(self) -> ExcerptRequest:
        return self.requests[0]

    @property
    def key(self) -> Key:
        return self.evidence.repo_path, print_address(self.request.address)


@value
class Committed:
    """A file as its newest commit has it."""

    commit: str
    blob: str
    text: SourceText


@value
class Target:
    """What an excerpt is to be pinned to; `text` is what the working tree has there."""

    cited: Cited
    repo_path: str
    address: Address
    ranges: Placement
    text: str

    @property
    def key(self) -> Key:
        return self.repo_path, print_address(self.address)


def cite(
    requests: Sequence[ExcerptRequest], pin: Pin | None, evidence: Evidence, verdict: Excerpt | Problem
) -> Cited:
    """Join what was asked with what judging said of it."""
    state = verdict.code.removeprefix("excerpt-") if isinstance(verdict, Problem) else verdict.state
    found = (verdict,) if isinstance(verdict, Problem) else verdict.problems
    problem = next((one for one in found if one.code == f"excerpt-{state}"), None)
    return Cited(requests=tuple(requests), evidence=evidence, pin=pin, state=state, problem=problem)


def aim(cited: Cited, named: bool, follow: bool, other: SourceText | None = None) -> Target | Problem | None:
    """What to pin; the problem where nothing may be pinned; None where nothing has to be.

    `other` is the file that a renamed one became.
    """
    state, problem = cited.state, cited.problem
    if state == "ok" or problem is None:
        return None
    if cited.evidence.history in ("shallow", "none"):
        return _refused(cited, problem)
    if state == "renamed":
        return _follow(cited, other, problem) if follow else _refused(cited, problem)
    if state in UNASKED or (state == "whitespace" and (problem.fixable or named)):
        target = _at(cited, _where_now(cited, problem))
    elif state in BY_NAME and named:
        target = _at(cited, _as_cited(cited))
    else:
        target = None
    return target or _refused(cited, problem)


def _where_now(cited: Cited, problem: Problem) -> Placement:
    if cited.state == "no-history" and cited.pin is not None:
        return cited.pin.ranges
    return problem.excerpt.ranges if problem.excerpt else ()


def _as_cited(cited: Cited) -> Placement:
    """The lines that the page's own address holds now."""
    text = read(cited.evidence.current, cited.request.path)
    found = resolve(cited.request.address, text, cited.request.path) if isinstance(text, SourceText) else ()
    return () if isinstance(found, Unresolved) else found


def _at(cited: Cited, ranges: Placement) -> Target | None:
    current = read(cited.evidence.current, cited.request.path)
    text = current.part(ranges) if isinstance(current, SourceText) and ranges else None
    return None if text is None else _target(cited, cited.evidence.repo_path, ranges, text)


def _follow(cited: Cited, other: SourceText | None, problem: Problem) -> Target | Problem:
    """The renamed file's copy that the finding names, part by part; a name must name the same text there."""
    current = problem.excerpt.current if problem.excerpt else None
    if current is None or other is None or cited.pin is None:
        return _refused(cited, problem)
    path, lines = current
    address = cited.request.address
    if isinstance(address, LinesAddress):
        places = [one for one in by_digest(cited.pin, other) if one[0].first == lines.first]
    else:
        named = resolve(address, other, path)
        places = [] if isinstance(named, Unresolved) or not holds_pin(named, cited.pin, other) else [named]
    if places:
        return _target(cited, path, places[0], other.part(places[0]) or "")
    help = f"in `{path}` {address_words(address)} is not this text: write the path and another address"
    return _refused(cited, replace(problem, help=help, fixable=False))


def _target(cited: Cited, repo_path: str, ranges: Placement, text: str) -> Target:
    address = cited.request.address
    if isinstance(address, LinesAddress):
        address = LinesAddress(ranges=ranges)
    return Target(cited=cited, repo_path=repo_path, address=address, ranges=ranges, text=text)


def _refused(cited: Cited, problem: Problem) -> Problem:
    """The finding, told once, with every other place that cites the same lines."""
    others = tuple(request.where for request in cited.requests[1:])
    return replace(problem, severity=Severity.ERROR, related=(*problem.related, *others))


def new_pin(target: Target, committed: Committed | None) -> Pin | Problem:
    """The pin, proved: the newest commit of the file has this text at these lines."""
    if committed is None or committed.text.part(target.ranges) != target.text:
        return _uncommitted(target)
    lines = target.text.split("\n")
    return Pin(
        repo_path=target.repo_path,
        address=print_address(target.address),
        ranges=target.ranges,
        commit=committed.commit,
        blob=committed.blob,
        sha256=digest(target.text),
        first=lines[0],
        last=lines[-2] if len(lines) > 1 else "",
    )


def _uncommitted(target: Target) -> Problem:
    cited = target.cited
    path = target.repo_path if cited.state == "renamed" else cited.request.path
    return Problem(
        where=cited.request.where,
        code="excerpt-uncommitted",
        message=f"`{path}` {ranges_text(target.ranges)} is not committed, so no commit can vouch for it",
        help=f"commit `{path}`, then run `sitemaf accept` again",
        severity=Severity.ERROR,
        excerpt=cited.problem.excerpt if cited.problem else None,
    )


def moved_lines(old: Placement, new: Placement) -> dict[int, int]:
    """Source lines, old → new, in order of what is shown; empty where the heights differ."""
    before = list(chain.from_iterable(range(one.first, one.last + 1) for one in old))
    after = list(chain.from_iterable(range(one.first, one.last + 1) for one in new))
    return dict(zip(before, after, strict=True)) if len(before) == len(after) else {}
