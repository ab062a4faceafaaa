"""One connection to one local MCP server, and the tools discovered through it."""

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Self

from mcp import Client, MCPError, StdioServerParameters, stdio_client
from mcp.types import REQUEST_TIMEOUT, CallToolResult, Implementation, Tool

from allowlist import require_allowed
from outcomes import DeadlineExceeded, RunEnded

CLIENT = Implementation(name="LocalMcp", version="1.0.0")


class LocalMcpSession:
    """A connection and the process of its server: they begin and end together."""

    def __init__(
        self, client: Client, tools: Mapping[str, Tool], request_seconds: float
    ) -> None:
        self._client = client
        self._request_seconds = request_seconds
        self.tools = tools

    @classmethod
    @asynccontextmanager
    async def connect(
        cls, server: Path, connect_seconds: float, request_seconds: float
    ) -> AsyncIterator[Self]:
        """Start the server, initialise, discover; stop it, however the block ends."""
        transport = stdio_client(server_process(server), errlog=sys.stderr)
        # "legacy" names the protocol era that opens with `initialize` on the wire.
        connection = Client(transport, mode="legacy", client_info=CLIENT)
        try:
            async with AsyncExitStack() as stack:
                try:
                    async with asyncio.timeout(connect_seconds):
                        client = await stack.enter_async_context(connection)
                        tools = await discover(client)
                except TimeoutError:
                    message = f"The server was not ready within {connect_seconds:g} s."
                    raise DeadlineExceeded(message) from None
                yield cls(client, tools, request_seconds)
        except (MCPError, ExceptionGroup) as error:
            raise reason_of(error) from None

    async def call(self, tool: str, arguments: Mapping[str, object]) -> CallToolResult:
        """Call an allowed tool once, under a deadline. There is no second try."""
        require_allowed(tool)
        if tool not in self.tools:
            raise RunEnded(f"The server does not offer {tool}.")
        seconds = self._request_seconds
        try:
            return await self._client.call_tool(tool, dict(arguments), seconds)
        except MCPError as error:
            if error.code == REQUEST_TIMEOUT:
                message = f"{tool} gave no result within {seconds:g} s."
                raise DeadlineExceeded(message) from None
            message = f"{tool} ended in protocol error {error.code}: {error.message}"
            raise RunEnded(message) from None
        except (RuntimeError, ValueError):
            # The SDK holds each result against its tool's output schema.
            raise RunEnded(f"{tool} gave a result that breaks its contract.") from None


def server_process(server: Path) -> StdioServerParameters:
    """Describe the child: this interpreter, the server's own folder, no buffer."""
    return StdioServerParameters(
        command=sys.executable,
        args=[str(server)],
        cwd=server.parent,
        env={"PYTHONUNBUFFERED": "1"},
    )


async def discover(client: Client) -> dict[str, Tool]:
    """Read the list of tools, page by page: names, descriptions, JSON schemas."""
    page = await client.list_tools()
    tools = list(page.tools)
    while page.next_cursor is not None:
        page = await client.list_tools(cursor=page.next_cursor)
        tools += page.tools
    return {tool.name: tool for tool in tools}


def reason_of(error: Exception) -> Exception:
    """Find why a connection ended: the SDK's task groups wrap what happened in them."""
    match error:
        case ExceptionGroup():
            return reason_of(error.exceptions[0])
        case MCPError():
            return RunEnded(f"The server opened no session: {error.message}")
        case _:
            return error
