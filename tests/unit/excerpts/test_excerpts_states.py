"""The table of states, top to bottom: which one is answered, what a page shows, what an author reads."""

from __future__ import annotations

from typing import Any

import pytest

from pinning import (
    ABSENT,
    COMMIT,
    PATH,
    PLACE,
    changed,
    excerpt,
    judged,
    judged_new,
    pin_of,
    problem,
    text_shown,
)
from site_builder.model import Excerpt, Hunk, LineRange, Problem, Severity, Where

OLD = b"".join(b"line number %d of the file\n" % number for number in range(1, 31))
MIDDLE = "line number 10 of the file\nline number 11 of the file\nline number 12 of the file\n"
ABOVE = b"a new first line\n" + OLD
EDITED = OLD.replace(b"number 11", b"no. 11")
SHORT = b"something else\n"
SYMBOLS = b"def a():\n    return 1\n\n\ndef b():\n    return 2\n"


def state(verdict: Excerpt | Problem) -> str:
    if isinstance(verdict, Problem):
        return verdict.code.removeprefix("excerpt-")
    codes = [one.code for one in verdict.problems]
    assert codes == ([] if verdict.state == "ok" else [f"excerpt-{verdict.state}"])
    return verdict.state


def hunk(old: tuple[int, int], new: tuple[int, int]) -> Hunk:
    return Hunk(old_first=old[0], old_count=old[1], new_first=new[0], new_count=new[1])


# --- ok and what vouches for it


def test_the_pinned_text_at_the_pinned_lines_is_ok() -> None:
    verdict = excerpt(judged(OLD, OLD, "10-12"))
    assert (verdict.state, verdict.problems, verdict.commit) == ("ok", (), COMMIT)
    assert text_shown(verdict) == MIDDLE
    assert [number for number, _ in verdict.rows] == [10, 11, 12]


def test_copies_elsewhere_do_not_matter_while_the_lines_hold_the_text() -> None:
    assert state(judged(OLD, OLD + OLD, "10-12")) == "ok"


def test_changes_elsewhere_in_the_file_do_not_matter() -> None:
    assert state(judged(OLD, OLD.replace(b"number 25", b"no. 25") + b"more\n", "10-12")) == "ok"


def test_other_line_ends_and_a_byte_order_mark_are_no_change() -> None:
    assert state(judged(OLD, b"\xef\xbb\xbf" + OLD.replace(b"\n", b"\r\n"), "10-12")) == "ok"


def test_text_that_only_the_working_tree_has_is_uncommitted_and_shown_without_a_commit() -> None:
    verdict = excerpt(judged(OLD, OLD, "10-12", head=ABOVE))
    assert state(verdict) == "uncommitted"
    assert verdict.commit is None
    assert problem(verdict).help == f"commit `{PATH}`"


@pytest.mark.parametrize(
    "history, words",
    [
        ("shallow", "is not in this shallow clone"),
        ("absent", "squashed or rebased away"),
        ("none", "no git history"),
    ],
)
def test_without_history_the_text_still_proves_the_pin(history: str, words: str) -> None:
    verdict = judged(OLD, OLD, "10-12", pinned=None, history=history)
    assert state(verdict) == "no-history"
    assert words in problem(verdict).message
    assert excerpt(verdict).commit == COMMIT
    assert problem(verdict).fixable is (history == "absent")


def test_a_shallow_clone_says_how_to_get_the_history() -> None:
    found = problem(judged(OLD, OLD, "10-12", pinned=None, history="shallow"))
    assert "git fetch --unshallow" in found.help
    assert "fetch-depth: 0" in found.help


@pytest.mark.parametrize(
    "history, help",
    [
        ("shallow", "get the whole history: `git fetch --unshallow`"),
        ("none", "work in a clone that has its `.git`"),
        ("absent", "read the lines again, then run `sitemaf accept 'src/code.py#L10-L12'`"),
    ],
)
def test_an_edit_without_the_pinned_text_speaks_of_no_diff(history: str, help: str) -> None:
    now = OLD.replace(b"line number 11 ", b"another line ")
    found = problem(judged(OLD, now, "10-12", pinned=None, history=history))
    assert (found.code, found.diff) == ("excerpt-edited", None)
    assert found.help.startswith(help)
    assert "diff" not in found.help


def test_a_named_excerpt_edited_in_its_place_is_said_to_be_pinned_nowhere_else() -> None:
    code = b"def f():\n    return 1\n"
    found = problem(judged(code, code.replace(b"1", b"2"), "symbol:f"))
    assert found.message == f"the symbol `f` of `{PATH}` was edited since {COMMIT[:12]}"


# --- the lock and git disagree


@pytest.mark.parametrize(
    "pinned, fields, words",
    [
        (None, {}, "that commit has no such file"),
        (SHORT, {}, "at that commit the file has 1 lines"),
        (EDITED, {}, "that commit has other text there"),
        (b"\0", {}, "the file is no text"),
        (OLD, {"first": "something else"}, "its first or last line is another"),
        (OLD, {"last": "something else"}, "its first or last line is another"),
        (OLD, {"blob": "b" * 40}, "the blob is another"),
        (OLD, {"sha256": "c" * 64}, "that commit has other text there"),
    ],
)
def test_a_lock_that_git_contradicts_is_a_mismatch(
    pinned: bytes | None, fields: dict[str, Any], words: str
) -> None:
    verdict = judged(OLD, OLD, "10-12", pin=changed(pin_of(OLD, "10-12"), **fields), pinned=pinned)
    assert isinstance(verdict, Problem)
    assert verdict.code == "excerpt-mismatch"
    assert words in verdict.message
    assert f"sitemaf accept '{PATH}#L10-L12'" in verdict.help


def test_mismatch_comes_before_everything_else() -> None:
    for now in (ABSENT, SHORT, ABOVE):
        assert state(judged(OLD, now, "10-12", pinned=EDITED)) == "mismatch"


# --- moved


def test_lines_that_stand_elsewhere_once_have_moved_and_the_page_keeps_what_git_can_prove() -> None:
    verdict = excerpt(judged(OLD, ABOVE, "10-12"))
    found = problem(verdict)
    assert state(verdict) == "moved"
    assert found.message == f"the lines moved: `{PATH}` L10–L12 now stand at L11–L13"
    assert (found.fixable, found.where) == (True, PLACE)
    assert "sitemaf accept" in found.help
    assert text_shown(verdict) == MIDDLE
    assert (verdict.ranges, verdict.commit) == ((LineRange(first=10, last=12),), COMMIT)
    assert found.excerpt is not None
    assert found.excerpt.current == (PATH, LineRange(first=11, last=13))
    assert found.excerpt.ranges == (LineRange(first=11, last=13),)


def test_one_line_moves_in_the_singular() -> None:
    assert problem(judged(OLD, ABOVE, "10")).message == f"the line moved: `{PATH}` L10 now stands at L11"


def test_a_move_that_is_not_committed_must_be_committed_first() -> None:
    found = problem(judged(OLD, ABOVE, "10-12", head=OLD))
    assert found.code == "excerpt-moved"
    assert found.help == f"commit `{PATH}`, then run `sitemaf accept`"
    assert not found.fixable


@pytest.mark.parametrize("history", ["shallow", "none"])
def test_a_move_is_seen_and_shown_without_history_too(history: str) -> None:
    verdict = judged(OLD, ABOVE, "10-12", pinned=None, history=history)
    assert state(verdict) == "moved"
    assert text_shown(verdict) == MIDDLE
    assert [number for number, _ in excerpt(verdict).rows] == [10, 11, 12]
    assert not problem(verdict).fixable


def test_part_of_a_line_is_no_copy() -> None:
    now = OLD.replace(b"line number 10 ", b"changed 10 ") + b"  x line number 10 of the file\n"
    assert state(judged(OLD, now, "10")) == "edited"


TWICE = b"new\n" + OLD + b"between\n" + OLD


def test_several_copies_are_ambiguous_until_the_line_map_decides() -> None:
    verdict = judged(OLD, TWICE, "10-12")
    found = problem(verdict)
    assert state(verdict) == "ambiguous"
    assert "L11–L13, L42–L44" in found.message
    assert found.excerpt is not None
    assert found.excerpt.candidates == (
        (PATH, LineRange(first=11, last=13)),
        (PATH, LineRange(first=42, last=44)),
    )
    assert not found.fixable
    assert text_shown(verdict) == MIDDLE


def test_the_line_map_decides_between_copies() -> None:
    front = judged(OLD, TWICE, "10-12", hunks=(hunk((0, 0), (1, 1)), hunk((30, 0), (32, 31))))
    back = judged(OLD, TWICE, "10-12", hunks=(hunk((0, 0), (1, 32)),))
    assert [problem(one).message[-12:].split("at ")[1] for one in (front, back)] == ["L11–L13", "L42–L44"]


def test_a_line_map_that_touches_the_lines_decides_nothing() -> None:
    assert state(judged(OLD, TWICE, "10-12", hunks=(hunk((11, 1), (12, 1)),))) == "ambiguous"


def test_the_parts_of_a_list_move_together_or_apart() -> None:
    together = problem(judged(OLD, ABOVE, "2,4-6"))
    assert together.message == f"the lines moved: `{PATH}` L2, L4–L6 now stand at L3, L5–L7"
    lines = OLD.split(b"\n")
    apart = b"\n".join([*lines[:20], b"between", *lines[20:]])
    found = problem(judged(OLD, apart, "2,25-26"))
    assert found.code == "excerpt-moved"
    assert found.excerpt is not None
    assert found.excerpt.ranges == (LineRange(first=2, last=2), LineRange(first=26, last=27))


def test_parts_that_swap_their_order_are_no_move() -> None:
    lines = OLD.split(b"\n")
    swapped = b"\n".join([*lines[20:30], *lines[:20], b""])
    assert state(judged(OLD, swapped, "2,25")) == "edited"


def test_parts_with_several_places_in_order_are_ambiguous() -> None:
    assert state(judged(OLD, TWICE, "2,4-6")) == "ambiguous"


def test_a_list_is_found_without_history_at_its_distances() -> None:
    assert state(judged(OLD, ABOVE, "2,4-6", pinned=None, history="shallow")) == "moved"


# --- gone, renamed


def test_a_file_that_is_gone_is_renamed_where_one_other_has_the_text() -> None:
    place = ("src/other.py", LineRange(first=3, last=5))
    verdict = judged(OLD, ABSENT, "10-12", elsewhere=(place,))
    found = problem(verdict)
    assert state(verdict) == "renamed"
    assert "now stand in `src/other.py` at L3–L5" in found.message
    assert "--follow" in found.help
    assert found.excerpt is not None
    assert found.excerpt.current == place
    assert text_shown(verdict) == MIDDLE


def test_git_s_own_rename_is_preferred() -> None:
    there, here = LineRange(first=1, last=3), LineRange(first=10, last=12)
    verdict = judged(OLD, ABSENT, "10-12", elsewhere=(("a.py", there), ("b.py", here)), renamed_to="b.py")
    assert state(verdict) == "renamed"
    assert "`b.py` at L10–L12" in problem(verdict).message


def test_the_line_map_decides_between_copies_in_the_renamed_file() -> None:
    copies = (("b.py", LineRange(first=1, last=3)), ("b.py", LineRange(first=11, last=13)))
    evidence: dict[str, Any] = {"elsewhere": copies, "renamed_to": "b.py"}
    assert state(judged(OLD, ABSENT, "10-12", **evidence)) == "ambiguous"
    verdict = judged(OLD, ABSENT, "10-12", hunks=(hunk((0, 0), (1, 1)),), **evidence)
    assert "L11–L13" in problem(verdict).message


def test_several_files_with_the_text_are_ambiguous() -> None:
    places = (("a.py", LineRange(first=1, last=3)), ("b.py", LineRange(first=2, last=4)))
    verdict = judged(OLD, ABSENT, "10-12", elsewhere=places)
    assert state(verdict) == "ambiguous"
    assert "`a.py` L1–L3, `b.py` L2–L4" in problem(verdict).message


def test_a_file_that_left_no_copy_is_gone_and_still_shown() -> None:
    verdict = judged(OLD, ABSENT, "10-12")
    assert state(verdict) == "gone"
    assert text_shown(verdict) == MIDDLE


def test_a_symbol_s_file_may_be_gone_too() -> None:
    assert state(judged(SYMBOLS, ABSENT, "symbol:b")) == "gone"


# --- changed


def test_an_edit_shows_the_pinned_text_and_a_diff_with_the_file_s_numbers() -> None:
    verdict = judged(OLD, EDITED, "10-12")
    found = problem(verdict)
    assert state(verdict) == "edited"
    assert text_shown(verdict) == MIDDLE
    assert found.diff == (
        f"--- {PATH} L10–L12 · 9a895c94534c\n"
        f"+++ {PATH} L10–L12 · working copy\n"
        "@@ -10,3 +10,3 @@\n"
        " line number 10 of the file\n"
        "-line number 11 of the file\n"
        "+line no. 11 of the file\n"
        " line number 12 of the file\n"
    )
    assert f"sitemaf accept '{PATH}#L10-L12'" in found.help
    assert not found.fixable


def test_an_edit_that_also_moved_says_where_the_lines_seem_to_be() -> None:
    found = problem(
        judged(OLD, b"new\n" + EDITED, "10-12", hunks=(hunk((0, 0), (1, 1)), hunk((11, 1), (12, 1))))
    )
    assert found.code == "excerpt-edited"
    assert "`:lines: 11-13`" in found.help
    assert found.diff is not None
    assert "@@ -10,3 +11,3 @@" in found.diff
    assert found.excerpt is not None
    assert found.excerpt.current == (PATH, LineRange(first=11, last=13))


def test_lines_that_were_deleted_are_edited_and_have_no_place() -> None:
    lines = OLD.split(b"\n")
    found = problem(judged(OLD, b"\n".join(lines[:9] + lines[12:]), "10-12", hunks=(hunk((10, 3), (9, 0)),)))
    assert found.code == "excerpt-edited"
    assert "the lines are gone" in found.help
    assert found.excerpt is not None
    assert found.excerpt.current is None


def test_a_file_that_became_too_short_is_out_of_range() -> None:
    verdict = judged(OLD, SHORT, "10-12")
    assert state(verdict) == "out-of-range"
    assert problem(verdict).message == f"`{PATH}` L10–L12 reach past the end of the file, which has 1 line"
    assert text_shown(verdict) == MIDDLE


def test_out_of_range_comes_after_moved() -> None:
    lines = OLD.split(b"\n")
    assert state(judged(OLD, b"\n".join(lines[9:12]) + b"\n", "10-12")) == "moved"


BLOCK = b"def f():\n    first(1)\n    second(2)\n\n    third(3)\nend\n"


def test_a_block_that_was_indented_as_a_whole_changed_in_white_space_only() -> None:
    now = b"def f():\n        first(1)\n        second(2)\n\n        third(3)\nend\n"
    verdict = judged(BLOCK, now, "2-5")
    assert state(verdict) == "whitespace"
    assert problem(verdict).fixable
    assert "white space only" in problem(verdict).message
    assert problem(verdict).diff


def test_a_block_that_was_indented_under_a_new_line_is_followed() -> None:
    now = b"def f():\n    with x:\n        first(1)\n        second(2)\n\n        third(3)\nend\n"
    found = problem(judged(BLOCK, now, "2-5"))
    assert (found.code, found.fixable) == ("excerpt-whitespace", True)
    assert "now stand at L3–L6" in found.message


def test_trailing_white_space_must_be_looked_at() -> None:
    found = problem(judged(BLOCK, BLOCK.replace(b"first(1)", b"first(1)  "), "2-5"))
    assert (found.code, found.fixable) == ("excerpt-whitespace", False)
    assert "look at the diff" in found.help


def test_indentation_inside_the_excerpt_is_an_edit() -> None:
    assert state(judged(BLOCK, BLOCK.replace(b"    second", b"        second"), "2-5")) == "edited"


def test_an_indented_block_that_stands_twice_is_not_followed() -> None:
    block = BLOCK[9:-4].replace(b"    ", b"  ")
    assert state(judged(BLOCK, b"def f():\n" + b"x\n" * 5 + block + b"y\n" + block, "2-5")) == "edited"


# --- pinned text that history cannot give


@pytest.mark.parametrize("now, code", [(EDITED, "edited"), (SHORT, "out-of-range"), (ABSENT, "gone")])
@pytest.mark.parametrize("history", ["shallow", "absent", "none"])
def test_pinned_text_that_nobody_has_is_an_error_in_its_place(now: Any, code: str, history: str) -> None:
    verdict = judged(OLD, now, "10-12", pinned=None, history=history)
    assert isinstance(verdict, Problem)
    assert (verdict.code, verdict.severity) == (f"excerpt-{code}", Severity.ERROR)
    assert ("fetch-depth: 0" in verdict.help) is (history == "shallow")


# --- named addresses


def test_a_symbol_that_stands_elsewhere_with_its_text_has_moved() -> None:
    verdict = judged(SYMBOLS, b"import os\n\n" + SYMBOLS, "symbol:b")
    found = problem(verdict)
    assert state(verdict) == "address-moved"
    assert found.message == f"the symbol `b` moved: `{PATH}` L5–L6 now stand at L7–L8"
    assert found.fixable
    assert excerpt(verdict).ranges == (LineRange(first=5, last=6),)


def test_a_symbol_that_grew_is_edited_though_the_pinned_lines_still_hold_the_text() -> None:
    verdict = judged(SYMBOLS, SYMBOLS + b"    # and more\n    more()\n", "symbol:b")
    assert state(verdict) == "edited"
    assert "pinned at L5–L6, now L5–L8" in problem(verdict).message


def test_a_symbol_that_is_gone_or_doubled_is_an_error() -> None:
    for now, words in ((b"def a(): pass\n", "defines no `b`"), (SYMBOLS + SYMBOLS, "defines `b` 2 times")):
        verdict = judged(SYMBOLS, now, "symbol:b")
        assert isinstance(verdict, Problem)
        assert verdict.code == "excerpt-address"
        assert words in verdict.message
        assert verdict.where == PLACE


def test_a_name_that_now_means_something_else_does_not_follow_its_old_text() -> None:
    now = b"def c():\n    return 2\n\n\ndef b():\n    return 3\n"
    assert state(judged(SYMBOLS, now, "symbol:b")) == "edited"


def test_regions_texts_and_files_are_judged_alike() -> None:
    region = b"a\n# region x\nb\n# endregion\n"
    assert state(judged(region, b"new\n" + region, "region:x")) == "address-moved"
    assert state(judged(region, region, "region:x")) == "ok"
    text = 'text:"line number 10 "…"line number 12 "'
    assert state(judged(OLD, ABOVE, text)) == "address-moved"
    assert state(judged(OLD, OLD, "file")) == "ok"
    assert state(judged(OLD, ABOVE, "file")) == "edited"
    assert state(judged(OLD, OLD[:60], "file")) == "edited"


def test_a_region_with_markers_inside_is_pinned_in_parts() -> None:
    region = b"# region x\na\n# region y\nb\n# endregion\nc\n# endregion\n"
    verdict = excerpt(judged(region, region, "region:x"))
    assert [number for number, _ in verdict.rows] == [2, 4, 6]
    assert verdict.state == "ok"


# --- not pinned yet


def test_a_new_excerpt_shows_the_newest_commit_that_has_it() -> None:
    verdict = judged_new(OLD, "10-12")
    assert (state(verdict), excerpt(verdict).commit) == ("unpinned", COMMIT)
    assert problem(verdict).fixable
    assert problem(verdict).message == f"`{PATH}` L10–L12 is not pinned yet"


@pytest.mark.parametrize("evidence", [{"head": None, "newest": None}, {"head": ABOVE}])
def test_a_new_excerpt_of_uncommitted_lines_says_working_copy(evidence: dict[str, Any]) -> None:
    verdict = judged_new(OLD, "10-12", **evidence)
    assert excerpt(verdict).commit is None
    assert "neither committed nor pinned" in problem(verdict).message
    assert not problem(verdict).fixable


@pytest.mark.parametrize("evidence", [{"newest": None}, {"history": "shallow"}, {"history": "none"}])
def test_without_whole_history_a_new_excerpt_claims_no_commit(evidence: dict[str, Any]) -> None:
    assert excerpt(judged_new(OLD, "10-12", **evidence)).commit is None


def test_a_new_excerpt_that_names_no_lines_is_an_error() -> None:
    verdict = judged_new(SHORT, "10-12")
    assert isinstance(verdict, Problem)
    assert (verdict.code, verdict.severity) == ("excerpt-out-of-range", Severity.ERROR)
    assert verdict.message == f"`{PATH}` has no L10–L12: it has 1 line"
    assert state(judged_new(SHORT, "symbol:x")) == "address"


def test_a_new_excerpt_of_a_missing_file_is_a_problem_of_the_file() -> None:
    verdict = judged_new(ABSENT, "10-12")
    assert isinstance(verdict, Problem)
    assert (verdict.code, verdict.where) == ("excerpt-file", PLACE)


def test_a_file_that_cannot_be_read_is_a_problem_in_the_page() -> None:
    outside = Problem(where=Where(path=PATH), code="excerpt-file", message="it lies outside the repository")
    for verdict in (judged(OLD, outside, "10-12"), judged_new(outside, "10-12"), judged(OLD, b"\0", "10-12")):
        assert isinstance(verdict, Problem)
        assert (verdict.code, verdict.where) == ("excerpt-file", PLACE)
