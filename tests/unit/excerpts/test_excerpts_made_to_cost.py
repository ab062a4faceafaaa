"""Files made to cost much: what is looked for in them is found in a time that grows with their size."""

from __future__ import annotations

import pytest

from site_builder.excerpts.constants import constant_of
from site_builder.excerpts.locate import first_lines
from site_builder.excerpts.modes import python, region
from site_builder.excerpts.modes.outcome import Unresolved
from site_builder.excerpts.source import split
from site_builder.model import LineRange, RegionAddress

MANY = 100_000


def test_regions_in_regions_are_paired_from_the_innermost_out() -> None:
    source = split("# region a\n" * MANY + "# region b\nx\n" + "# endregion\n" * (MANY + 1))
    assert region.resolve(RegionAddress(name="b"), source) == (LineRange(first=MANY + 2, last=MANY + 2),)
    found = region.resolve(RegionAddress(name="a"), source)
    assert isinstance(found, Unresolved) and f"{MANY} times" in found.message


def test_an_end_with_a_name_closes_the_innermost_region_of_that_name() -> None:
    text = "# region a\n1\n# region b\n2\n# endregion a\n3\n# endregion\n4\n# endregion\n"
    assert region.resolve(RegionAddress(name="a"), split(text)) == (
        LineRange(first=2, last=2),
        LineRange(first=4, last=4),
    )
    assert region.resolve(RegionAddress(name="b"), split(text)) == (
        LineRange(first=4, last=4),
        LineRange(first=6, last=6),
    )


def test_a_region_of_blank_lines_shows_nothing() -> None:
    found = region.resolve(RegionAddress(name="a"), split("# region a\n" + "\n" * MANY + "# endregion\n"))
    assert isinstance(found, Unresolved)


def test_a_line_that_stands_everywhere_is_found_everywhere() -> None:
    assert first_lines("x\n", split("x\n" * MANY)) == list(range(1, MANY + 1))


@pytest.mark.parametrize("text", ["é\nb\n\nc", "", "a\r\nb\n", "\n\n\n"])
def test_each_character_is_in_the_line_that_begins_before_it(text: str) -> None:
    source = split(text)
    for offset in range(len(source.text)):
        assert source.line_at(offset) == source.text.count("\n", 0, offset) + 1


def test_a_python_file_of_a_size_that_nobody_writes_is_not_parsed() -> None:
    found = python.symbols("x\n" * MANY * 6)
    assert isinstance(found, Unresolved) and ":lines:" in found.help


@pytest.mark.parametrize("terms", [100, 900, 3000])
def test_a_constant_is_found_beside_a_deep_expression(terms: int) -> None:
    found = constant_of(f"A = 1\nB = {'+'.join('1' * terms)}\n", "A")
    assert found == "1" or isinstance(found, Unresolved)
