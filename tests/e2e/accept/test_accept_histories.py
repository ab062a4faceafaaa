"""Histories of every kind: whole, shallow, none, rewritten, in worktrees and submodules."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from projects import Project, git
from quoting import CODE, Site, clone, excerpt, only


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path / "site").begin()


def test_in_a_shallow_clone_unchanged_text_is_proved_with_a_warning(site: Site, tmp_path: Path) -> None:
    part = clone(site, tmp_path / "part", "--depth", "1")
    said = part.verify()
    assert (said.code, only(said)["code"], only(said)["severity"]) == (0, "excerpt-no-history", "warning")
    assert "fetch-depth: 0" in only(said)["help"]
    assert part.verify("--strict").code == 1


def test_in_a_shallow_clone_nothing_is_accepted(site: Site, tmp_path: Path) -> None:
    site.write({"src/code.py": "# above\n" + CODE})
    site.quote(excerpt("src/code.py", ":lines: 5-6"))
    site.commit()
    part = clone(site, tmp_path / "part", "--depth", "1")
    before = part.lock().partition("[[pin]]")[2], part.pages()
    said = part.accept("--all", "--format", "json")
    assert said.code == 1
    assert all(
        "--unshallow" in one["help"] for one in said.report["problems"] if one["code"] == "excerpt-unpinned"
    )
    assert (part.lock().partition("[[pin]]")[2], part.pages()) == before


def test_a_shallow_clone_that_is_completed_accepts(site: Site, tmp_path: Path) -> None:
    site.write({"src/code.py": "# above\n" + CODE}).commit()
    part = clone(site, tmp_path / "part", "--depth", "1")
    assert part.accept().code == 1
    git(part.root, "fetch", "--quiet", "--unshallow")
    assert part.accept().code == 0


def test_without_git_unchanged_text_is_proved_and_nothing_is_accepted(site: Site) -> None:
    shutil.rmtree(site.root / ".git")
    said = site.verify()
    assert (said.code, only(said)["code"]) == (0, "excerpt-no-history")
    site.replace("src/code.py", "the second value", "2")
    assert site.verify().code == 1
    assert site.accept("--all").code == 1


def test_on_a_detached_head_everything_works(site: Site) -> None:
    git(site.root, "checkout", "--quiet", "--detach")
    assert site.states() == set()
    site.write({"src/code.py": "# above\n" + CODE}).commit()
    assert site.accept().code == 0
    assert site.states() == set()


def test_in_a_worktree_everything_works(site: Site, tmp_path: Path) -> None:
    git(site.root, "worktree", "add", "--quiet", "../other", "-b", "other")
    other = Site(tmp_path / "other")
    assert other.states() == set()
    other.write({"src/code.py": "# above\n" + CODE}).commit()
    assert other.accept().code == 0
    assert other.states() == set()
    assert site.states() == set()


def test_a_quoted_file_of_a_submodule_is_pinned_to_the_submodules_commit(tmp_path: Path) -> None:
    library = Project(tmp_path / "library").init()
    commit = library.write({"code.py": CODE}).commit()
    site = Site(tmp_path / "site").init()
    git(
        site.root,
        *("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library.root), "vendor/lib"),
    )
    site.begin(excerpt("vendor/lib/code.py", ":lines: 8-9"))
    assert f'commit = "{commit}"' in site.lock()
    assert site.states() == set()
    inner = Project(site.root / "vendor/lib")
    moved = inner.write({"code.py": "# above\n" + CODE}).commit()
    site.commit()
    assert site.states() == {"excerpt-moved"}
    assert site.accept().code == 0
    assert f'commit = "{moved}"' in site.lock()
    assert site.states() == set()


def test_a_squashed_commit_is_replaced_by_the_one_that_took_its_place(site: Site, tmp_path: Path) -> None:
    first = git(site.root, "rev-list", "--max-parents=0", "HEAD").strip()
    site.write({"src/code.py": CODE + "# more\n", "src/new.py": CODE}).commit()
    site.quote(excerpt("src/new.py", ":lines: 8-9"))
    assert site.accept("content/index.en.md", "--prune").code == 0
    site.commit()
    git(site.root, "reset", "--quiet", "--soft", first)
    squashed = site.commit("squashed")
    fresh = clone(site, tmp_path / "fresh")
    said = fresh.verify()
    assert (said.code, only(said)["code"]) == (0, "excerpt-no-history")
    for place in (site, fresh):  # where the old commit is still in the object store, and where it is not
        assert place.accept().code == 0
        assert f'commit = "{squashed}"' in place.lock()
        assert place.states() == set()


def test_after_a_rebase_the_pin_follows_the_rewritten_commit(site: Site) -> None:
    git(site.root, "switch", "--quiet", "--create", "feature")
    site.write({"src/other.py": CODE}).commit()
    site.quote(excerpt("src/other.py", ":lines: 8-9"))
    assert site.accept("content/index.en.md", "--prune").code == 0
    site.commit()
    git(site.root, "switch", "--quiet", "main")
    site.write({"readme.txt": "x\n"}).commit()
    git(site.root, "switch", "--quiet", "feature")
    git(site.root, "rebase", "--quiet", "main")
    assert site.accept().code == 0
    newest = git(site.root, "log", "-1", "--format=%H", "--", "src/other.py").strip()
    assert f'commit = "{newest}"' in site.lock()
    assert site.accept().out == ""


def test_a_merge_keeps_pins_that_are_still_true(site: Site) -> None:
    git(site.root, "switch", "--quiet", "--create", "side")
    site.replace("src/code.py", "the third value", "3")
    site.commit()
    git(site.root, "switch", "--quiet", "main")
    site.replace("src/code.py", "import os", "import sys")
    site.commit()
    git(site.root, "merge", "--quiet", "--no-edit", "side")
    assert site.states() == set()
    site.replace("src/code.py", "import sys\n", "import os\nimport sys\n")
    site.commit()
    assert site.accept().code == 0
    assert site.states() == set()


def test_a_project_in_a_folder_of_its_repository_pins_from_the_top(tmp_path: Path) -> None:
    site = Site(tmp_path, "docs")
    site.init()
    site.write({"../lib/code.py": CODE})
    site.begin(excerpt("../lib/code.py", ":lines: 8-9"))
    assert 'path = "lib/code.py"' in site.lock()
    site.write({"../lib/code.py": "# above\n" + CODE}).commit()
    assert site.accept("lib/code.py").code == 0
    git(site.repository, "mv", "lib/code.py", "lib/renamed.py")
    site.commit()
    assert site.accept("--follow").code == 0
    assert "```{excerpt} ../lib/renamed.py\n" in site.pages()[1]
    assert site.states() == set()


def test_before_the_first_commit_nothing_can_be_pinned(tmp_path: Path) -> None:
    site = Site(tmp_path)
    with pytest.raises(AssertionError):
        site.begin(excerpt("src/missing.py"))  # writes and commits, but cannot accept
    shutil.rmtree(site.root / ".git")
    site.init()
    site.quote(excerpt("src/code.py", ":lines: 8-9"))
    git(site.root, "add", "--all")
    said = site.accept()
    assert said.code == 1
    assert "commit" in said.out
    assert not (site.root / "sitemaf.lock").exists() or "[[pin]]" not in site.lock()


def test_a_file_checked_out_with_crlf_is_the_same_text(site: Site) -> None:
    site.write({".gitattributes": "*.py text eol=crlf\n"}).commit()
    (site.root / "src/code.py").unlink()
    git(site.root, "checkout", "--", "src/code.py")
    assert b"\r\n" in (site.root / "src/code.py").read_bytes()
    assert site.states() == set()
    assert site.accept().code == 0


def test_a_lock_with_a_merge_conflict_is_the_only_thing_said_and_either_side_can_be_kept(site: Site) -> None:
    site.quote(excerpt("src/code.py", ":symbol: second"))
    site.accept("--prune", "--all")
    site.commit("cite the symbol")
    git(site.root, "checkout", "-q", "-b", "side")
    site.replace("src/code.py", "import os", "import os, sys")
    site.replace("src/code.py", "def first", "# aside\ndef first")
    site.commit("aside")
    site.accept()
    site.commit("accept aside")
    git(site.root, "checkout", "-q", "main")
    site.replace("src/code.py", '"the third value"', '"3"')
    site.replace("src/code.py", "def second", "# ahead\n# ahead\ndef second")
    site.commit("ahead")
    site.accept()
    site.commit("accept ahead")
    merged = subprocess.run(["git", "merge", "-q", "side"], cwd=site.root, capture_output=True, check=False)
    assert merged.returncode == 1
    found = only(site.verify())
    assert (found["code"], found["path"]) == ("config", "sitemaf.lock")
    assert "either side" in found["help"]
    assert site.accept().code == 2
    kept = re.sub(r"<{7}.*\n|={7}\n(?:.*\n)*?>{7}.*\n", "", site.lock())
    site.write({"sitemaf.lock": kept})
    site.commit("merge")
    assert site.states() == {"excerpt-address-moved"}
    assert site.accept().code == 0
    assert site.states() == set()
