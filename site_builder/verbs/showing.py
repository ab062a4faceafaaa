"""The stages of a verb with their progress on a terminal: a map that counts, a runner that names its run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from site_builder.effects.progress import Progress
from site_builder.model import Demo, Run, RunFailure, Runner, Transcript
from site_builder.pipeline import Each

A = TypeVar("A")
B = TypeVar("B")

READING, RENDERING = "reading pages", "rendering pages"


def counted(line: Progress, stage: str, each: Each) -> Each:
    """The same map; how many results have come is shown."""

    def count(function: Callable[[A], B], items: Iterable[A], /) -> Iterable[B]:
        known = list(items)
        return line.count(stage, each(function, known), len(known))

    return count


class NamingRunner:
    """The same runner; which run it is at is shown."""

    def __init__(self, line: Progress, runner: Runner) -> None:
        self._line, self._runner = line, runner

    def run(self, demo: Demo, run: Run) -> Transcript | RunFailure:
        self._line.say(f"running {run.id}")
        return self._runner.run(demo, run)
