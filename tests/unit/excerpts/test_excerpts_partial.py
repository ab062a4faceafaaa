"""When a Python excerpt is cut from the middle of a statement."""

from __future__ import annotations

import pytest

from pinning import excerpt, judged_new
from site_builder.excerpts.fstrings import Unbalanced, scan
from site_builder.excerpts.statements import is_closed, open_lines

DECORATED = """\
@app.tool(
    name="x",
)
@again
def tool(
    message: str,
) -> str:
    return message
"""
STRINGS = '''\
a = 1
text = """first
second (
"""
b = f"""{
    a
} ["""
c = "closed ( [ {"  # comment ( "
d = r"\\\\"
e = \'\'\'x\'\'\'
'''
CONTINUED = """\
total = 1 + \\
    2 + \\
    3
other = "a \\
b"
"""


def warnings(text: str, lines: str, path: str = "a.py") -> list[str]:
    verdict = excerpt(judged_new(text.encode(), lines, path=path))
    return [one.message for one in verdict.problems if one.code == "excerpt-partial"]


@pytest.mark.parametrize(
    "text, lines, begins, ends",
    [
        (DECORATED, "1-8", None, None),
        (DECORATED, "4-8", None, None),
        (DECORATED, "5-8", None, None),
        (DECORATED, "1-3", None, None),
        (DECORATED, "2-3", "the brackets of L1", None),
        (DECORATED, "1-2", None, "the brackets of L1"),
        (DECORATED, "1-6", None, "the brackets of L5"),
        (DECORATED, "7-8", "the brackets of L5", None),
        (DECORATED, "6", "the brackets of L5", "the brackets of L5"),
        (STRINGS, "1", None, None),
        (STRINGS, "2-4", None, None),
        (STRINGS, "2-3", None, "the string of L2"),
        (STRINGS, "3-4", "the string of L2", None),
        (STRINGS, "5-7", None, None),
        (STRINGS, "6-7", "the string of L5", None),
        (STRINGS, "1-6", None, "the string of L5"),
        (STRINGS, "8-10", None, None),
        (CONTINUED, "1-3", None, None),
        (CONTINUED, "1-2", None, "the statement of L1"),
        (CONTINUED, "2-5", "the statement of L1", None),
        (CONTINUED, "5", "the string of L4", None),
    ],
)
def test_a_cut_is_seen_where_it_is(text: str, lines: str, begins: str | None, ends: str | None) -> None:
    for source in (text, text.replace("\n", "\r\n")):
        found = warnings(source, lines)
        words = [f"begins inside {begins}"] * bool(begins) + [f"ends inside {ends}"] * bool(ends)
        assert [one.partition("L")[2].partition(" ")[2] for one in found] == (
            [" and ".join(words)] if words else []
        )


def test_the_newest_f_strings_are_read_too() -> None:
    text = 'a = f"{d["("]}"\nb = f"{\n    x!r:>{width}}" + f\'{"}"}\'\nc = rf"\\{a}{{"\n'
    assert warnings(text, "1") == []
    assert warnings(text, "4") == []
    assert len(warnings(text, "3")) == 1


@pytest.mark.parametrize(
    "text", ["a = (\nb\nc\n", "a = )\nb\nc\n", 'a = "x\nb\nc\n', "a = (]\nb\nc\n", 'a = """\nb\nc\n']
)
def test_of_a_file_that_does_not_balance_nothing_is_said(text: str) -> None:
    assert warnings(text, "2") == []


def test_a_file_that_balances_need_not_parse() -> None:
    text = "print 'a', (\n  1)\nexec code in x\n"
    assert warnings(text, "1-2") == []
    assert len(warnings(text, "2-3")) == 1


def test_only_python_is_looked_at() -> None:
    assert warnings("f(\n1)\n", "2", "a.js") == []
    assert len(warnings("f(\n1)\n", "2", "a.pyi")) == 1


def test_each_part_of_a_list_is_looked_at() -> None:
    assert len(warnings(DECORATED, "1-2,4-5")) == 2


def test_region_markers_inside_brackets_are_no_cut() -> None:
    inner = "a = [\n    # region x\n    1,\n    # endregion\n]\n"
    outer = "# region y\nb = [\n    # region z\n    2,\n    # endregion\n]\n# endregion\n"
    text = inner + outer
    assert len(warnings(text, "region:x")) == 1
    assert warnings(text, "region:y") == []


def test_quick_and_careful_reading_agree() -> None:
    for text in (DECORATED, STRINGS, CONTINUED):
        assert open_lines(text) == scan(text)
        assert is_closed(text)


def test_the_careful_reading_refuses_what_is_not_closed() -> None:
    for text in ('f"{a"\n', 'f"}"\n', "f'''{x\n", '"a\nb"\n'):
        with pytest.raises(Unbalanced):
            scan(text)
