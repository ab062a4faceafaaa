"""Diffs numbered as the files, and what git's line maps say of a range."""

from __future__ import annotations

import pytest

from site_builder.excerpts.diff import unified
from site_builder.excerpts.linemap import mapped, mapped_all, zone
from site_builder.model import Hunk, LineRange


def diff(old: str, new: str, old_first: int = 1, new_first: int = 1) -> list[str]:
    sides = old.split(), new.split()
    return unified(
        *sides,
        old_numbers=range(old_first, old_first + len(sides[0])),
        new_numbers=range(new_first, new_first + len(sides[1])),
        old_name="old",
        new_name="new",
    ).split("\n")[:-1]


def test_equal_sides_have_no_diff() -> None:
    assert diff("a b", "a b") == []


def test_hunks_carry_the_numbers_of_the_files() -> None:
    assert diff("a b c", "a x c", 39, 41) == [
        "--- old",
        "+++ new",
        "@@ -39,3 +41,3 @@",
        " a",
        "-b",
        "+x",
        " c",
    ]
    assert diff("a", "b", 7, 7)[2] == "@@ -7 +7 @@"
    assert diff("a b", "", 7)[2] == "@@ -7,2 +0,0 @@"


def test_a_list_of_parts_keeps_the_numbers_after_its_gap() -> None:
    old = [str(number) for number in range(20)]
    new = [*old[:15], "x", *old[16:]]
    numbers = [*range(1, 11), *range(101, 111)]
    text = unified(old, new, old_numbers=numbers, new_numbers=numbers, old_name="a", new_name="b")
    assert "@@ -103,7 +103,7 @@" in text


LINES = LineRange(first=10, last=12)


@pytest.mark.parametrize(
    "hunks, place",
    [
        ([], (10, 12)),
        ([(0, 0, 1, 2)], (12, 14)),
        ([(9, 0, 10, 1)], (11, 13)),
        ([(3, 2, 2, 0)], (8, 10)),
        ([(9, 1, 9, 3)], (12, 14)),
        ([(12, 0, 13, 5)], (10, 12)),
        ([(13, 2, 13, 1)], (10, 12)),
        ([(10, 1, 10, 1)], None),
        ([(12, 3, 12, 1)], None),
        ([(10, 0, 11, 1)], None),
        ([(8, 9, 8, 1)], None),
    ],
)
def test_lines_that_a_diff_leaves_alone_have_a_place(
    hunks: list[tuple[int, int, int, int]], place: tuple[int, int] | None
) -> None:
    found = mapped(LINES, [hunk(*one) for one in hunks])
    assert (found and (found.first, found.last)) == place


def hunk(old_first: int, old_count: int, new_first: int, new_count: int) -> Hunk:
    return Hunk(old_first=old_first, old_count=old_count, new_first=new_first, new_count=new_count)


def test_a_list_has_a_place_only_as_a_whole() -> None:
    parts = [LineRange(first=1, last=2), LINES]
    assert mapped_all(parts, (hunk(5, 0, 6, 1),)) == (
        LineRange(first=1, last=2),
        LineRange(first=11, last=13),
    )
    assert mapped_all(parts, (hunk(1, 1, 1, 1),)) is None


@pytest.mark.parametrize(
    "hunks, place",
    [
        ([(11, 1, 11, 3)], (10, 14)),
        ([(0, 0, 1, 1), (11, 1, 12, 1)], (11, 13)),
        ([(8, 3, 8, 1)], (8, 10)),
        ([(10, 3, 9, 0)], None),
        ([(11, 0, 12, 2)], (10, 14)),
        ([(12, 4, 12, 1)], (10, 12)),
    ],
)
def test_changed_lines_have_a_zone(
    hunks: list[tuple[int, int, int, int]], place: tuple[int, int] | None
) -> None:
    found = zone(LINES, [hunk(*one) for one in hunks])
    assert (found and (found.first, found.last)) == place
