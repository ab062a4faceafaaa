"""A transcript → `Contract`: what the server announced, read from the frames and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from site_builder.model import Contract, Parameter, Prompt, Resource, Tool, Transcript, value
from site_builder.transcripts.canonical import Json, indented, one_line
from site_builder.transcripts.messages import (
    PROTOCOL_META,
    SERVER_META,
    Message,
    read_messages,
    table_of,
    tables_of,
    text_of,
)
from site_builder.transcripts.schema import read_parameters

LISTS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}


@value
class Announced:
    """The raw words of a contract: the handshake's answer, each list whole, and the refusals."""

    greeting: Mapping[str, Json]
    server: Mapping[str, Json]
    protocol_version: str
    lists: Mapping[str, tuple[dict[str, Json], ...]]  # method → items of all pages
    refused: Mapping[str, dict[str, Json]]  # method → error
    frames: frozenset[int]  # numbers of the frames that all this was read from


def read_contract(transcript: Transcript) -> Contract:
    """Read what was announced last, where a server announced itself more than once."""
    said = announced(read_messages(transcript.frames))
    capabilities = table_of(said.greeting.get("capabilities"))
    return Contract(
        run=transcript.id,
        protocol_version=said.protocol_version,
        server_name=text_of(said.server.get("name")) or "",
        server_title=text_of(said.server.get("title")) or "",
        server_version=text_of(said.server.get("version")) or "",
        instructions=text_of(said.greeting.get("instructions")) or "",
        capabilities=tuple(_capabilities(capabilities)),
        tools=tuple(_tool(one) for one in said.lists.get("tools/list", ())),
        prompts=tuple(_prompt(one) for one in said.lists.get("prompts/list", ())),
        resources=(
            *(_resource(one, False) for one in said.lists.get("resources/list", ())),
            *(_resource(one, True) for one in said.lists.get("resources/templates/list", ())),
        ),
        refused=tuple(_refusal(method, error) for method, error in said.refused.items()),
    )


def announced(messages: Iterable[Message]) -> Announced:
    """Gather the greeting and the lists; a request without a cursor begins its list anew."""
    greeting: Mapping[str, Json] = {}
    server: Mapping[str, Json] = {}
    version = ""
    lists: dict[str, tuple[dict[str, Json], ...]] = {}
    refused: dict[str, dict[str, Json]] = {}
    frames: dict[str, tuple[int, ...]] = {}
    for message in messages:
        request = message.request
        if request is None or message.frame.sender != "server":
            continue
        method, result = request.method or "", message.result
        if method in LISTS and result is not None:
            goes_on = "cursor" in request.params
            lists[method] = (
                *(lists.get(method, ()) if goes_on else ()),
                *tables_of(result.get(LISTS[method])),
            )
            frames[method] = (*(frames.get(method, ()) if goes_on else ()), message.number)
            refused.pop(method, None)
        elif method in LISTS and message.error is not None:
            refused[method], frames[method] = dict(message.error), (message.number,)
            lists.pop(method, None)
        elif method == "initialize" and result is not None:
            frames["greeting"] = (message.number,)
            greeting, server = result, table_of(result.get("serverInfo"))
            version = text_of(result.get("protocolVersion")) or ""
        elif method == "server/discover" and result is not None:
            frames["greeting"] = (message.number,)
            greeting, server = result, table_of(table_of(result.get("_meta")).get(SERVER_META))
            version = text_of(table_of(request.params.get("_meta")).get(PROTOCOL_META)) or ""
    return Announced(
        greeting=greeting,
        server=server,
        protocol_version=version,
        lists=lists,
        refused=refused,
        frames=frozenset(number for numbers in frames.values() for number in numbers),
    )


def unique_ids(names: Sequence[str]) -> tuple[str, ...]:
    """One anchor a name, in order: ASCII, lower case, and never the same twice, whatever a server says."""
    given: set[str] = set()
    ids: list[str] = []
    for name in names:
        plain = "".join(c if c.isascii() and (c.isalnum() or c in "_-") else "-" for c in name.lower())
        stem = plain.strip("-") or "unnamed"
        number, one = 2, stem
        while one in given:
            one, number = f"{stem}-{number}", number + 1
        given.add(one)
        ids.append(one)
    return tuple(ids)


def _capabilities(found: Mapping[str, Json]) -> Iterable[str]:
    """`tools`, and `tools.listChanged` where that is promised."""
    for name, details in found.items():
        yield name
        yield from (f"{name}.{key}" for key, item in table_of(details).items() if item is True)


def _tool(found: dict[str, Json]) -> Tool:
    annotations = table_of(found.get("annotations"))
    output = found.get("outputSchema")
    return Tool(
        name=text_of(found.get("name")) or "",
        title=text_of(found.get("title")) or text_of(annotations.get("title")) or "",
        description=text_of(found.get("description")) or "",
        parameters=read_parameters(found.get("inputSchema")),
        results=read_parameters(output),
        input_schema=indented(found["inputSchema"]) if "inputSchema" in found else "",
        output_schema=indented(output) if output is not None else None,
        annotations=tuple((hint, one_line(item)) for hint, item in annotations.items() if hint != "title"),
    )


def _prompt(found: dict[str, Json]) -> Prompt:
    return Prompt(
        name=text_of(found.get("name")) or "",
        title=text_of(found.get("title")) or "",
        description=text_of(found.get("description")) or "",
        arguments=tuple(_argument(one) for one in tables_of(found.get("arguments"))),
    )


def _argument(found: dict[str, Json]) -> Parameter:
    return Parameter(
        name=text_of(found.get("name")) or "",
        type="string",
        required=found.get("required") is True,
        description=text_of(found.get("description")) or "",
    )


def _resource(found: dict[str, Json], template: bool) -> Resource:
    return Resource(
        uri=text_of(found.get("uriTemplate" if template else "uri")) or "",
        name=text_of(found.get("name")) or "",
        title=text_of(found.get("title")) or "",
        description=text_of(found.get("description")) or "",
        mime_type=text_of(found.get("mimeType")) or "",
        template=template,
    )


def _refusal(method: str, error: Mapping[str, Json]) -> tuple[str, int, str]:
    code = error.get("code")
    return method, code if isinstance(code, int) else 0, text_of(error.get("message")) or ""
