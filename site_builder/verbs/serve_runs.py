"""Demos run again in the background, and only when something they depend on changed.

In: plans, as they change. Out: calls with what a run said, from the thread that does the running. The cache
of earlier builds is read, never written. A run that is in it, or was made before, is not made again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from site_builder.effects.runner import RealRunner
from site_builder.effects.store import Store
from site_builder.effects.store_runs import kept_run
from site_builder.model import Demo, EnvironmentProblem, Plan, Problem, Run, RunFailure, Transcript


class BackgroundRuns:
    def __init__(self, root: Path, told: Callable[[str, Transcript | RunFailure], None]) -> None:
        self._root, self._told = root, told
        self._plan: Plan | None = None
        self._news = threading.Condition()
        self._keys: dict[str, str] = {}  # run → the key under which it was made last
        self._stopped = False
        self.running: str | None = None  # `Demo/run`
        self._thread = threading.Thread(target=self._work, name="runs", daemon=True)

    @property
    def busy(self) -> bool:
        return self.running is not None or self._plan is not None

    def start(self) -> None:
        self._thread.start()

    def follow(self, plan: Plan) -> None:
        """From now on this is what the demos declare; look whether any must run."""
        with self._news:
            self._plan = plan
            self._news.notify()

    def stop(self) -> None:
        """Begin no other run; the one that is under way is ended by whoever sweeps processes."""
        with self._news:
            self._stopped = True
            self._news.notify()

    def _work(self) -> None:
        store = Store(self._root, read_only=True)
        runner = RealRunner(self._root)
        while (plan := self._next_plan()) is not None:
            for demo in plan.demos:
                for run in demo.runs:
                    if self._stopped or self._plan is not None:
                        break
                    self._bring_up_to_date(demo, run, runner, store)

    def _next_plan(self) -> Plan | None:
        with self._news:
            self._news.wait_for(lambda: self._plan is not None or self._stopped)
            plan, self._plan = self._plan, None
            return None if self._stopped else plan

    def _bring_up_to_date(self, demo: Demo, run: Run, runner: RealRunner, store: Store) -> None:
        try:
            key = runner.key(demo, run)
            if self._keys.get(run.id) == key:
                return
            said: Transcript | RunFailure | None = kept_run(store, key)
            if said is None:
                self.running = run.id
                said = runner.run(demo, run)
        except EnvironmentProblem as problem:
            said = _failure(run, problem)
        finally:
            self.running = None
        if not self._stopped:
            self._keys[run.id] = key
            self._told(run.id, said)


def _failure(run: Run, problem: EnvironmentProblem) -> RunFailure:
    said = Problem(where=run.where, code="demo-program", message=problem.message, help=problem.help)
    return RunFailure(demo=run.demo, run=run.name, problem=said)
