"""Steps of an exchange → an SVG drawn at build time: two lifelines and an arrow for each message.

Colours are classes, so that the stylesheet serves light, dark, print and forced colours alike. Readers who
do not see it hear title and description, and the table below it, which says all of it in words.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from site_builder.model import Step
from site_builder.render.blocks.protocol import STATE_CLASSES, kind_in_words, outcome
from site_builder.render.strings import Words
from site_builder.render.visible import shown

WIDTH, TOP, ROW = 400, 34, 34
LEFT, RIGHT, MIDDLE = 52, WIDTH - 52, WIDTH // 2
LINE = 21  # where the arrow is, from a step's top
_LETTERS = 44  # of a label that fits between the lifelines at the size that the stylesheet sets


def draw(steps: Sequence[Step], words: Words, id: str) -> str:
    height = TOP + ROW * len(steps) + 18
    parts = [
        f'<svg class="sequence" role="img" aria-labelledby="{id}-t {id}-d" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" direction="ltr">',
        f'<title id="{id}-t">{words("sequence")}</title>',
        f'<desc id="{id}-d">{words("sequence-about", count=len(steps))}</desc>',
        _lifeline(LEFT, words("client"), height),
        _lifeline(RIGHT, words("server"), height),
        *(_step(step, TOP + ROW * index, words) for index, step in enumerate(steps)),
        "</svg>",
    ]
    return "".join(parts)


def _lifeline(x: int, name: str, height: int) -> str:
    return (
        f'<path class="life" d="M{x} 24V{height - 6}"/>'
        f'<rect x="{x - 44}" y="1" width="88" height="23" rx="5"/>'
        f'<text class="who" x="{x}" y="17">{name}</text>'
    )


def _step(step: Step, y: int, words: Words) -> str:
    """Label above, arrow below; a response is dashed, an end of the connection is a bar on its lifeline.

    Each step is drawn at the same place and moved down: the same text again and again packs well.
    """
    drawn, kind = _drawn(step), str(step.kind)
    if kind == "request" and step.state:
        # Nothing comes back for this one: what became of it stands below its arrow.
        fate = f'<text x="{MIDDLE}" y="{LINE + 11}">{_fate(step, words)}</text>'
        drawn = f'<g class="{STATE_CLASSES[step.state]}">{drawn}{fate}</g>'
    elif step.state:
        kind = f"{kind} {STATE_CLASSES[step.state]}"
    return (
        f'<g class="{kind}" transform="translate(0,{y})"><text class="n" x="{LEFT - 14}" y="{LINE + 4}">'
        f'{step.number}</text><text x="{MIDDLE}" y="{LINE - 6}">{_label(step, words)}</text>{drawn}</g>'
    )


def _drawn(step: Step) -> str:
    x = LEFT if step.sender == "client" else RIGHT
    if step.kind in ("eof", "exit"):
        return f'<path d="M{x - 9} {LINE}H{x + 9}"/>'
    end, back = (RIGHT, -1) if x == LEFT else (LEFT, 1)
    point, wing = end + back, end + 9 * back
    head = f"M{wing} {LINE - 4}L{point} {LINE}L{wing} {LINE + 4}"
    return f'<path d="M{x} {LINE}H{point}"/><path class="head" d="{head}"/>'


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
    return end.text + Markup(_cut(field, _LETTERS - len(end.text.unescape())))


def _cut(text: str, letters: int = _LETTERS) -> str:
    """What others said, so far as it fits. An element of HTML would end the drawing."""
    made = shown(text if len(text) <= letters else f"{text[: max(letters - 1, 0)]}…")
    return made.replace("<span ", "<tspan ").replace("</span>", "</tspan>")
