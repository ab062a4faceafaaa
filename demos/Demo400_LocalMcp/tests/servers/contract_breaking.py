"""LocalSupport whose incident lookup breaks the output schema that it published."""

import asyncio
from collections.abc import Mapping

from mcp.types import CallToolResult

from original import TOOLS, SupportTool, local_support, serve, structured


def get_incident_status(_arguments: Mapping[str, object]) -> CallToolResult:
    """Answer an outcome that the contract does not know."""
    return structured({"outcome": "Perhaps", "incident": None})


if __name__ == "__main__":
    status, *others = TOOLS
    broken = SupportTool(status.contract, get_incident_status)
    asyncio.run(serve(local_support([broken, *others])))
