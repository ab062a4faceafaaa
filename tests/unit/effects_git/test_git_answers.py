"""What git says of an ordinary repository, asked in batches."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from projects import Project, git
from site_builder.effects import gitcall
from site_builder.effects.git import Git
from site_builder.model import Hunk, Revision


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path).init()


def test_head_is_the_commit_checked_out(project: Project) -> None:
    commit = project.write({"a.txt": "one\n"}).commit()
    assert Git(project.root).head() == Revision(commit=commit)


def test_tracked_lists_every_file_and_what_head_has_of_it(project: Project) -> None:
    project.write({"a b.txt": "one\n", "é/\ttab.txt": "two\n"}).commit()
    project.write({"new.txt": "three\n", "untracked.txt": "x\n"})
    git(project.root, "add", "new.txt")
    tracked = Git(project.root).tracked()
    assert set(tracked) == {"a b.txt", "é/\ttab.txt", "new.txt"}
    assert tracked["new.txt"] == ""
    assert tracked["a b.txt"] == git(project.root, "rev-parse", "HEAD:a b.txt").strip()


def test_blob_ids_tell_an_unknown_commit_from_a_missing_path(project: Project) -> None:
    commit = project.write({"a.txt": "one\n", "d/b.txt": "two\n"}).commit()
    unknown = "1234567890" * 4
    asked = [(commit, "a.txt"), (commit, "d"), (commit, "none.txt"), (unknown, "a.txt"), ("HEAD", "a.txt")]
    assert Git(project.root).blob_ids(asked) == {
        (commit, "a.txt"): git(project.root, "rev-parse", "HEAD:a.txt").strip(),
        (commit, "d"): None,
        (commit, "none.txt"): None,
    }


def test_a_tag_or_a_blob_is_no_commit(project: Project) -> None:
    project.write({"a.txt": "one\n"}).commit()
    git(project.root, "tag", "--annotate", "v1", "--message", "first")
    tag, blob = (git(project.root, "rev-parse", name).strip() for name in ("v1", "HEAD:a.txt"))
    assert Git(project.root).blob_ids([(tag, "a.txt"), (blob, "a.txt")]) == {}


def test_a_path_with_a_line_feed_is_answered_like_any_other(project: Project) -> None:
    commit = project.write({"odd\nname.txt": "one\n", "a.txt": "two\n"}).commit()
    answers = Git(project.root).blob_ids([(commit, "odd\nname.txt"), (commit, "a.txt")])
    assert answers[commit, "odd\nname.txt"] == git(project.root, "hash-object", "odd\nname.txt").strip()
    assert answers[commit, "a.txt"] == git(project.root, "hash-object", "a.txt").strip()


def test_blobs_come_back_byte_for_byte(project: Project) -> None:
    data = b"a\r\nb\0c\n\nblob 3\nno end"
    (project.root / "raw").write_bytes(data)
    project.write({"empty": ""}).commit()
    ids = [git(project.root, "rev-parse", f"HEAD:{name}").strip() for name in ("raw", "empty")]
    assert Git(project.root).blobs([*ids, "f" * 40, "garbage"]) == {ids[0]: data, ids[1]: b""}


def test_the_newest_commit_of_each_path_comes_from_one_walk(project: Project) -> None:
    first = project.write({"a.txt": "1\n", "b.txt": "1\n", "sub dir/c.txt": "1\n"}).commit("first\n\nbody")
    second = project.write({"b.txt": "2\n"}).commit("second")
    project.write({"d.txt": "1\n"}).commit("third")
    asked = ["a.txt", "b.txt", "sub dir/c.txt", "never.txt"]
    assert Git(project.root).newest_commits(asked) == {
        "a.txt": first,
        "b.txt": second,
        "sub dir/c.txt": first,
    }


def test_after_merges_the_newest_commit_has_the_blob_that_head_has(project: Project) -> None:
    project.write({"a.txt": "1\n2\n3\n4\n5\n", "b.txt": "old\n"}).commit()
    git(project.root, "switch", "--quiet", "--create", "side")
    project.write({"a.txt": "1\n2\n3\n4\nfive\n", "b.txt": "dropped by the merge\n"}).commit("side")
    git(project.root, "switch", "--quiet", "main")
    project.write({"a.txt": "one\n2\n3\n4\n5\n"}).commit("main")
    git(project.root, "merge", "--quiet", "--no-commit", "side")
    project.write({"b.txt": "old\n"}).commit("merge")
    found = Git(project.root).newest_commits(["a.txt", "b.txt"])
    for path, commit in found.items():
        same = [git(project.root, "rev-parse", f"{at}:{path}") for at in (commit, "HEAD")]
        assert same[0] == same[1]
        assert commit == git(project.root, "log", "-1", "--format=%H", "--", path).strip()


def test_line_maps_are_those_of_git_diff(project: Project) -> None:
    project.write({"a.txt": "1\n2\n3\n"}).commit()
    old = git(project.root, "rev-parse", "HEAD:a.txt").strip()
    hostile = b"0\n1\n2\ndiff --git a/old/9 b/new/9\n@@ -1 +1 @@\n3"
    maps = Git(project.root).hunks([(old, b"1\n2\n3\n"), (old, hostile), (old, b"1\n3\n"), ("f" * 40, b"x")])
    assert maps == {
        (old, b"1\n2\n3\n"): (),
        (old, hostile): (
            Hunk(old_first=0, old_count=0, new_first=1, new_count=1),
            Hunk(old_first=3, old_count=1, new_first=4, new_count=3),
        ),
        (old, b"1\n3\n"): (Hunk(old_first=2, old_count=1, new_first=1, new_count=0),),
    }


def test_renames_are_those_that_git_detects(project: Project) -> None:
    commit = project.write({"old name.txt": "some text\nof two lines\n", "stays.txt": "x\n"}).commit()
    git(project.root, "mv", "old name.txt", "new name.txt")
    later = project.commit("rename")
    git(project.root, "mv", "stays.txt", "R100 R")
    last = project.commit("rename the other")
    other = {"stays.txt": "R100 R"}
    assert Git(project.root).renames([last, commit, later, "f" * 40]) == {
        last: {},
        commit: {"old name.txt": "new name.txt", **other},
        later: other,
        "f" * 40: {},
    }


def test_commits_that_were_squashed_away_are_unreachable(project: Project) -> None:
    kept = project.write({"a.txt": "1\n"}).commit()
    lost = project.write({"a.txt": "2\n"}).commit()
    git(project.root, "reset", "--quiet", "--soft", "HEAD~1")
    project.commit("squashed")
    assert Git(project.root).unreachable([kept, lost, "f" * 40]) == {lost}


def test_a_repository_with_sha_256_is_read_too(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--object-format=sha256")
    project = Project(tmp_path).write({"a.txt": "one\n"})
    commit = project.commit()
    assert len(commit) == 64
    known = Git(tmp_path)
    assert known.newest_commits(["a.txt"]) == {"a.txt": commit}
    assert known.blobs([known.tracked()["a.txt"]]) == {known.tracked()["a.txt"]: b"one\n"}


def test_a_thousand_questions_cost_as_many_processes_as_one(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write({f"f{number}.txt": f"{number}\n" for number in range(1000)}).commit()
    started = [0]
    real = subprocess.run

    def counted(*arguments: object, **options: object) -> object:
        started[0] += 1
        return real(*arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(gitcall.subprocess, "run", counted)
    counts = []
    for amount in (1, 1000):
        known = Git(project.root)
        paths = [f"f{number}.txt" for number in range(amount)]
        commit = known.head().commit
        assert commit is not None
        started[0] = 0
        assert len(known.blob_ids([(commit, path) for path in paths])) == amount
        assert len(known.newest_commits(paths)) == amount
        counts.append(started[0])
    assert counts[0] == counts[1]
