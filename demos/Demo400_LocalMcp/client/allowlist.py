"""What this host permits.

A server's list of tools says what exists; only this file says what may be used.
"""

from collections.abc import Iterable

from mcp.types import Tool

ALLOWED_TOOLS = ("get_incident_status", "list_priority_customers")


class ToolNotAllowed(Exception):
    """A person or a model asked for a tool that this host does not permit."""

    def __init__(self) -> None:
        super().__init__("Tool is not allowed by this host.")


def require_allowed(tool: str) -> None:
    """Refuse any name that is not on the list, even if a server offers it."""
    if tool not in ALLOWED_TOOLS:
        raise ToolNotAllowed


def allowed_only(discovered: Iterable[Tool]) -> list[Tool]:
    """Keep the tools that an agent may be given.

    Annotations such as readOnlyHint play no part: the server that a host guards
    against has written them.
    """
    return [tool for tool in discovered if tool.name in ALLOWED_TOOLS]
