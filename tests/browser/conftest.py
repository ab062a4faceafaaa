"""A rendered site behind a loopback server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import shown_site


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """The tests say what they found; the server need not."""


def served(folder: Path) -> Iterator[str]:
    """The folder's address while it is served; the pages' policy does not allow opening them as files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site of `shown_site` is served."""
    folder: Path = tmp_path_factory.mktemp("site")
    shown_site.write(folder)
    yield from served(folder)
