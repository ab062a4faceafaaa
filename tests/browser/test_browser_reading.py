"""What a reader does: select code, follow a caption, change the language, fold the menu, read at night."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from shown_site import COMMIT, EXCERPTS, FILE, SOURCE
from site_builder.model import Excerpt

SELECTED = """node => { const s = getSelection(); s.selectAllChildren(node); return s.toString() }"""
# Control characters are made visible, which is the one thing that copying does not give back.
VISIBLE = {"\u202e": "U+202E"}


@pytest.fixture
def page(browser: Browser, address: str) -> Page:
    opened = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    opened.goto(f"{address}/en/guide/")
    return opened


def lines_of(excerpt: Excerpt) -> str:
    text = "".join(f"{row}\n" for _, row in excerpt.rows)
    for sign, shown in VISIBLE.items():
        text = text.replace(sign, shown)
    return text


@pytest.mark.parametrize("index", range(len(EXCERPTS)))
@pytest.mark.parametrize("width", [390, 1280])
def test_selected_code_is_the_source_byte_for_byte(page: Page, index: int, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    selected = page.locator("figure.excerpt pre").nth(index).evaluate(SELECTED)
    assert selected.encode().rstrip(b"\n") == lines_of(EXCERPTS[index]).encode().rstrip(b"\n")


def test_a_whole_file_selected_in_the_source_browser_is_the_file(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}/source/{FILE}@{COMMIT[:12]}/")
    selected = page.locator(".source pre").evaluate(SELECTED)
    assert selected.rstrip("\n") == SOURCE.replace("\u202e", "U+202E").rstrip("\n")


def test_a_caption_lands_on_the_lines(page: Page) -> None:
    page.locator("figure.excerpt figcaption a").first.click()
    assert page.url.endswith(f"/source/{FILE}@{COMMIT[:12]}/#L19")
    target = page.locator("#L19")
    box = target.bounding_box()
    assert box is not None
    assert 0 < box["y"] < 900
    assert target.evaluate("node => node.matches('mark')")
    assert target.inner_text().strip() == "async def connect(self) -> Session:"


def test_the_source_leads_back_to_the_excerpt(page: Page) -> None:
    page.locator("figure.excerpt figcaption a").first.click()
    page.locator('.citations a[hreflang="en"]').last.click()
    assert "/en/guide/#_ex" in page.url


def test_the_switch_keeps_the_page(page: Page) -> None:
    headings = page.locator("h2, h3").count()
    page.get_by_role("link", name="Français", exact=True).click()
    assert page.url.endswith("/fr/guide/")
    assert page.locator("html").get_attribute("lang") == "fr"
    assert page.locator("h2, h3").count() == headings


def test_a_section_s_own_switch_keeps_the_place(page: Page) -> None:
    page.locator("h2#schema").hover()
    page.locator('h2#schema a[hreflang="fr"]').click()
    assert page.url.endswith("/fr/guide/#schema")
    box = page.locator("#schema").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 300


def test_a_link_to_a_frame_opens_and_shows_it(page: Page) -> None:
    page.locator("table.overview td.num a").nth(3).click()
    box = page.locator(":target").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 900


def test_the_menu_of_a_phone_opens_without_script(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(f"{address}/en/guide/")
    link = page.locator(".side").get_by_role("link", name="A–Z index")
    assert not link.is_visible()
    page.locator(".side summary").first.click()
    assert link.is_visible()
    context.close()


def test_the_menu_and_the_contents_stay_within_reach_on_a_phone(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800}, reduced_motion="reduce")
    page.goto(f"{address}/en/guide/")
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    menu, contents = page.locator(".side summary").first.bounding_box(), page.locator(".toc a").first
    assert menu is not None
    assert menu["y"] < 20
    assert not contents.is_visible()
    page.locator(".jump").click()
    assert contents.is_visible()
    box = page.locator(".toc").bounding_box()
    assert box is not None
    assert menu["y"] + menu["height"] <= box["y"] < 200
    contents.click()
    assert not page.locator(".toc a").first.is_visible()


def test_an_option_in_a_sentence_is_not_cut_behind_its_hyphens(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(f"{address}/en/guide/")
    rows = """node => [...Array(40).keys()].map(pad => {
      node.innerHTML = '<i style="display: inline-block; width: ' + pad * 9 + 'px"></i> ' +
        '<code><span class="nb">--request-deadline</span> 0.5</code>';
      return node.querySelector(".nb").getClientRects().length })"""
    assert set(page.locator(".prose p").first.evaluate(rows)) == {1}


def test_deep_code_keeps_its_order_of_indents_on_a_phone(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 800})
    page.goto(f"{address}/source/{FILE}@{COMMIT[:12]}/")
    lefts = page.locator(".source .l").evaluate_all("""lines => lines.map(line => {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node, deep = 0; (node = walker.nextNode()); ) {
        const at = node.data.search(/[^ \\n]/);
        if (at < 0) { deep += node.data.length; continue }
        range.setStart(node, at); range.setEnd(node, at + 1);
        return [deep + at, range.getBoundingClientRect().left] }
      return null }).filter(Boolean)""")
    by_indent = dict(sorted((deep, round(left, 1)) for deep, left in lefts))
    assert len(by_indent) > 1
    assert list(by_indent.values()) == sorted(set(by_indent.values()))
    assert min(by_indent.values()) > 0


def test_a_wide_screen_shows_the_contents_beside_the_text(page: Page) -> None:
    contents, text = page.locator("main > .toc").bounding_box(), page.locator("main > .prose").bounding_box()
    assert contents is not None
    assert text is not None
    assert contents["x"] > text["x"] + text["width"]
    assert page.locator("main > .toc a").first.is_visible()


def test_a_right_to_left_page_is_mirrored_and_its_code_is_not(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{address}/ar/guide/")
    side, text = page.locator(".side").bounding_box(), page.locator("main > .prose").bounding_box()
    assert side is not None
    assert text is not None
    assert side["x"] > text["x"]
    assert page.locator("figure.excerpt pre").first.evaluate("e => getComputedStyle(e).direction") == "ltr"


@pytest.mark.parametrize("width", [390, 1280])
def test_numbers_and_inline_code_read_as_written_from_right_to_left(
    browser: Browser, address: str, width: int
) -> None:
    """Without a mark or an isolate, `2025-11-25` would read 25-11-2025, and a pattern's `$` would lead it."""
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(f"{address}/ar/guide/")
    ordered = """(text) => {
      const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
      const places = [];
      for (let node; (node = walker.nextNode()); ) {
        const at = node.data.indexOf(text);
        if (at < 0 || !node.parentElement.checkVisibility() || node.parentElement.closest("svg")) continue;
        const range = document.createRange();
        const lefts = [...text].map((_, index) => {
          range.setStart(node, at + index); range.setEnd(node, at + index + 1);
          const box = range.getBoundingClientRect(); return [Math.round(box.top / 9), box.left];
        });
        places.push(lefts.every(([row, left], index) =>
          index === 0 || row > lefts[index - 1][0] || left > lefts[index - 1][1]));
      }
      return places;
    }"""
    for text in ("2025-11-25", "−32602", '"^INC-[0-9]{3}$"'):
        found = page.evaluate(ordered, text)
        assert found and all(found), (text, found)


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_the_page_follows_the_reader_s_day_and_night(
    browser: Browser, address: str, scheme: str, dark: bool
) -> None:
    page = browser.new_page(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(f"{address}/en/guide/")
    shade = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]")
    assert (int(shade) < 128) is dark
