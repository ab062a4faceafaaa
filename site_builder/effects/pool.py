"""Run one pure function over many items in several processes; results come back in the items' order.

In: a function, items, a number of jobs. Out: an iterator of results. Workers are forks where the system forks
safely, so that function and items are inherited and only results travel; elsewhere they are spawned and both
must be picklable. With one job, few items, or other threads alive (a fork copies their locks but not them),
everything happens in this process.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from site_builder.effects.pool_deadline import within

T = TypeVar("T")
R = TypeVar("R")

FORKS = hasattr(os, "fork") and sys.platform != "darwin"
FEW = 8  # items that are not worth a process


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool:
    """Workers live as long as one `map`; leaving the `with` block ends any that an error left behind."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = max(1, jobs if jobs is not None else cores())

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        if "site_builder.effects.pool_fork" in sys.modules:
            from site_builder.effects.pool_fork import sweep

            sweep()

    def map(
        self,
        function: Callable[[T], R],
        items: Iterable[T],
        *,
        seconds: float | None = None,
        late: Callable[[T], R] | None = None,
        name: Callable[[T], str] | None = None,
    ) -> Iterator[R]:
        """Yield `function(item)` for each item, in order.

        An item that takes longer than `seconds` gives `late(item)` instead, computed in the same worker
        without a deadline; without `late` the deadline is an EnvironmentProblem. `name` says what an item is,
        for the message when a worker dies. A raised exception reaches the caller, and no worker outlives the
        iterator.
        """
        name = name or name_of
        act = function if seconds is None else partial(_timed, function, seconds, late, name)
        known = items if isinstance(items, Sequence) else tuple(items)
        jobs = min(self.jobs, (len(known) + FEW - 1) // FEW)
        if jobs <= 1 or (FORKS and threading.active_count() > 1):
            return map(act, known)
        if FORKS:
            from site_builder.effects.pool_fork import fork_map

            return fork_map(act, known, jobs, name)
        from site_builder.effects.pool_spawn import spawn_map

        return spawn_map(act, known, jobs)


def name_of(item: object) -> str:
    """What a message calls an item: a path, a page's key, or the first of a pair."""
    first = item[0] if isinstance(item, tuple) and item else item
    return str(getattr(first, "key", None) or getattr(first, "path", None) or first)[:200]


def _timed(
    function: Callable[[T], R],
    seconds: float,
    late: Callable[[T], R] | None,
    name: Callable[[T], str],
    item: T,
) -> R:
    def past() -> R:
        if late is not None:
            return late(item)
        from site_builder.model import EnvironmentProblem

        raise EnvironmentProblem(
            f"{name(item)} took longer than {seconds:g} s",
            "raise the deadline under [limits] in sitemaf.toml",
        )

    return within(seconds, lambda: function(item), past)
