"""Opt-in search: one page with script, its policy widened by what it needs; all others stay as they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import shown_site
from conftest import served
from site_builder.effects.search import index_search
from site_builder.model import Artifact

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


@cache
def searchable() -> dict[str, bytes]:
    settings = replace(shown_site.config(), search="pagefind")
    pages = shown_site.artifacts(settings)
    index = index_search(Artifact(path=path, content=content) for path, content in pages.items())
    return pages | {one.path: one.content for one in index}


@pytest.fixture(scope="module")
def search_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("search")
    for path, content in searchable().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    yield from served(folder)


def test_a_word_is_found_in_the_page_s_language_under_the_policy(
    browser: Browser, search_address: str
) -> None:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"{search_address}/en/guide/")
    page.get_by_role("link", name="Search", exact=True).click()
    page.get_by_label("Search this site").fill("capability")
    page.locator("#_results li").first.wait_for()
    assert page.locator("#_count").inner_text().endswith(("result", "results"))
    found = page.locator("#_results a").all()
    assert {link.get_attribute("href") for link in found} <= {
        f"/en/{path}" for path in ("", "guide/", "more/deep/", "demos/Echo/")
    }
    assert page.locator("#_results mark").count() >= 1
    assert complaints == []
    page.get_by_label("Search this site").fill("qqqqzzzz")
    page.get_by_text("Nothing found.").wait_for()


def pages_with(words: bytes) -> set[str]:
    return {path for path, content in searchable().items() if path.endswith(".html") and words in content}


def test_only_the_search_pages_have_a_script() -> None:
    search_pages = {f"{code}/search/index.html" for code in ("fr", "en", "ar")}
    assert pages_with(b"<script") == search_pages
    assert pages_with(b"script-src") == search_pages
    assert pages_with(b"unsafe-inline") == set()
    page = searchable()["en/search/index.html"].decode().replace("&#39;", "'")
    assert "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src" in page


def test_a_site_that_does_not_ask_for_search_has_none_of_it() -> None:
    pages = shown_site.artifacts()
    assert [path for path in pages if "search" in path or path.endswith(".js")] == []
    assert b"data-pagefind" not in b"".join(pages.values())


def test_without_script_the_search_page_leads_to_the_index(browser: Browser, search_address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{search_address}/en/search/")
    assert page.get_by_text("Search needs scripts in your browser.").is_visible()
    assert page.get_by_role("main").get_by_role("link", name="A–Z index").is_visible()
    context.close()


def test_the_search_page_passes_axe(browser: Browser, search_address: str) -> None:
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.goto(f"{search_address}/en/search/?q=capability")
    page.locator("#_results li").first.wait_for()
    page.evaluate(AXE)
    assert page.evaluate("async () => (await axe.run(document)).violations.map(v => v.id)") == []
    context.close()
