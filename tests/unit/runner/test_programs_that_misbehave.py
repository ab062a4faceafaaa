"""Whatever a demo's program does, its run ends in time, says why, and leaves no process."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from site_builder.effects import processes, supervisor
from site_builder.model import EnvironmentProblem, RunFailure, Transcript
from trial_runs import Trial, processes_with, python

DAEMON = """
import os, subprocess, sys
for command in (["sleep", "300"], ["sh", "-c", "trap '' TERM; sleep 300; sleep 300"]):
    subprocess.Popen(command, start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        import signal, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(300)
    os._exit(0)
print("started")
"""
STUBBORN = """
import signal, time
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
print("waiting")
time.sleep(300)
"""
FLOOD = """
import sys, threading
def pour(stream):
    while True:
        stream.write("z" * 999 + "\\n")
threading.Thread(target=pour, args=(sys.stderr,), daemon=True).start()
pour(sys.stdout)
"""


def marked(code: str, mark: str, more: str = "") -> str:
    return f'[runs.it]\n{python(code)}\nenv = {{ MARK = "{mark}" }}\n{more}'


@pytest.mark.parametrize(
    ("code", "more", "expected"),
    [
        ("import time; time.sleep(300)", "deadline = 0.5", "demo-deadline"),
        (STUBBORN, "deadline = 0.5", "demo-deadline"),
        (FLOOD, "", "demo-output-limit"),
        ("while True: print('x' * 99999, end='')", "", "demo-output-limit"),
        ("print('\\n' * 300_000, end='')", "", "demo-output-limit"),
        ("import sys; sys.exit(3)", "", "demo-exit"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "", "demo-exit"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", "deadline = 0.5", "demo-deadline"),
        ("open('new.txt', 'w').write('mine')", "", "demo-wrote-source"),
    ],
)
def test_a_misbehaving_program_fails_its_run_in_time_and_leaves_nothing(
    tmp_path: Path, code: str, more: str, expected: str
) -> None:
    mark = f"trial-{tmp_path.parent.name}-{tmp_path.name}"
    started = time.monotonic()
    problem = Trial(tmp_path, marked(code, mark, more)).failure()
    assert time.monotonic() - started < 10.5
    assert problem.code == expected
    assert "Trial/it" in problem.message
    assert processes_with(mark) == []


def test_daemons_in_other_sessions_are_ended_with_the_run_and_do_not_hold_it_up(tmp_path: Path) -> None:
    mark = f"trial-{tmp_path.parent.name}-{tmp_path.name}"
    started = time.monotonic()
    said = Trial(tmp_path, marked(DAEMON, mark)).transcript()
    assert [line.text for line in said.console] == ["started"]
    assert time.monotonic() - started < 10
    assert processes_with(mark) == []


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    problem = Trial(tmp_path, '[runs.it]\ncommand = ["no-such-program", "--help"]').failure()
    assert problem.code == "demo-program"
    assert problem.message == "run Trial/it: the program `no-such-program` is not found"


def test_a_file_that_may_not_be_executed_is_no_program(tmp_path: Path) -> None:
    problem = Trial(tmp_path, '[runs.it]\ncommand = ["./demo.toml"]').failure()
    assert (problem.code, problem.message) == (
        "demo-program",
        "run Trial/it: the program `./demo.toml` may not be executed",
    )


def test_another_exit_code_is_told_with_the_last_words(tmp_path: Path) -> None:
    code = "import sys; print('half way'); print('no luck', file=sys.stderr); sys.exit(3)"
    problem = Trial(tmp_path, f"[runs.it]\n{python(code)}").failure()
    assert problem.message == (
        "run Trial/it ended with exit code 3, not with exit code 0; last line: half way; "
        "standard error ended: no luck"
    )
    assert "exit_code = 3" in problem.help


def test_death_by_signal_is_told_by_its_name_and_can_be_declared(tmp_path: Path) -> None:
    code = "import os; os.kill(os.getpid(), 15)"
    assert "by signal SIGTERM" in Trial(tmp_path, f"[runs.it]\n{python(code)}").failure().message
    said = Trial(tmp_path, f"[runs.it]\n{python(code)}\nexit_code = -15").transcript()
    assert said.exit_code == -15


def test_files_of_the_demo_that_a_run_writes_are_named(tmp_path: Path) -> None:
    code = "open('made.txt', 'w').close()"
    problem = Trial(tmp_path, f"[runs.it]\n{python(code)}").failure()
    assert "`made.txt`" in problem.message
    assert "TMPDIR" in problem.help


def test_control_characters_pass_into_the_transcript_unchanged(tmp_path: Path) -> None:
    code = r"print('a\0b\x1b]0;title\x07\x1b[31mred\x1b[0m \u202egnp.exe')"
    (line,) = Trial(tmp_path, f"[runs.it]\n{python(code)}").transcript().console
    assert line.text == "a\0b\x1b]0;title\x07\x1b[31mred\x1b[0m \u202egnp.exe"


def test_bytes_that_are_no_text_are_spelled_out(tmp_path: Path) -> None:
    code = r"import sys; sys.stdout.buffer.write(b'\xff\xfe caf\xc3\xa9\r\nend')"
    said = Trial(tmp_path, f"[runs.it]\n{python(code)}").transcript()
    assert [line.text for line in said.console] == ["\\xff\\xfe café", "end"]


def test_two_runs_at_a_time_do_not_touch_each_other(tmp_path: Path) -> None:
    slow = "import subprocess, sys\nsubprocess.run(['sleep', '1'], start_new_session=True)\nprint('slept')"
    slow_trial = Trial(tmp_path / "a", f"[runs.it]\n{python(slow)}")
    quick_trial = Trial(tmp_path / "b", f"[runs.it]\n{python('import sys; sys.exit(3)')}")
    with ThreadPoolExecutor(2) as pool:
        slow_said, quick_said = pool.map(Trial.run, (slow_trial, quick_trial))
    assert isinstance(slow_said, Transcript)
    assert [line.text for line in slow_said.console] == ["slept"]
    assert isinstance(quick_said, RunFailure)


@pytest.mark.parametrize("number", ["SIGKILL", "SIGSTOP"])
def test_a_program_that_ends_its_supervisor_is_ended_all_the_same(number: str, tmp_path: Path) -> None:
    mark = f"trial-{tmp_path.parent.name}-{tmp_path.name}"
    code = f"import os, signal, time; os.kill(os.getppid(), signal.{number}); time.sleep(300)"
    problem = Trial(tmp_path, marked(code, mark, "deadline = 2")).failure()
    assert problem.code in ("demo-exit", "demo-deadline")
    assert processes_with(mark) == []


def test_a_program_that_removes_the_folders_around_it_changes_nothing(tmp_path: Path) -> None:
    code = "import os, shutil; shutil.rmtree(os.path.dirname(os.environ['TMPDIR'])); print('gone')"
    said = Trial(tmp_path, f"[runs.it]\n{python(code)}\nnormalize = {{ X = 'go' }}").transcript()
    assert [line.text for line in said.console] == ["⟨X⟩ne"]


def test_a_process_that_cannot_be_had_is_the_machine_s_fault_and_not_the_demo_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dying = tmp_path / "dying.py"
    dying.write_text("import sys; sys.exit('Fatal Python error: no descriptor')\n")
    monkeypatch.setattr(processes, "_SUPERVISOR", dying)
    trial = Trial(tmp_path, f"[runs.it]\n{python('print(1)')}\n")
    with pytest.raises(EnvironmentProblem, match="no process can be started: the system ended it at once"):
        trial.run()


def test_a_supervisor_that_is_never_told_what_to_start_ends_without_a_word() -> None:
    alone = [sys.executable, "-ISB", supervisor.__file__]
    ended = subprocess.run(alone, input=b'{"command": ["ec', capture_output=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, b"", b"")
