"""Write what stands inside a paragraph, a heading or a cell: inline tokens → HTML and holes."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it.token import Token

from site_builder.content.escapes import escape_attribute, escape_text
from site_builder.content.nearest import suggest
from site_builder.content.prose.flat import INLINE_TAGS, code_words, plain_text
from site_builder.content.prose.typeset import set_texts
from site_builder.content.prose.writer import PageWriter
from site_builder.content.targets import refuse, written
from site_builder.content.typography import set_type
from site_builder.model import LinkTarget, ValueRequest

ROLES = ("value",)


def write_text(writer: PageWriter, content: str, line: int) -> None:
    """`content` is Markdown whose first line is the file's `line`."""
    children = writer.inline(content, line)
    write_children(writer, children, content, line)


def write_children(
    writer: PageWriter, children: Sequence[Token], content: str, line: int, values: bool = True
) -> None:
    writer.ledger.prose(set_texts(children, writer.lang))
    html = writer.pieces.html
    linked: list[bool] = []
    for child in children:
        kind = child.type
        if kind == "text" or kind == "text_special":
            html(escape_text(child.content))
        elif kind == "code_inline":
            writer.ledger.word(child.content)
            html(code_words(child.content))
        elif kind in INLINE_TAGS:
            html(INLINE_TAGS[kind])
        elif kind == "link_open":
            linked.append(_open_link(writer, child, content, line))
        elif kind == "link_close":
            html("</a>" if linked.pop() else "")
        elif kind == "image":
            write_image(writer, child, content, line)
        elif kind == "role":
            _role(writer, child, content, line, values)
        elif kind == "footnote_ref":
            html(_footnote_mark(child))
        else:
            _html(writer, child, line)


def _open_link(writer: PageWriter, child: Token, content: str, line: int) -> bool:
    target = written(str(child.attrs.get("href", "")))
    where = writer.where(line, content, child.meta.get("place"))
    if refusal := refuse(target, "link"):
        writer.report(where, "link-target", refusal.message, refusal.help)
        return False
    title = str(child.attrs.get("title", ""))
    writer.pieces.html('<a href="')
    writer.pieces.hole(LinkTarget(where=where, target=target))
    writer.pieces.html(f'" title="{escape_attribute(set_type(title, writer.lang))}">' if title else '">')
    return True


def write_image(writer: PageWriter, child: Token, content: str, line: int, titled: bool = True) -> None:
    """The image alone; `titled` says whether its title becomes a tooltip."""
    source, title = written(str(child.attrs.get("src", ""))), str(child.attrs.get("title", ""))
    where = writer.where(line, content, child.meta.get("place"))
    alt = escape_attribute(set_type(plain_text(child.children), writer.lang))
    if refusal := refuse(source, "image"):
        writer.report(where, "link-target", refusal.message, refusal.help)
        writer.pieces.html(f'<span class="missing-image">{alt}</span>')
        return
    writer.containers.append(("figure", where.line or line))
    writer.pieces.html('<img src="')
    writer.pieces.hole(LinkTarget(where=where, target=source, kind="image"))
    shown = f' title="{escape_attribute(set_type(title, writer.lang))}"' if title and titled else ""
    writer.pieces.html(f'" alt="{alt}"{shown} loading="lazy">')


def _role(writer: PageWriter, child: Token, content: str, line: int, values: bool) -> None:
    where = writer.where(line, content, child.meta.get("place"))
    name, text = child.info, child.content
    if name != "value":
        writer.report(where, "directive-unknown", f"`{{{name}}}` is no role", suggest(name, ROLES))
    elif not values:
        writer.report(
            where,
            "directive-unknown",
            "a heading cannot hold a value",
            "state the value in the text below it",
        )
    elif "::" in text and all(text.partition("::")[::2]):
        source, _, pointer = text.partition("::")
        writer.ledger.word(text)
        writer.pieces.hole(
            ValueRequest(where=where, kind="constant", source=source.strip(), pointer=pointer.strip())
        )
        return
    elif "#" in text and "/" in text.partition("#")[0]:
        source, _, pointer = text.partition("#")
        writer.ledger.word(text)
        writer.pieces.hole(
            ValueRequest(where=where, kind="run", source=source.strip(), pointer=pointer.strip())
        )
        return
    else:
        writer.report(
            where,
            "value-unknown",
            f"`{text}` names no value",
            "write `path/to/file.py::NAME` or `Demo/run#/pointer`",
        )
    writer.pieces.html(f'<code translate="no">{escape_text(text)}</code>')


def _footnote_mark(child: Token) -> str:
    number, again = child.meta["id"] + 1, child.meta.get("subId", 0)
    own = f"_fnref-{number}" if not again else f"_fnref-{number}-{again + 1}"
    return f'<sup class="footnote-ref"><a href="#_fn-{number}" id="{own}">{number}</a></sup>'


def _html(writer: PageWriter, child: Token, line: int) -> None:
    if not (forbidden := writer.raw.read(child.content, line)):
        writer.pieces.html(child.content)
        return
    for one in forbidden:
        writer.report(writer.where(line), one.code, one.message, one.help)
    writer.pieces.html(escape_text(child.content))
