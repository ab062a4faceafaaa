"""Steps of an exchange → an SVG drawn at build time: two lifelines and an arrow for each message.

Colours are classes, so that the stylesheet serves light, dark, print and forced colours alike. Readers who
do not see it hear title and description; everything in it is said again by the table below it.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import escape

from site_builder.model import Step
from site_builder.render.blocks.protocol import STATE_CLASSES, kind_in_words, outcome
from site_builder.render.strings import Words
from site_builder.render.visible import shown

WIDTH, TOP, ROW = 400, 34, 34
LEFT, RIGHT = 52, WIDTH - 52
_LETTERS = 44  # of a label that fits between the lifelines at the size that the stylesheet sets


def draw(steps: Sequence[Step], words: Words, id: str) -> str:
    height = TOP + ROW * len(steps) + 18
    parts = [
        f'<svg class="sequence" role="img" aria-labelledby="{id}-t {id}-d" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" direction="ltr">',
        f'<title id="{id}-t">{words("sequence")}</title>',
        f'<desc id="{id}-d">{escape(describe(steps, words))}</desc>',
        _lifeline(LEFT, words("client"), height),
        _lifeline(RIGHT, words("server"), height),
        *(_step(step, TOP + ROW * index, words) for index, step in enumerate(steps)),
        "</svg>",
    ]
    return "".join(parts)


def describe(steps: Sequence[Step], words: Words) -> str:
    """The whole picture as sentences."""
    return " ".join(f"{step.number}. {_sentence(step, words)}." for step in steps)


def _sentence(step: Step, words: Words) -> str:
    way = words.plain("client-to-server" if step.sender == "client" else "server-to-client")
    name = " ".join(part for part in (step.method, step.subject) if part)
    end = outcome(step, words)
    what = kind_in_words(step, words).unescape()
    return ", ".join(part for part in (way, what, name, end.text.unescape() if end else "") if part)


def _lifeline(x: int, name: str, height: int) -> str:
    return (
        f'<path class="life" d="M{x} 24V{height - 6}"/>'
        f'<rect x="{x - 44}" y="1" width="88" height="23" rx="5"/>'
        f'<text class="who" x="{x}" y="17" text-anchor="middle">{name}</text>'
    )


def _step(step: Step, y: int, words: Words) -> str:
    """Label above, arrow below; a response is dashed, an end of the connection is a bar on its lifeline."""
    line, middle = y + 21, WIDTH // 2
    label = f'<text x="{middle}" y="{line - 6}" text-anchor="middle">{_label(step, words)}</text>'
    number = f'<text class="n" x="{LEFT - 14}" y="{line + 4}" text-anchor="end">{step.number}</text>'
    if step.kind in ("eof", "exit"):
        x = LEFT if step.sender == "client" else RIGHT
        return f'<g class="end">{label}{number}<path d="M{x - 9} {line}H{x + 9}"/></g>'
    start, end = (LEFT, RIGHT) if step.sender == "client" else (RIGHT, LEFT)
    back = -1 if end > start else 1
    arrow = f'<path d="M{start} {line}H{end + back}"/><path class="head" d="{_head(end, line, back)}"/>'
    if step.kind == "request" and step.state:
        # Nothing comes back for this one: what became of it stands below its arrow.
        fate = f'<text x="{middle}" y="{line + 11}" text-anchor="middle">{_fate(step, words)}</text>'
        return (
            f'<g class="request">{label}{number}<g class="{STATE_CLASSES[step.state]}">{fate}{arrow}</g></g>'
        )
    kind = f"{step.kind} {STATE_CLASSES[step.state]}" if step.state else step.kind
    return f'<g class="{kind}">{label}{number}{arrow}</g>'


def _head(end: int, line: int, back: int) -> str:
    return f"M{end + 9 * back} {line - 4}L{end + back} {line}L{end + 9 * back} {line + 4}"


def _label(step: Step, words: Words) -> str:
    """What was asked, or how it ended."""
    if step.kind == "response" and step.state:
        return _fate(step, words)
    name = " ".join(part for part in (step.method, step.subject) if part)
    return _cut(name) if name else str(kind_in_words(step, words))


def _fate(step: Step, words: Words) -> str:
    """The state, and the first telling field of a structured result."""
    end = outcome(step, words)
    if end is None:
        return ""
    field = next((f" · {name}: {value}" for name, value in step.fields if value != "null"), "")
    return _cut(end.text.unescape() + field)


def _cut(text: str) -> str:
    return shown(text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1]}…")
