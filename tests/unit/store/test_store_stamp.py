"""Nothing to do: a build that would come to the same answer and leave the same site is not run again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from site_builder.effects.publish import MARKER, publish
from site_builder.effects.store_inputs import git_files
from site_builder.effects.store_listing import read_listing, write_listing
from site_builder.effects.store_stamp import Stamp, look, read_record, remember, renew
from site_builder.model import Artifact

LONG_AGO = 1_000_000_000
PAGE = "content/guides/a.en.md"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "content/guides").mkdir(parents=True)
    (root / "sitemaf.toml").write_text("[site]\n")
    (root / "content/guides/a.en.md").write_text("# A\n")
    return root


def built(root: Path, started: int | None = None) -> None:
    publish(
        [Artifact(path=f"en/{name}/index.html", content=name.encode()) for name in "abc"],
        root,
        root / "output",
    )
    remember(
        str(root),
        "question",
        str(root / "output"),
        b"answer\n\nof the build",
        time.time_ns() + LONG_AGO if started is None else started,
        {
            "file": ["sitemaf.toml", "sitemaf.lock", "../cited.py"],
            "content": ["content"],
            "folder": ["templates"],
            "demos": ["demos"],
            "env": ["SITEMAF_TEST_VARIABLE"],
            "program": ["demos/../tool.sh"],
        },
        {PAGE: sha256((root / PAGE).read_bytes()).hexdigest()},
        b"record",
    )


def seen(root: Path, question: str = "question") -> Stamp:
    stamp = look(str(root), question)
    assert stamp is not None
    return stamp


def answer(root: Path, question: str = "question") -> bytes | None:
    stamp = look(str(root), question)
    return stamp.answer if stamp is not None and not stamp.edited else None


def test_a_second_build_finds_the_answer_of_the_first(project: Path) -> None:
    assert answer(project) is None
    built(project)
    assert answer(project) == b"answer\n\nof the build"


CHANGES: dict[str, Callable[[Path], object]] = {
    "a page": lambda root: (root / "content/guides/a.en.md").write_text("# B\n"),
    "a new page": lambda root: (root / "content/guides/b.en.md").write_text("# A\n"),
    "a renamed page": lambda root: (root / "content/guides/a.en.md").rename(root / "content/a.en.md"),
    "a deleted page": lambda root: (root / "content/guides/a.en.md").unlink(),
    "a new asset": lambda root: (root / "content/x.png").touch(),
    "the configuration": lambda root: (root / "sitemaf.toml").write_text("[site]\n\n"),
    "a lock where none was": lambda root: (root / "sitemaf.lock").touch(),
    "a template where none was": lambda root: [
        (root / "templates").mkdir(),
        (root / "templates/page.html").touch(),
    ],
    "a cited file outside": lambda root: (root.parent / "cited.py").write_text("x = 1\n"),
    "a cited file where a link stood": lambda root: [
        (root.parent / "other.py").touch(),
        (root.parent / "cited.py").symlink_to(root.parent / "other.py"),
    ],
    "a demo": lambda root: [
        (root / "demos/Trial").mkdir(parents=True),
        (root / "demos/Trial/main.py").touch(),
    ],
    "a program": lambda root: [(root / "demos").mkdir(), shutil.copy2(sys.executable, root / "tool.sh")],
    "a page of the site": lambda root: (root / "output/en/a/index.html").write_text("b"),
    "a missing page of the site": lambda root: (root / "output/en/a/index.html").unlink(),
    "a stray file in the site": lambda root: (root / "output/en/stray.html").touch(),
    "a stray folder in the site": lambda root: (root / "output/en/c/d").mkdir(),
    "the mode of a page": lambda root: (root / "output/en/a/index.html").chmod(0o600),
    "the marker": lambda root: (root / "output" / MARKER).unlink(),
    "a linked page": lambda root: [
        (root / "output/en/a/index.html").unlink(),
        (root / "output/en/a/index.html").symlink_to(root / "output/en/b/index.html"),
    ],
    "no site": lambda root: (root / "output").rename(root / "moved"),
    "a damaged stamp": lambda root: (root / ".sitemaf/stamp").write_bytes(b"\xff\n"),
    "an empty stamp": lambda root: (root / ".sitemaf/stamp").write_bytes(b""),
    "no listing": lambda root: (root / ".sitemaf/published").unlink(),
}


@pytest.mark.parametrize("what", CHANGES)
def test_any_change_means_a_build(project: Path, what: str) -> None:
    built(project)
    CHANGES[what](project)
    assert answer(project) is None


def test_an_edited_page_is_named_and_everything_else_is_as_it_was(project: Path) -> None:
    built(project)
    (project / PAGE).write_text("# B\n")
    stamp = seen(project)
    assert (stamp.edited, stamp.answer, stamp.output) == (
        (PAGE,),
        b"answer\n\nof the build",
        str(project / "output"),
    )
    assert read_record(str(project), stamp) == b"record"
    (project / "sitemaf.toml").write_text("[site]\n\n")
    assert look(str(project), "question") is None


def test_a_stamp_is_renewed_for_the_pages_that_were_made_anew(project: Path) -> None:
    built(project)
    (project / PAGE).write_text("# B\n")
    renew(str(project), seen(project), {PAGE: sha256(b"# B\n").hexdigest()}, b"new", b"other")
    assert answer(project) == b"new"
    assert read_record(str(project), seen(project)) == b"other"
    (project / PAGE).write_text("# C\n")
    assert seen(project).edited == (PAGE,)


@pytest.mark.parametrize("content", [None, b"", b"recorx"])
def test_a_record_of_another_stamp_is_not_believed(project: Path, content: bytes | None) -> None:
    built(project)
    record = project / ".sitemaf/record"
    record.unlink() if content is None else record.write_bytes(content)
    assert read_record(str(project), seen(project)) is None


def test_another_question_or_environment_means_a_build(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(project)
    assert answer(project, "another") is None
    monkeypatch.setenv("SITEMAF_TEST_VARIABLE", "x")
    assert answer(project) is None


def test_a_touched_page_with_the_same_text_needs_no_build(project: Path) -> None:
    built(project)
    os.utime(project / "content/guides/a.en.md", (1, 1))
    assert answer(project) is not None


@pytest.mark.parametrize("name", ["demos/Trial/__pycache__/x.pyc", "content/.cache/x", "content/.draft.md"])
def test_what_no_build_reads_may_change(project: Path, name: str) -> None:
    built(project)
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).touch()
    assert answer(project) is not None


def test_an_input_that_changed_while_the_build_ran_leaves_no_stamp(project: Path) -> None:
    built(project, started=(project / "sitemaf.toml").stat().st_mtime_ns)
    assert answer(project) is None


def test_git_files_follow_commits_in_clones_and_worktrees(project: Path) -> None:
    def git(*arguments: str, folder: Path = project) -> None:
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)

    def state(folder: Path) -> list[bytes]:
        return [Path(path).read_bytes() for path in git_files(str(folder)) if Path(path).exists()]

    assert git_files(str(project)) == []
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    worktree = project.parent / "worktree"
    git("worktree", "add", "-q", str(worktree))
    for folder in (project, worktree, worktree / "content"):
        before = state(folder)
        git("commit", "-qm", "more", "--allow-empty", folder=folder)
        assert before != state(folder)


def test_asking_loads_nothing_that_costs_time() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, site_builder.effects.store_stamp; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    costly = {
        "click",
        "dataclasses",
        "json",
        "msgspec",
        "sqlite3",
        "ctypes",
        "subprocess",
        "site_builder.model",
    }
    assert costly.isdisjoint(loaded)


def test_a_link_that_stands_at_a_draft_s_name_is_not_written_through(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("mine")
    (tmp_path / "listing.new").symlink_to(outside)
    write_listing(str(tmp_path / "listing"), {"a": ("1", "2")})
    assert outside.read_text() == "mine"
    assert read_listing(str(tmp_path / "listing")) == {"a": ("1", "2")}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["listing", "outside"]
