"""Highlighted code: one row a line, numbers outside the text, the text itself untouched."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.render.code import CLASSES, hanging, highlight, json_text, numbered

PYTHON = 'def f(x):\n    """Doc\n    string."""\n    return x + 1  # note\n'


def text_of(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


@pytest.mark.parametrize("language", ["python", "text", "json", "csharp", "no-such-language"])
def test_lines_hold_the_text_exactly(language: str) -> None:
    assert text_of("\n".join(highlight(PYTHON, language))) == PYTHON
    assert len(highlight(PYTHON, language)) == PYTHON.count("\n") + 1


@given(st.text(alphabet="ab \t\n\r\x0c\x85\u2028'\"#{}\\<&é", max_size=60))
def test_any_text_has_as_many_lines_as_line_feeds_and_one(text: str) -> None:
    for language in ("python", "json", "console"):
        assert len(highlight(text, language)) == text.count("\n") + 1


def test_blank_first_and_last_lines_stay() -> None:
    assert highlight("\n\nx = 1\n\n", "python")[:2] == ("", "")
    assert len(highlight("\n\nx = 1\n\n", "python")) == 5


def test_a_lone_carriage_return_and_a_form_feed_are_shown() -> None:
    (line,) = highlight("a\rb\x0cc", "python")
    assert '<span class="ctrl">␍</span>' in line
    assert '<span class="ctrl">␌</span>' in line


def test_bidirectional_controls_cannot_hide() -> None:
    (line,) = highlight("# \u202eevil\u2066", "python")
    assert "\u202e" not in line
    assert "U+202E" in line
    assert "U+2066" in line


def test_markup_in_source_is_text() -> None:
    (line,) = highlight("x = '<script>&amp;'", "python")
    assert "<script" not in line
    assert text_of(line) == "x = '<script>&amp;'"


def test_only_classes_of_the_palette_occur() -> None:
    found = set(re.findall(r'class="([^"]+)"', "\n".join(highlight(PYTHON, "python"))))
    assert found <= {*CLASSES}


def test_neighbours_of_one_class_are_one_span() -> None:
    assert highlight('"abc"', "python") == ('<span class="s">"abc"</span>',)


def test_numbers_are_attributes_and_no_text() -> None:
    markup = numbered(((9, "a"), (10, "b")), "text")
    assert text_of(markup) == "a\nb\n"
    assert re.findall(r'data-n="(\d+)"', markup) == ["9", "10"]


def test_a_gap_is_visible_and_no_text() -> None:
    markup = numbered(((1, "a"), (5, "b")), "text", gap=lambda count: f"{count} left out")
    assert '<span class="gap" data-n="3 left out"></span>' in markup
    assert text_of(markup) == "a\nb\n"


def test_neighbouring_lines_have_no_gap() -> None:
    assert "gap" not in numbered(((7, "a"), (8, "b")), "text")


def test_highlighted_lines_are_marked_and_notes_are_signs_outside_the_text() -> None:
    markup = numbered(((1, "a"), (2, "b")), "text", {2}, {1: "①"})
    assert '<mark class="l" data-n="2">b\n</mark>' in markup
    assert '<i data-note="①"></i>' in markup
    assert text_of(markup) == "a\nb\n"


def test_what_wraps_hangs_behind_the_line_s_own_indent() -> None:
    assert [hanging(f"{indent}x") for indent in ("", " ", "  ", "      ", "\t\t", " " * 40)] == [
        *("", "", " i2", " i6", " i8", " i24")
    ]
    assert hanging("") == ""


@pytest.mark.parametrize(
    "text", ['{"a": [1, null]}', '{"a\\": <": "b\\": c", "d": "e', '"' + '\\"' * 200_000, '\u202e{"x": 1}']
)
def test_json_keeps_every_character(text: str) -> None:
    assert text_of(json_text(text)) == text.replace("\u202e", "U+202E")


def test_names_of_json_are_told_from_values() -> None:
    assert json_text('{"a": "b: c", "d": ["e"]}') == (
        '{<span class="k">"a"</span>: "b: c", <span class="k">"d"</span>: ["e"]}'
    )
