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

WIDTH, TOP, ROW = 400, 46, 40
LEFT, RIGHT = 34, WIDTH - 34
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
    anchor, at = ("start", 1) if x == LEFT else ("end", WIDTH - 1)
    return (
        f'<text class="who" x="{at}" y="16" text-anchor="{anchor}">{name}</text>'
        f'<path class="life" d="M{x} 26V{height - 4}"/>'
    )


def _step(step: Step, y: int, words: Words) -> str:
    """Label above, arrow below; a response is dashed, an end of the connection is a bar on its lifeline."""
    line = y + 24
    label = f'<text x="{WIDTH // 2}" y="{y + 15}" text-anchor="middle">{_label(step, words)}</text>'
    number = f'<text class="n" x="{LEFT - 8}" y="{line + 4}" text-anchor="end">{step.number}</text>'
    if step.kind in ("eof", "exit"):
        x = LEFT if step.sender == "client" else RIGHT
        return f'<g class="end">{label}{number}<path d="M{x - 9} {line}H{x + 9}"/></g>'
    start, end = (LEFT, RIGHT) if step.sender == "client" else (RIGHT, LEFT)
    back = -1 if end > start else 1
    head = f"M{end + 9 * back} {line - 5}L{end + back} {line}L{end + 9 * back} {line + 5}"
    kind = f"{step.kind} {STATE_CLASSES[step.state]}" if step.state else step.kind
    return f'<g class="{kind}">{label}{number}<path d="M{start} {line}H{end + back}"/><path class="head" d="{head}"/></g>'


def _label(step: Step, words: Words) -> str:
    end = outcome(step, words)
    if end is not None:
        return str(end.text)
    name = " ".join(part for part in (step.method, step.subject) if part)
    if not name:
        return str(kind_in_words(step, words))
    return shown(name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}…")
