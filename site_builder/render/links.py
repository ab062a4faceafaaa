"""Site paths such as `/en/guide/#a` → relative addresses, so that the site works under any prefix."""

from __future__ import annotations

from urllib.parse import quote


def up(url: str) -> str:
    """From the page at `url` (a site path) to the top: `../../`, or `./` at the top itself."""
    return "../" * (url.count("/") - 1) or "./"


def relative(target: str, url: str) -> str:
    """The address of the site path `target` as the page at `url` writes it; others stay as they are."""
    if not target.startswith("/") or target.startswith("//"):
        return target
    path, mark, fragment = target.partition("#")
    if path == url and mark:
        return f"#{fragment}"
    return f"{up(url)}{path[1:]}{mark}{fragment}"


def output_path(url: str) -> str:
    """The file below the output folder that serves the site path `url`."""
    return f"{url[1:]}index.html" if url.endswith("/") else url[1:]


def encoded(path: str) -> str:
    """A repository path as part of an address; slashes stay."""
    return quote(path, safe="/@!$&'()*+,;=:~-._")
