"""sitemaf's own MCP client: asks a server for everything that it announces, then makes the declared calls.

A process of its own (`python -ISB probe.py SETTINGS`), standard library only: the frames are what matters, so
messages are written and read here as they are, and `arguments` reach the server to the letter even where a
client library would refuse to send them. It speaks both eras of the protocol and validates nothing that it
does not need. Exit 0 when every list and call was answered or given up in time; 3 with a line on standard
output, `{"failure": …}`, when the server left that impossible.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time

HANDSHAKE_VERSION = "2025-11-25"
DISCOVER_VERSION = "2026-07-28"
METHOD_NOT_FOUND, UNSUPPORTED_VERSION = -32601, -32022
CLIENT = {"name": "sitemaf", "version": "1"}
META = "io.modelcontextprotocol/"
PAGES = 1000  # of one list; a server that has more never ends
CLOSING = ((None, 5.0), (signal.SIGTERM, 3.0), (signal.SIGKILL, 3.0))  # how a server is ended, seconds each
GARBAGE = 1000  # lines that are no messages, before we stop listening
LISTS = (
    ("tools", "tools/list", "tools"),
    ("prompts", "prompts/list", "prompts"),
    ("resources", "resources/list", "resources"),
    ("resources", "resources/templates/list", "resourceTemplates"),
)
CALLS = {"tool": "tools/call", "prompt": "prompts/get", "resource": "resources/read"}


class Failure(Exception):
    """The conversation cannot go on; the text says why, in words for the demo's author."""


class OutOfTime(Exception):
    """A request was not answered within its own deadline."""


class Connection:
    """One server process and the lines that cross between it and us."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.input, False)
        self.pending = bytearray()
        self.searched = 0
        self.last_id = 0
        self.meta: dict[str, object] = {}
        self.garbage = 0

    def request(
        self, method: str, params: dict[str, str], deadline: float | None = None
    ) -> dict[str, object]:
        """Send a request whose params are JSON texts; its response, or Failure, or OutOfTime."""
        self.last_id += 1
        if self.meta:
            params = {**params, "_meta": compact(self.meta)}
        self.send(method, params, self.last_id)
        end = None if deadline is None else time.monotonic() + deadline
        while True:
            message = self.receive(end, method)
            if "method" in message:
                self.answer(message)
            elif self.is_answer(message):
                return message

    def is_answer(self, message: dict[str, object]) -> bool:
        same = message.get("id") == self.last_id and message.get("id") is not True  # for Python a 1 as well
        return same and ("result" in message or "error" in message)

    def send(self, method: str, params: dict[str, str], number: int | None = None) -> None:
        members = ['"jsonrpc":"2.0"']
        if number is not None:
            members.append(f'"id":{number}')
        members.append(f'"method":{compact(method)}')
        if params:
            members.append(
                '"params":{' + ",".join(f"{compact(k)}:{text}" for k, text in params.items()) + "}"
            )
        self.write(("{" + ",".join(members) + "}\n").encode("utf-8", "surrogatepass"))

    def write(self, data: bytes) -> None:
        """While the server does not read, it is listened to: it may be waiting for us to do so."""
        listened = [self.output]
        while data:
            readable, writable, _ = select.select(listened, [self.input], [])
            if readable:
                heard = os.read(self.output, 1 << 16)
                self.pending += heard
                listened = [self.output] if heard else []
            try:
                data = data[os.write(self.input, data) :] if writable else data
            except BrokenPipeError:
                return  # what it said before it ended is still to be read

    def receive(self, end: float | None, method: str) -> dict[str, object]:
        """The next message; lines that are none are passed over, as the recorder keeps them anyway."""
        while True:
            line = self.line(end, method)
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                message = None
            if isinstance(message, dict):
                return message
            self.garbage += 1
            if self.garbage > GARBAGE:
                raise Failure(f"the server wrote more than {GARBAGE} lines that are no messages")

    def line(self, end: float | None, method: str) -> bytes:
        while True:
            at = self.pending.find(b"\n", self.searched)
            if at >= 0:
                line = bytes(self.pending[:at])
                del self.pending[: at + 1]
                self.searched = 0
                return line
            self.searched = len(self.pending)
            wait = None if end is None else max(0.0, end - time.monotonic())
            if not select.select([self.output], [], [], wait)[0]:
                raise OutOfTime
            data = os.read(self.output, 1 << 16)
            if not data:
                raise Failure(f"the server ended before it answered {method}")
            self.pending += data

    def answer(self, message: dict[str, object]) -> None:
        """We answer a ping and refuse the rest: nothing was announced that a server could ask for."""
        if "id" not in message:
            return
        reply: dict[str, object] = {"jsonrpc": "2.0", "id": message["id"]}
        refusal = {"code": METHOD_NOT_FOUND, "message": "Method not found"}
        reply |= {"result": {}} if message["method"] == "ping" else {"error": refusal}
        self.write((json.dumps(reply) + "\n").encode())  # in ASCII: an id may hold half a character

    def close(self) -> None:
        """End its input, listen until it has ended; a server that stays is asked, then made to end."""
        with contextlib.suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.close()
        for number, seconds in CLOSING:
            if number is not None:
                self.process.send_signal(number)
            if self.drained(time.monotonic() + seconds):
                break
        self.process.wait()

    def drained(self, end: float) -> bool:
        while time.monotonic() < end:
            if select.select([self.output], [], [], max(0.0, end - time.monotonic()))[0] and not os.read(
                self.output, 1 << 16
            ):
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(max(0.01, end - time.monotonic()))
                    return True
        return False


def compact(found: object) -> str:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def error_of(response: dict[str, object]) -> tuple[int, str] | None:
    error = response.get("error")
    if not isinstance(error, dict):
        return None
    code = error.get("code")
    said = error.get("message", "")
    return code if type(code) is int else 0, said if isinstance(said, str) else compact(said)


def greet(command: list[str], handshake: str) -> tuple[Connection, dict[str, object]]:
    """A connection whose server has introduced itself, and the capabilities that it announced."""
    if handshake != "discover":
        connection = Connection(command)
        response = initialize(connection)
        error = error_of(response)
        if error is None:
            connection.send("notifications/initialized", {})
            return connection, capabilities(response, "initialize")
        connection.close()
        if handshake == "initialize" or error[0] not in (METHOD_NOT_FOUND, UNSUPPORTED_VERSION):
            raise Failure(f"the server refuses initialize: {error[0]} {error[1]}")
    connection = Connection(command)
    return connection, discover(connection)


def initialize(connection: Connection) -> dict[str, object]:
    params = {"protocolVersion": HANDSHAKE_VERSION, "capabilities": {}, "clientInfo": CLIENT}
    return connection.request("initialize", {name: compact(item) for name, item in params.items()})


def discover(connection: Connection) -> dict[str, object]:
    """Ask without a handshake; where the server names other versions, once more with its newest."""
    version, error = DISCOVER_VERSION, (0, "")
    for attempt in range(2):
        connection.meta = {
            META + "protocolVersion": version,
            META + "clientInfo": CLIENT,
            META + "clientCapabilities": {},
        }
        response = connection.request("server/discover", {})
        refusal = error_of(response)
        if refusal is None:
            return capabilities(response, "server/discover")
        error = refusal
        supported = supported_versions(response)
        if error[0] == UNSUPPORTED_VERSION and attempt == 0 and supported:
            version = max(supported)
            continue
        break
    connection.close()
    raise Failure(f"the server refuses server/discover: {error[0]} {error[1]}")


def supported_versions(response: dict[str, object]) -> list[str]:
    error = response["error"]
    data = error.get("data") if isinstance(error, dict) else None
    supported = data.get("supported") if isinstance(data, dict) else None
    return [one for one in supported if isinstance(one, str)] if isinstance(supported, list) else []


def capabilities(response: dict[str, object], method: str) -> dict[str, object]:
    result = response.get("result")
    announced = result.get("capabilities") if isinstance(result, dict) else None
    if not isinstance(announced, dict):
        raise Failure(f"the answer to {method} is malformed: it announces no capabilities")
    return announced


def read_lists(connection: Connection, announced: dict[str, object]) -> None:
    """Every list that the server announced, page by page. A refusal is recorded like any other answer."""
    for capability, method, member in LISTS:
        if announced.get(capability) is None:
            continue
        cursor: object = None
        seen: set[str] = set()
        while True:
            params = {} if cursor is None else {"cursor": compact(cursor)}
            response = connection.request(method, params)
            if error_of(response) is not None:
                break
            result = response.get("result")
            if not isinstance(result, dict) or not isinstance(result.get(member), list):
                raise Failure(f"the answer to {method} is malformed: it holds no list of {member}")
            cursor = result.get("nextCursor")
            if cursor is None:
                break
            if compact(cursor) in seen or len(seen) >= PAGES:
                raise Failure(f"the answer to {method} never ends: its pages come again")
            seen.add(compact(cursor))


def make_calls(connection: Connection, calls: list[dict[str, object]]) -> None:
    for call in calls:
        method = CALLS[str(call["kind"])]
        params = {"uri" if call["kind"] == "resource" else "name": compact(call["name"])}
        if call.get("arguments") is not None:
            params["arguments"] = str(call["arguments"])
        deadline = call.get("deadline")
        try:
            seconds = float(deadline) if isinstance(deadline, int | float) else None
            connection.request(method, params, seconds)
        except OutOfTime:
            reason = f"no answer within the deadline of {deadline:g} s"
            given_up = {"requestId": compact(connection.last_id), "reason": compact(reason)}
            connection.send("notifications/cancelled", given_up)


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123 - pathlib would cost as much as starting
        settings = json.load(file)
    connection = None
    try:
        connection, announced = greet(settings["command"], settings["handshake"])
        read_lists(connection, announced)
        make_calls(connection, settings["calls"])
    except Failure as failure:
        print(json.dumps({"failure": str(failure)}))
        return 3
    finally:
        if connection is not None:
            connection.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
