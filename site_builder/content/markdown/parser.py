"""The parser, set up once: text → block tokens; a paragraph's text → inline tokens.

Blocks are parsed for the whole page; a paragraph's inside only when it is written, so that no list of
tokens outlives the paragraph. Links keep the author's text, whatever their scheme: who writes the page
judges them and can name the place.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from site_builder.content.markdown.colon_fence import colon_fence
from site_builder.content.markdown.places import placed, role

Env = MutableMapping[str, object]

TOO_DEEP = "too deep"  # key of the env: lines, from 0, whose blocks were nested too deeply to be read
_DEEPEST = 60


class _Blocks(ParserBlock):
    """Says where nesting went too deep; the library drops such text without a word."""

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803
        if state.level >= state.md.options.maxNesting and startLine < endLine:
            found = state.env.setdefault(TOO_DEEP, [])
            if isinstance(found, list):
                found.append(startLine)
        super().tokenize(state, startLine, endLine)


class _Markdown(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        return link


@cache
def _markdown(html: bool) -> MarkdownIt:
    markdown = _Markdown("zero")
    markdown.block = _Blocks()
    markdown.configure("commonmark", {"html": html, "maxNesting": _DEEPEST})
    markdown.enable(["table", "strikethrough"])
    if not html:
        markdown.disable(["html_block", "html_inline"])
    markdown.use(deflist_plugin).use(footnote_plugin, inline=False, move_to_end=False)
    markdown.block.ruler.before(
        "fence", "colon_fence", colon_fence, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    rules = {rule.name: rule.fn for rule in markdown.inline.ruler.__rules__}
    for name, opening, token_type in (("link", "[", "link_open"), ("image", "!", "image")):
        markdown.inline.ruler.at(name, placed(rules[name], opening, token_type))
    markdown.inline.ruler.at("autolink", placed(rules["autolink"], "<", "link_open"))
    markdown.inline.ruler.before("backticks", "role", role)
    return markdown


def parse_blocks(text: str, env: Env, html: bool) -> list[Token]:
    """Block tokens; `inline` ones hold their text, not yet parsed."""
    tokens: list[Token] = []
    markdown = _markdown(html)
    markdown.block.parse(text, markdown, env, tokens)
    return tokens


def parse_inline(text: str, env: Env, html: bool) -> list[Token]:
    """The tokens inside one paragraph. `meta["place"]` of links, images and roles: offset in `text`."""
    if _MARKUP.search(text) is None:
        return _plain(text)
    tokens: list[Token] = []
    markdown = _markdown(html)
    markdown.inline.parse(text, markdown, env, tokens)
    return tokens


# Half of all paragraphs and nearly all cells hold none of the characters that an inline rule begins with.
_MARKUP = re.compile(r"[\\`*_~\[<&{]|  \n")


def _plain(text: str) -> list[Token]:
    """What the parser would make of a text without markup: lines, with the spaces around their ends gone."""
    tokens: list[Token] = []
    for number, line in enumerate(text.split("\n")):
        if number:
            tokens[-1].content = tokens[-1].content.removesuffix(" ")
            tokens.append(Token("softbreak", "br", 0))
        tokens.append(Token("text", "", 0, content=line.lstrip(" \t") if number else line))
    return tokens
