"""Footnotes, written after the text in the order of their first mark, with a way back from each."""

from __future__ import annotations

from site_builder.content.escapes import escape_attribute
from site_builder.content.prose.blocks import write_blocks
from site_builder.content.prose.writer import PageWriter


def write_footnotes(writer: PageWriter) -> None:
    cited = _cited(writer)
    if cited:
        label = escape_attribute(writer.string("footnotes"))
        writer.pieces.html(f'<section class="footnotes" aria-label="{label}">\n<ol>\n')
        number = 0
        while number < len(cited):  # a note may cite another, which then comes last
            number += 1
            _write(writer, number, cited[number - 1])
            cited = _cited(writer)
        writer.pieces.html("</ol>\n</section>\n")
    for name, tokens in writer.footnotes.items():
        if name not in {label for label, _ in cited}:
            writer.report(
                writer.where(writer.line(tokens[0])),
                "link-anchor",
                f"nothing cites the footnote `[^{name}]`",
                f"write `[^{name}]` where it belongs, or remove it",
            )


def _write(writer: PageWriter, number: int, cited: tuple[str, int]) -> None:
    name, count = cited
    writer.pieces.html(f'<li id="_fn-{number}">')
    write_blocks(writer, writer.footnotes[name][1:-1] if name in writer.footnotes else ())
    back = escape_attribute(writer.string("footnote-back"))
    for again in range(max(count, 1)):
        mark = f"_fnref-{number}" if not again else f"_fnref-{number}-{again + 1}"
        writer.pieces.html(f'<a class="footnote-back" href="#{mark}" aria-label="{back}">↩</a>')
    writer.pieces.html("</li>\n")


def _cited(writer: PageWriter) -> list[tuple[str, int]]:
    """Label and number of marks, in the order of the first mark."""
    notes = writer.env.get("footnotes")
    if not isinstance(notes, dict):
        return []
    return [(str(one["label"]), int(one["count"])) for one in notes["list"].values()]
