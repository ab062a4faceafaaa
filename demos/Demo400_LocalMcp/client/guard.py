"""The only way to a tool, for a person's command and a model's request alike."""

import sys
from collections.abc import Mapping

from mcp.types import CallToolResult

from attempts import Attempt
from outcomes import ToolBudgetExceeded
from session import LocalMcpSession


class GuardedCalls:
    """Calls that are counted before they are made, and recorded whatever happens."""

    def __init__(
        self, session: LocalMcpSession, trace: list[Attempt], budget: int = sys.maxsize
    ) -> None:
        self._session = session
        self._trace = trace
        self._budget = budget

    def admit(self, tool: str, arguments: Mapping[str, object]) -> Attempt:
        """Record an attempt, unless it is one too many: then the run is over."""
        if len(self._trace) >= self._budget:
            raise ToolBudgetExceeded(
                f"The model asked for more than {self._budget} tool attempts."
            )
        attempt = Attempt(tool, arguments)
        self._trace.append(attempt)
        return attempt

    async def call(self, tool: str, arguments: Mapping[str, object]) -> CallToolResult:
        """Make one call. The result's own isError decides: NotFound is a success."""
        attempt = self.admit(tool, arguments)
        result = await self._session.call(tool, arguments)
        attempt.succeeded = not result.is_error
        return result
