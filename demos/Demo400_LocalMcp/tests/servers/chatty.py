"""LocalSupport with a forgotten print in a tool."""

import asyncio
from collections.abc import Mapping

from mcp.types import CallToolResult

from original import TOOLS, SupportTool, local_support, serve


def with_print(tool: SupportTool) -> SupportTool:
    """Print before answering, as a line left over from debugging does."""

    def answer(arguments: Mapping[str, object]) -> CallToolResult:
        print("a line that is no protocol")
        return tool.answer(arguments)

    return SupportTool(tool.contract, answer)


if __name__ == "__main__":
    asyncio.run(serve(local_support([with_print(tool) for tool in TOOLS])))
