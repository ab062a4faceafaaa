"""Run what a plan declares: each run once, from the cache where its inputs are unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial

from site_builder.effects.aside import aside
from site_builder.effects.pool import cores
from site_builder.effects.processes import sweep
from site_builder.effects.runner import RealRunner
from site_builder.effects.store import Store
from site_builder.effects.store_runs import keep_run, kept_run
from site_builder.model import Demo, Plan, Problem, Run, RunFailure, Runner, Transcript, Where
from site_builder.transcripts.compare import compare
from site_builder.transcripts.normalize import unused_patterns
from site_builder.verbs.project import Runs

AT_ONCE = 2  # runs; more would only make each other late


Declared = tuple[Demo, Run]


def run_all(plan: Plan, runner: Runner) -> Runs:
    """`Demo/run` → what it says now, in declared order."""
    return run_each(declared(plan.demos), runner)


def run_each(pairs: Sequence[Declared], runner: Runner) -> Runs:
    """Two at a time where there are processors for it: a run is some seconds of work, and shares nothing."""
    if len(pairs) < 2 or cores() < AT_ONCE:
        return {run.id: runner.run(demo, run) for demo, run in pairs}
    with ThreadPoolExecutor(max_workers=AT_ONCE, thread_name_prefix="run") as threads:
        try:
            said = list(threads.map(lambda pair: runner.run(*pair), pairs))
        except BaseException:
            threads.shutdown(wait=False, cancel_futures=True)
            sweep()  # the other one ends now, for the block waits for it
            raise
    return {run.id: one for (_, run), one in zip(pairs, said, strict=True)}


@contextmanager
def running(
    demos: Sequence[Demo], runner: RealRunner, store: Store, fresh: bool = False
) -> Iterator[Callable[[], Runs]]:
    """Inside the block the demos run, those whose inputs changed (`fresh`: all); at its end nothing does.

    What the block is given waits until all have run.
    """
    pairs = declared(demos)
    keys = {run.id: runner.key(demo, run) for demo, run in pairs}
    kept = {} if fresh else {name: one for name, key in keys.items() if (one := kept_run(store, key))}
    missing = [(demo, run) for demo, run in pairs if run.id not in kept]

    def in_order(said: Runs) -> Runs:
        for name, one in said.items():
            if isinstance(one, Transcript):
                keep_run(store, keys[name], one)
        return {run.id: said.get(run.id) or kept[run.id] for _, run in pairs}

    if not missing:
        yield lambda: in_order({})
        return
    with aside(partial(run_each, missing, runner)) as work:
        yield cache(lambda: in_order(work()))


def run_changed(plan: Plan, runner: RealRunner, store: Store, fresh: bool = False) -> Runs:
    """The same, here and now."""
    with running(plan.demos, runner, store, fresh) as said:
        return said()


def drift(plan: Plan, said: Runs) -> tuple[Problem, ...]:
    """How what the runs said differs from what was accepted, and patterns that matched nothing."""
    found: list[Problem] = []
    for _, run in declared(plan.demos):
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


def declared(demos: Sequence[Demo]) -> list[Declared]:
    return [(demo, run) for demo in demos for run in demo.runs]


def _unaccepted(run: Run) -> Problem:
    where = Where(path=run.where.path, line=run.where.line, column=run.where.column)
    return Problem(
        where=where,
        code="transcript-unaccepted",
        message=f"run `{run.id}` has no accepted transcript",
        help=f"look at what it says and run `sitemaf accept {run.id}`",
        fixable=True,
    )
