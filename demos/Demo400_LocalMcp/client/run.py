"""One run, from the start of the server to its end: options in, an outcome out."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import anyio

from allowlist import ALLOWED_TOOLS
from attempts import Attempt
from direct import run_direct
from display import quoted
from interruption import Interruption
from options import Options
from outcomes import Outcome, RunCancelled, RunEnded
from session import LocalMcpSession

Result: TypeAlias = tuple[Outcome, str]
Runner: TypeAlias = Callable[
    [LocalMcpSession, list[Attempt], Options], Awaitable[Result]
]


async def run(
    options: Options, trace: list[Attempt], interruption: Interruption
) -> Result:
    """Make one run that a signal can cancel; the trace outlives whatever ends it."""
    runner = choose_runner(options)
    if not options.server.is_file():
        raise RunEnded(f"There is no server program {options.server}.")
    with anyio.CancelScope() as scope:
        interruption.cancels(scope)
        async with LocalMcpSession.connect(
            options.server.absolute(),
            options.connect_deadline,
            options.request_deadline,
        ) as session:
            for tool in session.tools:
                verb = "allowed" if tool in ALLOWED_TOOLS else "not allowed"
                print(f"discovered: {quoted(tool)} {verb}", flush=True)
            return await runner(session, trace, options)
    raise RunCancelled("The run was cancelled.")


def choose_runner(options: Options) -> Runner:
    """Load the agent framework for a live run only; without it, end such a run."""
    if not options.live:
        return run_direct
    try:
        from live import run_live
    except ImportError as error:
        need = "--live needs the extra packages of sitemaf[live]"
        raise RunEnded(f"{need}: no {error.name} here.") from None
    return run_live
