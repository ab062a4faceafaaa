"""The recorder: any client that lets its server be named, and what happens when either end goes away."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.effects.recordings import read_recordings, write_recorder
from site_builder.model import EnvironmentProblem
from trial_runs import AWKWARD, CLIENT, Trial, end_all_with, processes_with

CAT = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.flush()"


def recorder(folder: Path, *command: str) -> tuple[Path, Path]:
    path, logs = folder / "server.py", folder / "logs"
    write_recorder(path, logs, command, folder, {"PATH": os.environ["PATH"], "RUN": "declared"})
    return path, logs


def until(condition: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
    return False


@pytest.mark.parametrize("how", ["", "--by-path"])
def test_a_client_starts_it_by_itself_or_through_python(tmp_path: Path, how: str) -> None:
    command = json.dumps(["{python}", str(CLIENT), *([how] if how else []), "{server}"])
    server = json.dumps(["{python}", str(AWKWARD), "everything"])
    said = Trial(tmp_path, f"[runs.it]\nserver = {server}\ncommand = {command}").transcript()
    assert [line.text for line in said.console] == ["server: awkward", "tools: tool-0 tool-1"]
    assert [(frame.sender, frame.kind) for frame in said.frames][-3:] == [
        ("client", "eof"),
        ("server", "eof"),
        ("server", "exit"),
    ]
    assert said.command[-1] == "⟨SERVER⟩"


@pytest.mark.parametrize("start", [[], [sys.executable]])
def test_bytes_pass_unchanged_in_both_directions(tmp_path: Path, start: list[str]) -> None:
    path, logs = recorder(tmp_path, sys.executable, "-c", CAT)
    sent = b'{"a": 1}\r\n\xff\xfe\0 no json\n{"last": "without a line end"}'
    done = subprocess.run([*start, str(path)], input=sent, capture_output=True, timeout=20)
    assert done.stdout == sent
    frames = read_recordings(logs).frames
    for sender in ("client", "server"):
        assert [(frame.kind, frame.text) for frame in frames if frame.sender == sender][:4] == [
            ("message", '{"a": 1}'),
            ("noise", "\\xff\\xfe\0 no json"),
            ("noise", '{"last": "without a line end"}'),
            ("eof", ""),
        ]


def test_large_messages_pass_both_ways_at_once(tmp_path: Path) -> None:
    path, logs = recorder(tmp_path, sys.executable, "-c", CAT)
    sent = b"".join(b'{"n": "%d %s"}\n' % (n, b"x" * 100_000) for n in range(60))
    done = subprocess.run([str(path)], input=sent, capture_output=True, timeout=30)
    assert done.stdout == sent
    assert len([frame for frame in read_recordings(logs).frames if frame.kind == "message"]) == 120


@pytest.mark.parametrize(
    ("code", "expected"), [("raise SystemExit(7)", 7), ("import os; os.kill(os.getpid(), 6)", -6)]
)
def test_it_ends_as_the_server_ended(tmp_path: Path, code: str, expected: int) -> None:
    path, logs = recorder(tmp_path, sys.executable, "-c", code)
    assert subprocess.run([str(path)], stdin=subprocess.PIPE, timeout=20).returncode == expected
    assert read_recordings(logs).frames[-1].text == str(expected)


def test_it_hands_signals_on(tmp_path: Path) -> None:
    code = (
        "import signal, sys, time; signal.signal(15, lambda *a: sys.exit(41)); "
        "print('up', flush=True); time.sleep(60)"
    )
    path, _ = recorder(tmp_path, sys.executable, "-c", code)
    with subprocess.Popen([str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"up\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 41


def test_the_server_gets_the_declared_environment_and_what_the_client_adds(tmp_path: Path) -> None:
    code = "import os; print(os.environ['RUN'], os.environ['OWN'], os.getcwd())"
    path, _ = recorder(tmp_path, sys.executable, "-c", code)
    done = subprocess.run([str(path)], env={"OWN": "added"}, cwd="/", capture_output=True, timeout=20)
    assert done.stdout.decode().split() == ["declared", "added", str(tmp_path)]


def test_arguments_of_the_client_reach_the_server(tmp_path: Path) -> None:
    path, _ = recorder(tmp_path, sys.executable, "-c", "import sys; print(sys.argv[1:])", "one")
    done = subprocess.run([str(path), "two"], capture_output=True, timeout=20)
    assert done.stdout == b"['one', 'two']\n"


def test_a_killed_client_leaves_no_server(tmp_path: Path) -> None:
    mark = f"mark-{tmp_path.parent.name}-{tmp_path.name}"
    path, _ = recorder(tmp_path, sys.executable, str(AWKWARD), "stubborn")
    text = path.read_text().replace("declared", mark)
    path.write_text(text)
    client = subprocess.Popen([sys.executable, str(CLIENT), "--hold", str(path)], stdout=subprocess.PIPE)
    assert client.stdout is not None
    assert client.stdout.readline() == b"server: awkward\n"
    client.kill()
    client.wait()
    client.stdout.close()
    assert until(lambda: all("sleep 300" in one for one in processes_with(mark)))
    end_all_with(mark)  # the helper that this server hides is for the run's own sweep


def test_every_start_of_the_server_is_kept_in_order(tmp_path: Path) -> None:
    path, logs = recorder(tmp_path, sys.executable, "-c", CAT)
    for number in (1, 2):
        subprocess.run([str(path)], input=b'{"start": %d}\n' % number, capture_output=True, timeout=20)
    recorded = read_recordings(logs)
    assert recorded.starts == 2
    assert [
        frame.text for frame in recorded.frames if frame.kind == "message" and frame.sender == "client"
    ] == [
        '{"start": 1}',
        '{"start": 2}',
    ]
    assert [frame.number for frame in recorded.frames] == list(range(1, len(recorded.frames) + 1))


def test_what_the_server_left_behind_does_not_hold_its_client_up(tmp_path: Path) -> None:
    code = "import subprocess; subprocess.Popen(['sleep', '20']); print('bye', flush=True)"
    path, _ = recorder(tmp_path, sys.executable, "-c", code)
    started = time.monotonic()
    with subprocess.Popen([str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.wait(15) == 0
    assert time.monotonic() - started < 10


def test_what_the_recorder_cannot_keep_is_no_shorter_transcript(tmp_path: Path) -> None:
    """The file system lets it write nothing, which the program that talks to the server need not notice."""
    limited = json.dumps(["sh", "-c", 'ulimit -f 0; "$0"; true', "{server}"])
    server = json.dumps(["{python}", str(AWKWARD), "plain"])
    trial = Trial(tmp_path, f"[runs.it]\nserver = {server}\ncommand = {limited}")
    with pytest.raises(EnvironmentProblem, match="recording what a demo"):
        trial.run()
