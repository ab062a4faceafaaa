"""What an author is told of a directive that cannot be read, and where."""

from __future__ import annotations

import pytest

from reading import html_of, problems_of, read_body

MISTAKES = [
    ("```{exerpt} a.py\n```", 4, "directive-unknown", "`{exerpt}` is no directive",
     "did you mean `excerpt`?"),
    ("```{} a\n```", 4, "directive-unknown", "the fence names no directive in its braces", "known here"),
    (":::{nota}\na\n:::", 4, "directive-unknown", "`{nota}` is no directive", "`note`"),
    (":::note\na\n:::", 4, "directive-unknown", "`:::note` names no directive in braces",
     "write `:::{note}`"),
    ("a\n\n:::\n", 6, "directive-unknown", "`:::` closes nothing", "more colons"),
    (":::{note}\na\n", 4, "directive-unknown", "`:::{note}` is not closed", "end it with a line `:::`"),
    ("```{transcript} D/r\n", 4, "directive-unknown", "`\x60\x60\x60{transcript} D/r` is not closed",
     "end it"),
    (":::{note}\n:class: x\na\n:::", 5, "option-unknown", "`{note}` has no option `class`", "blank line"),
    ("```{code} py\n:line: 1\na\n```", 5, "option-unknown", "`{code}` has no option `line`", "highlight"),
    ("```{code} py\n:highlight: 2\na\n```", 5, "option-unknown", "`:highlight: 2` names line 2",
     "the code has 1 line"),
    ("```{transcript} D/r\n:view: both\n:view: both\n```", 6, "option-unknown", None, "one"),
    ("```{excerpt} a.py\n:lines: 1\n:lines: 2\n```", 6, "option-unknown", None, "one"),
    ("```{code} py\n:caption: a\n:caption: b\n```", 6, "option-unknown", "`:caption:` is written twice",
     "one"),
    ("```{transcript} D/r\n:view: both\nlines: 1-2\n```", 6, "option-unknown",
     "`lines: 1-2` is no option of `{transcript}`", "write options as `:name: value`"),
    ("```{transcript} D/r\n:veiw: both\n```", 5, "option-unknown", None, "view"),
    ("```{excerpt} a.py\n:line: 1\n```", 5, "option-unknown", None, "lines"),
    (":::{tab} A\na\n:::", 4, "directive-unknown", "`{tab}` stands outside `{tabs}`", "::::{tabs}"),
    ("::::{tabs}\na\n::::", 5, "directive-unknown", "only `{tab}` can stand inside `{tabs}`",
     ":::{tab} Label"),
    (":::{details}\na\n:::", 4, "option-unknown", "`{details}` has no label", ":::{details} Label"),
    ("a {valeu}`x` b", 4, "directive-unknown", "`{valeu}` is no role", "did you mean `value`?"),
    ("a {value}`x` b", 4, "value-unknown", "`x` names no value", "path/to/file.py::NAME"),
    ("## a {value}`x.py::Y`", 4, "directive-unknown", "a heading cannot hold a value", "in the text below"),
    (":::{note} [a](b.md)\nx\n:::", 4, "link-target", "a caption or title cannot link to `b.md`",
     "into the text"),
    ("a\n\n[^x]: b", 6, "link-anchor", "nothing cites the footnote `[^x]`", "remove it"),
    ("## a {#x}\n\n## b {#x}", 6, "link-anchor", "the id `x` already belongs to the heading of line 4",
     "another id"),
    ("## a {#_x}", 4, "link-anchor", "the id `_x` is one that pages use themselves", "choose another"),
    ("# Other", 4, "front-matter", "the page has a `title` and begins with another one, “Other”", "`##`"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "line", "code", "said", "help"), MISTAKES)
def test_a_mistake_is_reported_once_at_its_line_with_the_next_act(
    written: str, line: int, code: str, said: str | None, help: str
) -> None:
    (found,) = problems_of(read_body(written))
    assert (found.where.path, found.where.line, found.code) == ("content/page.en.md", line, code)
    assert said in (None, found.message)
    assert help in found.help


def test_the_problem_stands_where_the_directive_was() -> None:
    assert html_of(read_body("a\n\n```{exerpt}\n```\n\nb")) == (
        "<p>a</p>\n⟦problem: `{exerpt}` is no directive⟧<p>b</p>\n"
    )


def test_a_directive_has_a_column() -> None:
    (found,) = problems_of(read_body("> - ```{exerpt} a\n>   ```"))
    assert found.where.column == 5


def test_several_mistakes_are_all_said() -> None:
    found = problems_of(read_body("```{exerpt} a\n```\n\n```{contrat} b\n```\n\n{valu}`x`"))
    assert [one.where.line for one in found if one.code == "directive-unknown"] == [10, 4, 7]
