"""A shown transcript → its figure: what was printed, who said what to whom, and every message."""

from __future__ import annotations

from math import ceil

from markupsafe import Markup

from site_builder.model import LineRange, ShownTranscript, Transcript
from site_builder.render.blocks.console import console, mark_placeholders
from site_builder.render.blocks.protocol import messages, overview, shown_steps
from site_builder.render.place import Place
from site_builder.render.sequence import draw
from site_builder.render.visible import shown


def render_transcript(transcript: ShownTranscript, place: Place, id: str) -> Markup:
    said, request, words = transcript.transcript, transcript.request, place.words
    exchange = transcript.exchange
    view = request.view or ("both" if exchange else "console")
    steps = shown_steps(exchange, request.frames) if exchange and view != "console" else ()
    # A run of our own client has no program of ours that prints: an empty console says nothing.
    printed = view != "protocol" and (bool(said.command) or bool(said.console))
    rows, part = console(said, request.lines) if printed else (Markup(""), "")
    first, _, last = part.partition("–")
    return place.figure(
        "transcript.html",
        id=id,
        height=height(said if printed else None, request.lines, len(steps)),
        said=said,
        title=transcript.title,
        exchange=exchange if steps else None,
        printed=printed,
        rows=rows,
        part=words("part-lines", first=first, last=last, total=len(said.console)) if part else "",
        frames=_part(transcript, place) if steps else "",
        picture=Markup(draw(steps, words, id)) if steps else "",
        overview=overview(steps, words),
        messages=messages(steps, words),
        stderr=Markup("\n".join(mark_placeholders(shown(line)) for line in said.server_stderr))
        if steps
        else "",
        placeholders="⟨" in "".join(line.text for line in said.console) or any("⟨" in s.raw for s in steps),
    )


def height(printed: Transcript | None, lines: LineRange | None, steps: int) -> int:
    """How high the figure will be, from 1 to 20: a browser draws it when it comes near, and must keep room.

    Rather too much than too little: what is too high would lie on what follows.
    """
    console = printed.console if printed else ()
    shown_lines = console[lines.first - 1 : lines.last] if lines else console
    rows = sum(1 + len(line.text) // 34 for line in shown_lines)
    return min(ceil(((20 if steps else 12) + 9 * steps + 0.9 * rows) / 20), 20)


def _part(transcript: ShownTranscript, place: Place) -> str:
    """`messages 1–6 of 14`, where the author shows some of them."""
    frames, exchange = transcript.request.frames, transcript.exchange
    if frames is None or exchange is None:
        return ""
    last = min(frames.last, len(exchange.steps))
    return place.words("part-messages", first=frames.first, last=last, total=len(exchange.steps))
