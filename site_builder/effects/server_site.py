"""What the preview shows, as its server sees it.

In: a canonical path. Out: a `Served`, or None where the site has nothing. No program is run, and no path
looked up on disk, because a request named it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from site_builder.model import Problem, value


@value
class Served:
    body: bytes
    type: str  # with its charset
    status: int = 200
    copied: bool = False  # as its author made it, without the policy that pages carry


@value
class Remark:
    """What the preview says of the page shown: its problems, and what is going on meanwhile."""

    problems: Sequence[Problem] = ()
    notes: Sequence[str] = ()
    others: int = 0  # problems elsewhere in the site


class SiteInMemory(Protocol):
    async def get(self, path: str) -> Served | None:
        """The file at `/fr/x/index.html` or the page at `/fr/x/`; called in the server's loop."""
        ...

    async def remark(self, path: str) -> Remark:
        """What there is to say of a page that `get` has just given; called in the server's loop."""
        ...


_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "xml": "application/xml; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "avif": "image/avif",
    "ico": "image/x-icon",
    "woff2": "font/woff2",
    "woff": "font/woff",
    "pdf": "application/pdf",
    "mp4": "video/mp4",
    "webm": "video/webm",
    "wasm": "application/wasm",
}


def type_of(path: str) -> str:
    return _TYPES.get(path.rpartition(".")[2].lower(), "application/octet-stream")
