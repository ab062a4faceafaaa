"""What a page shows of an excerpt: rows, marks, notes, limits."""

from __future__ import annotations

from pinning import PLACE, excerpt, judged
from site_builder.config import Limits
from site_builder.excerpts.languages import language_of
from site_builder.model import LineRange, Note, Problem

TEXT = b"def f():\n    a = 1\n\n    b = 2\n    return a + b\n\x0cend\n"


def shown(lines: str, **request: object) -> list[tuple[int, str]]:
    return list(excerpt(judged(TEXT, TEXT, lines, path="a.txt", request=dict(request))).rows)


def marks(lines: str, *marks: LineRange | str) -> tuple[set[int], list[Problem]]:
    verdict = excerpt(judged(TEXT, TEXT, lines, path="a.txt", request={"highlight": marks}))
    return set(verdict.highlighted), list(verdict.problems)


def test_rows_are_the_source_s_lines_under_its_own_numbers_dedented() -> None:
    assert shown("2-5") == [(2, "a = 1"), (3, ""), (4, "b = 2"), (5, "return a + b")]
    assert shown("2,4-5") == [(2, "a = 1"), (4, "b = 2"), (5, "return a + b")]


def test_blank_lines_at_the_edges_stay() -> None:
    assert shown("3-4") == [(3, ""), (4, "b = 2")]


def test_dedent_can_be_switched_off() -> None:
    assert shown("4", dedent=False) == [(4, "    b = 2")]


def test_control_characters_stay_in_the_text() -> None:
    assert shown("6") == [(6, "\x0cend")]


def test_marks_are_source_lines_or_quoted_texts() -> None:
    assert marks("2-5", LineRange(first=4, last=5), "a = 1") == ({2, 4, 5}, [])
    assert marks("2-5", " a") == ({2, 5}, [])


def test_a_range_of_marks_may_span_a_gap() -> None:
    assert marks("2,4-5", LineRange(first=2, last=4)) == ({2, 4}, [])


def test_a_mark_outside_the_excerpt_is_a_problem_and_marks_nothing() -> None:
    for mark in (LineRange(first=1, last=1), LineRange(first=4, last=6), LineRange(first=3, last=3), "def"):
        lines, (problem,) = marks("2,4-5", mark)
        assert lines == set()
        assert (problem.code, problem.where) == ("excerpt-highlight", PLACE)
        assert "shows L2, L4–L5" in problem.help


def test_a_note_outside_the_excerpt_is_a_problem() -> None:
    notes = (Note(line=1, html="x", text="x"), Note(line=4, html="y", text="y"))
    verdict = excerpt(judged(TEXT, TEXT, "4-5", path="a.txt", request={"notes": notes}))
    assert [one.message for one in verdict.problems] == ["`:note-1:` is outside the excerpt"]


def test_marks_keep_to_the_pinned_numbers_while_lines_have_moved() -> None:
    verdict = excerpt(
        judged(TEXT, b"new\n" + TEXT, "4-5", request={"highlight": (LineRange(first=4, last=4),)})
    )
    assert verdict.state == "moved"
    assert verdict.highlighted == {4}


def test_nothing_is_cut_to_a_limit() -> None:
    limits = Limits(excerpt_lines=3, excerpt_columns=11)
    long = judged(TEXT, TEXT, "2-5", path="a.txt", limits=limits)
    assert isinstance(long, Problem)
    assert long.message == "the excerpt has 4 lines; a page shows at most 3"
    wide = judged(TEXT, TEXT, "4-5", path="a.txt", limits=limits)
    assert isinstance(wide, Problem)
    assert wide.message == "L5 of `a.txt` has 12 columns; a page shows at most 11"
    assert "`excerpt_columns`" in wide.help
    assert excerpt(judged(TEXT, TEXT, "2-4", path="a.txt", limits=limits)).state == "ok"


def test_the_language_comes_from_the_name_or_the_author() -> None:
    assert language_of("a/b.py") == "python"
    assert language_of("Program.CS") == "csharp"
    assert language_of("Dockerfile") == "docker"
    assert language_of("notes.unheard-of") == "text"
    assert excerpt(judged(TEXT, TEXT, "1", request={"language": "rust"})).language == "rust"
