"""Run what a plan declares: each run once, from the cache where its inputs are unchanged."""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.effects.runner import RealRunner
from site_builder.effects.store import Store
from site_builder.effects.store_runs import keep_run, kept_run
from site_builder.model import Demo, Plan, Problem, Run, RunFailure, Runner, Transcript, Where
from site_builder.transcripts.compare import compare
from site_builder.transcripts.normalize import unused_patterns
from site_builder.verbs.project import Runs


def run_all(plan: Plan, runner: Runner) -> Runs:
    """`Demo/run` → what it says now, in declared order, one after the other."""
    return {run.id: runner.run(demo, run) for demo, run in _declared(plan)}


def run_changed(plan: Plan, runner: RealRunner, store: Store, fresh: bool = False) -> Runs:
    """The same, but a run whose inputs are unchanged comes from the store, unless `fresh`."""
    said: dict[str, Transcript | RunFailure] = {}
    for demo, run in _declared(plan):
        key = runner.key(demo, run)
        kept = None if fresh else kept_run(store, key)
        said[run.id] = kept or runner.run(demo, run)
        if kept is None and isinstance(one := said[run.id], Transcript):
            keep_run(store, key, one)
    return said


def drift(plan: Plan, said: Runs) -> tuple[Problem, ...]:
    """How what the runs said differs from what was accepted, and patterns that matched nothing."""
    found: list[Problem] = []
    for _, run in _declared(plan):
        fresh, accepted = said.get(run.id), plan.accepted.get(run.id)
        if isinstance(fresh, RunFailure):
            found.append(fresh.problem)
        elif accepted is None:
            found.append(_unaccepted(run))
        elif isinstance(fresh, Transcript) and fresh is not accepted:
            found.extend(compare(accepted, fresh, run.where))
    for demo in plan.demos:
        found.extend(unused_patterns(demo, said))
    return tuple(found)


def _declared(plan: Plan) -> Iterable[tuple[Demo, Run]]:
    return ((demo, run) for demo in plan.demos for run in demo.runs)


def _unaccepted(run: Run) -> Problem:
    where = Where(path=run.where.path, line=run.where.line, column=run.where.column)
    return Problem(
        where=where,
        code="transcript-unaccepted",
        message=f"run `{run.id}` has no accepted transcript",
        help=f"look at what it says and run `sitemaf accept {run.id}`",
        fixable=True,
    )
