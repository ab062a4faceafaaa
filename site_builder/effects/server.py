"""The preview's server: a socket on loopback, and a thread that answers on it.

In: a site, a host, a port. Out: a running `PreviewServer` with its address. The main thread stays free for
rendering, where deadlines work and signals arrive.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import threading
from typing import Final

import uvicorn

from site_builder.effects.server_address import LOOPBACK, allowed_hosts
from site_builder.effects.server_app import PREFIX, PreviewApp
from site_builder.effects.server_protocol import PatientNoLonger
from site_builder.effects.server_site import SiteInMemory
from site_builder.model import EnvironmentProblem

DEFAULT_PORT: Final = 8000
_TRIES = 100


def open_socket(host: str, port: int | None) -> socket.socket:
    """Listen on `port`, or on 8000 or the next free one. A named port that is taken is a problem."""
    first = DEFAULT_PORT if port is None else port
    last = first + _TRIES if port is None else first
    for number in range(first, last + 1):
        try:
            return _listen(host, number)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and number < last:
                continue
            raise _refused(host, number, error) from None
    raise AssertionError("the loop returns or raises")


def _listen(host: str, port: int) -> socket.socket:
    address = "127.0.0.1" if host == "localhost" else host
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # With the protocol named, asyncio turns Nagle's algorithm off: a page costs 1 ms instead of 40.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(128)
    except BaseException:
        listener.close()
        raise
    return listener


def _refused(host: str, port: int, error: OSError) -> EnvironmentProblem:
    if error.errno == errno.EADDRINUSE:
        return EnvironmentProblem(
            f"port {port} is taken", "choose another with `--port`, or none to take the next free one"
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return EnvironmentProblem(f"port {port} may not be used", "choose one above 1023 with `--port`")
    return EnvironmentProblem(
        f"`{host}` is no address of this machine", "leave `--host` out to serve on 127.0.0.1"
    )


class PreviewServer:
    def __init__(
        self, site: SiteInMemory, host: str = "127.0.0.1", port: int | None = None, *, reload: bool = True
    ) -> None:
        self._socket = open_socket(host, port)
        self.port: int = self._socket.getsockname()[1]
        self.other_port = port is None and self.port != DEFAULT_PORT  # to be said aloud
        self.open_to_others = host not in LOOPBACK
        shown = f"[{host}]" if ":" in host else host
        self.address = f"http://{shown}:{self.port}{PREFIX if reload else ''}/"
        self._app = PreviewApp(site, allowed_hosts(host), reload=reload)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._app,
                http=PatientNoLonger,
                ws="none",
                loop="asyncio",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                log_level=logging.CRITICAL,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=5,
                timeout_graceful_shutdown=1,
                h11_max_incomplete_event_size=16 << 10,
            )
        )
        self._thread = threading.Thread(target=self._run, name="preview", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()

    def announce(self) -> None:
        """Something changed: every open page looks again."""
        self._in_loop(self._app.announce)

    def stop(self) -> None:
        """Answer what was asked, for a second at most, and close."""
        self._in_loop(self._app.hang_up)
        self._server.should_exit = True
        self._thread.join(5)
        self._socket.close()

    def _in_loop(self, call: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call)  # type: ignore[arg-type]

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        finally:
            self._ready.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.call_soon(self._ready.set)
        await self._server.serve(sockets=[self._socket])
