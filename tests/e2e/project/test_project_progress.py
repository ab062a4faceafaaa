"""What a terminal shows while a command is at work: stages that come and go, and only the end remains."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from projects import Project

FILES = {
    "sitemaf.toml": '[site]\nlanguages = ["en"]\ntitle = { en = "Trial" }\n',
    **{f"content/{name}.en.md": f"# {name}\n\nWords.\n" for name in ("index", *"abcdefghij")},
    "demos/Trial/demo.toml": 'title = { en = "Trial" }\n[runs.say]\ncommand = ["{python}", "say.py"]\n',
    "demos/Trial/say.py": "print('said')\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("progress") / "project").init()
    made.write(FILES)
    made.commit()
    assert made.sitemaf("accept").code == 0
    return made


def on_a_terminal(project: Project, *words: str) -> str:
    """Everything that stderr was sent while it was a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "site_builder", *words],
        cwd=project.root,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    ):
        os.close(theirs)
        said = b""
        try:
            while chunk := os.read(ours, 4096):
                said += chunk
        except OSError:  # the other end is closed
            pass
    os.close(ours)
    return said.decode()


def remains(said: str) -> list[str]:
    """The lines that stay on the screen: what was cleared is gone."""
    return [line.rpartition("\r\x1b[2K")[2] for line in said.replace("\r\n", "\n").split("\n") if line]


@pytest.mark.parametrize(
    ("words", "stages"),
    [
        (("build", "--clean"), ("reading pages 0/11", "rendering pages 0/11", "waiting for the demos")),
        (("verify", "--skip-site"), ("reading pages 0/11", "running Trial/say")),
        (("accept",), ("running Trial/say",)),
    ],
)
def test_stages_are_shown_and_only_the_end_remains(
    project: Project, words: tuple[str, ...], stages: tuple[str, ...]
) -> None:
    said = on_a_terminal(project, *words)
    assert [stage for stage in stages if stage not in said] == []
    assert len(remains(said)) == 1
    assert not any(stage in remains(said)[0] for stage in stages)


def test_asked_for_it_stays_and_needs_no_terminal(project: Project) -> None:
    said = project.sitemaf("build", "--clean", "--verbose").err.splitlines()
    assert said[:3] == ["reading pages: 11", "rendering pages: 11", "waiting for the demos"]
    assert "running Trial/say" in project.sitemaf("verify", "--skip-site", "--verbose").err.splitlines()


def test_nothing_of_it_reaches_a_file_or_a_quiet_build(project: Project) -> None:
    assert "\x1b" not in project.sitemaf("build", "--clean").text
    assert "\x1b" not in on_a_terminal(project, "build", "--clean", "--quiet")
