"""An MCP server that misbehaves in one way, named on the command line. Standard library only.

Each `MODE` is one shape that servers in the wild have. What is not awkward is as plain as can be.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar

PLAIN_TOOL = {
    "name": "echo",
    "description": "Says it again",
    "inputSchema": {
        "type": "object",
        "properties": {"message": {"type": "string", "description": "What to say"}},
        "required": ["message"],
    },
}
MEGABYTE = 1024 * 1024


def tell(message: object) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def reply(request: dict, result: object) -> None:
    tell({"jsonrpc": "2.0", "id": request["id"], "result": result})


def refuse(request: dict, code: int, message: str, **data: object) -> None:
    error = {"code": code, "message": message, **({"data": data} if data else {})}
    tell({"jsonrpc": "2.0", "id": request["id"], "error": error})


def ask(method: str) -> object:
    """A request of the server's own; the client's answer."""
    tell({"jsonrpc": "2.0", "id": "s-1", "method": method})
    return json.loads(sys.stdin.readline())


class Server:
    version, capabilities = "2025-11-25", ("tools",)
    info: ClassVar[dict] = {"name": "awkward", "version": "1.0"}
    tools: ClassVar[tuple] = (PLAIN_TOOL,)

    def serve(self) -> None:
        for line in sys.stdin:
            message = json.loads(line)
            if "id" in message and "method" in message:
                name = message["method"].replace("/", "_")
                getattr(self, name, self.unknown)(message)

    def unknown(self, request: dict) -> None:
        refuse(request, -32601, f"Method not found: {request['method']}")

    def initialize(self, request: dict) -> None:
        announced = {name: {} for name in self.capabilities}
        reply(
            request,
            {"protocolVersion": self.version, "capabilities": announced, "serverInfo": self.info},
        )

    def tools_list(self, request: dict) -> None:
        reply(request, {"tools": list(self.tools)})

    def tools_call(self, request: dict) -> None:
        text = json.dumps(request["params"].get("arguments"), ensure_ascii=False)
        reply(request, {"content": [{"type": "text", "text": text}]})


class Old(Server):
    """Speaks 2024-11-05 and answers what was not announced with an error."""

    version = "2024-11-05"


class Everything(Server):
    """Prompts, resources and templates; lists in pages of two; a list that is refused."""

    capabilities = ("tools", "prompts", "resources", "logging")
    tools = tuple({**PLAIN_TOOL, "name": f"tool-{number}"} for number in range(5))

    def tools_list(self, request: dict) -> None:
        first = int(request.get("params", {}).get("cursor", "0"))
        rest = {"nextCursor": str(first + 2)} if first + 2 < len(self.tools) else {}
        reply(request, {"tools": list(self.tools[first : first + 2]), **rest})

    def prompts_list(self, request: dict) -> None:
        arguments = [{"name": "tone", "description": "How", "required": True}]
        reply(request, {"prompts": [{"name": "greet", "description": "Greets", "arguments": arguments}]})

    def prompts_get(self, request: dict) -> None:
        said = {"role": "user", "content": {"type": "text", "text": "Hello"}}
        reply(request, {"messages": [said]})

    def resources_list(self, request: dict) -> None:
        reply(request, {"resources": [{"uri": "note:///one", "name": "one", "mimeType": "text/plain"}]})

    def resources_templates_list(self, request: dict) -> None:
        refuse(request, -32601, "Method not found")

    def resources_read(self, request: dict) -> None:
        reply(request, {"contents": [{"uri": request["params"]["uri"], "text": "first note"}]})


class Rich(Server):
    """Schemas of 150 KiB with references, markup and other scripts in every text, an icon of 200 KiB."""

    info: ClassVar[dict] = {
        "name": "",
        "version": "",
        "icons": [{"src": "data:image/png;base64," + "A" * 200_000}],
    }
    definitions: ClassVar[dict] = {
        f"Part{number}": {
            "type": "object",
            "description": f"Teil {number}: <b>größer</b> & `code`, 日本語, \u202edrehen",
            "properties": {
                "next": {"$ref": f"#/$defs/Part{(number + 1) % 400}"},
                "kind": {"enum": ["a", "b", None], "default": "a"},
                "more": {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
            },
            "required": ["kind"],
        }
        for number in range(400)
    }
    tools = (
        {
            "name": "mount",
            "title": "Mount <script>alert(1)</script>",
            "description": "# Not a heading\n\n<img src=x onerror=alert(1)> **not bold** \x1b[31m",
            "inputSchema": {
                "type": "object",
                "$defs": definitions,
                "properties": {
                    "first": {"$ref": "#/$defs/Part0"},
                    "elsewhere": {"$ref": "https://schemas.invalid/thing.json"},
                },
                "required": ["first"],
            },
            "annotations": {"readOnlyHint": True, "title": "Mount"},
        },
        {**PLAIN_TOOL, "name": "same"},
        {**PLAIN_TOOL, "name": "same"},
    )


class Shuffled(Server):
    """A description that is another one each time."""

    def tools_list(self, request: dict) -> None:
        reply(request, {"tools": [{**PLAIN_TOOL, "description": f"Knows {os.urandom(4).hex()}"}]})


class Dated(Server):
    def tools_call(self, request: dict) -> None:
        text = f"took {time.perf_counter_ns()} ns in process {os.getpid()}"
        reply(request, {"content": [{"type": "text", "text": text}]})


class Errors(Server):
    """Every style of saying no."""

    def tools_call(self, request: dict) -> None:
        text = [{"type": "text", "text": "Error: it went wrong"}]
        match request["params"]["name"]:
            case "flagged":
                reply(request, {"content": text, "isError": True})
            case "unflagged":
                reply(request, {"content": text, "isError": False})
            case _:
                refuse(request, -32602, "Unknown tool")


class Huge(Server):
    def tools_call(self, request: dict) -> None:
        reply(request, {"content": [{"type": "text", "text": "x" * (50 * MEGABYTE)}]})


class Flood(Server):
    """Many messages, none of them too long."""

    def tools_call(self, request: dict) -> None:
        notice = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": "y" * MEGABYTE}}
        while True:
            tell(notice)


class Garbage(Server):
    """Lines that are no messages, then what was asked for."""

    def tools_list(self, request: dict) -> None:
        sys.stdout.write("Starting up…\n{broken\n")
        sys.stdout.buffer.write(b"\xff\xfe\x00\n")
        super().tools_list(request)


class OnlyGarbage(Server):
    def initialize(self, request: dict) -> None:
        while True:
            sys.stdout.write("no message\n")


class Silent(Server):
    def tools_list(self, request: dict) -> None:
        print("thinking about it", file=sys.stderr, flush=True)


class Dying(Server):
    def tools_call(self, request: dict) -> None:
        print("out of luck", file=sys.stderr, flush=True)
        sys.stdout.write('{"jsonrpc": "2.0", "id": ')
        sys.stdout.flush()
        os._exit(9)


class Endless(Server):
    def tools_list(self, request: dict) -> None:
        reply(request, {"tools": [], "nextCursor": "again"})


class Malformed(Server):
    def tools_list(self, request: dict) -> None:
        reply(request, {"tools": "all of them"})


class Late(Server):
    """One call is never answered; the others are."""

    def tools_call(self, request: dict) -> None:
        if request["params"]["name"] != "slow":
            super().tools_call(request)


class Curious(Server):
    """Asks its client before it answers."""

    capabilities = ("tools", "prompts")

    def tools_list(self, request: dict) -> None:
        assert ask("ping")["result"] == {}
        assert ask("roots/list")["error"]["code"] == -32601
        super().tools_list(request)

    def prompts_list(self, request: dict) -> None:
        reply(request, {"prompts": []})


class Halves(Server):
    """Half a character in what it asks, and in what it refuses."""

    def tools_list(self, request: dict) -> None:
        tell({"jsonrpc": "2.0", "id": "\ud800", "method": "ping"})
        assert json.loads(sys.stdin.readline())["id"] == "\ud800"
        super().tools_list(request)


class Refusing(Server):
    def initialize(self, request: dict) -> None:
        refuse(request, -1, "no \ud800\u202e\x1b[31m")


class Confused(Server):
    """Answers others than were asked."""

    def initialize(self, request: dict) -> None:
        for number in (True, "1", None, [1], {"a": 1}, -1, 2):
            reply({"id": number}, {"capabilities": {}})


class Chatty(Server):
    """Asks without end, and listens to no answer."""

    def tools_list(self, request: dict) -> None:
        for number in range(10**9):
            tell({"id": number, "method": "ping"})


class Discover(Server):
    """Knows no handshake."""

    code = -32601

    def initialize(self, request: dict) -> None:
        refuse(request, self.code, "no handshake here", supported=["2026-07-28"])

    def server_discover(self, request: dict) -> None:
        asked = request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"]
        meta = {"io.modelcontextprotocol/serverInfo": {"name": "modern", "version": "2"}}
        found = {"supportedVersions": [asked], "capabilities": {"tools": {}}, "_meta": meta}
        reply(request, found)

    def tools_list(self, request: dict) -> None:
        assert "io.modelcontextprotocol/clientInfo" in request["params"]["_meta"]
        super().tools_list(request)


class Unsupported(Discover):
    code = -32022


class Stubborn(Server):
    """Ignores the end of its input and SIGTERM, and leaves a helper in another session behind."""

    def serve(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        subprocess.Popen(["sleep", "300"], start_new_session=True, stdout=sys.stdout, stderr=sys.stderr)
        super().serve()
        time.sleep(300)


class Secretive(Server):
    """Says what it should keep to itself."""

    def tools_call(self, request: dict) -> None:
        told = {"token": os.environ.get("DEMO_TOKEN"), "folder": str(Path.cwd()), "home": os.environ["HOME"]}
        print("token is", os.environ.get("DEMO_TOKEN"), "in", str(Path.cwd()), file=sys.stderr, flush=True)
        reply(request, {"content": [{"type": "text", "text": json.dumps(told)}], "structuredContent": told})


if __name__ == "__main__":
    found = {kind.__name__.lower(): kind for kind in (Server, *Server.__subclasses__(), Unsupported)}
    found[sys.argv[1]]().serve()
