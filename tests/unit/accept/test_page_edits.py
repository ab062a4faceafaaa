"""Following moved lines in a page, checked on pages of every make."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.excerpts.rewrite import PageEdit, rewrite_page

MOVED = {number: number + 100 for number in range(1, 60)}


def rewritten(page: str, **members: object) -> str:
    edit = PageEdit(**{"line": 1, "moved": MOVED, **members})  # type: ignore[arg-type]
    data = rewrite_page(page.encode("utf-8"), [edit])
    assert isinstance(data, bytes), data
    return data.decode("utf-8")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (":lines: 39-49", ":lines: 139-149"),
        (":lines: L39-L49", ":lines: L139-L149"),
        (":lines: L39–L49", ":lines: L139–L149"),
        (":lines:  7 ", ":lines:  107 "),
        (":lines: 2-3, 5,7-9", ":lines: 102-103, 105,107-109"),
        ("\t:lines:\t4", "\t:lines:\t104"),
        ("> :lines: 4", "> :lines: 104"),
        (":highlight: 43, 45-46", ":highlight: 143, 145-146"),
        (':highlight: "line 43"', ':highlight: "line 43"'),
        (":highlight: retries = 3", ":highlight: retries = 3"),
        (":note-44: See line 44.", ":note-144: See line 44."),
        (":caption: lines 39-49", ":caption: lines 39-49"),
        (":highlight: 43,99", ":highlight: 43,99"),  # 99 is not among the pinned lines
        (":note-99: text", ":note-99: text"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_an_option_changes_its_numbers_and_nothing_else(before: str, after: str, end: str) -> None:
    page = f"```{{excerpt}} src/x.py{end}{{}}{end}```{end}39-49{end}"
    assert rewritten(page.replace("{}", before)) == page.replace("{}", after)


@pytest.mark.parametrize("fence", ["```", "````", "~~~", ":::", "- ```", "> ```", "1. :::", "  ~~~~~"])
def test_the_path_is_replaced_behind_any_fence(fence: str) -> None:
    page = f"{fence}{{excerpt}}  src/x.py \t\n:lines: 1\n"
    assert rewritten(page, path="lib/é y.py") == f"{fence}{{excerpt}}  lib/é y.py \t\n:lines: 101\n"


def test_options_end_where_the_directive_says_so() -> None:
    page = "```{excerpt} src/x.py\n:lines: 1\n\n:lines: 2\n```\n:lines: 3\n"
    assert rewritten(page) == page.replace(":lines: 1\n", ":lines: 101\n")


def test_two_directives_are_edited_each_at_its_place() -> None:
    page = "\ufeffx\n```{excerpt} a\n:lines: 1\n```\n```{excerpt} a\n:lines: 1\n```"
    edits = [PageEdit(line=2, moved={1: 5}), PageEdit(line=5, moved={1: 6})]
    data = rewrite_page(page.encode("utf-8"), edits)
    assert isinstance(data, bytes)
    assert data.decode("utf-8") == page.replace(":lines: 1", ":lines: 5", 1).replace(
        ":lines: 1", ":lines: 6", 1
    )


@pytest.mark.parametrize("line", [0, 2, 99])
def test_a_directive_that_is_not_where_it_was_read_is_told(line: int) -> None:
    message = rewrite_page(b"```{excerpt} a\ntext\n```\n", [PageEdit(line=line, moved={})])
    assert message == f"line {line} no longer begins an excerpt"


@given(st.text(max_size=80), st.text(max_size=80), st.sampled_from(["\n", "\r\n", "\r"]))
def test_everything_around_a_directive_stays_byte_for_byte(before: str, after: str, end: str) -> None:
    head = before + end
    page = f"{head}```{{excerpt}} src/x.py{end}:lines: 3-4{end}```{end}{after}"
    line = len([*_ends(head)]) + 1
    assert rewritten(page, line=line) == page.replace(
        f"{end}:lines: 3-4{end}```{end}{after}", f"{end}:lines: 103-104{end}```{end}{after}"
    )


def _ends(text: str) -> list[str]:
    """Lines as CommonMark ends them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[:-1]
