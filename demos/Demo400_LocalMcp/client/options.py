"""The command line: words go in, checked options come out, or a usage error."""

import argparse
import math
from dataclasses import dataclass, field
from pathlib import Path

from limits import CONNECT_SECONDS, REQUEST_SECONDS, RUN_SECONDS

# Computed from this file: the folder that the client is started from changes nothing.
SERVER = Path(__file__).resolve().parent.parent / "server" / "main.py"
MODEL = "granite4:3b"
HOST = "http://127.0.0.1:11434"
PROMPT = "Report the status of INC-318 and INC-999, and name the priority customers."


@dataclass
class Options:
    """What one run is asked to do; without `call`, it makes the demo's three calls."""

    server: Path = SERVER
    call: list[list[str]] = field(default_factory=list)
    live: bool = False
    model: str = MODEL
    host: str = HOST
    prompt: str = PROMPT
    connect_deadline: float = CONNECT_SECONDS
    request_deadline: float = REQUEST_SECONDS
    run_deadline: float = RUN_SECONDS


def parse_options() -> Options:
    """Read the command line; what it does not name keeps its default."""
    parser = argparse.ArgumentParser(
        description="Call the tools of a local MCP server, within bounds."
    )
    option = parser.add_argument
    server = "Python program to start; it runs with your rights"
    option("--server", type=Path, metavar="PATH", help=server)
    call = "call one tool directly, with at most one identifier; repeatable"
    option("--call", nargs="+", action="append", metavar=("TOOL", "ID"), help=call)
    option("--live", action="store_true", help="let a local model ask for the calls")
    option("--model", metavar="NAME", help=f"model for --live ({MODEL})")
    option("--host", metavar="URL", help=f"address of Ollama for --live ({HOST})")
    option("--prompt", metavar="TEXT", help="what the model is asked")
    for deadline, work, default in (
        ("--connect-deadline", "start and discovery", CONNECT_SECONDS),
        ("--request-deadline", "one tool call", REQUEST_SECONDS),
        ("--run-deadline", "one agent run", RUN_SECONDS),
    ):
        option(deadline, type=seconds, metavar="S", help=f"{work} ({default} s)")
    options = parser.parse_args(namespace=Options())
    if any(len(words) > 2 for words in options.call):
        parser.error("--call takes a tool and at most one identifier")
    if options.live and options.call:
        parser.error("--call and --live exclude each other")
    return options


def seconds(word: str) -> float:
    """Read a deadline: a positive, finite number of seconds."""
    value = float(word)
    if not (math.isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f"{word} is not a positive number of seconds")
    return value
