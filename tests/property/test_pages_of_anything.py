"""Whatever is written, a page comes out: HTML that closes what it opens, and links that pages may carry."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

from reading import CONFIG, html_of, problems_of, read
from site_builder.config import Config, parse_config
from site_builder.content.targets import SAFE_SCHEMES, scheme_of
from site_builder.model import LinkTarget

VOID = {"img", "br", "hr", "input"}
PIECES = st.sampled_from(
    [
        "a", "\n", "\n\n", "  ", "    ", "\t", "# ", "## ", "{#x}", "- ", "1. ", "> ", "*", "**", "_", "~~",
        "`", "```", "~~~",
        "[", "]", "(", ")", "[a](b.md)", "![a](b.png \"c\")", "](javascript:x)", "<", ">", "<b>", "</b>",
        "<script>", "&lt;",
        "&#106;", "|", "|-|", "| a |\n|---|\n| b |\n", ":", ":::", "::::", ":::{note}\n", ":::{tabs}\n",
        ":::{tab} A\n", "\n:::\n",
        "```{excerpt} a.py\n:lines: 1-2\n```\n", "```{code} py\n", "{value}`a::b`", "{value}`", "[^a]",
        "\n[^a]: b\n", "- [ ] ",
        "---\n", "===\n", ":lines: 1\n", "é", "\u202e", "\r", "«", "»", " : ", "!", "'", '"', "\\",
        "\x00"[:0], "\x0c", "\u2028",
        "title: a\n", "- [x] a\n  ```{transcript} D/r\n  ```\n", "term\n: def\n",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=30).map("".join)


class Balance(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        assert not [name for name, _ in attrs if name.startswith("on") or name == "style"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@settings(max_examples=400, deadline=None)
@given(text=TEXTS, lang=st.sampled_from(["fr", "en"]))
def test_any_text_becomes_whole_html_with_links_that_pages_may_carry(text: str, lang: str) -> None:
    page = read(text, f"content/p.{lang}.md")
    balance = Balance()
    balance.feed(html_of(page))
    balance.close()
    assert balance.open == []
    assert "script" not in balance.seen
    assert len(set(balance.ids)) == len(balance.ids)
    for block in page.blocks:
        if isinstance(block, LinkTarget):
            assert scheme_of(block.target) in (None, *SAFE_SCHEMES)
    for problem in problems_of(page):
        assert problem.message and problem.help and not problem.message.endswith(".")


@settings(max_examples=200, deadline=None)
@given(text=TEXTS)
def test_a_page_is_read_the_same_every_time(text: str) -> None:
    assert read(text) == read(text)


@settings(max_examples=200, deadline=None)
@given(text=TEXTS)
def test_raw_html_never_carries_script_where_it_is_allowed(text: str) -> None:
    html = html_of(read(text, config=replace(CONFIG, html=True)))
    assert "<script" not in html


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=60) | TEXTS.map(str.encode))
def test_any_bytes_are_a_page_or_problems(data: bytes) -> None:
    assert read(data).path == "content/page.en.md"


TOML = st.lists(
    st.sampled_from(
        ["[site]\n", "[paths]\n", "[theme]\n", "[limits]\n", "[[x]]\n", "languages",
         "title", " = ", '["fr"]', '"a"', "1", "-1",
         "true", "{ fr = 'a' }", "\n", "output", "content", "accent", ".", "[", "]", '"', "'''", "#", "é",
         "nan", "2020-01-01"]
    ),
    max_size=20,
).map("".join)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(text=TOML)
def test_any_settings_are_a_configuration_or_problems_with_a_next_act(text: str) -> None:
    found = parse_config(text.encode(), "sitemaf.toml")
    if not isinstance(found, Config):
        assert found
        assert all(one.message and one.help for one in found)
