"""Addresses as authors write them and as the lock prints them."""

from __future__ import annotations

import pytest

from site_builder.excerpts.address import parse_address, parse_lines, print_address
from site_builder.excerpts.caption import caption_text
from site_builder.model import LineRange, LinesAddress, RegionAddress, SymbolAddress, TextAddress


def canonical(text: str) -> str:
    address = parse_lines(text)
    assert not isinstance(address, str), address
    return print_address(address)


@pytest.mark.parametrize("text", ["4", "4-4", "L4", "L4-L4", "L4–L4", " 4 ", "004"])
def test_one_line_has_one_address_however_it_is_written(text: str) -> None:
    assert canonical(text) == "L4"


@pytest.mark.parametrize("text", ["39-49", "L39-L49", "L39–L49", "39–49", "L39-49", "39 - 49"])
def test_the_printed_form_of_a_range_is_accepted_back(text: str) -> None:
    assert canonical(text) == "L39-L49"


def test_a_caption_s_parts_are_accepted_back() -> None:
    assert canonical("L2, L4–L6") == "L2,L4-L6"
    assert canonical("39-41,47-49") == "L39-L41,L47-L49"


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "is no range of lines"),
        ("a", "`a` is no range of lines"),
        ("0", "`0` begins before line 1"),
        ("0-4", "`0-4` begins before line 1"),
        ("5-3", "`5-3` ends before it begins"),
        ("-3", "is no range of lines"),
        ("3-", "is no range of lines"),
        ("1,,3", "is no range of lines"),
        ("1.5", "is no range of lines"),
        ("+3", "is no range of lines"),
        ("1_0", "is no range of lines"),
        ("٣-٤", "is no range of lines"),
        ("3²", "is no range of lines"),
        ("9" * 5000, "is no range of lines"),
        ("4-6,1-2", "do not ascend: L1–L2 comes after L4–L6"),
        ("1-3,3-4", "do not ascend: L3–L4 comes after L1–L3"),
    ],
)
def test_lines_that_are_no_lines_are_refused_in_words(text: str, reason: str) -> None:
    message = parse_lines(text)
    assert isinstance(message, str)
    assert reason in message


def test_names_and_texts_are_printed_unambiguously() -> None:
    assert print_address(SymbolAddress(name="Session.connect")) == "symbol:Session.connect"
    assert print_address(RegionAddress(name="the: first")) == "region:the: first"
    awkward = TextAddress(start='say("…")', end='…"…"\\')
    assert parse_address(print_address(awkward)) == awkward


@pytest.mark.parametrize(
    "text", ["symbol:", "region: ", 'text:"a"', 'text:"a"xyz?', "text:1…2", 'text:"a"…"b" ', "files"]
)
def test_what_is_no_address_says_so(text: str) -> None:
    assert isinstance(parse_address(text), str)


@pytest.mark.parametrize(
    "ranges, words",
    [([(39, 49)], "L39–L49"), ([(7, 7)], "L7"), ([(2, 2), (4, 6)], "L2, L4–L6")],
)
def test_captions_name_path_lines_and_commit(ranges: list[tuple[int, int]], words: str) -> None:
    parts = [LineRange(first=first, last=last) for first, last in ranges]
    assert caption_text("a/b.py", parts, "9a895c94534c" + "f" * 28) == f"a/b.py · {words} · 9a895c94534c"
    assert caption_text("a/b.py", parts, None, "copie de travail") == f"a/b.py · {words} · copie de travail"
    assert canonical(words) == print_address(LinesAddress(ranges=tuple(parts)))
