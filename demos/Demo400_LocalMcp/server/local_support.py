"""LocalSupport as an MCP server, which lists the tools it is given and calls them."""

import logging
from collections.abc import Sequence

from mcp import MCPError
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
)

from support_tools import SupportTool

log = logging.getLogger("LocalSupport")


def local_support(tools: Sequence[SupportTool]) -> Server:
    """Build the server. It is no agent and loads no model: it answers calls."""
    by_name = {tool.contract.name: tool for tool in tools}

    async def list_tools(
        _context: ServerRequestContext, _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=[tool.contract for tool in tools])

    async def call_tool(
        _context: ServerRequestContext, params: CallToolRequestParams
    ) -> CallToolResult:
        tool = by_name.get(params.name)
        if tool is None:
            raise MCPError(INVALID_PARAMS, f"Unknown tool: {params.name}")
        result = tool.answer(params.arguments or {})
        fate = "refused its arguments" if result.is_error else "answered"
        log.info("%s %s", params.name, fate)
        return result

    return Server(
        "LocalSupport",
        version="1.0.0",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def serve(server: Server) -> None:
    """Serve one client on standard input and output, until it closes our input."""
    async with stdio_server() as (read_stream, write_stream):
        options = server.create_initialization_options()
        await server.run(read_stream, write_stream, options)
