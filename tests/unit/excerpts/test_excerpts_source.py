"""What is a line, and what is text."""

from __future__ import annotations

import pytest

from pinning import text_of
from site_builder.excerpts.source import SourceText, decode, dedent, digest
from site_builder.model import LineRange, Problem


def lines(data: bytes, path: str = "a.txt") -> list[str]:
    source = text_of(data, path)
    return source.lines(LineRange(first=1, last=source.line_count)) if source.line_count else []


def refused(data: bytes, path: str = "a.txt") -> str:
    problem = decode(data, path)
    assert isinstance(problem, Problem)
    assert problem.code == "excerpt-file"
    assert problem.help
    return problem.message


def test_only_a_line_feed_ends_a_line() -> None:
    text = "form\x0cfeed\nnext\x85line\nline\u2028separator\nlone\rreturn\nvertical\x0btab\n"
    assert lines(text.encode()) == text.split("\n")[:-1]


def test_windows_line_ends_are_line_ends() -> None:
    assert lines(b"one\r\ntwo\r\n\r\nfour") == ["one", "two", "", "four"]


@pytest.mark.parametrize(
    "data, count", [(b"", 0), (b"\n", 1), (b"a", 1), (b"a\n", 1), (b"a\n\n", 2), (b"\n\na", 3)]
)
def test_a_file_has_as_many_lines_as_an_editor_shows(data: bytes, count: int) -> None:
    assert text_of(data).line_count == count


def test_one_byte_order_mark_is_dropped_and_a_second_is_content() -> None:
    assert lines(b"\xef\xbb\xbfone\n") == ["one"]
    assert lines(b"\xef\xbb\xbf\xef\xbb\xbfone\n") == ["\ufeffone"]
    assert lines(b"\xef\xbb\xbf# coding: utf-8-sig\n", "a.py") == ["# coding: utf-8-sig"]


def test_nul_is_named_with_its_byte() -> None:
    assert refused(b"abc\0def") == "`a.txt` is no text: byte 3 is NUL"


def test_a_byte_that_does_not_decode_is_named_by_its_offset() -> None:
    assert refused(b"caf\xe9\n") == "`a.txt` is no utf-8 text: byte 3 does not decode"
    assert "byte 6 does" in refused(b"\xef\xbb\xbfabc\xff")


def test_python_files_declare_their_encoding() -> None:
    data = "# -*- coding: latin-1 -*-\nprice = 'é'\n".encode("latin-1")
    assert lines(data, "a.py")[1] == "price = 'é'"
    assert lines(b"#!/usr/bin/python\n" + data, "a.py")[2] == "price = 'é'"
    assert "does not decode" in refused(data, "a.txt")


def test_a_declaration_below_code_or_in_the_third_line_is_no_declaration() -> None:
    for start in (b"import os\n", b"\n\n"):
        assert "utf-8" in refused(start + b"# coding: latin-1\n\xe9\n", "a.py")


def test_declarations_that_cannot_be_kept_are_problems() -> None:
    assert "which nobody knows" in refused(b"# coding: klingon\n", "a.py")
    assert "begins with a UTF-8 mark but declares" in refused(b"\xef\xbb\xbf# coding: latin-1\n", "a.py")
    assert "no text" in refused(b"# coding: hex\n", "a.py") or "nobody" in refused(b"# coding: hex\n", "a.py")
    assert "is no utf-7 text" in refused(b"# coding: utf-7\n+2AA-\n", "a.py")


def test_dedent_removes_the_common_white_space_string_only() -> None:
    assert dedent(["    a", "      b", "    c"]) == ["a", "  b", "c"]
    assert dedent(["\ta", "    b"]) == ["\ta", "    b"]
    assert dedent(["\t  a", "\t\tb"]) == ["  a", "\tb"]


def test_blank_lines_neither_hinder_dedent_nor_keep_white_space() -> None:
    assert dedent(["    a", "", "  ", "      ", "    b"]) == ["a", "", "", "", "b"]
    assert dedent(["  ", "\t"]) == ["", ""]


def test_other_space_is_content_to_dedent() -> None:
    assert dedent(["\xa0a", "\xa0b"]) == ["\xa0a", "\xa0b"]
    assert dedent(["    a", "\x0c"]) == ["    a", "\x0c"]


def test_the_hash_is_that_of_the_lines_as_sed_prints_them() -> None:
    assert digest("a\n") == "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7"


def test_a_range_past_the_end_has_no_text() -> None:
    source = text_of(b"a\nb\n")
    assert source.part([LineRange(first=1, last=2)]) == "a\nb\n"
    assert source.part([LineRange(first=1, last=1), LineRange(first=2, last=3)]) is None


def test_a_file_is_decoded_once_however_often_it_is_quoted() -> None:
    data = b"some unusual content\n"
    first, again = decode(data, "a.txt"), decode(data, "b.txt")
    assert isinstance(first, SourceText)
    assert first is again
