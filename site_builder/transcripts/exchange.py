"""Recorded frames → `Exchange`: what each frame was, what it was about, and how each request ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from site_builder.model import Exchange, Frame, Step, StepState
from site_builder.transcripts.canonical import Json, NotJson, indented, one_line, read_json
from site_builder.transcripts.messages import (
    CLIENT_META,
    PROTOCOL_META,
    SERVER_META,
    Message,
    implementation,
    read_messages,
    subject_of,
    table_of,
    tables_of,
    text_of,
)

SHORT = 60  # a field longer than this is no short scalar
_OUT_OF_TIME = re.compile(r"time[ds]?[ -]?out|deadline|-32001", re.IGNORECASE)
_NAMED = ("tools/call", "prompts/get")


def read_exchange(frames: Iterable[Frame]) -> Exchange:
    """Understand a whole conversation, or several one after the other where a server was started anew."""
    messages = read_messages(frames)
    answers = {message.request.number: message for message in messages if message.request is not None}
    withdrawn = dict(_withdrawals(messages))
    steps = tuple(_step(message, answers, withdrawn) for message in messages)
    return _introductions(messages, steps)


def _withdrawals(messages: Iterable[Message]) -> Iterator[tuple[int, tuple[StepState, int]]]:
    """Request number → how it was given up, and in which frame."""
    open_requests: dict[tuple[str, str], int] = {}
    for message in messages:
        if message.kind == "request":
            open_requests[message.frame.sender, message.id or ""] = message.number
        elif message.method == "notifications/cancelled":
            wanted = one_line(message.params.get("requestId"))
            number = open_requests.get((message.frame.sender, wanted))
            reason = text_of(message.params.get("reason")) or ""
            if number is not None:
                yield number, ("deadline" if _OUT_OF_TIME.search(reason) else "cancelled", message.number)


def _step(
    message: Message, answers: Mapping[int, Message], withdrawn: Mapping[int, tuple[StepState, int]]
) -> Step:
    match message.kind:
        case "request":
            return _request(message, answers.get(message.number), withdrawn.get(message.number))
        case "response":
            return _response(message)
        case "notification":
            given_up = next((n for n, (_, frame) in withdrawn.items() if frame == message.number), None)
            return Step(
                number=message.number,
                sender=message.frame.sender,
                kind="notification",
                method=message.method,
                arguments=_arguments(message),
                raw=indented(message.parsed),
                decoded=_decoded(message.parsed),
                partner=given_up,
            )
        case _:
            raw = message.frame.text if message.parsed is None else indented(message.parsed)
            return Step(number=message.number, sender=message.frame.sender, kind=message.kind, raw=raw)


def _request(message: Message, answer: Message | None, withdrawal: tuple[StepState, int] | None) -> Step:
    state: StepState | None = None
    if withdrawal is not None:
        state = withdrawal[0]
    elif answer is None:
        state = "no-answer"
    return Step(
        number=message.number,
        sender=message.frame.sender,
        kind="request",
        id=message.id,
        method=message.method,
        subject=subject_of(message.params),
        arguments=_arguments(message),
        state=state,
        raw=indented(message.parsed),
        decoded=_decoded(message.parsed),
        partner=answer.number if answer is not None else None,
    )


def _response(message: Message) -> Step:
    request = message.request
    state, code, said = _outcome(message)
    return Step(
        number=message.number,
        sender=message.frame.sender,
        kind="response",
        id=message.id,
        method=request.method if request else None,
        subject=subject_of(request.params) if request else None,
        state=state,
        code=code,
        message=said,
        fields=_fields(message) if state == "succeeded" else (),
        raw=indented(message.parsed),
        decoded=_decoded(message.parsed),
        partner=request.number if request else None,
    )


def _outcome(message: Message) -> tuple[StepState, int | None, str | None]:
    error = message.error
    if error is not None:
        code = error.get("code")
        number = code if isinstance(code, int) and not isinstance(code, bool) else None
        refused = message.frame.sender == "client"
        return ("refused" if refused else "protocol-error"), number, text_of(error.get("message"))
    result = message.result or {}
    if result.get("isError") is True:
        return "tool-error", None, "\n".join(_texts(result)) or None
    if message.frame.sender == "client" and result.get("action") in ("decline", "cancel"):
        return "refused", None, None
    return "succeeded", None, None


def _texts(result: Mapping[str, Json]) -> list[str]:
    found = (text_of(block.get("text")) for block in tables_of(result.get("content")))
    return [text for text in found if text]


def _arguments(message: Message) -> str | None:
    """What was asked, on one line; what only the protocol needs is left out."""
    params = message.params
    if message.method in _NAMED:
        return one_line(params["arguments"]) if "arguments" in params else None
    shown = {key: item for key, item in params.items() if key != "_meta"}
    if message.method == "resources/read":
        shown.pop("uri", None)
    return one_line(shown) if shown else None


def _fields(message: Message) -> tuple[tuple[str, str], ...]:
    """Short scalars of a structured result; a text that holds one JSON object counts as structured."""
    result = message.result or {}
    structured = table_of(result.get("structuredContent"))
    if not structured and len(texts := _texts(result)) == 1:
        try:
            structured = table_of(read_json(texts[0]))
        except NotJson:
            return ()
    shown = ((name, item if isinstance(item, str) else one_line(item)) for name, item in structured.items())
    return tuple(
        (name, text)
        for name, text in shown
        if _is_short(text) and not isinstance(structured[name], dict | list)
    )


def _is_short(text: str) -> bool:
    return len(text) <= SHORT and text.isprintable()


def _decoded(found: Json, pointer: str = "") -> tuple[tuple[str, str], ...]:
    """JSON that was sent inside a string, by JSON pointer."""
    if isinstance(found, dict):
        steps = ((key.replace("~", "~0").replace("/", "~1"), item) for key, item in found.items())
    elif isinstance(found, list):
        steps = ((str(index), item) for index, item in enumerate(found))
    else:
        return _held(found, pointer)
    return tuple(pair for key, item in steps for pair in _decoded(item, f"{pointer}/{key}"))


def _held(found: Json, pointer: str) -> tuple[tuple[str, str], ...]:
    if not isinstance(found, str) or found.lstrip()[:1] not in ("{", "["):
        return ()
    try:
        held = read_json(found)
    except NotJson:
        return ()
    return ((pointer, indented(held)),) if isinstance(held, dict | list) and held else ()


def _introductions(messages: tuple[Message, ...], steps: tuple[Step, ...]) -> Exchange:
    """Who spoke, in which era; where a handshake was tried in vain, the one that succeeded counts."""
    era: Literal["initialize", "discover"] | None = None
    version = client = server = None
    for message in messages:
        request = message.request
        if request is None or message.result is None:
            continue
        if request.method == "initialize":
            era = "initialize"
            version = text_of(message.result.get("protocolVersion"))
            client = implementation(request.params.get("clientInfo"))
            server = implementation(message.result.get("serverInfo"))
        elif request.method == "server/discover":
            era = "discover"
            asked = table_of(request.params.get("_meta"))
            version, client = text_of(asked.get(PROTOCOL_META)), implementation(asked.get(CLIENT_META))
            server = implementation(table_of(message.result.get("_meta")).get(SERVER_META))
    return Exchange(steps=steps, era=era, protocol_version=version, client=client, server=server)
