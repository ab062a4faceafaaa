"""Every state of an excerpt, in real repositories: what verify calls it, and what accept makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from projects import git
from quoting import CODE, Site, excerpt, only

ABOVE = "# a line above\n"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path).begin()


def test_an_accepted_excerpt_is_clean(site: Site) -> None:
    assert site.verify().code == 0
    assert site.states() == set()


def test_a_change_elsewhere_in_the_file_leaves_it_clean(site: Site) -> None:
    site.replace("src/code.py", "the third value", "another")
    assert site.states() == set()
    site.commit()
    assert site.states() == set()
    before = site.lock()
    assert site.accept().code == 0
    assert site.lock() == before


def test_a_new_excerpt_is_unpinned_until_accepted(site: Site) -> None:
    site.quote(excerpt("src/code.py", ":lines: 4-5"))
    assert "excerpt-unpinned" in site.states()
    assert site.accept("content/index.en.md").code == 0
    unused = only(site.verify())
    assert (unused["code"], unused["path"]) == ("excerpt-unused", "sitemaf.lock")
    assert site.lock().split("\n")[unused["line"] - 1 :][0] == "[[pin]]"
    assert unused["message"] == "`src/code.py#L8-L9` is pinned, but quoted nowhere"
    assert site.accept("--prune").code == 0
    assert site.lock().count("[[pin]]") == 1
    assert site.states() == set()


def test_a_new_excerpt_of_lines_that_no_commit_has_is_refused(site: Site) -> None:
    site.write({"src/code.py": CODE + "\n\ndef fourth():\n    pass\n"})
    site.quote(excerpt("src/code.py", ":lines: 16-17"))
    before = site.lock()
    said = site.accept("--format", "json")
    assert said.code == 1
    assert set(said.codes()) >= {"excerpt-uncommitted"}
    assert site.lock() == before
    site.commit()
    assert site.accept("content/index.en.md").code == 0
    assert 'lines = "L16-L17"' in site.lock()


def test_moved_lines_follow_once_they_are_committed(site: Site) -> None:
    site.write({"src/code.py": ABOVE + CODE})
    assert only(site.verify())["code"] == "excerpt-moved"
    assert site.accept().code == 1
    assert ":lines: 8-9" in site.pages()[0]
    site.commit()
    moved = only(site.verify())
    assert moved["fixable"]
    assert moved["excerpt"]["pinned"]["first"] == 8
    assert moved["excerpt"]["current"] == {"path": "src/code.py", "first": 9, "last": 10}
    assert site.accept().code == 0
    assert all(":lines: 9-10" in page for page in site.pages())
    assert site.states() == set()


def test_the_new_pin_names_the_newest_commit_that_changed_the_file(site: Site) -> None:
    site.write({"src/code.py": ABOVE + CODE})
    commit = site.commit()
    site.write({"other.txt": "x\n"}).commit()
    assert site.accept().code == 0
    assert f'commit = "{commit}"' in site.lock()
    shown = git(site.root, "show", f"{commit}:src/code.py").split("\n")[8:10]
    assert shown == CODE.split("\n")[7:9]


@pytest.mark.parametrize("committed", [False, True])
def test_an_edited_line_is_accepted_only_by_name_and_only_committed(site: Site, committed: bool) -> None:
    site.replace("src/code.py", "the second value", "2")
    if committed:
        site.commit()
    found = only(site.verify())
    assert (found["code"], found["fixable"]) == ("excerpt-edited", False)
    assert '-    return "the second value"' in found["diff"]
    assert '+    return "2"' in found["diff"]
    assert site.accept().code == 1
    assert site.accept("src/code.py#L8-L9").code == (0 if committed else 1)
    assert site.states() == (set() if committed else {"excerpt-edited"})


@pytest.mark.parametrize(
    "word",
    [
        "src/code.py",
        "src/code.py#L8-L9",
        "src/code.py#8-9",
        "./src/code.py#L8–L9",
        "content/index.en.md",
        "index",
        "--all",
    ],
)
def test_every_way_to_name_an_edited_excerpt_works(site: Site, word: str) -> None:
    site.replace("src/code.py", "the second value", "2")
    site.commit()
    assert site.accept(word).code == 0
    assert site.states() == set()


def test_naming_one_edited_excerpt_leaves_the_other(tmp_path: Path) -> None:
    both = excerpt("src/code.py", ":lines: 4-5") + "\n\n" + excerpt("src/code.py", ":lines: 8-9")
    site = Site(tmp_path).begin(both)
    site.replace("src/code.py", "the first value", "1")
    site.replace("src/code.py", "the second value", "2")
    site.commit()
    said = site.accept("src/code.py#L4-L5", "--format", "json")
    assert said.code == 1
    assert [one["excerpt"]["address"] for one in said.report["problems"]] == ["L8-L9"]
    assert site.states() == {"excerpt-edited"}


def test_lines_that_only_the_working_tree_has_are_uncommitted(site: Site) -> None:
    site.write({"src/code.py": ABOVE + CODE}).commit()
    site.write({"src/code.py": CODE})  # back, on disk alone
    assert site.states() == {"excerpt-uncommitted"}
    assert site.accept("--all").code == 1


def test_a_symbol_follows_by_itself_with_its_highlight_and_notes(tmp_path: Path) -> None:
    site = Site(tmp_path).begin(
        excerpt("src/code.py", ":symbol: second", ":highlight: 9", ":note-9: Look here.")
    )
    site.write({"src/code.py": ABOVE + CODE}).commit()
    assert site.states() == {"excerpt-address-moved"}
    assert site.accept().code == 0
    assert all(":highlight: 10\n:note-10: Look here." in page for page in site.pages())
    assert site.states() == set()


def test_a_symbol_that_is_gone_is_an_address_problem_that_naming_does_not_mend(tmp_path: Path) -> None:
    site = Site(tmp_path).begin(excerpt("src/code.py", ":symbol: second"))
    site.replace("src/code.py", "def second", "def other")
    site.commit()
    assert site.states() == {"excerpt-address"}
    assert site.accept("--all").code == 1


def test_copies_without_a_way_to_tell_are_ambiguous(tmp_path: Path) -> None:
    site = Site(tmp_path).begin(excerpt("src/code.py", ":lines: 3"), "a\nb\nmarked text\nc\nd\n")
    site.write({"src/code.py": "marked text\na\nb\nc\nd\nmarked text\n"}).commit()
    found = only(site.verify())
    assert found["code"] == "excerpt-ambiguous"
    assert found["excerpt"]["candidates"] == [["src/code.py", 1, 1], ["src/code.py", 6, 6]]
    assert site.accept().code == 1


def test_the_line_map_decides_between_copies(tmp_path: Path) -> None:
    code = "first part\nmarked text\nsecond part\nmarked text\nthird part\n"
    site = Site(tmp_path).begin(excerpt("src/code.py", ":lines: 4"), code)
    site.write({"src/code.py": "new line\nnew too\nanother\n" + code}).commit()
    assert only(site.verify())["excerpt"]["current"] == {"path": "src/code.py", "first": 7, "last": 7}
    assert site.accept().code == 0
    assert ":lines: 7" in site.pages()[0]


@pytest.mark.parametrize("how", ["git mv", "moved and edited elsewhere", "uncommitted"])
def test_a_renamed_file_is_followed_only_when_asked(site: Site, how: str) -> None:
    git(site.root, "mv", "src/code.py", "src/renamed.py")
    if how == "moved and edited elsewhere":
        site.write({"src/renamed.py": ABOVE + CODE.replace("the third value", "3")})
    if how != "uncommitted":
        site.commit()
    assert only(site.verify())["code"] == "excerpt-renamed"
    assert site.accept().code == 1
    assert site.accept("--follow").code == (1 if how == "uncommitted" else 0)
    if how == "uncommitted":
        site.commit()
        assert site.accept("--follow").code == 0
    assert all("```{excerpt} src/renamed.py\n" in page for page in site.pages())
    assert site.states() == set()


def test_a_renamed_symbol_is_followed_only_where_its_name_names_the_text(tmp_path: Path) -> None:
    code = "class Client:\n    def close(self):\n        return 'closed'\n"
    site = Site(tmp_path).begin(excerpt("src/code.py", ":symbol: Client.close"), code)
    git(site.root, "mv", "src/code.py", "src/session.py")
    site.replace("src/session.py", "class Client", "class Session")
    site.commit("move the method to another class")
    assert only(site.verify())["code"] == "excerpt-renamed"
    pages = site.pages()
    said = site.accept("--follow", "--format", "json")
    assert (said.code, set(said.codes())) == (1, {"excerpt-renamed"})
    assert "the symbol `Client.close` is not this text" in said.report["problems"][0]["help"]
    assert site.pages() == pages
    site.replace("src/session.py", "class Session", "class Client")
    site.commit("name it as it was")
    assert site.accept("--follow").code == 0
    assert "src/session.py" in site.pages()[0]
    assert site.states() == set()


def test_a_text_that_went_to_another_file_is_renamed_only_if_unique(site: Site) -> None:
    (site.root / "src/code.py").unlink()
    body = "\n".join(CODE.split("\n")[7:9]) + "\n"
    site.write({"src/a.py": "# a file\n" + body, "src/notes.txt": body, "content/copy.txt": body}).commit()
    found = only(site.verify())
    assert (found["code"], found["excerpt"]["current"]["path"]) == ("excerpt-renamed", "src/a.py")
    site.write({"src/b.py": "# b file\n\n" + body}).commit()
    assert only(site.verify())["code"] == "excerpt-ambiguous"


def test_a_file_that_is_gone_with_its_text_is_gone(site: Site) -> None:
    git(site.root, "rm", "--quiet", "src/code.py")
    site.commit()
    assert site.states() == {"excerpt-gone"}
    assert site.accept("--all").code == 1


def test_a_file_that_became_too_short_is_out_of_range(site: Site) -> None:
    site.write({"src/code.py": "import os\n"}).commit()
    assert site.states() == {"excerpt-out-of-range"}
    assert site.accept("--all").code == 1


def test_an_indented_passage_follows_by_itself(site: Site) -> None:
    body = CODE.split("\n")
    body[7:9] = ["if True:", "    " + body[7], "    " + body[8]]
    site.write({"src/code.py": "\n".join(body)}).commit()
    found = only(site.verify())
    assert (found["code"], found["fixable"]) == ("excerpt-whitespace", True)
    assert site.accept().code == 0
    assert ":lines: 9-10" in site.pages()[0]
    assert site.states() == set()


def test_trailing_white_space_is_accepted_by_name(site: Site) -> None:
    site.replace("src/code.py", '"the second value"\n', '"the second value"  \n')
    site.commit()
    assert site.states() == {"excerpt-whitespace"}
    assert site.accept().code == 1
    assert site.accept("src/code.py").code == 0
    assert site.states() == set()


def test_a_lock_edited_by_hand_is_a_mismatch_in_every_command(site: Site) -> None:
    sha = site.lock().partition('sha256 = "')[2][:64]
    site.replace("sitemaf.lock", sha, "0" * 64)
    assert site.states() == {"excerpt-mismatch"}
    assert site.accept().code == 1
    assert site.accept("src/code.py#L8-L9").code == 0
    assert site.states() == set()


def test_a_merge_conflict_in_the_lock_is_named_and_never_written_over(site: Site) -> None:
    lock = site.lock()
    conflict = lock.replace("[[pin]]", "<<<<<<< ours\n[[pin]]\n=======\n>>>>>>> theirs\n", 1)
    site.write({"sitemaf.lock": conflict})
    said = site.accept("--all", "--format", "json")
    assert said.code == 2
    assert {one["path"] for one in said.report["problems"]} == {"sitemaf.lock"}
    assert site.lock() == conflict
    assert site.verify().code == 1


def test_two_hundred_and_fifty_six_drifted_excerpts_exit_1(tmp_path: Path) -> None:
    lines = "".join(f"line number {number}\n" for number in range(1, 257))
    directives = "\n\n".join(excerpt("src/code.py", f":lines: {number}") for number in range(1, 257))
    site = Site(tmp_path).begin(directives, lines)
    site.write({"src/code.py": lines.replace("line", "changed")}).commit()
    said = site.verify()
    assert said.code == 1
    assert said.report["summary"]["errors"] == 512
    assert site.accept().code == 1
    assert site.accept("--all").code == 0
