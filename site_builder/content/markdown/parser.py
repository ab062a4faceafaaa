"""The parser, set up once: text → block tokens; a paragraph's text → inline tokens.

Blocks are parsed for the whole page; a paragraph's inside only when it is written, so that no list of
tokens outlives the paragraph. Links keep the author's text, whatever their scheme: who writes the page
judges them and can name the place.
"""

from __future__ import annotations

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
from site_builder.content.markdown.simple import read_simple

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
    simple = read_simple(text)
    if simple is not None:
        return simple
    tokens: list[Token] = []
    markdown = _markdown(html)
    markdown.inline.parse(text, markdown, env, tokens)
    return tokens
