"""Slow, half-open, idle and garbage clients: they are let go, and nobody else notices."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from site_builder.effects import server_protocol
from site_builder.effects.server import PreviewServer
from site_builder.effects.server_site import Remark, Served


class Site:
    async def get(self, path: str) -> Served | None:
        body = bytes(20_000_000) if path == "/large" else b"small"
        return Served(body=body, type="text/html; charset=utf-8")

    async def remark(self, path: str) -> Remark:
        return Remark()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PreviewServer]:
    monkeypatch.setattr(server_protocol, "REQUEST", 0.3)
    monkeypatch.setattr(server_protocol, "RESPONSE", 0.6)
    monkeypatch.setattr(server_protocol, "CONNECTIONS", 20)
    running = PreviewServer(Site(), port=0)
    running.start()
    yield running
    running.stop()


def connect(server: PreviewServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


def ends(connection: socket.socket) -> bool:
    """Whether the server closes the connection (the time limit of the socket says no)."""
    try:
        while connection.recv(1 << 20):
            pass
    except (ConnectionResetError, BrokenPipeError):
        pass
    except TimeoutError:
        return False
    return True


def page(server: PreviewServer) -> bytes:
    with connect(server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        received = b""
        while chunk := connection.recv(4096):
            received += chunk
    return received


HALVES = [
    b"",
    b"G",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
]


@pytest.mark.parametrize("start", HALVES)
def test_half_a_request_is_not_waited_for(server: PreviewServer, start: bytes) -> None:
    with connect(server) as connection:
        connection.sendall(start)
        assert ends(connection)
    assert page(server).endswith(b"small")


def test_a_byte_now_and_then_does_not_prolong_the_wait(server: PreviewServer) -> None:
    with connect(server) as connection:
        connection.settimeout(0.05)
        sent = 0
        try:
            while sent < 400:
                connection.sendall(b"X")
                sent += 1
                try:
                    if not connection.recv(1):
                        break
                except TimeoutError:
                    continue
        except (ConnectionResetError, BrokenPipeError):
            pass
        assert 0 < sent < 100


def test_a_reader_who_does_not_read_is_let_go(server: PreviewServer) -> None:
    with connect(server) as connection:
        connection.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        clock = threading.Event()
        for _ in range(200):
            if clock.wait(0.1) or not connected(server, connection):
                break
        assert not connected(server, connection)


def connected(server: PreviewServer, connection: socket.socket) -> bool:
    """Whether the server's side of this connection still exists, as the kernel tells it."""
    port = connection.getsockname()[1]
    wanted = f"0100007F:{server.port:04X} 0100007F:{port:04X} 01"
    return wanted in " ".join(Path("/proc/net/tcp").read_text().split())


def test_a_crowd_is_turned_away_and_costs_nothing(server: PreviewServer) -> None:
    crowd = [connect(server) for _ in range(60)]
    for one in crowd:
        assert ends(one)
        one.close()
    assert page(server).endswith(b"small")


GARBAGE = [
    os.urandom(4096),
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET  / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n folded: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\nHost: localhost\n\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"\r\n" * 2000,
    b"\0" * 70_000,
]


@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_ends_its_own_connection_only(server: PreviewServer, garbage: bytes) -> None:
    with connect(server) as connection:
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):
            connection.sendall(garbage)
        assert ends(connection)
    assert page(server).endswith(b"small")
