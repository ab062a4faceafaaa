"""Recorded frames → JSON-RPC messages, each response joined with the request that it answers.

Nothing is validated: a server may say whatever it likes, and what it said is what is shown. A member that is
not of the expected kind reads as absent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from site_builder.model import Frame, value
from site_builder.transcripts.canonical import Json, NotJson, read_json, sorted_text

Kind: TypeAlias = Literal["request", "response", "notification", "noise", "eof", "exit"]

PROTOCOL_META = "io.modelcontextprotocol/protocolVersion"
CLIENT_META = "io.modelcontextprotocol/clientInfo"
SERVER_META = "io.modelcontextprotocol/serverInfo"


@value
class Message:
    """One frame, parsed. `body` is None for what is no JSON object."""

    frame: Frame
    kind: Kind
    parsed: Json = None
    body: Mapping[str, Json] = field(default_factory=dict)
    request: Message | None = None  # of a response: what it answers

    @property
    def number(self) -> int:
        return self.frame.number

    @property
    def id(self) -> str | None:
        return sorted_text(self.body["id"]) if "id" in self.body else None

    @property
    def method(self) -> str | None:
        return text_of(self.body.get("method"))

    @property
    def params(self) -> Mapping[str, Json]:
        return table_of(self.body.get("params"))

    @property
    def result(self) -> Mapping[str, Json] | None:
        return table_of(self.body["result"]) if "result" in self.body else None

    @property
    def error(self) -> Mapping[str, Json] | None:
        return table_of(self.body["error"]) if "error" in self.body else None


def read_messages(frames: Iterable[Frame]) -> tuple[Message, ...]:
    """In the order of the frames. A server's exit forgets what was open: the next process starts anew."""
    messages: list[Message] = []
    pending: dict[tuple[str, str], Message] = {}
    for frame in frames:
        message = _read(frame)
        if message.kind == "request":
            pending[frame.sender, message.id or ""] = message
        elif message.kind == "response":
            asker = "client" if frame.sender == "server" else "server"
            request = pending.pop((asker, message.id or ""), None)
            message = Message(
                frame=frame, kind="response", parsed=message.parsed, body=message.body, request=request
            )
        elif message.kind == "exit":
            pending.clear()
        messages.append(message)
    return tuple(messages)


def _read(frame: Frame) -> Message:
    if frame.kind != "message":
        return Message(frame=frame, kind=frame.kind)
    try:
        parsed = read_json(frame.text)
    except NotJson:
        return Message(frame=frame, kind="noise")
    if not isinstance(parsed, dict):
        return Message(frame=frame, kind="noise", parsed=parsed)
    if isinstance(parsed.get("method"), str):
        kind: Kind = "request" if "id" in parsed else "notification"
    elif "result" in parsed or "error" in parsed:
        kind = "response"
    else:
        return Message(frame=frame, kind="noise", parsed=parsed)
    return Message(frame=frame, kind=kind, parsed=parsed, body=parsed)


def text_of(found: Json) -> str | None:
    return found if isinstance(found, str) else None


def table_of(found: Json) -> dict[str, Json]:
    return found if isinstance(found, dict) else {}


def tables_of(found: Json) -> list[dict[str, Json]]:
    """The objects in a list; whatever else stands in it is not understood here."""
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def subject_of(params: Mapping[str, Json]) -> str | None:
    """The tool, prompt or resource that a request names."""
    return text_of(params.get("name")) or text_of(params.get("uri"))


def implementation(found: Json) -> str | None:
    """`{"name": "x", "version": "1"}` → `x 1`."""
    table = table_of(found)
    words = [text_of(table.get(key)) or "" for key in ("name", "version")]
    return " ".join(word for word in words if word) or None
