"""The client of Demo400: start a server, discover its tools, call the allowed ones.

Standard output ends with the trace, the model's words and the outcome, also when a
run dies.
"""

import asyncio
import io
import logging
import os
import sys

from attempts import Attempt
from display import model_lines, printable
from interruption import Interruption
from options import Options, parse_options
from outcomes import Outcome, RunEnded, exit_code

INCOMPLETE = "A required call is missing from the trace, or one of its calls failed."


def main() -> int:
    """Run once; whatever happened becomes a trace, an outcome and an exit code."""
    interruption = Interruption()
    options = parse_options()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    # The SDK logs broken connections with tracebacks; here one line of ours says it.
    logging.getLogger().addHandler(logging.NullHandler())
    trace: list[Attempt] = []
    outcome, words, problem = attempt_run(options, trace, interruption)
    report(trace, words, problem, outcome)
    return exit_code(outcome, interruption.signal_number)


def attempt_run(
    options: Options, trace: list[Attempt], interruption: Interruption
) -> tuple[Outcome, str, str]:
    """Return the outcome, the model's words, and the line that explains a failure."""
    # Loading the SDK takes a second; a signal in that second is already remembered.
    from run import run

    try:
        outcome, words = asyncio.run(run(options, trace, interruption))
    except RunEnded as end:
        return end.outcome, "", str(end)
    except Exception as error:
        return Outcome.FAILED, "", f"{type(error).__name__}: {error}".partition("\n")[0]
    problem = INCOMPLETE if outcome is Outcome.INCOMPLETE else ""
    return outcome, words, problem


def report(trace: list[Attempt], words: str, problem: str, outcome: Outcome) -> None:
    """Print how the run went: problems on standard error, the outcome last of all."""
    try:
        for attempt in trace:
            print(f"trace: {attempt}")
        for line in model_lines(words):
            print(line, flush=True)
        if problem:
            print(f"error: {printable(problem)}", file=sys.stderr)
        print(f"outcome: {outcome}", flush=True)
    except BrokenPipeError:
        # Nobody reads any more, and Python must not find that out again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
