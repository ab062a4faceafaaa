"""Runs go two at a time, come back in declared order, and one that fails the machine stops the others."""

from __future__ import annotations

import threading

import pytest

from site_builder.model import Demo, EnvironmentProblem, Run, RunFailure, Transcript, Where
from site_builder.verbs import running
from site_builder.verbs.running import declared, run_each

WHERE = Where(path="demos/Trial/demo.toml")


def demo(*names: str) -> Demo:
    runs = tuple(Run(demo="Trial", name=name, where=WHERE, command=("say", name)) for name in names)
    return Demo(name="Trial", folder="demos/Trial", where=WHERE, title={}, sources=(), runs=runs)


class Meeting:
    """A runner whose runs wait for each other, two and two."""

    def __init__(self) -> None:
        self.barrier = threading.Barrier(2, timeout=30)

    def run(self, demo: Demo, run: Run) -> Transcript | RunFailure:
        self.barrier.wait()
        return Transcript(demo=demo.name, run=run.name, command=run.command or (), console=(), exit_code=0)


class Refusing(Meeting):
    def run(self, demo: Demo, run: Run) -> Transcript | RunFailure:
        raise EnvironmentProblem(f"{run.name} cannot be started", "mend it")


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "cores", lambda: 2)


def test_two_run_at_a_time_and_come_back_in_order() -> None:
    said = run_each(declared([demo("c", "a"), demo("d", "b")]), Meeting())
    assert list(said) == ["Trial/c", "Trial/a", "Trial/d", "Trial/b"]
    assert all(isinstance(one, Transcript) and one.id == name for name, one in said.items())


def test_on_one_core_they_run_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "cores", lambda: 1)
    runner = Meeting()
    runner.barrier = threading.Barrier(1)
    assert len(run_each(declared([demo("a", "b")]), runner)) == 2


def test_a_machine_that_can_start_nothing_is_told() -> None:
    with pytest.raises(EnvironmentProblem, match="a cannot be started"):
        run_each(declared([demo("a", "b", "c")]), Refusing())
