"""Judge one excerpt: request, pin and evidence → the excerpt as a page shows it, or the problem in its place.

What differs from its pin is still shown as pinned, with the pinned caption, for that is what git can prove;
the excerpt carries the problem that says so.
"""

from __future__ import annotations

from dataclasses import replace

from site_builder.config import Limits
from site_builder.excerpts.address import print_address
from site_builder.excerpts.caption import ranges_text
from site_builder.excerpts.case import Case, open_case, read
from site_builder.excerpts.findings import address_words, without_text
from site_builder.excerpts.locate import Placement, hull
from site_builder.excerpts.modes import Unresolved, resolve
from site_builder.excerpts.partial import partial_problems
from site_builder.excerpts.shown import Showing, lines_of, show
from site_builder.excerpts.source import SourceText, decode
from site_builder.excerpts.states import Finding, find_state
from site_builder.model import (
    Evidence,
    Excerpt,
    ExcerptDetail,
    ExcerptRequest,
    LinesAddress,
    Pin,
    Problem,
    Severity,
)


def judge(request: ExcerptRequest, pin: Pin | None, evidence: Evidence, limits: Limits) -> Excerpt | Problem:
    if pin is None:
        return _judge_unpinned(request, evidence, limits)
    case = open_case(request, pin, evidence)
    finding = find_state(case)
    problem = finding.problem
    if problem is not None and finding.show == "nothing":
        return problem
    text, partial = _text_to_show(case, finding)
    if text is None:
        assert problem is not None  # a state without a problem shows the current text
        return without_text(case, problem)
    showing = Showing(
        repo_path=evidence.repo_path,
        lines=lines_of(text),
        ranges=pin.ranges,
        commit=None if finding.state == "uncommitted" else pin.commit,
        state=finding.state,
        problems=(problem, *partial) if problem else partial,
    )
    return show(request, showing, limits)


def _text_to_show(case: Case, finding: Finding) -> tuple[str | None, tuple[Problem, ...]]:
    """The pinned text from wherever it can be read, and whether it is cut from the middle of a statement."""
    current, ranges = case.current, case.pin.ranges
    if finding.show == "current" and isinstance(current, SourceText):
        return current.part(ranges), partial_problems(case.request, current, ranges)
    if case.pinned is not None:
        return case.pinned.part(ranges), ()
    if finding.text_at is not None and isinstance(current, SourceText):
        return current.part(finding.text_at), ()
    return None, ()


def _judge_unpinned(request: ExcerptRequest, evidence: Evidence, limits: Limits) -> Excerpt | Problem:
    current = read(evidence.current, request.path)
    if isinstance(current, Problem):
        code = "excerpt-file" if evidence.absent else current.code
        return replace(current, where=request.where, code=code)
    found = resolve(request.address, current, request.path)
    if isinstance(found, Unresolved):
        return Problem(
            where=request.where,
            code=found.code,
            message=f"`{request.path}` {found.message}",
            help=found.help,
            severity=Severity.ERROR,
            excerpt=_detail(request, evidence, ()),
        )
    text = current.part(found) or ""
    commit = _newest_commit(evidence, request.path, found, text)
    problem = _unpinned(request, evidence, found, commit)
    showing = Showing(
        repo_path=evidence.repo_path,
        lines=lines_of(text),
        ranges=found,
        commit=commit,
        state="unpinned",
        problems=(problem, *partial_problems(request, current, found)),
    )
    return show(request, showing, limits)


def _newest_commit(evidence: Evidence, path: str, found: Placement, text: str) -> str | None:
    """The newest commit that changed the file, if it has these lines there and history is whole."""
    if evidence.history != "here" or evidence.newest is None or evidence.head is None:
        return None
    head = decode(evidence.head, path)
    return evidence.newest if isinstance(head, SourceText) and head.part(found) == text else None


def _unpinned(request: ExcerptRequest, evidence: Evidence, found: Placement, commit: str | None) -> Problem:
    what = ranges_text(found)
    if not isinstance(request.address, LinesAddress):
        what = f"{what} ({address_words(request.address)})"
    if commit is not None:
        message, help = "is not pinned yet", "run `sitemaf accept`"
    elif evidence.newest is not None or evidence.head is None:
        message, help = (
            "is neither committed nor pinned yet",
            f"commit `{request.path}`, then run `sitemaf accept`",
        )
    else:
        message, help = "is not pinned yet", "run `sitemaf accept` in a clone with its whole history"
    return Problem(
        where=request.where,
        code="excerpt-unpinned",
        message=f"`{request.path}` {what} {message}",
        help=help,
        fixable=commit is not None,
        excerpt=_detail(request, evidence, found),
    )


def _detail(request: ExcerptRequest, evidence: Evidence, found: Placement) -> ExcerptDetail:
    return ExcerptDetail(
        repo_path=evidence.repo_path,
        address=print_address(request.address),
        current=(evidence.repo_path, hull(found)) if found else None,
        ranges=found,
    )
