"""Publishing: the new site stands whole, or the old one does."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.effects import publish_exchange
from site_builder.effects.publish import MARKER, NOT_SITE, Publication, publish
from site_builder.model import Artifact, EnvironmentProblem


def site(**pages: str) -> list[Artifact]:
    return [Artifact(path=f"{name}/index.html", content=text.encode()) for name, text in pages.items()]


def standing(output: Path) -> dict[str, str]:
    return {
        path.relative_to(output).as_posix(): path.read_text()
        for path in sorted(output.rglob("*"))
        if path.is_file() and path.name not in NOT_SITE
    }


def beside(output: Path) -> list[str]:
    return sorted(path.name for path in output.parent.iterdir() if path.name not in (output.name, ".sitemaf"))


def test_the_first_site_appears_with_nothing_beside_it(tmp_path: Path) -> None:
    made = publish(site(a="one", b="two"), tmp_path, tmp_path / "output")
    assert standing(tmp_path / "output") == {"a/index.html": "one", "b/index.html": "two"}
    assert (made.files, made.written, made.atomic) == (2, 2, True)
    assert beside(tmp_path / "output") == []


def test_pages_that_are_no_longer_made_are_gone_and_so_are_their_folders(tmp_path: Path) -> None:
    output = tmp_path / "output"
    for pages in ({"a": "1", "b": "2"}, {"a": "1", "c": "3"}, {"c": "3"}):
        publish(site(**pages), tmp_path, output)
    assert standing(output) == {"c/index.html": "3"}
    assert sorted(path.name for path in output.iterdir()) == [MARKER, "c"]


def test_an_unchanged_page_is_not_written_again_and_keeps_its_time(tmp_path: Path) -> None:
    output = tmp_path / "output"
    publish(site(a="same", b="old"), tmp_path, output)
    before = (output / "a/index.html").stat()
    made = publish(site(a="same", b="new"), tmp_path, output)
    after = (output / "a/index.html").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    assert made.written == 1
    assert standing(output) == {"a/index.html": "same", "b/index.html": "new"}


def test_a_file_edited_in_the_site_is_mended_by_the_next_build(tmp_path: Path) -> None:
    output = tmp_path / "output"
    for _ in range(3):
        publish(site(a="true", b="true"), tmp_path, output)
        (output / "a/index.html").write_text("fals")
        (output / "b/index.html").unlink()
        (output / "stray.html").write_text("stray")
        (output / "a/deep").mkdir()
    publish(site(a="true", b="true"), tmp_path, output)
    assert standing(output) == {"a/index.html": "true", "b/index.html": "true"}
    assert not (output / "a/deep").exists()


def test_a_folder_may_become_a_file_and_a_file_a_folder(tmp_path: Path) -> None:
    output = tmp_path / "output"
    for paths in (["x", "y/z"], ["x/z", "y"], ["x", "y/z"]):
        publish([Artifact(path=path, content=path.encode()) for path in paths], tmp_path, output)
        assert standing(output) == {path: path for path in paths}


def test_modes_do_not_depend_on_the_umask(tmp_path: Path) -> None:
    modes = []
    for number, mask in enumerate((0o000, 0o022, 0o077)):
        before = os.umask(mask)
        try:
            publish(site(a="1"), tmp_path, tmp_path / f"output{number}")
        finally:
            os.umask(before)
        found = [tmp_path / f"output{number}", *sorted((tmp_path / f"output{number}").rglob("*"))]
        modes.append([stat.S_IMODE(path.stat().st_mode) for path in found])
    assert modes[0] == modes[1] == modes[2] == [0o755, 0o644, 0o755, 0o644]


def test_what_the_repository_keeps_in_the_folder_stays(tmp_path: Path) -> None:
    output = tmp_path / "output"
    output.mkdir()
    (output / ".gitkeep").write_text("kept")
    for text in ("1", "2"):
        publish(site(a=text), tmp_path, output)
    assert (output / ".gitkeep").read_text() == "kept"
    assert standing(output) == {"a/index.html": "2"}


def test_assets_are_copied_and_follow_their_source(tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(b"old")
    artifacts = [Artifact(path="fr/logo.png", copy_of="logo.png")]
    publish(artifacts, tmp_path, tmp_path / "output")
    (tmp_path / "logo.png").write_bytes(b"new")
    publish(artifacts, tmp_path, tmp_path / "output")
    assert (tmp_path / "output/fr/logo.png").read_bytes() == b"new"


def test_a_fifo_is_copied_by_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(EnvironmentProblem, match="`pipe` is no regular file"):
        publish([Artifact(path="pipe", copy_of="pipe")], tmp_path, tmp_path / "output")
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda output: (output / "own.txt").write_text("mine"), "did not make, such as `own.txt`"),
        (lambda output: (output / ".git").mkdir(), "working copy of git"),
        (lambda output: (output / MARKER).symlink_to("/etc/hostname"), None),
        (lambda output: output.chmod(0o555), "is read-only"),
    ],
)
def test_a_folder_that_is_not_ours_is_refused(tmp_path: Path, spoil, message: str | None) -> None:
    output = tmp_path / "output"
    output.mkdir()
    spoil(output)
    (output / "own.txt").write_text("mine") if message is None else None
    before = sorted(path.name for path in output.iterdir())
    with pytest.raises(EnvironmentProblem, match=message):
        publish(site(a="1"), tmp_path, output)
    assert sorted(path.name for path in output.iterdir()) == before
    assert beside(output) == []


def test_a_linked_folder_is_refused_at_any_depth_below_the_project(tmp_path: Path) -> None:
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    project.mkdir()
    elsewhere.mkdir()
    (project / "output").symlink_to(elsewhere)
    (project / "public").symlink_to(elsewhere)
    for output in (project / "output", project / "public/site"):
        with pytest.raises(EnvironmentProblem, match="is a link"):
            publish(site(a="1"), project, output)
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize("output", [".", "..", ".git", ".sitemaf/site"])
def test_a_place_that_would_hurt_is_refused(tmp_path: Path, output: str) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with pytest.raises(EnvironmentProblem):
        publish(site(a="1"), project, project / output)


def test_an_error_while_pages_are_made_changes_nothing(tmp_path: Path) -> None:
    output = tmp_path / "output"
    publish(site(a="old"), tmp_path, output)
    before = (output / "a/index.html").stat().st_ino
    with pytest.raises(RuntimeError), Publication(tmp_path, output) as publication:
        publication.add(Artifact(path="a/index.html", content=b"new"))
        raise RuntimeError
    assert standing(output) == {"a/index.html": "old"}
    assert (output / "a/index.html").stat().st_ino == before
    assert beside(output) == []


@pytest.mark.parametrize("path", ["", "/a", "a//b", "../a", "a/./b", "a/..", "a\0b", MARKER])
def test_an_artifact_cannot_leave_the_folder(tmp_path: Path, path: str) -> None:
    with pytest.raises(ValueError, match="an artifact cannot be at"):
        publish([Artifact(path=path)], tmp_path, tmp_path / "output")
    assert not (tmp_path / "output").exists()


def test_two_artifacts_cannot_share_a_name(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="two artifacts at 'a'"):
        publish([Artifact(path="a"), Artifact(path="a")], tmp_path, tmp_path / "output")
    for paths in (["a", "a/b"], ["a/b", "a"]):
        with pytest.raises(EnvironmentProblem, match="a file and a folder at once"):
            publish([Artifact(path=path) for path in paths], tmp_path, tmp_path / "output")
    assert not (tmp_path / "output").exists()


def test_what_killed_builds_left_is_swept(tmp_path: Path) -> None:
    output = tmp_path / "output"
    publish(site(a="old"), tmp_path, output)
    for kind in ("new", "old"):
        junk = tmp_path / f".output.sitemaf-{kind}-1-00"
        (junk / "a").mkdir(parents=True)
        (junk / "a/index.html").write_text("torn")
    publish(site(a="new"), tmp_path, output)
    assert standing(output) == {"a/index.html": "new"}
    assert beside(output) == []


def test_a_site_set_aside_by_a_killed_build_is_brought_back(tmp_path: Path) -> None:
    output = tmp_path / "output"
    publish(site(a="old"), tmp_path, output)
    output.rename(tmp_path / ".output.sitemaf-old-1-00")
    with pytest.raises(RuntimeError), Publication(tmp_path, output):
        raise RuntimeError
    assert standing(output) == {"a/index.html": "old"}


def test_without_an_exchange_the_site_is_still_replaced_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publish_exchange, "_swap", lambda one, other: False)
    output = tmp_path / "output"
    for text in ("old", "new"):
        made = publish(site(a=text), tmp_path, output)
    assert made.atomic is False
    assert standing(output) == {"a/index.html": "new"}
    assert beside(output) == []


def test_the_spare_folder_never_shows_in_the_new_site(tmp_path: Path) -> None:
    output, spare = tmp_path / "output", tmp_path / ".sitemaf/spare"
    for text in ("1", "2"):
        publish(site(a=text, b="same"), tmp_path, output)
    (spare / "a/index.html").unlink()
    (spare / "a/index.html").mkdir()
    (spare / "evil.html").symlink_to("/etc/hostname")
    (spare / "b").rename(spare / "moved")
    (spare / "b").symlink_to(tmp_path)
    publish(site(a="3", b="same"), tmp_path, output)
    assert standing(output) == {"a/index.html": "3", "b/index.html": "same"}
    assert not any(path.is_symlink() for path in output.rglob("*"))
    assert not (tmp_path / "index.html").exists()


def test_a_damaged_listing_only_costs_time(tmp_path: Path) -> None:
    output, listing = tmp_path / "output", tmp_path / ".sitemaf/published"
    for damage in (
        b"",
        b"\0\xff",
        b"0" * 64 + b"\n? x a",
        listing.read_bytes() if listing.exists() else b"z",
    ):
        publish(site(a="1"), tmp_path, output)
        listing.write_bytes(damage)
        publish(site(a="2"), tmp_path, output)
        assert standing(output) == {"a/index.html": "2"}


def test_a_project_that_cannot_be_written_publishes_elsewhere(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / ".sitemaf").write_text("no folder")
    publish(site(a="1"), project, tmp_path / "elsewhere")
    publish(site(a="2"), project, tmp_path / "elsewhere")
    assert standing(tmp_path / "elsewhere") == {"a/index.html": "2"}


def test_a_linked_cache_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "target").mkdir()
    (tmp_path / ".sitemaf").symlink_to(tmp_path / "target")
    with pytest.raises(EnvironmentProblem, match=r"`\.sitemaf` is a link"):
        publish(site(a="1"), tmp_path, tmp_path / "output")
    assert list((tmp_path / "target").iterdir()) == []


WRITER = """
import sys
from pathlib import Path
from site_builder.effects.publish import publish
from site_builder.model import Artifact
root, text = Path(sys.argv[1]), sys.argv[2]
pages = [Artifact(path=f"p{i}/index.html", content=text.encode()) for i in range(40)]
for number in range(8):
    publish(pages, root, root / "output")
"""


def test_two_builds_at_once_leave_one_whole_site(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), text]) for text in ("one", "two")
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    assert set(standing(tmp_path / "output").values()) in ({"one"}, {"two"})
    assert beside(tmp_path / "output") == []


def test_a_reader_never_finds_a_file_missing_or_mixed(tmp_path: Path) -> None:
    output = tmp_path / "output"
    publish(site(a="one"), tmp_path, output)
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), text]) for text in ("one", "two")
    ]
    publish([Artifact(path=f"p{i}/index.html", content=b"one") for i in range(40)], tmp_path, output)
    seen = set()
    while any(writer.poll() is None for writer in writers):
        seen.add((output / "p7/index.html").read_text())
    assert seen <= {"one", "two"} and seen
