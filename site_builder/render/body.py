"""Pieces of a filled page → the HTML of its body, and what it quotes and shows on the way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from markupsafe import Markup, escape

from site_builder.content.escapes import escape_text
from site_builder.model import (
    CodeSample,
    Contract,
    Excerpt,
    Piece,
    Problem,
    Prose,
    Severity,
    ShownContract,
    ShownSources,
    ShownTranscript,
    Text,
    Transcript,
    Where,
)
from site_builder.render.blocks.contract import render_contract
from site_builder.render.blocks.excerpt import render_excerpt
from site_builder.render.blocks.problem import render_problem
from site_builder.render.blocks.sample import render_sample
from site_builder.render.blocks.sources import render_sources
from site_builder.render.blocks.transcript import render_transcript
from site_builder.render.code import was_late
from site_builder.render.place import Place


def late_code(where: Where, seconds: float) -> Problem:
    """Code stands on a page without colours, for they took too long to find."""
    return Problem(
        where=where,
        code="page-encoding",
        message=f"the code took longer than {seconds:g} s to highlight, so it is shown plain",
        help="show less of it, name it `text`, or raise `code_seconds` under [limits]",
        severity=Severity.WARNING,
    )


class Body:
    """Counts figures, so that each has an id of its own. Ids of the theme begin with `_`: headings cannot."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.excerpts: list[tuple[str, Excerpt]] = []
        self.transcripts: list[tuple[str, Transcript]] = []
        self.contracts: list[tuple[str, Contract]] = []
        self.problems: list[Problem] = []

    def render(self, pieces: Iterable[Piece]) -> Markup:
        return Markup("".join(map(self._piece, pieces)))

    def _notice(self, html: str, where: Where) -> str:
        if was_late():
            self.problems.append(late_code(where, self.place.site.config.limits.code_seconds))
        return html

    def _piece(self, piece: Piece) -> str:
        match piece:
            case Prose(html=html):
                return html
            case Text(text=text, kind="link"):
                return escape(self.place.link(text))
            case Text(text=text):
                return escape_text(text)
            case Excerpt():
                self.excerpts.append((f"_ex{len(self.excerpts) + 1}", piece))
                return self._notice(
                    render_excerpt(piece, self.place, self.excerpts[-1][0]), piece.request.where
                )
            case ShownTranscript():
                self.transcripts.append((f"_tr{len(self.transcripts) + 1}", piece.transcript))
                return self._notice(
                    render_transcript(piece, self.place, self.transcripts[-1][0]), piece.request.where
                )
            case ShownContract():
                self.contracts.append((f"_ct{len(self.contracts) + 1}", piece.contract))
                return self._notice(
                    render_contract(piece, self.place, self.contracts[-1][0]), piece.request.where
                )
            case CodeSample():
                return self._notice(render_sample(piece, self.place), piece.where)
            case ShownSources():
                return render_sources(piece, self.place)
            case Problem():
                return render_problem(piece, self.place)
            case _:
                assert_never(piece)
