"""What a worker's failure looks like to the caller.

In: an exception or a wait status in the worker. Out: the same exception here, or an EnvironmentProblem that
names the item.
"""

from __future__ import annotations

import os
import pickle
import signal
import traceback

from site_builder.model import EnvironmentProblem


def carried(error: BaseException) -> bytes:
    """The exception in a form that crosses processes, with its traceback as a note."""
    if isinstance(error, EnvironmentProblem):
        return pickle.dumps((error.message, error.help))
    trace = "".join(traceback.format_exception(error))
    try:
        body = pickle.dumps((error, trace))
        pickle.loads(body)
    except Exception:  # an exception that cannot travel is described instead
        body = pickle.dumps((RuntimeError(f"{type(error).__name__}: {error}"), trace))
    return body


def revived(body: bytes) -> BaseException:
    first, second = pickle.loads(body)
    if isinstance(first, str):
        return EnvironmentProblem(first, second)
    error: BaseException = first
    error.add_note(f"In the worker process:\n{second}")
    return error


def died(status: int, item: str | None) -> EnvironmentProblem:
    """A worker went without a word: killed from outside, or for want of memory."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        how = f"was ended by {signal.Signals(number).name}" if number in list(signal.Signals) else "was ended"
    else:
        how = f"ended with code {os.waitstatus_to_exitcode(status)}"
    where = f" while it made {item}" if item is not None else ""
    return EnvironmentProblem(
        f"a worker process {how}{where}",
        "if the memory is short, build again with `--jobs 1`",
    )
