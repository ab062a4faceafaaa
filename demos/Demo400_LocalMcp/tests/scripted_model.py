"""Stand in for Ollama while a command runs: scripted_model.py SCENARIO COMMAND...

The command is started with `--host` and the address of a server that answers /api/chat
from the scenario. Its output, its exit code and the signals meant for it pass through
unchanged. When the scenario falls silent, the command gets a Ctrl+C.
"""

import json
import signal
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from types import FrameType

from scenarios import SCENARIOS, Turn


class ScriptedModel(socketserver.ThreadingTCPServer):
    """An HTTP server on a free loopback port that says one turn a request."""

    daemon_threads = True

    def __init__(self, turns: Sequence[Turn]) -> None:
        super().__init__(("127.0.0.1", 0), ChatHandler)
        self.turns = iter(turns)
        self.requests: list[bytes] = []
        self.silent = threading.Event()
        self.stopped = threading.Event()

    @property
    def host(self) -> str:
        """The address to hand to a client of Ollama."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class ChatHandler(BaseHTTPRequestHandler):
    """Answers POST /api/chat as Ollama does without streaming."""

    server: ScriptedModel

    def do_POST(self) -> None:
        """Say the next turn of the scenario; past its end there is nothing to say."""
        self.server.requests.append(
            self.rfile.read(int(self.headers["Content-Length"]))
        )
        turn = next(self.server.turns, "") if self.path == "/api/chat" else ""
        if turn is None:
            self.server.silent.set()
            self.server.stopped.wait()
        elif turn:
            self.answer(HTTPStatus.OK, chat_response(turn))
        else:
            self.answer(
                HTTPStatus.NOT_FOUND, {"error": "the scenario has no such turn"}
            )

    def answer(self, status: HTTPStatus, body: dict[str, object]) -> None:
        """Send one JSON document."""
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: standard error belongs to the command."""


def chat_response(turn: str | list[tuple[str, dict[str, object]]]) -> dict[str, object]:
    """Put one turn into the shape of Ollama's answer."""
    message: dict[str, object] = {
        "role": "assistant",
        "content": turn if isinstance(turn, str) else "",
    }
    if not isinstance(turn, str):
        message["tool_calls"] = [
            {"function": {"name": name, "arguments": call}} for name, call in turn
        ]
    return {
        "model": "scripted",
        "created_at": "2000-01-01T00:00:00Z",
        "message": message,
        "done": True,
        "done_reason": "stop",
    }


@contextmanager
def serving(turns: Sequence[Turn]) -> Iterator[ScriptedModel]:
    """Serve the turns while the block runs."""
    with ScriptedModel(turns) as model:
        thread = threading.Thread(
            target=model.serve_forever, kwargs={"poll_interval": 0.05}
        )
        thread.start()
        try:
            yield model
        finally:
            model.stopped.set()
            model.shutdown()
            thread.join()


def interrupt(command: subprocess.Popen[bytes], model: ScriptedModel) -> None:
    """Press Ctrl+C as somebody does who waits for a model in vain."""
    model.silent.wait()
    command.send_signal(signal.SIGINT)


def main(scenario: str, *command: str) -> int:
    """Run the command beside its model, and end as the command ends."""
    with (
        serving(SCENARIOS[scenario]) as model,
        subprocess.Popen([*command, "--host", model.host]) as child,
    ):

        def forward(number: int, _frame: FrameType | None) -> None:
            child.send_signal(number)

        signal.signal(signal.SIGINT, forward)
        signal.signal(signal.SIGTERM, forward)
        threading.Thread(target=interrupt, args=(child, model), daemon=True).start()
        code = child.wait()
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
