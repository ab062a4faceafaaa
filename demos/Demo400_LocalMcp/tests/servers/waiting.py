"""LocalSupport that says on stderr when a lookup has begun, and never ends it."""

import asyncio
import sys

from mcp.server import ServerRequestContext
from mcp.types import CallToolRequestParams, CallToolResult

from original import TOOLS, list_priority_customers, local_support, serve


async def call_tool(
    _context: ServerRequestContext, params: CallToolRequestParams
) -> CallToolResult:
    """Tell whoever reads standard error that the moment has come; then wait."""
    if params.name == "list_priority_customers":
        return list_priority_customers(params.arguments or {})
    print(f"{params.name} has begun", file=sys.stderr, flush=True)
    await asyncio.Event().wait()
    return CallToolResult(content=[])


if __name__ == "__main__":
    server = local_support(TOOLS)
    server.add_request_handler("tools/call", CallToolRequestParams, call_tool)
    asyncio.run(serve(server))
