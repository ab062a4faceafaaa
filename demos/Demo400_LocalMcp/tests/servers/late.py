"""LocalSupport, too late by design: it works until nobody waits for a result."""

import asyncio

from mcp.server import ServerRequestContext
from mcp.types import CallToolRequestParams, CallToolResult

from original import TOOLS, local_support, serve


async def call_tool(
    _context: ServerRequestContext, _params: CallToolRequestParams
) -> CallToolResult:
    """Work until the client cancels; a cancelled request gets no answer."""
    await asyncio.Event().wait()
    return CallToolResult(content=[])


if __name__ == "__main__":
    server = local_support(TOOLS)
    server.add_request_handler("tools/call", CallToolRequestParams, call_tool)
    asyncio.run(serve(server))
