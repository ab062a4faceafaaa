"""Write block tokens: Markdown's own tags, and a handler for every block that is more than a tag."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from markdown_it.token import Token

from site_builder.content.escapes import escape_text
from site_builder.content.markdown.fences import CONTAINERS, MARKER
from site_builder.content.prose.code_sample import plain_sample
from site_builder.content.prose.containers import close_container, open_container
from site_builder.content.prose.directives import DIRECTIVES, check_options, write_leaf
from site_builder.content.prose.heading import write_heading
from site_builder.content.prose.inline import write_children, write_image, write_text
from site_builder.content.prose.writer import PageWriter
from site_builder.content.typography import set_type

_DEEPEST = 12  # directives in backticks inside one another
_TASK = re.compile(r"\[([ xX])\][ \t]+")
_ALIGNED = {"text-align:center": ' class="center"', "text-align:right": ' class="right"'}
TAGS: Mapping[str, str] = {
    "bullet_list_open": "<ul>\n",
    "bullet_list_close": "</ul>\n",
    "ordered_list_close": "</ol>\n",
    "list_item_close": "</li>\n",
    "blockquote_open": "<blockquote>\n",
    "blockquote_close": "</blockquote>\n",
    "hr": "<hr>\n",
    "table_close": "</table></div>\n",
    "thead_open": "<thead>",
    "thead_close": "</thead>\n",
    "tbody_open": "<tbody>\n",
    "tbody_close": "</tbody>\n",
    "tr_open": "<tr>",
    "tr_close": "</tr>\n",
    "th_close": "</th>",
    "td_close": "</td>",
    "dl_open": "<dl>\n",
    "dl_close": "</dl>\n",
    "dt_open": "<dt>",
    "dt_close": "</dt>\n",
    "dd_open": "<dd>",
    "dd_close": "</dd>\n",
}


def write_blocks(writer: PageWriter, tokens: Sequence[Token]) -> None:
    index, last, html = 0, len(tokens), writer.pieces.html
    while index < last:
        tag = TAGS.get(tokens[index].type)
        if tag is not None:
            html(tag)
            index += 1
        else:
            index += HANDLERS[tokens[index].type](writer, tokens, index)


def _paragraph(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    """A paragraph that holds one titled image and nothing else is a figure."""
    inline, hidden = tokens[index + 1], tokens[index].hidden
    content, line = inline.content, writer.line(inline)
    children = writer.inline(content, line)
    if content.startswith("![") and len(children) == 1 and children[0].attrs.get("title"):
        title = escape_text(set_type(str(children[0].attrs["title"]), writer.lang))
        writer.pieces.html('<figure class="figure">')
        write_image(writer, children[0], content, line, titled=False)
        writer.pieces.html(f"<figcaption>{title}</figcaption></figure>\n")
        return 3
    writer.pieces.html("" if hidden else "<p>")
    write_children(writer, children, content, line)
    writer.pieces.html("\n" if hidden else "</p>\n")
    return 3


def _heading(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    write_heading(writer, tokens[index], tokens[index + 1])
    return 3


def _inline(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    write_text(writer, tokens[index].content, writer.line(tokens[index]))
    return 1


def _list_item(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    inline = tokens[index + 2] if tokens[index + 1].type == "paragraph_open" else None
    task = _TASK.match(inline.content) if inline is not None else None
    if inline is None or task is None:
        writer.pieces.html("<li>")
        return 1
    inline.content = inline.content[task.end() :]
    done = task[1] != " "
    label = escape_text(writer.string("task-done" if done else "task-open"))
    checked = " checked" if done else ""
    writer.pieces.html(f'<li class="task"><input type="checkbox" disabled{checked} aria-label="{label}"> ')
    return 1


def _ordered_list(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    start = tokens[index].attrs.get("start")
    writer.pieces.html(f'<ol start="{start}">\n' if start is not None else "<ol>\n")
    return 1


def _table(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    writer.containers.append(("table", writer.line(tokens[index])))
    writer.pieces.html('<div class="table-wrap"><table>\n')
    return 1


def _cell(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    aligned = _ALIGNED.get(str(tokens[index].attrs.get("style", "")), "")
    scope = ' scope="col"' if tokens[index].type == "th_open" else ""
    writer.pieces.html(f"<{tokens[index].tag}{scope}{aligned}>")
    return 1


def _code(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    where = writer.where(writer.line(tokens[index]))
    writer.pieces.hole(plain_sample(where, "", tokens[index].content))
    return 1


def _fence(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    token, line = tokens[index], writer.line(tokens[index])
    named = MARKER.match(token.info)
    if named is None and not token.markup.startswith(":"):
        writer.pieces.hole(plain_sample(writer.fence(line), token.info, token.content))
        return 1
    if named is not None and named[1] in DIRECTIVES:
        _report_unclosed(writer, token, line)
    if named is not None and named[1] in CONTAINERS:
        _container_in_backticks(writer, token, named[1], named[2], line)
    else:
        write_leaf(writer, token.info, token.content, line)
    return 1


def _container_in_backticks(writer: PageWriter, token: Token, name: str, argument: str, line: int) -> None:
    if writer.depth >= _DEEPEST:
        writer.refuse(
            writer.fence(line), "directive-unknown", "directives are nested too deeply", "write them flat"
        )
        return
    options = check_options(writer, name, token.content, line)
    inside = writer.blocks(options.body)
    below = line - writer.offset + options.lines
    for one in inside:
        if one.map:
            one.map = [one.map[0] + below, one.map[1] + below]
    open_container(writer, name, argument, line, inside)
    writer.depth += 1
    write_blocks(writer, inside)
    writer.depth -= 1
    close_container(writer)


def _open_directive(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    token, line = tokens[index], writer.line(tokens[index])
    named = MARKER.match(token.info)
    name, argument = (named[1], named[2]) if named else ("", "")
    _report_unclosed(writer, token, line)
    check_options(writer, name, token.content, line)
    open_container(writer, name, argument, line, _inside(tokens, index))
    return 1


def _inside(tokens: Sequence[Token], index: int) -> Sequence[Token]:
    level = tokens[index].level
    end = index + 1
    while tokens[end].type != "directive_close" or tokens[end].level != level:
        end += 1
    return tokens[index + 1 : end]


def _close_directive(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    close_container(writer)
    return 1


def _report_unclosed(writer: PageWriter, token: Token, line: int) -> None:
    """An unclosed directive takes the rest of the page with it."""
    if "closed" in token.meta:
        closed = bool(token.meta["closed"])
    else:
        last = writer.offset + (token.map[1] if token.map else 0)
        text = writer.lines[last - 1] if last <= len(writer.lines) else ""
        closed = last > line and text.rstrip().endswith(token.markup)
    if not closed:
        writer.refuse(
            writer.fence(line),
            "directive-unknown",
            f"`{token.markup}{token.info.strip()[:60]}` is not closed",
            f"end it with a line `{token.markup}`",
        )


def _stray_fence(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    writer.refuse(
        writer.fence(writer.line(tokens[index])),
        "directive-unknown",
        f"`{tokens[index].markup}` closes nothing",
        "give the directive around others more colons than those inside",
    )
    return 1


def _footnote(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    """Notes are written after the text; those that nobody cites would be lost."""
    end = index + 1
    while tokens[end].type != "footnote_reference_close" or tokens[end].level != tokens[index].level:
        end += 1
    writer.footnotes.setdefault(str(tokens[index].meta["label"]), tokens[index : end + 1])
    return end + 1 - index


def _html(writer: PageWriter, tokens: Sequence[Token], index: int) -> int:
    line = writer.line(tokens[index])
    forbidden = writer.raw.read(tokens[index].content, line)
    for one in forbidden:
        writer.report(writer.where(line), one.code, one.message, one.help)
    content = tokens[index].content
    writer.pieces.html(f"<p>{escape_text(content)}</p>\n" if forbidden else content)
    return 1


HANDLERS: Mapping[str, Callable[[PageWriter, Sequence[Token], int], int]] = {
    "paragraph_open": _paragraph,
    "heading_open": _heading,
    "inline": _inline,
    "list_item_open": _list_item,
    "ordered_list_open": _ordered_list,
    "table_open": _table,
    "th_open": _cell,
    "td_open": _cell,
    "code_block": _code,
    "fence": _fence,
    "directive_open": _open_directive,
    "directive_close": _close_directive,
    "stray_fence": _stray_fence,
    "footnote_reference_open": _footnote,
    "html_block": _html,
}
