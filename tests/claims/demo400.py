"""Demo400 as a reader runs it: real processes, with a scripted model where a run needs one.

In: the words of a command line. Out: `Said`, and the frames that passed between client and server.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[2] / "demos" / "Demo400_LocalMcp" / "tests"))

from scenarios import SCENARIOS
from scripted_model import ChatHandler, ScriptedModel, chat_response, serving

DEMO = Path(__file__).resolve().parents[2] / "demos" / "Demo400_LocalMcp"
CLIENT = DEMO / "client" / "main.py"
SERVER = DEMO / "server" / "main.py"
SERVERS = DEMO / "tests" / "servers"
PATIENCE = 60  # seconds; a run that takes longer hangs

__all__ = ["ChatHandler", "ScriptedModel", "chat_response", "serving"]

# Runs the client in an interpreter that was prepared first: something blocked, watched or sped up.
PREPARED = """\
import runpy, sys
{preparation}
sys.argv = sys.argv[1:]
sys.path[0] = {folder!r}
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@dataclass(frozen=True)
class Said:
    """What one run of the client answered."""

    code: int
    out: str
    err: str

    @property
    def trace(self) -> list[str]:
        """The attempts, without the word `trace:`."""
        return [line.removeprefix("trace: ") for line in self.out.splitlines() if line.startswith("trace: ")]

    @property
    def ending(self) -> tuple[str, int]:
        """The last line of standard output, and the exit code."""
        return self.out.splitlines()[-1] if self.out else "", self.code

    @property
    def problem(self) -> str:
        """The one line on standard error; two lines, or none, are a failed test."""
        (line,) = self.err.splitlines()
        return line


def command(*words: str | Path, preparation: str = "", client: Path = CLIENT) -> list[str]:
    """The words that start the client, plainly or in a prepared interpreter."""
    start: list[str] = []
    if preparation:
        start = ["-c", PREPARED.format(preparation=preparation, folder=str(client.parent))]
    return [sys.executable, *start, str(client), *map(str, words)]


def run(
    *words: str | Path,
    preparation: str = "",
    cwd: Path | None = None,
    environment: dict[str, str] | None = None,
    client: Path = CLIENT,
) -> Said:
    """Run the client to its end."""
    done = subprocess.run(
        command(*words, preparation=preparation, client=client),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        timeout=PATIENCE,
    )
    return Said(done.returncode, done.stdout, done.stderr)


@dataclass(frozen=True)
class LiveRun:
    """One run with a scripted model: what the client said, and what the model was sent."""

    said: Said
    requests: list[dict[str, Any]]


def live(scenario: str, *words: str | Path, **settings: Any) -> LiveRun:
    """Run the client with the model of a scenario."""
    with serving(SCENARIOS[scenario]) as model:
        said = run("--live", "--host", model.host, *words, **settings)
        return LiveRun(said, [json.loads(body) for body in model.requests])


@contextmanager
def started(*words: str | Path, preparation: str = "") -> Iterator[subprocess.Popen[str]]:
    """A client that runs while the block does; nothing of it is left behind, whatever the block finds."""
    with subprocess.Popen(
        command(*words, preparation=preparation),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as client:
        try:
            yield client
        finally:
            client.kill()


def recorded(server: Path, folder: Path) -> tuple[Path, Path]:
    """A program that starts `server` and keeps what passes, and the file that it keeps it in."""
    program, log = folder / "recorded.py", folder / "frames"
    program.write_text(
        f"import sys\nsys.path.append({str(SERVERS)!r})\n"
        "from pathlib import Path\nfrom recording import record\n"
        f"record(Path({str(server)!r}), Path({str(log)!r}))\n"
    )
    return program, log


def sent(log: Path) -> list[dict[str, Any]]:
    """What the client sent, message by message."""
    lines = log.read_text(encoding="utf-8").splitlines()
    return [json.loads(line.removeprefix("> ")) for line in lines if line.startswith("> ")]


def tool_calls(log: Path) -> list[str]:
    """The tools that were called on the wire, in order."""
    return [message["params"]["name"] for message in sent(log) if message.get("method") == "tools/call"]


def talk(messages: Sequence[object], server: Path = SERVER, *words: str) -> Said:
    """Write messages to a server as a client without any SDK does, then close its input."""
    opening = [
        {
            "jsonrpc": "2.0",
            "id": "open",
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        },
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]
    lines = [
        message if isinstance(message, str) else json.dumps(message) for message in [*opening, *messages]
    ]
    with subprocess.Popen(
        [sys.executable, str(server), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write("".join(f"{line}\n" for line in lines))
        process.stdin.flush()
        # Input stays open until every request is answered: its end would end the server.
        waiting = sum(isinstance(message, dict) and "id" in message for message in [*opening, *messages])
        answers = [process.stdout.readline() for _ in range(waiting)]
        process.stdin.close()
        rest, errors = process.stdout.read(), process.stderr.read()
        return Said(process.wait(PATIENCE), "".join(answers) + rest, errors)


def call(identifier: object, tool: str, arguments: object = None) -> dict[str, object]:
    """One `tools/call` request; without arguments, the member is missing."""
    params = {"name": tool} if arguments is None else {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": identifier, "method": "tools/call", "params": params}


def answers(said: Said) -> dict[object, dict[str, Any]]:
    """Responses by the id of their request."""
    return {message["id"]: message for message in map(json.loads, said.out.splitlines())}
