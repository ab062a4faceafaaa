"""Repositories of every shape: none, empty, shallow, detached, worktree, submodule."""

from __future__ import annotations

from pathlib import Path

import pytest

from projects import Project, git
from site_builder.effects.git import Git
from site_builder.effects.tree import WorkingTree
from site_builder.model import EnvironmentProblem, Problem, Revision


def test_without_a_repository_every_answer_is_empty_and_files_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = Project(tmp_path).write({"a.txt": "one\n"})
    monkeypatch.setenv("PATH", "")  # git itself is not needed
    known = Git(project.root)
    assert known.head() == Revision(commit=None, repository=False)
    assert known.tracked() == known.newest_commits(["a.txt"]) == {}
    assert known.blob_ids([("f" * 40, "a.txt")]) == {}
    assert WorkingTree(project.root).read("a.txt") == b"one\n"


def test_a_repository_without_git_installed_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Project(tmp_path).init()
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EnvironmentProblem, match="git is not installed"):
        Git(tmp_path).head()


def test_before_the_first_commit_nothing_is_in_head(tmp_path: Path) -> None:
    project = Project(tmp_path).init().write({"a.txt": "one\n"})
    git(project.root, "add", "a.txt")
    known = Git(project.root)
    assert known.head() == Revision(commit=None)
    assert known.tracked() == {"a.txt": ""}
    assert known.newest_commits(["a.txt"]) == {}
    assert WorkingTree(project.root).read("a.txt") == b"one\n"


def test_a_shallow_clone_refuses_to_name_newest_commits(tmp_path: Path) -> None:
    full = Project(tmp_path / "full").init()
    first = full.write({"a.txt": "one\n"}).commit()
    second = full.write({"b.txt": "two\n"}).commit()
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{full.root}", "part")
    known = Git(tmp_path / "part")
    assert known.head() == Revision(commit=second, shallow=True)
    assert known.blob_ids([(first, "a.txt")]) == {}
    with pytest.raises(EnvironmentProblem) as refused:
        known.newest_commits(["a.txt"])
    assert "--unshallow" in refused.value.help
    assert "fetch-depth: 0" in refused.value.help


def test_a_detached_head_is_a_head(tmp_path: Path) -> None:
    project = Project(tmp_path).init()
    first = project.write({"a.txt": "one\n"}).commit()
    project.write({"a.txt": "two\n"}).commit()
    git(project.root, "checkout", "--quiet", "--detach", first)
    assert Git(project.root).head().commit == first
    assert Git(project.root).newest_commits(["a.txt"]) == {"a.txt": first}


def test_a_worktree_is_its_own_tree_of_the_same_history(tmp_path: Path) -> None:
    project = Project(tmp_path / "main").init()
    commit = project.write({"a.txt": "one\n"}).commit()
    git(project.root, "worktree", "add", "--quiet", "../other", "-b", "other")
    other = Project(tmp_path / "other")
    own = other.write({"b.txt": "two\n"}).commit()
    known = Git(other.root)
    assert known.top == other.root
    assert known.newest_commits(["a.txt", "b.txt"]) == {"a.txt": commit, "b.txt": own}


@pytest.fixture
def with_submodule(tmp_path: Path) -> Project:
    library = Project(tmp_path / "library").init()
    library.write({"src/x.py": "value = 1\n"}).commit("library")
    project = Project(tmp_path / "project").init()
    project.write({"a.txt": "one\n"})
    git(
        project.root,
        *("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library.root), "vendor/lib"),
    )
    project.commit("project")
    return project


def test_a_file_of_a_submodule_takes_its_commit_from_the_submodule(with_submodule: Project) -> None:
    root = with_submodule.root
    known = Git(root)
    files = WorkingTree(root, known)
    inner = git(root / "vendor/lib", "rev-parse", "HEAD").strip()
    assert files.read("vendor/lib/src/x.py") == b"value = 1\n"
    path = files.repo_path("vendor/lib/src/x.py")
    assert path == "vendor/lib/src/x.py"
    assert known.newest_commits([path, "a.txt"]) == {path: inner, "a.txt": known.head().commit}
    assert known.contents([(inner, path)]) == {(inner, path): b"value = 1\n"}
    assert files.tracked()[path] == git(root / "vendor/lib", "rev-parse", "HEAD:src/x.py").strip()


def test_a_submodule_that_is_not_checked_out_has_no_files(with_submodule: Project, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", str(with_submodule.root), "clone")
    read = WorkingTree(tmp_path / "clone").read("vendor/lib/src/x.py")
    assert isinstance(read, Problem)
    assert read.code == "excerpt-gone"


def test_a_project_inside_a_submodule_has_the_submodule_as_its_repository(with_submodule: Project) -> None:
    files = WorkingTree(with_submodule.root / "vendor/lib")
    assert files.read("src/x.py") == b"value = 1\n"
    assert isinstance(files.read("../../a.txt"), Problem)


def test_an_empty_git_folder_inside_another_repository_is_explained(tmp_path: Path) -> None:
    outer = Project(tmp_path).init()
    outer.write({"a.txt": "one\n"}).commit()
    (tmp_path / "inner/.git").mkdir(parents=True)
    with pytest.raises(EnvironmentProblem, match=r"holds a `\.git`"):
        Git(tmp_path / "inner").head()
