"""An exchange → what its figure shows: an overview of requests and outcomes, then every message, folded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from site_builder.model import Exchange, LineRange, Step, value
from site_builder.render.blocks.console import mark_placeholders
from site_builder.render.code import json_text
from site_builder.render.strings import Words
from site_builder.render.visible import shown

# State → class: three colours, and each state has its words and its own sign (in the stylesheet) besides.
STATE_CLASSES: Mapping[str, str] = {
    "succeeded": "ok",
    "tool-error": "bad tool-error",
    "protocol-error": "bad protocol-error",
    "deadline": "none deadline",
    "cancelled": "none cancelled",
    "no-answer": "none no-answer",
    "refused": "bad refused",
}


@value
class Outcome:
    text: Markup
    kind: str  # classes
    message: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    at: int | None = None  # number of the message that tells it


@value
class Row:
    """One line of the overview: a request and what became of it, a notification, or an event."""

    number: int
    sender: str
    method: str
    what: Markup
    subject: str
    arguments: str
    outcome: Outcome | None


@value
class Message:
    """One frame: what it is, in words, and as it was sent."""

    number: int
    sender: str
    what: Markup
    method: str
    subject: str
    arguments: str
    outcome: Outcome | None
    raw: Markup
    decoded: tuple[tuple[str, Markup], ...]


def shown_steps(exchange: Exchange, frames: LineRange | None) -> tuple[Step, ...]:
    if frames is None:
        return exchange.steps
    return tuple(step for step in exchange.steps if frames.first <= step.number <= frames.last)


def overview(steps: Sequence[Step], words: Words) -> list[Row]:
    """A response stands in the row of its request, if that is shown."""
    by_number = {step.number: step for step in steps}
    rows = []
    for step in steps:
        if step.kind == "response" and step.partner in by_number:
            continue
        answer = by_number.get(step.partner) if step.partner and step.kind == "request" else None
        rows.append(
            Row(
                number=step.number,
                sender=step.sender,
                method=step.method or "",
                what=kind_in_words(step, words),
                subject=step.subject or "",
                arguments=step.arguments or "",
                outcome=outcome(answer or step, words),
            )
        )
    return rows


def messages(steps: Sequence[Step], words: Words) -> list[Message]:
    return [
        Message(
            number=step.number,
            sender=step.sender,
            what=kind_in_words(step, words),
            method=step.method or "",
            subject=step.subject or "",
            arguments=step.arguments or "" if step.kind == "request" else "",
            outcome=outcome(step, words),
            raw=_json(step.raw) if step.kind != "noise" else Markup(shown(step.raw)),
            decoded=tuple((pointer, _json(text)) for pointer, text in step.decoded),
        )
        for step in steps
    ]


def kind_in_words(step: Step, words: Words) -> Markup:
    match step.kind:
        case "request" | "response":
            return words(step.kind, id=step.id or "")
        case "exit":
            return words("exit", code=step.raw)
        case _:
            return words(step.kind)


def outcome(step: Step, words: Words) -> Outcome | None:
    if step.state is None:
        return None
    code = {"code": str(step.code).replace("-", "−")} if step.state == "protocol-error" else {}
    return Outcome(
        text=words(f"state-{step.state}", **code),
        kind=STATE_CLASSES[step.state],
        message=step.message or "",
        fields=step.fields,
        at=step.number,
    )


def _json(text: str) -> Markup:
    return Markup(mark_placeholders(json_text(text)))
