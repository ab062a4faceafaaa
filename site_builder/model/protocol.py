"""What an MCP conversation means: the exchange, step by step, and the contract that the server announced.

Both are read from the frames themselves, never from a library's models, which drop members they do not know.
Texts of the server are literal: no Markdown, no typography, never cut.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from site_builder.model.values import value

StepState: TypeAlias = Literal[
    "succeeded",
    "tool-error",  # a result with isError: true
    "protocol-error",  # a JSON-RPC error; `code` says which
    "deadline",  # the requester gave up: its time was over
    "cancelled",  # notifications/cancelled for another reason
    "no-answer",  # the connection ended first
    "refused",  # the host declined a request of the server's
]


@value
class Step:
    """One frame, understood. A response carries the method and subject of the request it answers."""

    number: int  # of the frame
    sender: Literal["client", "server"]
    kind: Literal["request", "response", "notification", "noise", "eof", "exit"]
    id: str | None = None  # JSON text
    method: str | None = None
    subject: str | None = None  # the tool, prompt or resource named
    arguments: str | None = None  # one line of JSON
    state: StepState | None = None  # of a response; of a request when no response came
    code: int | None = None  # JSON-RPC error code
    message: str | None = None  # JSON-RPC error message, or the text of a tool error
    fields: tuple[tuple[str, str], ...] = ()  # short scalars of a structured result: ("outcome", "NotFound")
    raw: str = ""  # the frame, JSON indented by two; a line that is no JSON as it was
    decoded: tuple[tuple[str, str], ...] = ()  # pointer of a string holding JSON → that JSON
    partner: int | None = None  # number of the response to this request, or of the request answered here


@value
class Exchange:
    steps: tuple[Step, ...]
    era: Literal["initialize", "discover"] | None = None
    protocol_version: str | None = None
    client: str | None = None
    server: str | None = None


@value
class Parameter:
    """One property of a JSON Schema, made readable; `fields` are an object's or an array's items'."""

    name: str
    type: str  # "string", "array of integer", "string or null", a `$ref`'s name
    required: bool = False
    description: str = ""
    default: str | None = None  # JSON text
    choices: tuple[str, ...] = ()  # enum or const, JSON texts
    limits: tuple[tuple[str, str], ...] = ()  # ("maxLength", "20") …
    fields: tuple[Parameter, ...] = ()


@value
class Tool:
    name: str
    title: str = ""
    description: str = ""
    parameters: tuple[Parameter, ...] = ()
    results: tuple[Parameter, ...] = ()
    input_schema: str = ""  # JSON, indented by two
    output_schema: str | None = None
    annotations: tuple[tuple[str, str], ...] = ()  # hint → JSON text; they inform, they do not protect


@value
class Prompt:
    name: str
    title: str = ""
    description: str = ""
    arguments: tuple[Parameter, ...] = ()


@value
class Resource:
    uri: str  # or URI template
    name: str = ""
    title: str = ""
    description: str = ""
    mime_type: str = ""
    template: bool = False


@value
class Contract:
    run: str  # `Demo/run` that announced it
    protocol_version: str = ""
    server_name: str = ""
    server_title: str = ""
    server_version: str = ""
    instructions: str = ""
    capabilities: tuple[str, ...] = ()
    tools: tuple[Tool, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    resources: tuple[Resource, ...] = ()
    refused: tuple[tuple[str, int, str], ...] = ()  # list method, error code, error message
