"""Conversations made up by a test: JSON-RPC values → frames and transcripts."""

from __future__ import annotations

import json
from collections.abc import Sequence

from site_builder.model import ConsoleLine, Frame, Transcript


def frames(*said: tuple[str, object]) -> tuple[Frame, ...]:
    """`("client", {...})` is a message; a text instead of the value is a kind: eof, exit, or noise."""
    found: list[Frame] = []
    for number, (sender, what) in enumerate(said, 1):
        side = "client" if sender == "client" else "server"
        if what in ("eof", "exit"):
            kind = "eof" if what == "eof" else "exit"
            found.append(Frame(number=number, sender=side, kind=kind, text="" if kind == "eof" else "0"))
        elif isinstance(what, str):
            found.append(Frame(number=number, sender=side, kind="noise", text=what))
        else:
            found.append(Frame(number=number, sender=side, kind="message", text=json.dumps(what)))
    return tuple(found)


def request(id: int | str, method: str, **params: object) -> tuple[str, object]:
    return "client", {"jsonrpc": "2.0", "id": id, "method": method, **({"params": params} if params else {})}


def result(id: int | str, **found: object) -> tuple[str, object]:
    return "server", {"jsonrpc": "2.0", "id": id, "result": found}


def error(id: int | str, code: int, message: str) -> tuple[str, object]:
    return "server", {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}


def notice(sender: str, method: str, **params: object) -> tuple[str, object]:
    return sender, {"jsonrpc": "2.0", "method": method, "params": params}


GREETING = (
    request(1, "initialize", protocolVersion="2025-11-25", clientInfo={"name": "c", "version": "1"}),
    result(
        1, protocolVersion="2025-11-25", capabilities={"tools": {}}, serverInfo={"name": "s", "version": "2"}
    ),
)


def announcing(*tools: object) -> tuple[tuple[str, object], ...]:
    return (*GREETING, request(2, "tools/list"), result(2, tools=list(tools)))


def tool(
    name: str, properties: object = None, required: Sequence[str] = (), **more: object
) -> dict[str, object]:
    schema = {"type": "object", "properties": properties or {}, "required": list(required)}
    return {"name": name, "description": f"Does {name}", "inputSchema": schema, **more}


def call(id: int, name: str, answer: object, **arguments: object) -> tuple[tuple[str, object], ...]:
    return request(id, "tools/call", name=name, arguments=arguments), result(id, content=answer)


def transcript(*said: tuple[str, object], console: Sequence[str] = (), exit_code: int = 0) -> Transcript:
    return Transcript(
        demo="Demo",
        run="run",
        command=("python", "main.py"),
        console=tuple(ConsoleLine(stream="stdout", text=line) for line in console),
        exit_code=exit_code,
        frames=frames(*said),
    )
