"""The tools of LocalSupport: what each one promises to a client, and how it answers.

A tool that finds nothing has done its work and says so: that is a result. An
identifier that cannot name an incident is a mistake of the caller: that is an error.
The two never look alike.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mcp.types import CallToolResult, TextContent, Tool, ToolAnnotations

from fixtures import INCIDENTS, PRIORITY_CUSTOMERS

INCIDENT_ID = re.compile(r"INC-[0-9]{3}")
INVALID_INCIDENT_ID = "Invalid incident ID. Expected INC- followed by three digits."


@dataclass(frozen=True)
class SupportTool:
    """A contract, published to every client, and the function that keeps it."""

    contract: Tool
    answer: Callable[[Mapping[str, object]], CallToolResult]


def get_incident_status(arguments: Mapping[str, object]) -> CallToolResult:
    """Answer Found with the incident, NotFound with none, or an error."""
    match arguments.get("incidentId"):
        # With match, `$` or \d, "INC-318\n" or Arabic digits would pass.
        case str(incident_id) if INCIDENT_ID.fullmatch(incident_id):
            incident = INCIDENTS.get(incident_id)
            outcome = "Found" if incident else "NotFound"
            return structured({"outcome": outcome, "incident": incident})
        case _:
            text = TextContent(text=INVALID_INCIDENT_ID)
            return CallToolResult(content=[text], is_error=True)


def list_priority_customers(_arguments: Mapping[str, object]) -> CallToolResult:
    """Answer the customer catalogue; there is nothing to choose by argument."""
    return structured({"customers": PRIORITY_CUSTOMERS})


def structured(value: Mapping[str, object]) -> CallToolResult:
    """Return `value` as data, and as JSON text for clients that read text only."""
    text = TextContent(text=json.dumps(value))
    return CallToolResult(content=[text], structured_content=dict(value))


INCIDENT_STATUS_TOOL = Tool(
    name="get_incident_status",
    description="Look up the status of one incident. Answers Found or NotFound.",
    input_schema={
        "type": "object",
        "properties": {
            "incidentId": {
                "type": "string",
                "description": "INC- followed by three digits, such as INC-318.",
            },
        },
        "required": ["incidentId"],
    },
    output_schema={
        "type": "object",
        "properties": {
            "outcome": {"type": "string", "enum": ["Found", "NotFound"]},
            "incident": {"type": ["object", "null"]},
        },
        "required": ["outcome", "incident"],
    },
    annotations=ToolAnnotations(read_only_hint=True),
)

PRIORITY_CUSTOMERS_TOOL = Tool(
    name="list_priority_customers",
    description="List the customers whose incidents are handled first.",
    input_schema={"type": "object", "properties": {}},
    output_schema={
        "type": "object",
        "properties": {"customers": {"type": "array", "items": {"type": "object"}}},
        "required": ["customers"],
    },
    annotations=ToolAnnotations(read_only_hint=True),
)

TOOLS = [
    SupportTool(INCIDENT_STATUS_TOOL, get_incident_status),
    SupportTool(PRIORITY_CUSTOMERS_TOOL, list_priority_customers),
]
