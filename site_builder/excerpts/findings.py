"""What an author is told of each state: message, next act, places, diff.

In: a `Case` and where the text stands now. Out: a `Problem` placed at the directive in the page.
"""

from __future__ import annotations

from dataclasses import replace

from site_builder.excerpts.address import print_ranges
from site_builder.excerpts.caption import ranges_text, short_commit
from site_builder.excerpts.case import Case
from site_builder.excerpts.diff import unified
from site_builder.excerpts.linemap import zone
from site_builder.excerpts.locate import Placement, numbers
from site_builder.excerpts.modes import Unresolved
from site_builder.excerpts.source import SourceText
from site_builder.model import (
    Address,
    FileAddress,
    LineRange,
    LinesAddress,
    Problem,
    RegionAddress,
    Severity,
    SymbolAddress,
)

LISTED = 5  # candidates named in a message
UNSHALLOW = "get the whole history: `git fetch --unshallow`, or `fetch-depth: 0` where a CI job checks out"


def _problem(case: Case, state: str, message: str, help: str) -> Problem:
    return Problem(
        where=case.request.where, code=f"excerpt-{state}", message=message, help=help, excerpt=case.detail()
    )


def _pinned(case: Case) -> str:
    return f"`{case.request.path}` {ranges_text(case.pin.ranges)}"


def _placed(case: Case) -> str:
    return f"{_pinned(case)} at {short_commit(case.pin.commit)}"


def address_words(address: Address) -> str:
    match address:
        case SymbolAddress(name=name):
            return f"the symbol `{name}`"
        case RegionAddress(name=name):
            return f"the region `{name}`"
        case FileAddress():
            return "the whole file"
        case LinesAddress(ranges=ranges):
            return ranges_text(ranges)
        case _:
            return f"the text from `{address.start}` to `{address.end}`"


def follow_help(case: Case, now: Placement) -> str:
    """`accept` follows by itself, once the lines are committed in a history that can name the commit."""
    if case.evidence.history in {"shallow", "none"}:
        return f"{whole_history(case)}; then run `sitemaf accept`"
    if not case.is_committed(now):
        return f"commit `{case.request.path}`, then run `sitemaf accept`"
    return "run `sitemaf accept`: it follows the lines by itself"


def whole_history(case: Case) -> str:
    return UNSHALLOW if case.evidence.history == "shallow" else "work in a clone that has its `.git`"


def without_text(case: Case, problem: Problem) -> Problem:
    """The pinned text is needed and cannot be read: no page can be made truthfully, and there is no diff."""
    history = case.evidence.history
    why = {
        "shallow": "this clone is shallow and does not have the pinned text",
        "none": "without git history the pinned text cannot be read",
    }.get(history, "the pinned commit is not here, so the pinned text cannot be read")
    help = whole_history(case) if history in {"shallow", "none"} else problem.help
    return replace(problem, message=f"{problem.message}; {why}", help=help, severity=Severity.ERROR)


def in_place_of(problem: Problem, case: Case) -> Problem:
    return replace(problem, where=case.request.where, excerpt=case.detail())


def unresolved(case: Case, found: Unresolved) -> Problem:
    return replace(
        _problem(case, "address", f"`{case.request.path}` {found.message}", found.help), code=found.code
    )


def mismatch(case: Case, reason: str) -> Problem:
    return _problem(
        case,
        "mismatch",
        f"the lock says {_placed(case)}, but {reason}",
        f"restore the pin from git, or run `sitemaf accept '{case.named}'` to pin what stands there now",
    )


def address_moved(case: Case, now: Placement) -> Problem:
    message = (
        f"{address_words(case.request.address)} moved: {_pinned(case)} now {_stand(case.pin.ranges)} at "
        f"{ranges_text(now)}"
    )
    problem = _problem(case, "address-moved", message, follow_help(case, now))
    return replace(problem, fixable=case.can_accept(now), excerpt=case.detail(now))


def _stand(ranges: Placement) -> str:
    return "stands" if len(ranges) == 1 and len(ranges[0]) == 1 else "stand"


def moved(case: Case, now: Placement) -> Problem:
    line = len(case.pin.ranges) == 1 and len(case.pin.ranges[0]) == 1
    message = (
        f"the line{'' if line else 's'} moved: {_pinned(case)} now {_stand(case.pin.ranges)} at "
        f"{ranges_text(now)}"
    )
    problem = _problem(case, "moved", message, follow_help(case, now))
    return replace(problem, fixable=case.can_accept(now), excerpt=case.detail(now))


def renamed(case: Case, place: tuple[str, LineRange]) -> Problem:
    path, lines = place
    message = (
        f"`{case.request.path}` is gone: {ranges_text(case.pin.ranges)} now stand in `{path}` at {lines}"
    )
    help = "run `sitemaf accept --follow` to write the new path into the pages"
    refused = case.evidence.history in {"shallow", "none"}
    problem = _problem(case, "renamed", message, follow_help(case, ()) if refused else help)
    return replace(problem, fixable=not refused, excerpt=case.detail((lines,), path, (place,)))


def ambiguous(case: Case, candidates: tuple[tuple[str, LineRange], ...]) -> Problem:
    here = case.evidence.repo_path
    named = [f"{lines}" if path == here else f"`{path}` {lines}" for path, lines in candidates[:LISTED]]
    more = f" and {len(candidates) - LISTED} more places" if len(candidates) > LISTED else ""
    message = f"the text of {_pinned(case)} now stands in several places: {', '.join(named)}{more}"
    first = candidates[0][1]
    lines = f"{first.first}-{first.last}" if len(first) > 1 else f"{first.first}"
    help = f"write the right one into the page, such as `:lines: {lines}`, then run `sitemaf accept`"
    return replace(_problem(case, "ambiguous", message, help), excerpt=case.detail(candidates=candidates))


def gone(case: Case) -> Problem:
    return _problem(
        case,
        "gone",
        f"`{case.request.path}` is gone, and no tracked file has the text of {ranges_text(case.pin.ranges)}",
        "point the excerpt at another file, or remove it",
    )


def uncommitted(case: Case) -> Problem:
    return _problem(
        case,
        "uncommitted",
        f"{_pinned(case)} has the right text, but HEAD does not have it at these lines",
        f"commit `{case.request.path}`",
    )


def no_history(case: Case) -> Problem:
    commit = short_commit(case.pin.commit)
    message, help = {
        "shallow": (f"commit {commit} is not in this shallow clone", UNSHALLOW),
        "none": (
            f"there is no git history here to find commit {commit} in",
            "work in a clone of the repository",
        ),
    }.get(
        case.evidence.history,
        (
            f"commit {commit} is not in this history; it may have been squashed or rebased away",
            "run `sitemaf accept` to pin a commit that is here",
        ),
    )
    problem = _problem(case, "no-history", f"{message}; {_pinned(case)} still has the pinned text", help)
    return replace(problem, fixable=case.evidence.history == "absent")


def out_of_range(case: Case, current: SourceText) -> Problem:
    count = current.line_count
    size = f"{count} line" if count == 1 else f"{count} lines"
    message = f"{_pinned(case)} reach past the end of the file, which has {size}"
    now = _changed_place(case, current)
    lines = print_ranges(now).replace("L", "") if now else "1" if count == 1 else f"1-{count}"
    help = f"write other lines, such as `:lines: {lines}`, then run `sitemaf accept`"
    problem = _problem(
        case, "out-of-range", message, help if count else "the file is empty: remove the excerpt"
    )
    return replace(problem, excerpt=case.detail(now), diff=_diff(case, current, now))


def whitespace(case: Case, now: Placement, by_itself: bool) -> Problem:
    place = "" if now == case.pin.ranges else f" and now {_stand(case.pin.ranges)} at {ranges_text(now)}"
    message = f"{_pinned(case)} changed in white space only{place}"
    named = f"look at the diff, then run `sitemaf accept '{case.named}'`"
    problem = _problem(case, "whitespace", message, follow_help(case, now) if by_itself else named)
    assert isinstance(case.current, SourceText)
    return replace(
        problem,
        fixable=by_itself and case.can_accept(now),
        excerpt=case.detail(now),
        diff=_diff(case, case.current, now),
    )


def edited(case: Case, current: SourceText) -> Problem:
    now, since = _changed_place(case, current), short_commit(case.pin.commit)
    accept = f"run `sitemaf accept '{case.named}'`"
    if case.is_lines:
        message = (
            f"{_pinned(case)} {'was' if _stand(case.pin.ranges) == 'stands' else 'were'} edited since {since}"
        )
    else:
        was = f": pinned at {ranges_text(case.pin.ranges)}, now {ranges_text(now)}"
        name = f"{address_words(case.request.address)} of `{case.request.path}`"
        message = f"{name} was edited since {since}{'' if now == case.pin.ranges else was}"
    look = "look at the diff" if case.pinned else "read the lines again"
    if not now:
        help = "the lines are gone: point the excerpt at others, or remove it"
    elif case.is_lines and now != case.pin.ranges:
        lines = print_ranges(now).replace("L", "")
        help = f"{look}; to show what stands there now, write `:lines: {lines}` and accept it"
    else:
        commit = "" if case.is_committed(now) else f"commit `{case.request.path}`, "
        help = f"{look}, {commit}then {accept}, or restore the lines"
    problem = _problem(case, "edited", message, help)
    return replace(problem, excerpt=case.detail(now), diff=_diff(case, current, now))


def _changed_place(case: Case, current: SourceText) -> Placement:
    """Where changed lines seem to be: what a name names now, else as the line map has it, else as pinned."""
    if not case.is_lines:
        return case.found if not isinstance(case.found, Unresolved) else ()
    if case.evidence.hunks is not None:
        zones = [zone(lines, case.evidence.hunks) for lines in case.pin.ranges]
        return tuple(lines for lines in zones if lines is not None and current.holds(lines))
    return case.pin.ranges if current.holds(case.pin.ranges[-1]) else ()


def _diff(case: Case, current: SourceText, now: Placement) -> str | None:
    """The pinned lines against those that stand for them now; None where history cannot give the former."""
    if case.pinned is None:
        return None
    path, pin = case.evidence.repo_path, case.pin
    return unified(
        [line for lines in pin.ranges for line in case.pinned.lines(lines)],
        [line for lines in now for line in current.lines(lines)],
        old_numbers=numbers(pin.ranges),
        new_numbers=numbers(now),
        old_name=f"{path} {ranges_text(pin.ranges)} · {short_commit(pin.commit)}",
        new_name=f"{path} {ranges_text(now)} · working copy" if now else f"{path} · working copy",
    )
