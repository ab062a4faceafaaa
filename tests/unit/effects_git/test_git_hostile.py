"""A repository is data of strangers: nothing that it configures may run."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from projects import Project, git
from site_builder.effects import gitcall
from site_builder.effects.git import Git
from site_builder.effects.gitcall import Answer, environment, refusal
from site_builder.effects.tree import WorkingTree
from site_builder.model import EnvironmentProblem

SETTINGS = '[site]\nlanguages = ["en"]\n[site.title]\nen = "Site"\n'
PROGRAMS = (
    "core.fsmonitor",
    "core.pager",
    "core.sshCommand",
    "core.askPass",
    "core.editor",
    "core.gitProxy",
    "core.alternateRefsCommand",
    "diff.external",
    "diff.trap.textconv",
    "diff.trap.command",
    "filter.trap.clean",
    "filter.trap.smudge",
    "filter.trap.process",
    "gpg.program",
    "pager.log",
    "pager.diff",
    "credential.helper",
    "sequence.editor",
    "interactive.diffFilter",
    "uploadpack.packObjectsHook",
    "remote.origin.uploadpack",
)


@pytest.fixture
def trapped(tmp_path: Path) -> tuple[Project, Path]:
    """A repository whose every configured program would leave a mark."""
    marks = tmp_path / "marks"
    marks.mkdir()
    project = Project(tmp_path / "project").init()
    project.write({"a.txt": "1\n2\n", ".gitattributes": "* diff=trap filter=trap\n"}).commit()
    project.write({"a.txt": "0\n1\n2\n"}).commit()
    trap = tmp_path / "trap"
    trap.write_text(f'#!/bin/sh\necho "$0 $*" >> "{marks}/ran"\ncat\n')
    trap.chmod(0o755)
    hooks = project.root / ".git/hooks"
    hooks.mkdir(exist_ok=True)
    for name in (
        "post-index-change",
        "fsmonitor-watchman",
        "reference-transaction",
        "pre-auto-gc",
        "post-checkout",
    ):
        (hooks / name).write_bytes(trap.read_bytes())
        (hooks / name).chmod(0o755)
    for name in PROGRAMS:
        git(project.root, "config", name, str(trap))
    for name, text in {
        "log.showSignature": "true",
        "alias.log": f"!{trap}",
        "alias.ls-files": f"!{trap}",
        "alias.rev-parse": f"!{trap}",
        "remote.origin.url": f"ext::{trap}",
        "remote.origin.promisor": "true",
        "protocol.ext.allow": "always",
        "core.hooksPath": str(hooks),
        "gc.auto": "1",
    }.items():
        git(project.root, "config", name, text)
    (marks / "ran").unlink(missing_ok=True)
    return project, marks


def ask_everything(project: Project) -> None:
    project.write({"a.txt": "x\n1\n2\n"})
    known = Git(project.root)
    commit = known.head().commit
    assert commit is not None
    ids = known.blob_ids([(commit, "a.txt"), (commit, ".gitattributes")])
    assert known.newest_commits(["a.txt"]) == {"a.txt": commit}
    blob = ids[commit, "a.txt"]
    assert blob is not None
    assert known.blobs([blob]) == {blob: b"0\n1\n2\n"}
    assert known.hunks([(blob, b"x\n1\n2\n")])
    assert known.renames([commit]) == {commit: {}}
    assert known.unreachable([commit]) == frozenset()
    assert WorkingTree(project.root).read("a.txt") == b"x\n1\n2\n"


def test_no_program_that_a_repository_configures_runs(trapped: tuple[Project, Path]) -> None:
    project, marks = trapped
    ask_everything(project)
    assert not (marks / "ran").exists(), (marks / "ran").read_text()


def test_a_missing_object_of_a_partial_clone_is_not_fetched(trapped: tuple[Project, Path]) -> None:
    project, marks = trapped
    git(project.root, "config", "extensions.partialClone", "origin")
    known = Git(project.root)
    try:
        found = known.blobs(["1234567890" * 4])
    except EnvironmentProblem as problem:
        assert "partial" in problem.message
    else:
        assert found == {}
    assert not (marks / "ran").exists(), (marks / "ran").read_text()


def test_variables_named_git_change_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(tmp_path / "project").init()
    commit = project.write({"a.txt": "one\n"}).commit()
    other = Project(tmp_path / "other").init()
    other.write({"b.txt": "two\n"}).commit()
    monkeypatch.setenv("GIT_DIR", str(other.root / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.root))
    monkeypatch.setenv("GIT_INDEX_FILE", "/nowhere")
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", "/bin/false")
    monkeypatch.setenv("GIT_TRACE", "1")
    assert Git(project.root).head().commit == commit
    assert set(Git(project.root).tracked()) == {"a.txt"}
    kept = {name for name in environment() if name.startswith("GIT_")}
    assert not kept & {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_EXTERNAL_DIFF", "GIT_TRACE"}


def test_a_work_tree_configured_elsewhere_does_not_widen_the_repository(tmp_path: Path) -> None:
    project = Project(tmp_path / "project").init()
    project.write({"a.txt": "one\n"}).commit()
    git(project.root, "config", "core.worktree", "/")
    with pytest.raises(EnvironmentProblem, match="top"):
        Git(project.root).head()


def test_replacement_objects_do_not_rewrite_history(tmp_path: Path) -> None:
    project = Project(tmp_path).init()
    first = project.write({"a.txt": "one\n"}).commit()
    blob = git(project.root, "rev-parse", "HEAD:a.txt").strip()
    second = project.write({"a.txt": "two\n"}).commit()
    git(project.root, "replace", blob, git(project.root, "rev-parse", "HEAD:a.txt").strip())
    git(project.root, "replace", first, second)
    assert Git(project.root).contents([(first, "a.txt")]) == {(first, "a.txt"): b"one\n"}


def test_asking_takes_no_lock_and_writes_nothing(tmp_path: Path) -> None:
    project = Project(tmp_path).init()
    project.write({"a.txt": "one\n"}).commit()
    (project.root / "a.txt").unlink()
    project.write({"a.txt": "one\n"})
    (project.root / ".git/index.lock").touch()
    before = {path: path.stat().st_mtime_ns for path in (project.root / ".git").rglob("*")}
    known = Git(project.root)
    assert known.head().commit
    assert set(known.tracked()) == {"a.txt"}
    assert known.newest_commits(["a.txt"])
    assert {path: path.stat().st_mtime_ns for path in (project.root / ".git").rglob("*")} == before


def test_a_repository_of_another_user_is_explained(tmp_path: Path) -> None:
    said = f"fatal: detected dubious ownership in repository at '{tmp_path}'\nTo add an exception\n"
    problem = refusal(tmp_path, Answer(code=128, out=b"", err=said))
    assert "another user" in problem.message
    assert f"safe.directory {tmp_path}" in problem.help


def test_git_refusing_a_repository_of_another_user_is_told_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("SUDO_UID", raising=False)
    project = Project(tmp_path / "project").init()
    project.write({"a.txt": "one\n"}).commit()
    if os.geteuid() == 0:
        for path in [project.root, *project.root.rglob("*")]:
            os.chown(path, 12345, 12345, follow_symlinks=False)
        with pytest.raises(EnvironmentProblem, match="belongs to another user"):
            Git(project.root).head()
    else:
        assert Git(project.root).head().commit


@pytest.mark.parametrize(
    "name",
    ["HEAD", "config", "index", "packed-refs", "shallow", "commondir", "objects/info/alternates",
     "refs/heads/main", "info/attributes", "config.worktree"],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["pipe", "link to a device"])
def test_what_git_would_wait_for_is_named_at_once(name: str, kind: str, tmp_path: Path) -> None:
    project = Project(tmp_path / "project").init()
    project.write({"sitemaf.toml": SETTINGS, "content/a.en.md": "# A\n"}).commit()
    trap = project.root / ".git" / name
    trap.parent.mkdir(parents=True, exist_ok=True)
    trap.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(trap)
    else:
        trap.symlink_to("/dev/tty")
    begun = time.monotonic()
    said = project.sitemaf("build")
    assert time.monotonic() - begun < 15
    assert said.code == 2 and f"`{trap}` is a pipe, socket or device" in said.err, said.text
    assert "help: put the file back" in said.err and not (project.root / "output").exists()


def test_a_pipe_that_is_only_met_on_the_way_is_named_once_git_has_not_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gitcall, "FIRST", 1.0)
    project = Project(tmp_path / "project").init()
    commit = project.write({"a.txt": "one\n"}).commit()
    trap = project.root / ".git/objects" / commit[:2] / commit[2:]
    trap.unlink()
    os.mkfifo(trap)
    with pytest.raises(EnvironmentProblem) as raised:
        gitcall.call(project.root, "cat-file", "-p", commit)
    assert (
        f"within 1 seconds (`git cat-file` in `{project.root}`): `{trap}` is a pipe" in raised.value.message
    )


def test_a_worktree_is_looked_at_where_its_files_are(tmp_path: Path) -> None:
    project = Project(tmp_path / "project").init()
    project.write({"sitemaf.toml": SETTINGS, "content/a.en.md": "# A\n"}).commit()
    git(project.root, "worktree", "add", "--quiet", str(tmp_path / "other"))
    trap = project.root / ".git/worktrees/other/HEAD"
    other = Project(tmp_path / "other")
    assert other.sitemaf("build").code == 0
    trap.unlink()
    os.mkfifo(trap)
    said = other.sitemaf("build", "--clean")
    assert said.code == 2 and f"`{trap}` is a pipe" in said.err


def test_a_pipe_that_the_configuration_names_costs_seconds(tmp_path: Path) -> None:
    project = Project(tmp_path / "project").init()
    project.write({"sitemaf.toml": SETTINGS, "content/a.en.md": "# A\n"}).commit()
    os.mkfifo(tmp_path / "pipe")
    git(project.root, "config", "include.path", str(tmp_path / "pipe"))
    said = project.sitemaf("build")
    assert said.code == 2 and "git did not answer within 20 seconds" in said.err, said.text
    assert "a named pipe that git's configuration names" in said.err
