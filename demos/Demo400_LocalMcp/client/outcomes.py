"""How a run can end: six outcomes, their exit codes, the exceptions behind them."""

from enum import StrEnum
from typing import ClassVar


class Outcome(StrEnum):
    """The last word of every run."""

    COMPLETED = "Completed"
    INCOMPLETE = "Incomplete"
    TOOL_BUDGET = "ToolBudget"
    DEADLINE_EXCEEDED = "DeadlineExceeded"
    CANCELLED = "Cancelled"
    FAILED = "Failed"


class RunEnded(Exception):
    """The run cannot go on; the message is the line that a person reads."""

    outcome: ClassVar[Outcome] = Outcome.FAILED


class DeadlineExceeded(RunEnded):
    """One of our own deadlines passed. Nobody cancelled anything."""

    outcome = Outcome.DEADLINE_EXCEEDED


class RunCancelled(RunEnded):
    """The caller asked the run to stop. What a server had already done stays done."""

    outcome = Outcome.CANCELLED


class ToolBudgetExceeded(RunEnded):
    """The model asked for one tool attempt more than a run may make."""

    outcome = Outcome.TOOL_BUDGET


def exit_code(outcome: Outcome, signal_number: int | None) -> int:
    """Translate for the shell: 0, 2, or 128 plus the signal that cancelled."""
    match outcome:
        case Outcome.COMPLETED:
            return 0
        case Outcome.CANCELLED if signal_number is not None:
            return 128 + signal_number
        case _:
            return 2
