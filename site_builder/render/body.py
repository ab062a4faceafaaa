"""Pieces of a filled page → the HTML of its body, and what it quotes and shows on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar, assert_never

from markupsafe import Markup, escape

from site_builder.content.escapes import escape_text
from site_builder.model import (
    CodeSample,
    Excerpt,
    Piece,
    Problem,
    Prose,
    Severity,
    ShownContract,
    ShownSources,
    ShownTranscript,
    Text,
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

Figure = TypeVar("Figure", Excerpt, ShownTranscript, ShownContract)


def late_code(where: Where, seconds: float) -> Problem:
    """Code stands on a page without colours, for they took too long to find."""
    return Problem(
        where=where,
        code="page-encoding",
        message=f"the code took longer than {seconds:g} s to highlight, so it is shown plain",
        help="show less of it, name it `text`, or raise `code_seconds` under [limits]",
        severity=Severity.WARNING,
    )


# The first letters of figures' ids. Ids of the theme begin with `_`: headings' cannot.
_IDS: Mapping[type, str] = {Excerpt: "_ex", ShownTranscript: "_tr", ShownContract: "_ct"}


def figures(pieces: Iterable[Piece], kind: type[Figure]) -> list[tuple[str, Figure]]:
    """The figures of a kind with their ids, as a body counts them."""
    found = (piece for piece in pieces if isinstance(piece, kind))
    return [(f"{_IDS[kind]}{number}", piece) for number, piece in enumerate(found, 1)]


class Body:
    """Counts figures, so that each has an id of its own."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.problems: list[Problem] = []
        self._counts = dict.fromkeys(_IDS, 0)

    def render(self, pieces: Iterable[Piece]) -> Markup:
        return Markup("".join(map(self._piece, pieces)))

    def _id(self, piece: Piece) -> str:
        kind = type(piece)
        self._counts[kind] += 1
        return f"{_IDS[kind]}{self._counts[kind]}"

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
                html = render_excerpt(piece, self.place, self._id(piece))
                return self._notice(html, piece.request.where)
            case ShownTranscript():
                html = render_transcript(piece, self.place, self._id(piece))
                return self._notice(html, piece.request.where)
            case ShownContract():
                html = render_contract(piece, self.place, self._id(piece))
                return self._notice(html, piece.request.where)
            case CodeSample():
                return self._notice(render_sample(piece, self.place), piece.where)
            case ShownSources():
                return render_sources(piece, self.place)
            case Problem():
                return render_problem(piece, self.place)
            case _:
                assert_never(piece)
