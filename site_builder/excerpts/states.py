"""The states of a pinned excerpt, in the order in which they are asked; the first that applies is the answer.

In: a `Case`. Out: a `Finding`, which says the state, what an author should know, and what a page shows.
Exact text comes first, git's line map decides between copies, and nothing is ever guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from site_builder.excerpts import findings
from site_builder.excerpts.case import Case, holds
from site_builder.excerpts.linemap import mapped_all
from site_builder.excerpts.locate import Placement, dedented_runs, hull
from site_builder.excerpts.modes import Unresolved
from site_builder.excerpts.source import INDENT, SourceText, blob_id, dedent, digest
from site_builder.model import LineRange, Problem, value


@value
class Finding:
    """`text_at`: lines of the current file that hold the pinned text, for want of the pinned file."""

    state: str
    problem: Problem | None = None
    show: Literal["pinned", "current", "nothing"] = "pinned"
    text_at: Placement | None = None


def find_state(case: Case) -> Finding:
    for question in QUESTIONS:
        if finding := question(case):
            return finding
    return edited(case)


def mismatch(case: Case) -> Finding | None:
    """The pinned commit is here and does not have the lines that the lock says it has."""
    pin, data = case.pin, case.evidence.pinned
    if case.evidence.history != "here":
        return None
    if data is None or case.pinned is None:
        reason = "that commit has no such file" if data is None else "at that commit the file is no text"
    elif (text := case.pinned.part(pin.ranges)) is None:
        reason = f"at that commit the file has {case.pinned.line_count} lines"
    elif digest(text) != pin.sha256:
        reason = "that commit has other text there"
    elif [*text.split("\n", 1)[:1], text[:-1].rpartition("\n")[2]] != [pin.first, pin.last]:
        reason = "its first or last line is another"
    elif blob_id(data, pin.blob) != pin.blob:
        reason = "the blob is another"
    else:
        return None
    return Finding(state="mismatch", problem=findings.mismatch(case, reason), show="nothing")


def unreadable(case: Case) -> Finding | None:
    """The path is there but gives no text. Not in the table of states: the file itself is the problem."""
    if isinstance(case.current, Problem) and not case.evidence.absent:
        problem = findings.in_place_of(case.current, case)
        return Finding(state="file", problem=problem, show="nothing")
    return None


def address(case: Case) -> Finding | None:
    if case.evidence.absent or not isinstance(case.found, Unresolved):
        return None
    return Finding(state="address", problem=findings.unresolved(case, case.found), show="nothing")


def address_moved(case: Case) -> Finding | None:
    found = case.found
    if case.is_lines or isinstance(found, Unresolved) or found == case.pin.ranges or not holds(case, found):
        return None
    return Finding(state="address-moved", problem=findings.address_moved(case, found), text_at=found)


def ok(case: Case) -> Finding | None:
    """The pinned text at the pinned lines; then the question is only which commit vouches for it."""
    history, ranges = case.evidence.history, case.pin.ranges
    if case.found != ranges or not holds(case, ranges):
        return None
    if history != "none" and not case.is_committed(ranges):
        return Finding(state="uncommitted", problem=findings.uncommitted(case), show="current")
    if history == "here":
        return Finding(state="ok", show="current")
    return Finding(state="no-history", problem=findings.no_history(case), show="current")


def moved(case: Case) -> Finding | None:
    """Moved, or ambiguous. Only plain lines follow their text; a name means what it names now."""
    copies = case.copies() if case.is_lines else ()
    if not copies:
        return None
    place = copies[0] if len(copies) == 1 else _mapped(case)
    if place is not None:
        return Finding(state="moved", problem=findings.moved(case, place), text_at=place)
    candidates = tuple((case.evidence.repo_path, hull(copy)) for copy in copies)
    problem = findings.ambiguous(case, candidates)
    return Finding(state="ambiguous", problem=problem, text_at=copies[0])


def _mapped(case: Case) -> Placement | None:
    """Where git's line map says that the lines went, if their text is there unchanged."""
    hunks = case.evidence.hunks
    place = mapped_all(case.pin.ranges, hunks) if hunks is not None else None
    return place if place and holds(case, place) else None


def gone(case: Case) -> Finding | None:
    """The path is gone: renamed where exactly one file has the text, ambiguous where several have it."""
    if not case.evidence.absent:
        return None
    candidates = case.evidence.elsewhere
    renamed = tuple(place for place in candidates if place[0] == case.evidence.renamed_to)
    candidates = renamed or candidates
    place = candidates[0] if len(candidates) == 1 else _mapped_elsewhere(case, renamed)
    if place is not None:
        return Finding(state="renamed", problem=findings.renamed(case, place))
    if candidates:
        return Finding(state="ambiguous", problem=findings.ambiguous(case, candidates))
    return Finding(state="gone", problem=findings.gone(case))


def _mapped_elsewhere(case: Case, renamed: tuple[tuple[str, LineRange], ...]) -> tuple[str, LineRange] | None:
    """The copy in the renamed file that the line map from the pinned blob points at."""
    hunks = case.evidence.hunks
    place = mapped_all(case.pin.ranges, hunks) if hunks is not None else None
    return next((one for one in renamed if place and one[1] == hull(place)), None)


def out_of_range(case: Case) -> Finding | None:
    current = case.current
    if not case.is_lines or isinstance(current, Problem) or current.holds(case.pin.ranges[-1]):
        return None
    return Finding(state="out-of-range", problem=findings.out_of_range(case, current))


def whitespace(case: Case) -> Finding | None:
    """Equal but for indentation and trailing white space: at the address, or re-indented as a whole once."""
    place = _unspaced_place(case)
    if place is None:
        return None
    ranges, by_itself = place
    return Finding(state="whitespace", problem=findings.whitespace(case, ranges, by_itself))


def _unspaced_place(case: Case) -> tuple[Placement, bool] | None:
    """The lines, and whether `accept` may follow them unasked."""
    current, parts, found = case.current, case.pinned_parts, case.found
    if isinstance(current, Problem) or parts is None or isinstance(found, Unresolved):
        return None
    runs = dedented_runs(parts[0], current) if len(parts) == 1 else ()
    here = current.part(found)
    if here is not None and _unspaced(here) == _unspaced("".join(parts)):
        return found, found == runs or (not case.is_lines and found[0] in runs)
    return (runs, True) if len(runs) == 1 and case.is_lines else None


def _unspaced(text: str) -> list[str]:
    return [line.rstrip(INDENT) for line in dedent(text.split("\n")[:-1])]


def edited(case: Case) -> Finding:
    assert isinstance(case.current, SourceText)  # `unreadable` and `gone` come first
    return Finding(state="edited", problem=findings.edited(case, case.current))


# The table of states, top to bottom. `ok` also answers uncommitted and no-history, `moved` and `gone` also
# ambiguous: rows that cannot both apply share a question. `edited` is what remains.
QUESTIONS: tuple[Callable[[Case], Finding | None], ...] = (
    mismatch,
    unreadable,
    address,
    address_moved,
    ok,
    moved,
    gone,
    out_of_range,
    whitespace,
)
