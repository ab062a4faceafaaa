"""A run without a model: the program makes the calls and prints what comes back."""

import json
from collections.abc import Mapping

from mcp.types import CallToolResult, TextContent

from allowlist import ToolNotAllowed
from attempts import Attempt
from display import quoted
from guard import GuardedCalls
from options import Options
from outcomes import Outcome, RunEnded
from session import LocalMcpSession

DEMO_CALLS = [
    ["get_incident_status", "INC-318"],
    ["get_incident_status", "INC-999"],
    ["list_priority_customers"],
]


async def run_direct(
    session: LocalMcpSession, trace: list[Attempt], options: Options
) -> tuple[Outcome, str]:
    """Make each call and print its answer; one failed call fails the run."""
    calls = GuardedCalls(session, trace)
    for tool, *identifier in options.call or DEMO_CALLS:
        arguments = {"incidentId": identifier[0]} if identifier else {}
        print(await answer(calls, tool, arguments), flush=True)
    failed = sum(not attempt.succeeded for attempt in trace)
    if failed:
        raise RunEnded(f"{failed} of {len(trace)} calls failed.")
    return Outcome.COMPLETED, ""


async def answer(
    calls: GuardedCalls, tool: str, arguments: Mapping[str, object]
) -> str:
    """Say in one line how a call ended; no two kinds of ending look alike."""
    asked = " ".join([quoted(tool), *map(quoted, arguments.values())])
    try:
        result = await calls.call(tool, arguments)
    except ToolNotAllowed as refusal:
        return f"refused: {asked}: {refusal}"
    kind = "isError" if result.is_error else "result"
    return f"{kind}: {asked}: {content_of(result)}"


def content_of(result: CallToolResult) -> str:
    """Show structured data where there are any, else the text, as one line of JSON."""
    if result.structured_content is not None:
        return json.dumps(result.structured_content)
    texts = [block.text for block in result.content if isinstance(block, TextContent)]
    return json.dumps(" ".join(texts))
