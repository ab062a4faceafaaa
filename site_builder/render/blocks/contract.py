"""A contract → its figure: a card for each tool, rows for parameters, schemas folded.

Everything in it is the server's own text: escaped, literal, never cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from markupsafe import Markup

from site_builder.model import Contract, Parameter, ShownContract, Tool, value
from site_builder.render.code import json_text
from site_builder.render.place import Place


@value
class Line:
    """A parameter as a row; `depth` is how far inside an object or array it stands."""

    parameter: Parameter
    depth: int
    path: str


@value
class Card:
    tool: Tool
    id: str
    parameters: tuple[Line, ...]
    results: tuple[Line, ...]
    input_schema: Markup
    output_schema: Markup


def render_contract(shown: ShownContract, place: Place, id: str) -> Markup:
    contract, only = shown.contract, shown.request.tool
    tools = [tool for tool in contract.tools if only is None or tool.name == only]
    return place.figure(
        "contract.html",
        id=id,
        contract=contract,
        whole=only is None,
        cards=cards(tools, id),
        demo=_demo(contract, place),
    )


def cards(tools: Iterable[Tool], id: str) -> list[Card]:
    """Names may repeat; ids may not."""
    taken: dict[str, int] = {}
    found = []
    for tool in tools:
        taken[tool.name] = taken.get(tool.name, 0) + 1
        found.append(
            Card(
                tool=tool,
                id=tool_id(id, tool.name, taken[tool.name]),
                parameters=tuple(_lines(tool.parameters)),
                results=tuple(_lines(tool.results)),
                input_schema=json_text(tool.input_schema),
                output_schema=json_text(tool.output_schema or ""),
            )
        )
    return found


def tool_id(id: str, name: str, count: int = 1) -> str:
    """An id may hold anything but white space; a tool's name may hold anything."""
    plain_name = "".join(letter if not letter.isspace() else "_" for letter in name)
    return f"{id}-{plain_name}" + (f"-{count}" if count > 1 else "")


def _lines(parameters: Sequence[Parameter], depth: int = 0, path: str = "") -> Iterator[Line]:
    for parameter in parameters:
        own = f"{path}.{parameter.name}" if path else parameter.name
        yield Line(parameter=parameter, depth=min(depth, 4), path=own)
        yield from _lines(parameter.fields, depth + 1, own)


def _demo(contract: Contract, place: Place) -> str:
    card = place.site.demos.get(contract.run.split("/")[0])
    return place.demo(card) if card else ""
