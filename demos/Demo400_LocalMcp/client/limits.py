"""Every bound of the client: deadlines in seconds, and what a run may use."""

CONNECT_SECONDS = 15
"""Start the server, initialise, discover its tools: one deadline for all three."""

REQUEST_SECONDS = 15
"""One tool call, from the request to its result."""

RUN_SECONDS = 120
"""One agent run, with all its turns of the model and all its tool calls."""

MAX_TOOL_ATTEMPTS = 6
"""Tool attempts that one agent run may make; the next one ends the run."""

MAX_OUTPUT_TOKENS = 800
"""Tokens that the model may write in one turn."""
