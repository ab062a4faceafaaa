"""What a run is given, what it may not see, and what nobody may see of it."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from site_builder.effects.stream_lines import Stream
from site_builder.effects.streams import arranged
from site_builder.model import Transcript
from site_builder.transcripts.codec import encode
from trial_runs import Trial, asking, python

SECRET = "s3cr3t/token+of=mine"


def environment_of(trial: Trial) -> dict[str, str]:
    (line,) = trial.transcript().console
    found: dict[str, str] = json.loads(line.text)
    return found


DUMP = "import json, os; print(json.dumps(dict(os.environ)))"


def test_nothing_is_inherited_but_what_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    found = environment_of(Trial(tmp_path, f"[runs.it]\n{python(DUMP)}"))
    assert sorted(found.keys() - {"HOME", "PATH", "TMPDIR", "LC_CTYPE"}) == [
        "COLUMNS",
        "LC_ALL",
        "NO_COLOR",
        "PYTHONDONTWRITEBYTECODE",
        "PYTHONHASHSEED",
        "PYTHONUNBUFFERED",
        "TZ",
    ]
    assert (found["COLUMNS"], found["TZ"], found["LC_ALL"]) == ("80", "UTC", "C.UTF-8")


def test_a_run_may_set_the_fixed_variables_otherwise(tmp_path: Path) -> None:
    trial = Trial(tmp_path, f'[runs.it]\n{python(DUMP)}\nenv = {{ COLUMNS = "120", MODE = "test" }}')
    found = environment_of(trial)
    assert (found["COLUMNS"], found["MODE"]) == ("120", "test")


def test_a_program_runs_in_its_folder_and_finds_no_input(tmp_path: Path) -> None:
    code = "import os, sys; print(os.path.basename(os.getcwd()), repr(sys.stdin.read()), sys.stdin.isatty())"
    (line,) = Trial(tmp_path, f"[runs.it]\n{python(code)}").transcript().console
    assert line.text == "Trial '' False"


def test_declared_input_arrives_whole(tmp_path: Path) -> None:
    code = "import sys; print(sys.stdin.read().upper())"
    said = Trial(tmp_path, f'[runs.it]\n{python(code)}\nstdin = "line one\\nünd zwei"').transcript()
    assert [line.text for line in said.console] == ["LINE ONE", "ÜND ZWEI"]


def test_declared_input_of_megabytes_arrives_whole_too(tmp_path: Path) -> None:
    given = 'Ada said "" to Grace.\n' * 100_000
    code = "import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())"
    said = Trial(tmp_path, f'[runs.it]\n{python(code)}\nstdin = """\n{given}"""').transcript()
    assert [line.text for line in said.console] == [sha256(given.encode()).hexdigest()]


def test_both_streams_come_in_the_order_in_which_they_were_written(tmp_path: Path) -> None:
    code = """
import sys
for number in range(40):
    print("out", number); print("out again", number)
    print("err", number, file=sys.stderr)
"""
    trial = Trial(tmp_path, f"[runs.it]\n{python(code)}")
    expected = [
        (stream, f"{word} {number}")
        for number in range(40)
        for stream, word in (("stdout", "out"), ("stdout", "out again"), ("stderr", "err"))
    ]
    for _ in range(3):
        assert [(line.stream, line.text) for line in trial.transcript().console] == expected


def test_a_program_that_does_not_wait_for_its_reader_loses_nothing(tmp_path: Path) -> None:
    code = "import os; os.set_blocking(1, False); [os.write(1, b'line %d\\n' % n) for n in range(3000)]"
    command = json.dumps(["env", "{python}", "-c", code])
    said = Trial(tmp_path, f"[runs.it]\ncommand = {command}").transcript()
    assert [line.text for line in said.console] == [f"line {number}" for number in range(3000)]


def test_lines_read_together_are_put_in_the_order_of_their_turns() -> None:
    data: dict[Stream, bytes] = {"stdout": b"a\nb\nc\nd", "stderr": b"x\ny\n"}
    turns: list[Stream] = ["stdout", "stdout", "stderr", "stdout", "stderr"]
    assert b" ".join(piece for _, piece in arranged(data, turns)) == b"a\n x\n b\n c\n d y\n"
    assert b"".join(piece for _, piece in arranged(data, [])) == b"a\nb\nc\ndx\ny\n"


def test_temporary_files_vanish_with_the_run(tmp_path: Path) -> None:
    code = "import tempfile; print(tempfile.mkdtemp())"
    (line,) = Trial(tmp_path, f"[runs.it]\n{python(code)}").transcript().console
    assert line.text.startswith("⟨TMP⟩/")


def test_where_python_and_its_packages_lie_is_nobodys_business(tmp_path: Path) -> None:
    code = "import json, pytest, sys; print(json.__file__); print(pytest.__file__); print(sys.prefix)"
    json_file, pytest_file, prefix = Trial(tmp_path, f"[runs.it]\n{python(code)}").transcript().console
    assert json_file.text == "⟨PYTHON⟩/json/__init__.py"
    assert pytest_file.text == "⟨PYTHON⟩/pytest/__init__.py"
    assert prefix.text == "⟨PYTHON⟩"


def test_paths_and_secrets_are_placeholders_wherever_they_were_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEMO_TOKEN", SECRET)
    monkeypatch.setenv("HOME", str(tmp_path / "home" / "ada"))
    monkeypatch.setenv("LOGNAME", "ada.lovelace")
    call = '[ { tool = "tell" } ]'
    code = "import os, sys; print(os.environ, os.getcwd(), sys.executable, 'ada.lovelace')"
    trial = Trial(
        tmp_path,
        asking("secretive", call, 'env = ["DEMO_TOKEN"]')
        + f'\n[runs.it]\n{python(code)}\nenv = ["DEMO_TOKEN"]',
    )
    for name in ("contract", "it"):
        said = trial.transcript(name)
        whole = repr(said) + encode(said).decode()
        assert SECRET not in whole
        assert str(tmp_path) not in whole
        assert "ada.lovelace" not in whole
        assert "⟨DEMO_TOKEN⟩" in whole
        assert "⟨PROJECT⟩/demos/Trial" in whole


def test_a_failing_run_does_not_tell_secrets_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMO_TOKEN", SECRET)
    code = "import os, sys; print('x' * 295 + os.environ['DEMO_TOKEN']); sys.exit(os.getcwd())"
    problem = Trial(tmp_path, f'[runs.it]\n{python(code)}\nenv = ["DEMO_TOKEN"]').failure()
    assert "s3cr" not in problem.message + problem.help
    assert str(tmp_path) not in problem.message + problem.help


def test_no_bytecode_lands_in_the_sources(tmp_path: Path) -> None:
    trial = Trial(tmp_path, '[runs.it]\ncommand = ["{python}", "main.py"]')
    (trial.folder / "part.py").write_text("NAME = 'part'\n")
    (trial.folder / "main.py").write_text("import part; print(part.NAME)\n")
    assert isinstance(trial.run(), Transcript)
    assert sorted(path.name for path in trial.folder.iterdir()) == ["demo.toml", "main.py", "part.py"]


def test_the_key_of_a_run_follows_files_and_environment_but_not_titles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEMO_TOKEN", "first")
    run = f'[runs.it]\n{python("pass")}\nenv = ["DEMO_TOKEN"]\n'

    def key(declared: str) -> str:
        trial = Trial(tmp_path, "") if False else Trial(tmp_path, declared)
        (trial.folder / "demo.toml").write_text("the same for all")
        return trial.runner.key(trial.demo, trial.demo.runs[0])

    first = key(run)
    assert key(run) == first
    assert key(run + 'title = "Another"') == first
    assert key(run + "deadline = 31") != first
    monkeypatch.setenv("DEMO_TOKEN", "second")
    assert key(run) != first
    assert "second" not in key(run)
    monkeypatch.setenv("DEMO_TOKEN", "first")
    (tmp_path / "demos" / "Trial" / "data.txt").write_text("new")
    assert key(run) != first
