"""LocalSupport, but its process is gone as soon as a tool is called."""

import asyncio
import os

from mcp.server import ServerRequestContext
from mcp.types import CallToolRequestParams, CallToolResult

from original import TOOLS, local_support, serve


async def call_tool(
    _context: ServerRequestContext, _params: CallToolRequestParams
) -> CallToolResult:
    """End the process without a word."""
    os._exit(1)


if __name__ == "__main__":
    server = local_support(TOOLS)
    server.add_request_handler("tools/call", CallToolRequestParams, call_tool)
    asyncio.run(serve(server))
