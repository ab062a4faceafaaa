"""Text made to cost much: a page ends by its deadline, and code by its own, through the real command."""

from __future__ import annotations

from pathlib import Path

import pytest

from projects import Project, contents

SETTINGS = '[site]\nlanguages = ["en"]\n[site.title]\nen = "Site"\n[limits]\n'
BRACKETS = "\n\n".join(["[" * 19_000] * 200)  # minutes of looking for links
CODE = "```mako\n" + "${" * 60_000 + "\n```\n"  # minutes of looking for the end of an expression


def project(folder: Path, limits: str, page: str) -> Project:
    files = {"sitemaf.toml": SETTINGS + limits, "content/index.en.md": f"# A\n\n{page}"}
    return Project(folder).init().write(files)


@pytest.mark.parametrize("command", ["build", "verify"])
def test_a_page_that_takes_too_long_is_one_problem_and_changes_nothing(command: str, tmp_path: Path) -> None:
    made = project(tmp_path, "page_seconds = 0.5\n", "Text.\n")
    assert made.sitemaf("build").code == 0
    before = contents(tmp_path / "output")
    made.write({"content/index.en.md": f"# A\n\n{BRACKETS}"})
    said = made.sitemaf(command)
    assert said.code == 1, said.text
    assert "content/index.en.md: error [page-encoding] the page takes longer than 0.5 s" in said.out
    assert "page_seconds" in said.out
    assert contents(tmp_path / "output") == before


def test_code_that_takes_too_long_is_shown_plain_with_a_warning_at_its_fence(tmp_path: Path) -> None:
    made = project(tmp_path, "code_seconds = 0.2\n", f"{CODE}\n{CODE}\n```python\nx = 1\n```\n")
    said = made.sitemaf("build")
    assert said.code == 0, said.text
    assert said.out.count("warning [page-encoding] the code took longer than 0.2 s to highlight") == 2
    assert "content/index.en.md:3:1: warning" in said.out
    shown = made.page("en/index.html")
    assert "${" * 60_000 in shown  # nothing is lost
    assert '<span class="n">1</span>' in shown  # and other code keeps its colours
