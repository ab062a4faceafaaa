"""What the pages say about time: 15 s, 15 s and 120 s, passed on a clock that runs thirty times faster."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claims.demo400 import SERVERS, Said, live, recorded, run, sent, tool_calls

# The event loop's clock and its waiting, both thirty times faster: a deadline of 120 s passes in 4 s,
# and the client prints at its end how long the run took on that clock.
FASTER = """
import asyncio, atexit, selectors, time
asyncio.BaseEventLoop.time = lambda loop: time.monotonic() * 30
select = selectors.DefaultSelector.select
selectors.DefaultSelector.select = lambda self, timeout=None: select(self, timeout and timeout / 30)
begin = time.monotonic()
atexit.register(lambda: print(f"clock: {(time.monotonic() - begin) * 30}", file=sys.stderr))
"""


def problem_and_clock(said: Said) -> tuple[str, float]:
    """The line on standard error, and the seconds that passed on the faster clock."""
    problem, clock = said.err.splitlines()
    return problem, float(clock.removeprefix("clock: "))


@pytest.mark.parametrize("server", ["silent.py", "unlisted.py"])
def test_starting_initialising_and_discovering_share_one_deadline_of_15_seconds(server: str) -> None:
    said = run("--server", SERVERS / server, preparation=FASTER)
    problem, clock = problem_and_clock(said)
    assert problem == "error: The server was not ready within 15 s."
    assert said.ending == ("outcome: DeadlineExceeded", 2)
    assert clock > 15


def test_each_tool_request_has_a_deadline_of_15_seconds() -> None:
    said = run("--server", SERVERS / "late.py", "--connect-deadline", "900", preparation=FASTER)
    problem, clock = problem_and_clock(said)
    assert problem == "error: get_incident_status gave no result within 15 s."
    assert said.ending == ("outcome: DeadlineExceeded", 2)
    assert clock > 15


def test_a_whole_agent_run_has_a_deadline_of_120_seconds() -> None:
    said = live("never-answers", "--connect-deadline", "900", preparation=FASTER).said
    problem, clock = problem_and_clock(said)
    assert problem == "error: The agent run did not end within 120 s."
    assert said.ending == ("outcome: DeadlineExceeded", 2)
    assert clock > 120


def test_the_help_names_the_three_deadlines() -> None:
    said = run("--help")
    deadlines = re.findall(r"--(connect|request|run)-deadline S\s[^(]*\((\d+) s\)", said.out)
    assert deadlines == [("connect", "15"), ("request", "15"), ("run", "120")]


def test_a_server_that_answers_too_late_ends_the_run_with_deadline_exceeded_and_exit_code_2() -> None:
    said = run("--server", SERVERS / "late.py", "--request-deadline", "0.2")
    assert said.trace == ["get_incident_status INC-318 failed"]
    assert said.ending == ("outcome: DeadlineExceeded", 2)
    assert said.problem == "error: get_incident_status gave no result within 0.2 s."


def test_a_request_whose_deadline_passed_is_cancelled_on_the_wire_and_never_retried(tmp_path: Path) -> None:
    server, log = recorded(SERVERS / "late.py", tmp_path)
    run("--server", server, "--request-deadline", "0.2")
    assert tool_calls(log) == ["get_incident_status"]
    last = sent(log)[-1]
    assert (last["method"], last["params"]["reason"]) == ("notifications/cancelled", "timed out after 0.2s")


def test_the_deadline_of_a_tool_inside_a_live_run_is_deadline_exceeded() -> None:
    said = live("completed", "--server", SERVERS / "late.py", "--request-deadline", "0.2").said
    assert said.trace == ["get_incident_status INC-318 failed"]
    assert said.ending == ("outcome: DeadlineExceeded", 2)
    assert said.problem == "error: get_incident_status gave no result within 0.2 s."


def test_a_model_that_never_answers_ends_the_run_with_deadline_exceeded() -> None:
    said = live("never-answers", "--run-deadline", "0.2").said
    assert (said.trace, said.ending) == ([], ("outcome: DeadlineExceeded", 2))
    assert said.problem == "error: The agent run did not end within 0.2 s."


def test_the_trace_is_printed_when_the_run_dies_of_a_deadline() -> None:
    said = live("stops-answering", "--run-deadline", "3").said
    assert said.trace == ["get_incident_status INC-318 succeeded"]
    assert said.ending == ("outcome: DeadlineExceeded", 2)
