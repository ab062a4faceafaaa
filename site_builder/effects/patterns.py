"""An author's patterns, applied to what a run said, but not for ever: texts and patterns → texts settled.

The work is done by a process of its own (`effects.patterns_apart`), which can be ended: a pattern such as
`(a+)+$` may take longer than the age of the earth.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from site_builder.effects.processes import Program, run_program
from site_builder.effects.scratch import scratch_folder
from site_builder.model import Problem, Run

COMPUTING = 5.0  # seconds of the processor's time for all patterns of a run
_PATIENCE = 120.0  # seconds by the clock, on a machine that has other things to do
_APART = Path(__file__).with_name("patterns_apart.py")


class PatternTakesTooLong(Exception):
    """`name` is the placeholder of the pattern; empty if it is not known which one it was."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def problem(self, run: Run) -> Problem:
        one = f"the pattern {self.name}, `{run.normalize[self.name]}`," if self.name else "its patterns"
        return Problem(
            where=run.where,
            code="demo-deadline",
            message=f"run {run.id}: {one} cannot look through what it said within {COMPUTING:g} s",
            help="write it without a repetition that stands in another one, `a+$` instead of `(a+)+$`",
        )


def settle_in_time(texts: Sequence[str], patterns: Mapping[str, str]) -> Sequence[str]:
    """A `Settler`. Raises PatternTakesTooLong."""
    distinct = list(dict.fromkeys(texts))
    with scratch_folder() as scratch:  # the program may have left anything in its own, or nothing
        said = _apart(scratch, {"texts": distinct, "patterns": dict(patterns)})
    if "texts" not in said:
        raise PatternTakesTooLong(said.get("late", ""))
    settled = dict(zip(distinct, said["texts"], strict=True))
    return [settled[text] for text in texts]


def _apart(scratch: Path, given: Mapping[str, object]) -> Any:
    asked, answer = scratch / "texts.json", scratch / "settled.json"
    asked.write_text(json.dumps(given), encoding="ascii")
    run_program(
        Program(
            command=(sys.executable, "-ISB", str(_APART), str(asked), str(answer), str(COMPUTING)),
            folder=scratch,
            environment={},
            scratch=scratch,
            deadline=_PATIENCE,
        )
    )
    return json.loads(answer.read_bytes()) if answer.exists() else {}
