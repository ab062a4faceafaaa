"""What the lock holds and no page uses any more: plan and lock → the lock pruned, or a finding for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from site_builder.checks.unused import LOCK, cited_keys, may_mean_another, unused_pin
from site_builder.excerpts.values import value_key
from site_builder.model import Facts, Lock, Plan, Problem, Severity, Where, value
from site_builder.pipeline import requested_values
from site_builder.verbs.acceptance import Change, Part, unread_blocks


@value
class Pruned:
    part: Part
    lock: Lock


def unused(plan: Plan, facts: Facts, lock: Lock, prune: bool, found: Sequence[Problem] = ()) -> Pruned:
    """`lock` is the one about to be written: what it pins for moved excerpts counts as used. `found` is what
    is said of excerpts and values."""
    sure = not unread_blocks(plan) and not may_mean_another((*plan.problems, *found))
    new = {key for key, pin in lock.pins.items() if plan.lock.pins.get(key) != pin}
    idle = [pin for key, pin in lock.pins.items() if key not in cited_keys(facts) | new]
    if not prune:
        said = tuple(_mild(unused_pin(pin, plan.lock, sure)) for pin in idle)
        return Pruned(part=Part(problems=said), lock=lock)
    if not sure:
        return Pruned(part=Part(problems=(_not_yet(),)), lock=lock)
    values = {value_key(one) for one in requested_values(plan.pages)}
    paths = {one.path for page in plan.pages for one in page.translations.values()}
    gone = {(pin.repo_path, pin.address) for pin in idle}
    kept = Lock(
        pins={key: pin for key, pin in lock.pins.items() if key not in gone},
        values={key: text for key, text in lock.values.items() if key in values},
        reviews={path: blob for path, blob in lock.reviews.items() if path in paths},
    )
    changes = [
        _change(f"the pin of `{pin.repo_path}#{pin.address}`", unused_pin(pin, plan.lock)) for pin in idle
    ]
    changes += [_change(f"the value of `{key}`") for key in sorted(lock.values.keys() - kept.values.keys())]
    changes += [
        _change(f"the review of `{path}`") for path in sorted(lock.reviews.keys() - kept.reviews.keys())
    ]
    return Pruned(part=Part(changes=tuple(changes)), lock=kept)


def _mild(problem: Problem) -> Problem:
    """Nothing has to be named for it, so accepting is not held up."""
    return replace(problem, severity=Severity.WARNING)


def _not_yet() -> Problem:
    return Problem(
        where=Where(path=LOCK),
        code="excerpt-unused",
        message="nothing is pruned while a page cannot be read whole or names what is not there, "
        "for it may mean what looks unused",
        help="mend what `sitemaf verify` says of the pages first",
        severity=Severity.ERROR,
    )


def _change(what: str, finding: Problem | None = None) -> Change:
    return Change(where=Where(path=LOCK), sentence=f"dropped {what}, which nothing uses", finding=finding)
