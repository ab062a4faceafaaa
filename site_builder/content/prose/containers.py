"""Admonitions, folds and tabs: the HTML before and after what stands inside them."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it.token import Token

from site_builder.content.escapes import escape_text
from site_builder.content.markdown.fences import MARKER
from site_builder.content.prose.flat import write_flat
from site_builder.content.prose.writer import OpenDirective, PageWriter
from site_builder.content.typography import set_type

ADMONITIONS = ("note", "tip", "important", "warning", "caution")


def open_container(writer: PageWriter, name: str, argument: str, line: int, inside: Sequence[Token]) -> None:
    """`inside` are the tokens up to the container's end; an argument is its title."""
    writer.containers.append((name, line))
    if name in ADMONITIONS:
        _open_admonition(writer, name, argument, line)
    elif name == "tabs":
        _open_tabs(writer, argument, line, inside)
    else:
        _open_fold(writer, name, argument, line)


def close_container(writer: PageWriter) -> None:
    writer.pieces.html(writer.open_directives.pop().closing)


def _open_admonition(writer: PageWriter, name: str, argument: str, line: int) -> None:
    number = writer.number("adm")
    title = write_flat(writer, argument, line) if argument else escape_text(writer.string(name))
    writer.pieces.html(
        f'<aside class="admonition {name}" aria-labelledby="_adm-{number}">'
        f'<p class="admonition-title" id="_adm-{number}">{title}</p>\n'
    )
    writer.open_directives.append(OpenDirective(name, "</aside>\n"))


def _open_tabs(writer: PageWriter, argument: str, line: int, inside: Sequence[Token]) -> None:
    if argument:
        writer.refuse(
            writer.fence(line),
            "option-unknown",
            f"tabs have no title, but `{argument}` is one",
            "leave it out",
        )
    level = min((token.level for token in inside), default=0)
    tabs = [token for token in inside if token.level == level and token.nesting >= 0]
    for token in tabs:
        named = MARKER.match(token.info) if token.type in ("directive_open", "fence") else None
        if named is None or named[1] != "tab":
            writer.refuse(
                writer.where(writer.line(token)),
                "directive-unknown",
                "only `{tab}` can stand inside `{tabs}`",
                "write `:::{tab} Label` above it, and give the tabs one colon more",
            )
            break
    writer.pieces.html('<div class="tabs">\n')
    writer.open_directives.append(OpenDirective("tabs", "</div>\n", writer.number("tabs")))


def _open_fold(writer: PageWriter, name: str, argument: str, line: int) -> None:
    around = writer.open_directives[-1] if writer.open_directives else None
    attributes = ' class="fold"'
    if name == "tab":
        attributes = ""
        if around is not None and around.name == "tabs":
            around.children += 1
            attributes = f' name="tabs-{around.number}"' + (" open" if around.children == 1 else "")
        else:
            writer.refuse(
                writer.fence(line),
                "directive-unknown",
                "`{tab}` stands outside `{tabs}`",
                "put `::::{tabs}` before the first tab and `::::` after the last",
            )
    if not argument:
        writer.refuse(
            writer.fence(line), "option-unknown", f"`{{{name}}}` has no label", f"write `:::{{{name}}} Label`"
        )
    title = write_flat(writer, argument, line) if argument else escape_text(set_type("…", writer.lang))
    writer.pieces.html(f"<details{attributes}><summary>{title}</summary>\n")
    writer.open_directives.append(OpenDirective(name, "</details>\n"))
