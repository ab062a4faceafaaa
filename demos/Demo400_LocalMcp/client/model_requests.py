"""Tool requests of a model, in its order: each becomes an attempt, possible or not."""

from collections import deque
from collections.abc import Awaitable, Callable, Mapping

from agent_framework import ChatContext, ChatMiddleware, ChatResponse
from mcp.types import CallToolResult

from guard import GuardedCalls


class ModelRequests(ChatMiddleware):
    """Reads what the model asks for before the framework acts on it.

    The framework answers an invented tool, or arguments that break the schema, by
    itself: no function of ours runs. Such a request shows only as one that still waits
    when a later one is made.
    """

    def __init__(self, calls: GuardedCalls) -> None:
        self._calls = calls
        self._waiting: deque[tuple[str, Mapping[str, object]]] = deque()

    async def process(
        self, context: ChatContext, call_next: Callable[[], Awaitable[None]]
    ) -> None:
        """Surround one turn of the model: settle the last, note what this one asks."""
        while self._waiting:
            self._calls.admit(*self._waiting.popleft())
        await call_next()
        if isinstance(context.result, ChatResponse):
            self._waiting.extend(
                (content.name or "", content.parse_arguments() or {})
                for message in context.result.messages
                for content in message.contents
                if content.type == "function_call"
            )

    async def make(self, tool: str, arguments: Mapping[str, object]) -> CallToolResult:
        """Make the call, after an attempt for each request that waits before it."""
        asked = (tool, arguments)
        while self._waiting and (request := self._waiting.popleft()) != asked:
            self._calls.admit(*request)
        return await self._calls.call(tool, arguments)
