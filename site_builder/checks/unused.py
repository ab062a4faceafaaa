"""Pins that nothing cites: plan and facts → excerpt-unused. Drafts cite too, also where they are left out."""

from __future__ import annotations

from collections.abc import Iterable
from posixpath import normpath

from site_builder.excerpts.address import print_ranges
from site_builder.excerpts.caption import ranges_text
from site_builder.model import ExcerptDetail, Facts, Lock, Pin, Plan, Problem, Where

LOCK = "sitemaf.lock"
# What is said of a page that asks for something and does not get it: it may mean what looks unused.
_ASTRAY = frozenset(
    {
        *("page-encoding", "front-matter", "page-collision", "directive-unknown", "option-unknown"),
        *("excerpt-address", "excerpt-file", "excerpt-out-of-range", "value-unknown"),
    }
)


def check(plan: Plan, facts: Facts, found: Iterable[Problem] = ()) -> tuple[Problem, ...]:
    """One problem a pin, in the order of the lock; `found` is what else is said of the pages."""
    cited, sure = cited_keys(facts), not may_mean_another((*plan.problems, *found))
    return tuple(
        unused_pin(pin, plan.lock, sure)
        for key, pin in plan.lock.pins.items()
        if key not in cited and not _drafted(pin, plan)
    )


def cited_keys(facts: Facts) -> set[tuple[str, str]]:
    """Repo path and address of every excerpt that a page quotes."""
    return {(evidence.repo_path, address) for (_, address), evidence in facts.evidence.items()}


def _drafted(pin: Pin, plan: Plan) -> bool:
    """Whether a draft cites it. Drafts' files were not looked up, so the ends of paths are compared."""
    return any(
        address == pin.address and f"/{pin.repo_path}".endswith("/" + normpath(path).replace("../", ""))
        for path, address in plan.drafted
    )


def may_mean_another(found: Iterable[Problem]) -> bool:
    """Whether a page could not be read whole, or names what is not there."""
    return any(problem.code in _ASTRAY for problem in found)


def unused_pin(pin: Pin, lock: Lock, sure: bool = True) -> Problem:
    """`lock` is the file as it is read, for it knows where the pin stands."""
    lines = "" if pin.address == print_ranges(pin.ranges) else f", {ranges_text(pin.ranges)},"
    return Problem(
        where=Where(path=LOCK, line=lock.places.get((pin.repo_path, pin.address))),
        code="excerpt-unused",
        message=f"`{pin.repo_path}#{pin.address}`{lines} is pinned, but quoted nowhere",
        help="run `sitemaf accept --prune`"
        if sure
        else "mend what is said of the pages first, for one of them may mean it",
        excerpt=ExcerptDetail(repo_path=pin.repo_path, address=pin.address, pinned=pin, ranges=pin.ranges),
    )
