"""The preview's answers: site pages as they will be published, and a wrapper that reloads them.

In: HTTP requests. Out: GET and HEAD of what the site holds, nothing else. A browser that opens a page's
address is led to the wrapper, `/_preview` + the address: a frame with the page, and an event stream. The
pages stay free of script.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from urllib.parse import parse_qs, quote

from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from site_builder.effects.server_address import canonical, is_ours
from site_builder.effects.server_site import Remark, Served, SiteInMemory, type_of
from site_builder.model import Problem

PREFIX = "/_preview"
STREAMS = 48  # event streams at once; the oldest is let go
_PULSE = 15.0  # seconds between signs of life in a stream
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'self'",
}
_DOCUMENTS = ("text/html", "image/svg+xml", "application/xml")
_WRAPPER_POLICY = (
    "default-src 'none'; frame-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# They keep styles and pictures of their own; nothing runs, and nothing comes from elsewhere.
_COPIED_POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
    "media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)


class PreviewApp:
    def __init__(self, site: SiteInMemory, hosts: Iterable[str], *, reload: bool = True) -> None:
        self._site, self._hosts, self._reload = site, frozenset(hosts), reload
        self._listeners: dict[asyncio.Queue[str | None], None] = {}
        self._generation = 0

    def announce(self) -> None:
        """Tell every open page that something changed; call it in the server's own loop."""
        self._generation += 1
        for queue in self._listeners:
            queue.put_nowait(f"event: change\ndata: {self._generation}\n\n")

    def hang_up(self) -> None:
        """End all streams, so that the server can stop."""
        for queue in self._listeners:
            queue.put_nowait(None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        response = await self._answer(scope)
        for name, text in _HEADERS.items():
            response.headers.setdefault(name, text)
        await response(scope, receive, send)

    async def _answer(self, scope: Scope) -> Response:
        headers: Mapping[bytes, bytes] = dict(scope["headers"])
        if not is_ours(headers.get(b"host"), self._hosts):
            return _refusal(421, "this preview answers to its own name only")
        if scope["method"] not in ("GET", "HEAD"):
            return _refusal(405, "GET and HEAD only", {"Allow": "GET, HEAD", "Connection": "close"})
        if headers.get(b"sec-fetch-site") == b"cross-site" and headers.get(b"sec-fetch-mode") != b"navigate":
            return _refusal(403, "other sites may not read this preview")
        path = canonical(scope["raw_path"])
        if path is None:
            return await self._missing()
        if path.startswith(PREFIX) and self._reload:
            return await self._wrapper(path.removeprefix(PREFIX), scope["query_string"])
        return await self._page(path, headers, scope["query_string"])

    async def _page(self, path: str, headers: Mapping[bytes, bytes], query: bytes) -> Response:
        served = await self._site.get(path)
        if served is None and not path.endswith("/") and await self._site.get(f"{path}/") is not None:
            return RedirectResponse(_encoded(f"{path}/"), 302)
        if served is None:
            return await self._missing()
        by_reader = headers.get(b"sec-fetch-dest") == b"document" and query != b"plain"
        if self._reload and by_reader and served.type.startswith("text/html"):
            return RedirectResponse(_encoded(f"{PREFIX}{path}"), 302, {"Vary": "Sec-Fetch-Dest"})
        told = {"Content-Type": served.type, "Vary": "Sec-Fetch-Dest"}
        if served.copied and served.type.startswith(_DOCUMENTS):
            told["Content-Security-Policy"] = _COPIED_POLICY
        return Response(served.body, served.status, told)

    async def _missing(self) -> Response:
        served = await self._site.get("/404.html")
        if served is None:
            return _refusal(404, "there is no such page")
        return Response(served.body, 404, {"Content-Type": served.type})

    async def _wrapper(self, rest: str, query: bytes) -> Response:
        match rest:
            case ".events":
                return StreamingResponse(self._events(), headers={"Content-Type": "text/event-stream"})
            case ".page":
                return await self._shown(query)
            case ".js" | ".css":
                return Response(_part(f"wrapper{rest}"), headers={"Content-Type": type_of(rest)})
            case "" | "/":
                rest = "/"
        if not rest.startswith("/"):
            return await self._missing()
        policy = {"Content-Security-Policy": _WRAPPER_POLICY, "Content-Type": type_of("html")}
        return Response(_part("wrapper.html"), headers=policy)

    async def _shown(self, query: bytes) -> Response:
        """A page with what there is to say of it, in one answer: an edit shows after one round trip."""
        asked = parse_qs(query.decode("ascii", "replace")).get("at", [""])[0]
        path = canonical(quote(asked, safe="/").encode())
        served = await self._site.get(path) if path else None
        missing = await self._site.get("/404.html") if served is None else None
        shown = served or missing or Served(body=b"", type="")
        remark = await self._site.remark(path) if path else Remark()
        return Response(
            json.dumps(
                {
                    "found": served is not None,
                    "digest": sha256(shown.body).hexdigest(),
                    "html": shown.body.decode("utf-8", "replace") if "html" in shown.type else None,
                    "problems": [_told(problem) for problem in remark.problems],
                    "notes": list(remark.notes),
                    "others": remark.others,
                },
                ensure_ascii=False,
            ).encode(),
            headers={"Content-Type": "application/json"},
        )

    async def _events(self) -> AsyncIterator[str]:
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._listeners[queue] = None
        if len(self._listeners) > STREAMS:
            next(iter(self._listeners)).put_nowait(None)
        try:
            yield f"retry: 500\nevent: hello\ndata: {self._generation}\n\n"
            while True:
                try:
                    text = await asyncio.wait_for(queue.get(), _PULSE)
                except TimeoutError:
                    text = ": still here\n\n"
                if text is None:
                    return
                yield text
        finally:
            self._listeners.pop(queue, None)


def _refusal(status: int, reason: str, headers: Mapping[str, str] | None = None) -> Response:
    return Response(f"{reason}\n", status, {"Content-Type": "text/plain; charset=utf-8", **(headers or {})})


def _encoded(path: str) -> str:
    return quote(path, safe="/@")


def _part(name: str) -> bytes:
    return (files("site_builder.effects") / "server_page" / name).read_bytes()


def _told(problem: Problem) -> dict[str, object]:
    return {
        "severity": problem.severity.value if problem.severity else "",
        "code": problem.code,
        "path": problem.where.path,
        "line": problem.where.line,
        "message": problem.message,
        "help": problem.help,
    }
