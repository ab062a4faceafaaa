"""LocalSupport, too late by design: a call is answered when nobody waits for its result any more."""

import asyncio

from mcp.server import ServerRequestContext
from mcp.types import CallToolRequestParams, CallToolResult

from original import TOOLS, local_support, serve


async def call_tool(_context: ServerRequestContext, _params: CallToolRequestParams) -> CallToolResult:
    """Work until the client cancels the request; the SDK answers no request that was cancelled."""
    await asyncio.Event().wait()
    return CallToolResult(content=[])


if __name__ == "__main__":
    server = local_support(TOOLS)
    server.add_request_handler("tools/call", CallToolRequestParams, call_tool)
    asyncio.run(serve(server))
