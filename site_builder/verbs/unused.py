"""What the lock holds and no page uses any more: plan and lock → the lock pruned, or a finding for each."""

from __future__ import annotations

from dataclasses import replace

from site_builder.checks.unused import LOCK, cited_keys, unused_pin
from site_builder.excerpts.values import value_key
from site_builder.model import Facts, Lock, Plan, Problem, Severity, Where, value
from site_builder.pipeline import requested_values
from site_builder.verbs.acceptance import Change, Part


@value
class Pruned:
    part: Part
    lock: Lock


def unused(plan: Plan, facts: Facts, lock: Lock, prune: bool) -> Pruned:
    """`lock` is the one about to be written: what it pins for moved excerpts counts as used."""
    new = {key for key, pin in lock.pins.items() if plan.lock.pins.get(key) != pin}
    idle = [pin for key, pin in lock.pins.items() if key not in cited_keys(facts) | new]
    if not prune:
        return Pruned(part=Part(problems=tuple(_mild(unused_pin(pin, plan.lock)) for pin in idle)), lock=lock)
    if _unreadable(plan):
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


def _unreadable(plan: Plan) -> bool:
    """Whether a page could not be read whole: what it quotes would look unused."""
    blocks = (block for page in plan.pages for one in page.translations.values() for block in one.blocks)
    broken = {"page-encoding", "front-matter", "page-collision", "directive-unknown", "option-unknown"}
    return any(isinstance(block, Problem) for block in blocks) or any(
        problem.code in broken for problem in plan.problems
    )


def _not_yet() -> Problem:
    return Problem(
        where=Where(path=LOCK),
        code="excerpt-unused",
        message="nothing is pruned while a page cannot be read whole, for it may quote what looks unused",
        help="mend what `sitemaf verify` says of the pages first",
        severity=Severity.ERROR,
    )


def _change(what: str, finding: Problem | None = None) -> Change:
    return Change(where=Where(path=LOCK), sentence=f"dropped {what}, which nothing uses", finding=finding)
