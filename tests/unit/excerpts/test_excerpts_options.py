"""The options of the directive: what an author writes, and what is said when it cannot be."""

from __future__ import annotations

import pytest

from site_builder.excerpts.address import print_address
from site_builder.excerpts.options import read_excerpt
from site_builder.model import ExcerptRequest, FileAddress, LineRange, Problem, Where

PAGE = Where(path="content/page.md", line=10)


def read(*options: tuple[str, str], path: str = "src/a.py") -> ExcerptRequest | tuple[Problem, ...]:
    numbered = [(name, text, line) for line, (name, text) in enumerate(options, 11)]
    return read_excerpt(PAGE, path, numbered, lambda text: f"<p>{text}</p>")


def request(*options: tuple[str, str], path: str = "src/a.py") -> ExcerptRequest:
    found = read(*options, path=path)
    assert isinstance(found, ExcerptRequest), found
    return found


def refused(*options: tuple[str, str], path: str = "src/a.py") -> Problem:
    found = read(*options, path=path)
    assert isinstance(found, tuple)
    (problem,) = found
    assert problem.help
    return problem


def test_without_an_address_the_whole_file_is_meant() -> None:
    assert request().address == FileAddress()


@pytest.mark.parametrize(
    "options, address",
    [
        ([("lines", "39–49")], "L39-L49"),
        ([("symbol", "Session.connect")], "symbol:Session.connect"),
        ([("region", "the first part")], "region:the first part"),
        ([("from", "def a(")], None),
        ([("to", "return"), ("from", "def a(")], 'text:"def a("…"return"'),
    ],
)
def test_each_address_is_read(options: list[tuple[str, str]], address: str | None) -> None:
    if address is None:
        assert refused(*options).message == "`:from:` stands without `:to:`"
    else:
        assert print_address(request(*options).address) == address


@pytest.mark.parametrize(
    "options",
    [
        [("lines", "1"), ("symbol", "a")],
        [("region", "a"), ("symbol", "a")],
        [("lines", "1"), ("from", "a"), ("to", "b")],
        [("lines", "1"), ("to", "b")],
    ],
)
def test_two_addresses_at_once_are_a_problem(options: list[tuple[str, str]]) -> None:
    problem = refused(*options)
    assert problem.code == "excerpt-address"
    assert "each say what to show" in problem.message


def test_an_unknown_option_names_the_nearest_known_one_at_its_line() -> None:
    problem = refused(("lines", "1"), ("higlight", "1"))
    assert (problem.code, problem.where.line) == ("option-unknown", 12)
    assert problem.help == "did you mean `highlight`?"


def test_an_option_written_twice_is_a_problem() -> None:
    assert refused(("caption", "a"), ("caption", "b")).message == "`:caption:` is written twice"


def test_every_mistake_is_reported_at_once() -> None:
    found = read(("lines", "0"), ("dedent", "perhaps"), ("nope", ""), path="")
    assert isinstance(found, tuple)
    assert [one.code for one in found] == [
        "excerpt-file",
        "excerpt-address",
        "option-unknown",
        "option-unknown",
    ]


def test_highlight_takes_lines_ranges_and_quoted_texts() -> None:
    marks = request(("highlight", """43, 45–46, "print("a, b")", 'it'""")).highlight
    assert marks == (LineRange(first=43, last=43), LineRange(first=45, last=46), 'print("a, b")', "it")


@pytest.mark.parametrize("text", ["", "a", "5-3", '"open', "1;2", "0"])
def test_a_highlight_that_cannot_be_read_is_a_problem(text: str) -> None:
    assert refused(("highlight", text)).code == "excerpt-highlight"


def test_notes_and_captions_are_inline_markdown() -> None:
    found = request(("note-44", "the *deadline*"), ("note-4", "start"), ("caption", "A `caption`"))
    assert [(note.line, note.html, note.text) for note in found.notes] == [
        (4, "<p>start</p>", "start"),
        (44, "<p>the *deadline*</p>", "the *deadline*"),
    ]
    assert found.caption == "<p>A `caption`</p>"


@pytest.mark.parametrize("name", ["note-0", "note-", "note-x", "note-٣"])
def test_a_note_stands_beside_a_line(name: str) -> None:
    assert refused((name, "text")).code == "option-unknown"


def test_two_notes_for_one_line_and_an_empty_note_are_problems() -> None:
    assert "two notes" in refused(("note-4", "a"), ("note-04", "b")).message
    assert "says nothing" in refused(("note-4", " ")).message


def test_switches_say_on_or_off() -> None:
    assert request(("dedent", "off")).dedent is False
    assert request(("allow-partial", "")).allow_partial is True
    assert refused(("dedent", "maybe")).help == "write `on` or `off`"


def test_a_language_is_a_known_lexer() -> None:
    assert request(("language", "csharp")).language == "csharp"
    assert "`python`" in refused(("language", "pyton")).help


def test_paths_are_relative_to_the_project() -> None:
    assert request(path=" ./src//a.py ").path == "src/a.py"
    assert request(path="../shared/a b.py").path == "../shared/a b.py"
    assert refused(path="/etc/passwd").code == "excerpt-file"
    assert refused(path="").message == "the excerpt names no file"
