"""What each kind of address finds, and what it says when it finds nothing or too much."""

from __future__ import annotations

import pytest

from pinning import address_of, text_of
from site_builder.excerpts.caption import ranges_text
from site_builder.excerpts.modes import Unresolved, resolve


def found(text: str, address: str, path: str = "a.py") -> str:
    ranges = resolve(address_of(address), text_of(text.encode(), path), path)
    assert not isinstance(ranges, Unresolved), ranges
    return ranges_text(ranges)


def missed(text: str, address: str, path: str = "a.py") -> Unresolved:
    ranges = resolve(address_of(address), text_of(text.encode(), path), path)
    assert isinstance(ranges, Unresolved), ranges
    assert ranges.help
    return ranges


def test_lines_are_never_clipped() -> None:
    assert found("a\nb\nc\n", "2-3") == "L2–L3"
    miss = missed("a\nb\nc\n", "2-4")
    assert (miss.code, miss.message) == ("excerpt-out-of-range", "has no L2–L4: it has 3 lines")
    assert miss.help == "write `:lines: 2-3`; the file has 3 lines"
    assert missed("a\n", "7-9").help == "write `:lines: 1`; the file has 1 line"
    assert missed("", "1").message == "has no L1: it is empty"
    assert missed("a\nb\nc\n", "1,3-9").code == "excerpt-out-of-range"


def test_a_whole_file_is_all_its_lines() -> None:
    assert found("a\n\nb", "file") == "L1–L3"
    assert "is empty" in missed("", "file").message


def test_text_addresses_go_from_one_line_to_another() -> None:
    text = "a = 1\ndef f():\n    return a\n\nb = 2\n"
    assert found(text, 'text:"def f"…"return"') == "L2–L3"
    assert found(text, 'text:"def f"…"def f"') == "L2"


def test_a_text_that_is_missing_or_occurs_twice_is_no_address() -> None:
    text = "a = 1\ndef first(): pass\na = 2\n"
    assert missed(text, 'text:"b ="…"def"').message == "has no line with `b =`"
    assert missed(text, 'text:"a ="…"def"').message == "has `a =` in several lines: L1 and L3"
    assert "`def first(): pass`" in missed(text, 'text:"def frist(): pass"…"a"').help
    assert "before `def`" in missed(text, 'text:"def"…"a = 1"').message


def test_one_line_that_holds_the_text_twice_is_still_one_line() -> None:
    assert found("x x\ny\n", 'text:"x"…"y"') == "L1–L2"


REGION = """\
a = 1
# region connect

b = 2
    # region inner
c = 3
    # endregion

d = 4

# endregion
"""


def test_markers_are_never_shown_but_count_as_lines() -> None:
    assert found(REGION, "region:connect") == "L4, L6, L8–L9"
    assert found(REGION, "region:inner") == "L6"


@pytest.mark.parametrize(
    "start, end",
    [
        ("# region x", "# endregion"),
        ("#region x", "#endregion"),
        ("    #region x", "    #endregion x"),
        ("// region x", "// endregion"),
        ("//#region x", "//#endregion"),
        ("//region x", "//endregion"),
        ("/* region x */", "/* endregion */"),
        ("/* #region x */", "/* #endregion */"),
        ("<!-- region x -->", "<!-- endregion -->"),
        ("<!-- #region x -->", "<!-- #endregion -->"),
        ("-- region x", "-- endregion"),
        ("--#region x", "--#endregion"),
        ("; region x", "; endregion"),
        ("% region x", "% endregion"),
        ("#pragma region x", "#pragma endregion"),
        ('#Region "x"', "#End Region"),
        ("' region x", "' endregion"),
        ("(* region x *)", "(* endregion *)"),
        ("{$REGION 'x'}", "{$ENDREGION}"),
        ("REM region x", "REM endregion"),
        ("::#region x", "::#endregion"),
        ("# region: x", "# endregion"),
    ],
)
def test_markers_are_those_that_editors_fold(start: str, end: str) -> None:
    assert found(f"a\n{start}\nb\n{end}\nc\n", "region:x", "a.any") == "L3"


@pytest.mark.parametrize(
    "line",
    [
        "region x",
        "# regional x",
        "  --region x \\",
        "'region': 1,",
        "{region}",
        "x = 1  # region x",
        "# end of region x",
    ],
)
def test_other_lines_are_no_markers(line: str) -> None:
    assert "has no region `x`" in missed(f"{line}\nb\n# endregion\n", "region:x").message


def test_an_end_may_name_its_region() -> None:
    text = "# region a\n1\n# region b\n2\n# endregion a\n3\n# endregion b\n"
    assert found(text, "region:a") == "L2, L4"
    assert found(text, "region:b") == "L4, L6"


def test_regions_that_are_open_empty_twice_or_unknown_are_problems() -> None:
    assert missed("# region x\na\n", "region:x").message == "opens the region `x` at L1 and never closes it"
    assert (
        missed("# region x\n\n# endregion\n", "region:x").message == "has nothing between the markers of `x`"
    )
    twice = "# region x\na\n# endregion\n# region x\nb\n# endregion\n"
    assert missed(twice, "region:x").message == "has the region `x` 2 times: L1 and L4"
    assert missed(REGION, "region:conect").help == "did you mean `connect`?"
    assert "no named regions" in missed("a\n", "region:x").help


def test_a_region_that_another_leaves_open_is_not_guessed_at() -> None:
    text = "# region a\n1\n# region b\n2\n# endregion\n3\n"
    assert found(text, "region:b") == "L4"
    assert "never closes" in missed(text, "region:a").message
