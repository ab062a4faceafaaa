"""Headings: an explicit `{#id}`, the id given by the text, the permalink; or the title of the page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.token import Token

from site_builder.content.escapes import escape_attribute
from site_builder.content.prose.flat import flatten
from site_builder.content.prose.inline import write_children
from site_builder.content.prose.typeset import set_texts
from site_builder.content.prose.writer import PageWriter
from site_builder.content.slugs import Ids, is_reserved
from site_builder.model import Heading, HeadingId

_ID = re.compile(r"[ \t]*\{[ \t]*#([^\s{}\"'<>#&%]+)[ \t]*\}[ \t]*$")


def explicit_ids(tokens: Sequence[Token]) -> Ids:
    """Ids that authors gave, so that no id made from a text takes one of them."""
    found = set()
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and (named := _ID.search(tokens[index + 1].content)):
            found.add(named[1])
    return Ids(frozenset(found))


def title_of(writer: PageWriter, token: Token) -> str:
    """The plain text of a heading that gives the page its title."""
    children = writer.inline(_ID.sub("", token.content), writer.line(token))
    set_texts(children, writer.lang)
    return flatten(children)[1]


def write_heading(writer: PageWriter, opening: Token, inline: Token) -> None:
    line = writer.line(opening)
    named = _ID.search(inline.content)
    content = inline.content[: named.start()] if named else inline.content
    children = writer.inline(content, line)
    writer.ledger.start(line)
    index = len(writer.headings)
    writer.pieces.html(f'<{opening.tag} id="')
    writer.pieces.hole(HeadingId(index=index))
    writer.pieces.html('">')
    raw = flatten(children)[1]
    write_children(writer, children, content, line, values=False)
    html, text = flatten(children)
    own = _own_id(writer, named[1] if named else None, raw, line)
    writer.headings.append(
        Heading(
            level=int(opening.tag[1]), text=text, html=html, id=own, explicit=named is not None, line=line
        )
    )
    label = escape_attribute(writer.string("permalink").replace("{title}", text))
    writer.pieces.html('<a class="permalink" href="#')
    writer.pieces.hole(HeadingId(index=index))
    writer.pieces.html(f'" aria-label="{label}"><span aria-hidden="true">#</span></a></{opening.tag}>\n')


def _own_id(writer: PageWriter, named: str | None, text: str, line: int) -> str:
    if named is None:
        return writer.ids.give(text)
    if named in writer.explicit:
        writer.report(
            writer.where(line),
            "link-anchor",
            f"the id `{named}` already belongs to the heading of line {writer.explicit[named]}",
            "give one of the two another id",
        )
        return writer.ids.give(named)
    if is_reserved(named):
        writer.report(
            writer.where(line),
            "link-anchor",
            f"the id `{named}` is one that pages use themselves",
            "choose another id",
        )
        return writer.ids.give(named)
    writer.explicit[named] = line
    return named
