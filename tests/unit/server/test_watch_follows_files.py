"""Watching: every kind of change is told, and what passes by is not."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from site_builder.effects.watch import Watch


class Told:
    """Collects what a watch tells, and waits for a path without sleeping."""

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self._news = threading.Condition()

    def __call__(self, paths: frozenset[str]) -> None:
        with self._news:
            self.paths |= paths
            self._news.notify_all()

    def about(self, path: Path) -> bool:
        with self._news:
            return self._news.wait_for(lambda: str(path) in self.paths, timeout=20)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def project(tmp_path: Path, told: Told) -> Iterator[Path]:
    root = tmp_path.resolve()
    (root / "content/deep").mkdir(parents=True)
    (root / "content/page.en.md").write_text("x")
    (root / "content/deep/other.en.md").write_text("x")
    (root / "sitemaf.toml").write_text("x")
    watch = Watch(told)
    watch.follow([root / "content", root / "templates"], [root])
    begun(root, told)
    yield root
    watch.stop()


def begun(root: Path, told: Told) -> None:
    """Threads begin when they can: touch files until each watch has told one of them."""
    for folder in (root / "content", root):
        for number in range(1000):
            probe = folder / f"probe{number}"
            probe.touch()
            with told._news:
                if told._news.wait_for(lambda probe=probe: str(probe) in told.paths, timeout=0.05):
                    break


CHANGES: dict[str, Callable[[Path], Path]] = {
    "an edit": lambda root: written(root / "content/page.en.md", "y"),
    "an edit further down": lambda root: written(root / "content/deep/other.en.md", "y"),
    "a new file": lambda root: written(root / "content/new.en.md", "y"),
    "a new folder's file": lambda root: written(root / "content/new/folder/page.en.md", "y"),
    "the configuration": lambda root: written(root / "sitemaf.toml", "y"),
    "a new file at the top": lambda root: written(root / "sitemaf.lock", "y"),
    "a folder that was missing": lambda root: made(root / "templates"),
    "a deleted file": lambda root: deleted(root / "content/page.en.md"),
    "a renamed file": lambda root: (root / "content/page.en.md").rename(root / "content/moved.en.md"),
    "a file replaced by renaming": lambda root: written(root / "content/page.new", "y").replace(
        root / "content/page.en.md"
    ),
}


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def made(path: Path) -> Path:
    path.mkdir()
    return path


def deleted(path: Path) -> Path:
    path.unlink()
    return path


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_told(project: Path, told: Told, what: str) -> None:
    changed = CHANGES[what](project)
    folders = [changed, *changed.parents] if what == "a new folder's file" else [changed]
    assert any(told.about(path) for path in folders[:3])


def test_what_editors_and_git_leave_for_a_moment_is_passed_over(project: Path, told: Told) -> None:
    passing = [project / "content" / name for name in (".page.en.md.swp", "page.en.md~", ".#page.en.md")]
    for path in passing:
        path.touch()
    (project / ".sitemaf").mkdir()
    (project / "content/last.en.md").touch()
    assert told.about(project / "content/last.en.md")
    assert told.paths.isdisjoint(str(path) for path in (*passing, project / ".sitemaf"))


def test_only_the_top_of_a_flat_folder_is_followed(project: Path, told: Told) -> None:
    (project / "elsewhere").mkdir()
    assert told.about(project / "elsewhere")
    (project / "elsewhere/file").touch()
    (project / "last").touch()
    assert told.about(project / "last")
    assert str(project / "elsewhere/file") not in told.paths


def test_what_is_followed_can_change(project: Path) -> None:
    told = Told()
    watch = Watch(told)
    try:
        watch.follow([project / "content/deep"], [])
        watch.follow([project / "content"], [project])
        begun(project, told)
        (project / "content/page.en.md").write_text("z")
        assert told.about(project / "content/page.en.md")
    finally:
        watch.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "watch" and not thread.daemon]
