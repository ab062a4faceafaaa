"""A small MCP client of nobody's: `client.py [--by-path] [--hold] SERVER` lists the tools and calls one.

It hands the server no environment but PATH, as client libraries do. With --hold it stops there and waits.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

*options, server = sys.argv[1:]
command = [server] if "--by-path" in options else [sys.executable, server]
process = subprocess.Popen(
    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"PATH": os.environ["PATH"], "OWN": "yes"}
)
assert process.stdin is not None and process.stdout is not None


def say(message: dict) -> None:
    process.stdin.write((json.dumps({"jsonrpc": "2.0", **message}) + "\n").encode())
    process.stdin.flush()


def hear() -> dict:
    return json.loads(process.stdout.readline())


say({"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}})
print("server:", hear()["result"]["serverInfo"]["name"])
say({"method": "notifications/initialized"})
say({"id": 2, "method": "tools/list"})
print("tools:", *(tool["name"] for tool in hear()["result"]["tools"]))
if "--hold" in options:
    time.sleep(300)
process.stdin.close()
sys.exit(process.wait())
