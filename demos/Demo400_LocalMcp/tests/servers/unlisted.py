"""LocalSupport that initialises a session and then never lists its tools."""

import asyncio

from mcp.server import ServerRequestContext
from mcp.types import ListToolsResult, PaginatedRequestParams

from original import TOOLS, local_support, serve


async def list_tools(
    _context: ServerRequestContext, _params: PaginatedRequestParams
) -> ListToolsResult:
    """Wait until the client goes away."""
    await asyncio.Event().wait()
    return ListToolsResult(tools=[])


if __name__ == "__main__":
    server = local_support(TOOLS)
    server.add_request_handler("tools/list", PaginatedRequestParams, list_tools)
    asyncio.run(serve(server))
