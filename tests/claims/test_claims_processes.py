"""What the pages say about processes: no server outlives its client, whatever ends the run."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from claims.demo400 import PATIENCE, SERVER, SERVERS, live, run, serving, started

# A server whose lookup leaves something behind, says so, and never ends.
COMMITTING = """
import asyncio, pathlib, sys, threading
sys.path.append({servers!r})
from original import TOOLS, SupportTool, local_support, serve
def commit(arguments):
    pathlib.Path({committed!r}).touch()
    print("get_incident_status has begun", file=sys.stderr, flush=True)
    threading.Event().wait()
asyncio.run(serve(local_support([SupportTool(TOOLS[0].contract, commit)])))
"""
MOMENT = 0.01  # seconds between two looks at something that is about to happen


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The path of a server program that no other process names."""
    return tmp_path / "server_of_this_test.py"


def behaves_like(server: Path, program: Path) -> Path:
    """Make `program` behave like `server`."""
    program.write_text(
        f"import runpy, sys\nsys.path[0] = {str(server.parent)!r}\n"
        f"runpy.run_path({str(server)!r}, run_name='__main__')\n"
    )
    return program


def running(program: Path) -> list[int]:
    """The processes that run `program` as their script, without those that have ended."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if words[1:2] == [os.fsencode(program)] and state != "Z":
            found.append(int(folder.name))
    return found


def wait_until_running(program: Path) -> None:
    """Return as soon as the program has been started."""
    end = time.monotonic() + PATIENCE
    while not running(program):
        assert time.monotonic() < end, "the server was never started"
        time.sleep(MOMENT)


def wait_until_deaf(program: Path) -> None:
    """Return as soon as the program has come to its first line and ignores SIGTERM."""
    end = time.monotonic() + PATIENCE
    while not any(ignores_termination(process) for process in running(program)):
        assert time.monotonic() < end, "the server never ignored SIGTERM"
        time.sleep(MOMENT)


def ignores_termination(process: int) -> bool:
    status = Path(f"/proc/{process}/status").read_text()
    ignored = int(status.partition("SigIgn:")[2].split()[0], 16)
    return bool(ignored >> (signal.SIGTERM - 1) & 1)


def wait_until_gone(program: Path) -> None:
    """Return as soon as no process runs the program."""
    end = time.monotonic() + PATIENCE
    while running(program):
        assert time.monotonic() < end, "the server outlived its client"
        time.sleep(MOMENT)


def wait_for_the_call(client: subprocess.Popen[str]) -> None:
    """Return when the server says that it is at work."""
    assert client.stderr is not None
    assert client.stderr.readline() == "get_incident_status has begun\n"


def end_of(client: subprocess.Popen[str]) -> tuple[list[str], str, int]:
    """The lines of standard output, standard error, and the exit code, once the client has ended."""
    out, err = client.communicate(timeout=PATIENCE)
    return out.splitlines(), err, client.returncode


def test_no_server_is_left_after_a_success(program: Path) -> None:
    assert run("--server", behaves_like(SERVER, program)).code == 0
    assert running(program) == []


def test_no_server_is_left_after_a_failure(program: Path) -> None:
    said = run("--server", behaves_like(SERVER, program), "--call", "get_incident_status", "inc-318")
    assert (said.code, running(program)) == (2, [])


def test_no_server_is_left_after_a_deadline(program: Path) -> None:
    said = run("--server", behaves_like(SERVERS / "late.py", program), "--request-deadline", "0.2")
    assert (said.ending, running(program)) == (("outcome: DeadlineExceeded", 2), [])


def test_a_server_that_ignores_the_end_of_its_input_and_sigterm_is_killed(program: Path) -> None:
    said = run("--server", behaves_like(SERVERS / "stubborn.py", program), "--connect-deadline", "1")
    assert (said.ending, running(program)) == (("outcome: DeadlineExceeded", 2), [])


def test_no_server_is_left_after_a_live_run(program: Path) -> None:
    said = live("completed", "--server", behaves_like(SERVER, program)).said
    assert (said.ending, running(program)) == (("outcome: Completed", 0), [])


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_ends_with_130_and_sigterm_with_143_and_both_with_cancelled(
    program: Path, number: signal.Signals, code: int
) -> None:
    with started("--server", behaves_like(SERVERS / "waiting.py", program)) as client:
        wait_for_the_call(client)
        client.send_signal(number)
        out, err, returned = end_of(client)
        assert out[-2:] == ["trace: get_incident_status INC-318 failed", "outcome: Cancelled"]
        assert (err, returned, running(program)) == ("error: The run was cancelled.\n", code, [])


def test_cancelling_undoes_nothing_that_a_server_has_committed(program: Path, tmp_path: Path) -> None:
    committed = tmp_path / "committed"
    program.write_text(COMMITTING.format(servers=str(SERVERS), committed=str(committed)))
    with started("--server", program) as client:
        wait_for_the_call(client)
        client.send_signal(signal.SIGINT)
        assert end_of(client)[2] == 130
    assert committed.exists()


def test_a_second_ctrl_c_does_not_leave_a_server_behind(program: Path) -> None:
    with started("--server", behaves_like(SERVERS / "stubborn.py", program)) as client:
        wait_until_deaf(program)
        client.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            client.wait(1)  # The server is being stopped, and makes that last four seconds.
        client.send_signal(signal.SIGINT)
        client.send_signal(signal.SIGTERM)
        out, err, returned = end_of(client)
        assert (out, err, returned) == (["outcome: Cancelled"], "error: The run was cancelled.\n", 130)
        assert running(program) == []


def test_a_signal_that_arrives_while_the_sdk_is_loading_cancels_the_run() -> None:
    preparation = """
import importlib.abc, os, signal
class Interrupt(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "mcp":
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGTERM)
sys.meta_path.insert(0, Interrupt())
"""
    said = run(preparation=preparation)
    assert (said.out, said.problem, said.code) == (
        "outcome: Cancelled\n",
        "error: The run was cancelled.",
        143,
    )


def test_a_server_whose_client_is_killed_ends_with_the_end_of_its_input(program: Path) -> None:
    with started("--server", behaves_like(SERVERS / "waiting.py", program)) as client:
        wait_for_the_call(client)
        client.kill()
        out, _, returned = end_of(client)
        assert (returned, any(line.startswith("outcome: ") for line in out)) == (-signal.SIGKILL, False)
        wait_until_gone(program)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_live_run_is_cancelled_while_the_model_thinks(
    program: Path, number: signal.Signals, code: int
) -> None:
    with (
        serving([[("list_priority_customers", {})], None]) as model,
        started("--live", "--host", model.host, "--server", behaves_like(SERVER, program)) as client,
    ):
        assert model.silent.wait(PATIENCE)
        client.send_signal(number)
        out, err, returned = end_of(client)
        assert out[-2:] == ["trace: list_priority_customers - succeeded", "outcome: Cancelled"]
        assert (err, returned, running(program)) == ("error: The run was cancelled.\n", code, [])


def test_a_live_run_is_cancelled_while_a_tool_works(program: Path) -> None:
    with (
        serving([[("get_incident_status", {"incidentId": "INC-318"})]]) as model,
        started(
            "--live", "--host", model.host, "--server", behaves_like(SERVERS / "waiting.py", program)
        ) as client,
    ):
        wait_for_the_call(client)
        client.send_signal(signal.SIGINT)
        out, err, returned = end_of(client)
        assert out[-2:] == ["trace: get_incident_status INC-318 failed", "outcome: Cancelled"]
        assert (err, returned, running(program)) == ("error: The run was cancelled.\n", 130, [])
