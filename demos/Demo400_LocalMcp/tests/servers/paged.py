"""LocalSupport with a list of tools that comes one page at a time."""

import asyncio

from mcp.server import ServerRequestContext
from mcp.types import ListToolsResult, PaginatedRequestParams

from original import TOOLS, local_support, serve


async def list_tools(
    _context: ServerRequestContext, params: PaginatedRequestParams
) -> ListToolsResult:
    """Answer the tool that the cursor names, and the cursor of the next one."""
    place = int(params.cursor or 0)
    following = str(place + 1) if place + 1 < len(TOOLS) else None
    return ListToolsResult(tools=[TOOLS[place].contract], next_cursor=following)


if __name__ == "__main__":
    server = local_support(TOOLS)
    server.add_request_handler("tools/list", PaginatedRequestParams, list_tools)
    asyncio.run(serve(server))
