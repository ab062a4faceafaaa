"""The README's pictures: one page of the built site in daylight and at night.

In: `output/`, and a Chromium. Out: `docs/images/page-light.png` and `page-dark.png`. An argument names
another page by its path on the site.
"""

from __future__ import annotations

import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tools.browser import find_browser

ROOT = Path(__file__).resolve().parents[2]
OUTPUT, IMAGES = ROOT / "output", ROOT / "docs" / "images"
SIZE = {"width": 1280, "height": 960}

# In the browser: the last heading before the page's first excerpt comes to the top.
SHOW = """() => {
  const excerpt = document.querySelector("figure.excerpt");
  const before = [...document.querySelectorAll("h2")].filter(
    (heading) => heading.compareDocumentPosition(excerpt) & Node.DOCUMENT_POSITION_FOLLOWING);
  before.at(-1).scrollIntoView();
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing: the pictures are the result."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The folder's address while it is served; the pages' policy does not allow opening them as files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def telling_page() -> str:
    """A page in the site's last language that shows the most excerpts."""
    settings = tomllib.loads((ROOT / "sitemaf.toml").read_text(encoding="utf-8"))
    pages = (OUTPUT / settings["site"]["languages"][-1]).rglob("index.html")
    shown = {page: page.read_text(encoding="utf-8").count('class="excerpt') for page in pages}
    best = max(sorted(shown), key=lambda page: shown[page])
    return f"/{best.parent.relative_to(OUTPUT).as_posix()}/"


def take(browser: Browser, address: str) -> None:
    for scheme in ("light", "dark"):
        page = browser.new_page(viewport=SIZE, color_scheme=scheme, device_scale_factor=1.5)
        page.goto(address)
        page.evaluate(SHOW)
        page.screenshot(path=IMAGES / f"page-{scheme}.png", type="png")
        print(f"docs/images/page-{scheme}.png")


def main() -> int:
    executable = find_browser()
    if executable is None or not OUTPUT.is_dir():
        print("run `make screenshots`, which gets a browser and builds the site first", file=sys.stderr)
        return 2
    IMAGES.mkdir(parents=True, exist_ok=True)
    with served(OUTPUT) as origin, sync_playwright() as automation:
        browser = automation.chromium.launch(executable_path=executable)
        take(browser, origin + (sys.argv[1] if len(sys.argv) > 1 else telling_page()))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
