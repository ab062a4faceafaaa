"""`sitemaf init`: a site that passes every command in a fresh repository, and overwrites nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from projects import Project, git, sitemaf
from site_builder.model import EnvironmentProblem
from site_builder.verbs.init import STARTER, init


def test_the_starter_builds_is_accepted_and_verified(tmp_path: Path) -> None:
    said = sitemaf("init", "docs", folder=tmp_path)
    assert (said.code, said.out) == (0, "")
    assert "sitemaf accept" in said.err
    project = Project(tmp_path / "docs").init()
    project.commit()
    before_acceptance = project.sitemaf("build")
    assert before_acceptance.code == 0, before_acceptance.text
    assert "Good morning, Grace!" in project.page("fr/index.html")
    accepted = project.sitemaf("accept")
    assert accepted.code == 0, accepted.text
    project.commit("Accept")
    for command in (["build", "--strict"], ["verify", "--strict"]):
        done = project.sitemaf(*command)
        assert done.code == 0, done.text
    assert git(project.root, "status", "--porcelain") == ""


@pytest.mark.parametrize("path", [path for path, _ in STARTER if path != ".gitignore"])
def test_nothing_that_exists_is_touched(tmp_path: Path, path: str) -> None:
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).symlink_to("nowhere")
    said = sitemaf("init", folder=tmp_path)
    assert (said.code, said.out) == (2, "")
    assert f"`{path}` is there already" in said.err
    assert [one for one in tmp_path.rglob("*") if one.is_file() or one.is_symlink()] == [tmp_path / path]


def test_a_gitignore_stays_as_it_is_and_the_author_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / ".gitignore").write_text("mine\n")
    assert init(tmp_path) == 0
    assert (tmp_path / ".gitignore").read_text() == "mine\n"
    assert "add `output/` and `.sitemaf/` to your .gitignore" in capsys.readouterr().err


def test_whoever_has_sitemaf_from_elsewhere_is_told_what_the_build_machine_installs(tmp_path: Path) -> None:
    said = sitemaf("init", folder=tmp_path)
    assert "pip install sitemaf" in (tmp_path / ".github/workflows/site.yml").read_text()
    assert "`.github/workflows/site.yml` says `pip install sitemaf`, but" in said.err


def test_a_folder_that_cannot_be_written_is_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "demos").write_text("a file")
    with pytest.raises(EnvironmentProblem, match="the site cannot be written"):
        init(tmp_path, quiet=True)
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == [tmp_path / "demos"]
