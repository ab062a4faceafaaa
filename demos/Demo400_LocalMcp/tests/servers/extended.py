"""LocalSupport with one more read-only tool, as a client meets it after an update."""

import asyncio
from collections.abc import Mapping

from mcp.types import CallToolResult, Tool, ToolAnnotations

from original import INCIDENTS, TOOLS, SupportTool, local_support, serve, structured


def list_open_incidents(_arguments: Mapping[str, object]) -> CallToolResult:
    """Answer the identifiers of all known incidents."""
    return structured({"incidents": sorted(INCIDENTS)})


OPEN_INCIDENTS_TOOL = Tool(
    name="list_open_incidents",
    description="List the identifiers of the open incidents.",
    input_schema={"type": "object", "properties": {}},
    annotations=ToolAnnotations(read_only_hint=True),
)

if __name__ == "__main__":
    added = SupportTool(OPEN_INCIDENTS_TOOL, list_open_incidents)
    asyncio.run(serve(local_support([*TOOLS, added])))
