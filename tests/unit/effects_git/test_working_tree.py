"""Source files as pages cite them: what may be quoted, and why the rest may not."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from projects import Project, git
from site_builder.effects.tree import WorkingTree
from site_builder.model import Problem


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project in a folder of a repository."""
    project = Project(tmp_path / "repository", "docs").init()
    project.write({"sitemaf.toml": "", "demo/Main.py": "x = 1\n", "../src/lib.py": "y = 2\n"}).commit()
    return project


def refused(project: Project, path: str) -> Problem:
    read = WorkingTree(project.root).read(path)
    assert isinstance(read, Problem), read
    return read


def test_a_path_starts_at_the_project_and_is_shown_from_the_top(project: Project) -> None:
    files = WorkingTree(project.root)
    assert files.read("demo/Main.py") == b"x = 1\n"
    assert files.repo_path("demo/Main.py") == "docs/demo/Main.py"
    assert files.project_path("docs/demo/Main.py") == "demo/Main.py"


def test_a_path_may_leave_the_project_but_not_the_repository(project: Project, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("s\n")
    files = WorkingTree(project.root)
    assert files.read("../src/lib.py") == b"y = 2\n"
    assert files.repo_path("../src/lib.py") == "src/lib.py"
    assert files.project_path("src/lib.py") == "../src/lib.py"
    outside = refused(project, "../../secret.txt")
    assert "leads out of the repository" in outside.message
    assert f"copy what you quote into the repository `{project.repository.name}`" in outside.help
    assert "root of the machine" in refused(project, "/etc/hostname").message


def test_a_link_inside_is_read_under_the_real_files_path(project: Project) -> None:
    (project.root / "link.py").symlink_to("../src/lib.py")
    files = WorkingTree(project.root)
    assert files.read("link.py") == b"y = 2\n"
    assert files.repo_path("link.py") == "src/lib.py"


def test_a_link_that_leads_out_is_refused(project: Project, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("s\n")
    (project.root / "link.py").symlink_to(tmp_path / "secret.txt")
    (project.root / "folder").symlink_to(tmp_path)
    (project.root / "loop").symlink_to("loop")
    git(project.repository, "add", "--all")
    for path in ("link.py", "folder/secret.txt"):
        assert refused(project, path).code == "excerpt-file"
        assert "leads out of the repository" in refused(project, path).message
    assert refused(project, "loop").code in {"excerpt-file", "excerpt-gone"}


def test_a_folder_names_files_in_it(project: Project) -> None:
    problem = refused(project, "demo")
    assert (problem.code, problem.message) == ("excerpt-file", "`demo` is a folder")
    assert "`demo/Main.py`" in problem.help


@pytest.mark.parametrize("kind", ["pipe", "socket"])
def test_a_pipe_or_socket_is_never_waited_for(
    project: Project, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(project.repository, "add", "--all")
    target = project.root / "demo/Main.py"
    target.unlink()
    monkeypatch.chdir(target.parent)  # names of sockets are short
    if kind == "pipe":
        os.mkfifo(target)
        assert "is a pipe" in refused(project, "demo/Main.py").message
    else:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind("Main.py")
            assert refused(project, "demo/Main.py").code == "excerpt-file"


def test_an_untracked_or_ignored_file_is_refused_with_the_command_that_adds_it(project: Project) -> None:
    project.write({"new.py": "n\n", ".gitignore": "secret.py\n", "secret.py": "s\n"})
    for path in ("new.py", "secret.py"):
        problem = refused(project, path)
        assert (problem.code, problem.message) == ("excerpt-file", f"git does not track `{path}`")
        assert f"git add {path}" in problem.help
    git(project.root, "add", "new.py")
    assert WorkingTree(project.root).read("new.py") == b"n\n"


def test_other_capitals_than_on_disk_are_refused_with_the_right_ones(project: Project) -> None:
    problem = refused(project, "demo/main.py")
    assert (problem.code, problem.message) == (
        "excerpt-file",
        "`demo/main.py` is spelt `demo/Main.py` on disk",
    )
    assert "`demo/Main.py`" in problem.help


def test_a_file_that_is_not_there_is_gone_and_near_ones_are_named(project: Project) -> None:
    problem = refused(project, "Main.py")
    assert problem.code == "excerpt-gone"
    assert "`demo/Main.py`" in problem.help


def test_a_file_deleted_on_disk_is_gone_though_git_tracks_it(project: Project) -> None:
    (project.root / "demo/Main.py").unlink()
    assert refused(project, "demo/Main.py").code == "excerpt-gone"


@pytest.mark.parametrize("path", ["", " ", "a\0b", "a\nb", "demo\\Main.py", "a\u202eb"])
def test_a_malformed_path_is_refused_before_the_disk_is_asked(project: Project, path: str) -> None:
    assert refused(project, path).code == "excerpt-file"


def test_git_itself_cannot_be_quoted(project: Project) -> None:
    assert refused(project, "../.git/config").code == "excerpt-file"


def test_another_repository_inside_this_one_is_not_part_of_it(project: Project) -> None:
    inner = Project(project.root / "inner").init()
    inner.write({"x.py": "x\n"}).commit()
    assert "does not track" in refused(project, "inner/x.py").message
