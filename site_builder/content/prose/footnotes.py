"""Footnotes, written after the text in the order of their first mark, with a way back from each."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.content.escapes import escape_attribute
from site_builder.content.prose.blocks import write_blocks
from site_builder.content.prose.writer import PageWriter


def write_footnotes(writer: PageWriter) -> None:
    notes = writer.env.get("footnotes")
    cited: dict[int, dict[str, object]] = notes["list"] if isinstance(notes, dict) else {}
    if cited:
        label = escape_attribute(writer.string("footnotes"))
        writer.pieces.html(f'<section class="footnotes" aria-label="{label}">\n<ol>\n')
        number = 0
        while number < len(cited):  # a note may cite another, which then comes last
            _write(writer, number + 1, str(cited[number]["label"]), cited[number])
            number += 1
        writer.pieces.html("</ol>\n</section>\n")
    _report_uncited(writer, {str(note["label"]) for note in cited.values()})


def _report_uncited(writer: PageWriter, cited: set[str]) -> None:
    for name, tokens in writer.footnotes.items():
        if name not in cited:
            writer.report(
                writer.where(writer.line(tokens[0])),
                "link-anchor",
                f"nothing cites the footnote `[^{name}]`",
                f"write `[^{name}]` where it belongs, or remove it",
            )


def _write(writer: PageWriter, number: int, name: str, note: Mapping[str, object]) -> None:
    writer.pieces.html(f'<li id="_fn-{number}">')
    write_blocks(writer, writer.footnotes[name][1:-1] if name in writer.footnotes else ())
    back = escape_attribute(writer.string("footnote-back"))
    count = note.get("count")
    for again in range(count if isinstance(count, int) else 1):
        mark = f"_fnref-{number}" if not again else f"_fnref-{number}-{again + 1}"
        writer.pieces.html(f'<a class="footnote-back" href="#{mark}" aria-label="{back}">↩</a>')
    writer.pieces.html("</li>\n")
