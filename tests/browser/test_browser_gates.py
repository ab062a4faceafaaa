"""The gates that every page passes, in a real browser: axe, overflow, requests, keyboard, print, contrast."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PAGES = (
    "/",
    "/404.html",
    "/en/guide/",
    "/ar/guide/",
    "/en/demos/Echo/",
    "/en/index-a-z/",
    "/en/more/new/",
    "/source/demos/Echo/client/session.py@9a895c94534c/",
)
FAILING = """async tags => (await axe.run(document, {runOnly: {type: 'tag', values: tags}})).violations
  .flatMap(v => v.nodes.map(n => v.id + ' ' + n.target.join(' ')))"""
OVERFLOW = "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
SPACING = (
    "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }"
)
RING = """() => { const e = document.activeElement; if (!e || e === document.body) return null;
  const s = getComputedStyle(e), r = e.getBoundingClientRect();
  return {name: e.outerHTML.slice(0, 90), ring: s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2,
    shown: r.width > 0 && r.height > 0} }"""


@contextmanager
def opened(browser: Browser, address: str, width: int = 1280, **options: object) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": width, "height": 900}, bypass_csp=True, **options)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing_and_nothing_overflows(
    browser: Browser, address: str, path: str, scheme: str, width: int
) -> None:
    with opened(browser, address + path, width, color_scheme=scheme) as page:
        assert page.evaluate(OVERFLOW) == 0
        page.evaluate(AXE)
        assert page.evaluate(FAILING, RULES) == []


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_asked_of_another_host_and_nothing_is_refused(
    browser: Browser, address: str, path: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    hosts: set[str] = set()
    complaints: list[str] = []
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(address + path)
    context.close()
    assert hosts == {urlsplit(address).netloc}
    assert complaints == []


@pytest.mark.parametrize("path", PAGES)
def test_wider_letters_do_not_overflow_a_phone(browser: Browser, address: str, path: str) -> None:
    with opened(browser, address + path, 320) as page:
        page.add_style_tag(content=SPACING)
        assert page.evaluate(OVERFLOW) == 0


@pytest.mark.parametrize("path", PAGES)
def test_every_tab_stop_can_be_seen_and_has_a_ring(browser: Browser, address: str, path: str) -> None:
    with opened(browser, address + path) as page:
        stops = []
        page.keyboard.press("Tab")
        while (stop := page.evaluate(RING)) is not None and len(stops) < 500:
            stops.append(stop)
            page.keyboard.press("Tab")
        assert len(stops) > 1
        assert [stop["name"] for stop in stops if not (stop["ring"] and stop["shown"])] == []


def test_the_first_stop_skips_to_the_content(browser: Browser, address: str) -> None:
    with opened(browser, f"{address}/en/guide/") as page:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "_main"


@pytest.mark.parametrize("path", PAGES)
def test_colours_forced_by_the_reader_can_be_read(browser: Browser, address: str, path: str) -> None:
    with opened(browser, address + path, forced_colors="active") as page:
        page.evaluate(AXE)
        assert page.evaluate(FAILING, ["wcag2aa"]) == []


@pytest.mark.parametrize("path", ["/en/guide/", "/en/demos/Echo/", "/ar/guide/"])
def test_paper_clips_no_code_and_unfolds_everything(browser: Browser, address: str, path: str) -> None:
    with opened(browser, address + path) as page:
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 718, "height": 1000})
        clipped = (
            "[...document.querySelectorAll('pre')].filter(e => e.scrollWidth > e.clientWidth + 1).length"
        )
        assert page.evaluate(clipped) == 0
        folded = "[...document.querySelectorAll('main .frames pre, main .tabs p, main .fold p')]"
        assert page.evaluate(f"{folded}.length") > 10
        assert page.evaluate(f"{folded}.filter(e => !e.getClientRects().length).length") == 0
        seen = "[...document.querySelectorAll('nav')].filter(e => e.getClientRects().length).length"
        assert page.evaluate(seen) == 0


def test_what_is_printed_at_night_is_dark_on_paper(browser: Browser, address: str) -> None:
    with opened(browser, f"{address}/en/guide/", color_scheme="dark") as page:
        page.emulate_media(media="print", color_scheme="dark")
        shades = """[...document.querySelectorAll("main :is(h1, h2, h3, p, a, code, span, samp, summary)")]
          .filter(e => e.innerText?.trim()).map(e => getComputedStyle(e).color.match(/\\d+/g).map(Number))"""
        assert max(max(shade[:3]) for shade in page.evaluate(shades)) <= 0x66
