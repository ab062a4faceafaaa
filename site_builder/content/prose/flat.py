"""Inline Markdown without holes: for captions, titles of admonitions, and headings as others show them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.token import Token

from site_builder.content.escapes import escape_attribute, escape_text, show_controls
from site_builder.content.prose.typeset import set_texts
from site_builder.content.prose.writer import PageWriter
from site_builder.content.targets import address, is_external, refuse, written

INLINE_TAGS = {
    "em_open": "<em>",
    "em_close": "</em>",
    "strong_open": "<strong>",
    "strong_close": "</strong>",
    "s_open": "<s>",
    "s_close": "</s>",
    "hardbreak": "<br>\n",
    "softbreak": "\n",
}


_HYPHENATED = re.compile(r"(?<![^\s])(?=\S{0,20}-)[^\s<>&]{2,20}(?![^\s])")


def write_flat(writer: PageWriter, text: str, line: int) -> str:
    """A caption or title → HTML; it may link to other sites only, and hold no value."""
    children = writer.inline(text, line)
    set_texts(children, writer.lang)
    parts: list[str] = []
    linked: list[bool] = []
    for child in children:
        if child.type == "link_open":
            linked.append(_link(writer, child, text, line, parts))
        elif child.type == "link_close":
            parts.append("</a>" if linked.pop() else "")
        elif child.type in ("role", "image", "footnote_ref"):
            writer.report(
                writer.where(line, text, child.meta.get("place")),
                "directive-unknown",
                "a caption or title holds words, code and links to other sites only",
                "move it into the text",
            )
        else:
            parts.append(_simple(child))
    return "".join(parts)


def _link(writer: PageWriter, child: Token, text: str, line: int, parts: list[str]) -> bool:
    target = written(str(child.attrs.get("href", "")))
    where = writer.where(line, text, child.meta.get("place"))
    if refusal := refuse(target, "link"):
        writer.report(where, "link-target", refusal.message, refusal.help)
        return False
    if not is_external(target):
        writer.report(
            where,
            "link-target",
            f"a caption or title cannot link to `{target}`",
            "move the link into the text, where it is checked",
        )
        return False
    parts.append(f'<a href="{escape_attribute(address(target))}">')
    return True


def flatten(children: Sequence[Token]) -> tuple[str, str]:
    """Tokens, set already → HTML without links, and plain text."""
    html = "".join(_simple(child) for child in children)
    return html, show_controls("".join(_plain(child) for child in children)).strip()


def plain_text(children: Sequence[Token] | None) -> str:
    """What an image's alternative text says."""
    return "".join(_plain(child) for child in children or ())


def code_words(text: str) -> str:
    """Code inside a sentence. A line may end between its words, but not behind the hyphens of a short one."""
    words = escape_text(text)
    if "-" in text:
        words = _HYPHENATED.sub(r'<span class="nb">\g<0></span>', words)
    return f'<code translate="no">{words}</code>'


def _simple(child: Token) -> str:
    kind = child.type
    if kind in ("text", "text_special"):
        return escape_text(child.content)
    if kind == "code_inline":
        return code_words(child.content)
    if kind == "html_inline":
        return ""
    return INLINE_TAGS.get(kind, "")


def _plain(child: Token) -> str:
    kind = child.type
    if kind in ("text", "text_special", "code_inline"):
        return child.content
    if kind in ("softbreak", "hardbreak"):
        return " "
    return plain_text(child.children) if kind == "image" else ""
