"""What a reader's browser would meet in the built site: links that lead somewhere, and nothing that runs."""

from __future__ import annotations

import posixpath
from urllib.parse import unquote, urlsplit

import pytest

from witness.captions import Page, read_site

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


@pytest.fixture(scope="module")
def pages(built_site) -> dict[str, Page]:
    return read_site(built_site.output)


def test_every_link_leads_to_a_file_and_an_anchor_of_the_site(built_site, pages) -> None:
    dead = []
    for page in pages.values():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = resolve(page.path, unquote(parts.path))
            if not (built_site.output / target).is_file():
                dead.append(f"{page.path}: {link}")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
                dead.append(f"{page.path}: {link} has no such anchor")
    assert dead == []


def test_no_page_uses_an_id_twice(pages) -> None:
    assert {path: page.repeated for path, page in pages.items() if page.repeated} == {}


def test_no_page_holds_a_script_a_frame_a_form_or_a_style_attribute(pages) -> None:
    for page in pages.values():
        assert not page.tags & {"script", "iframe", "object", "embed", "form", "style", "base"}, page.path
        assert page.styled == 0, page.path


def test_every_page_forbids_what_it_does_not_need(pages) -> None:
    assert {page.policy for page in pages.values()} == {POLICY}


def test_no_file_of_the_site_is_a_script(built_site) -> None:
    assert [p.name for p in built_site.output.rglob("*") if p.suffix in {".js", ".mjs", ".wasm"}] == []


def resolve(page: str, target: str) -> str:
    """The file that a browser gets for `target` on `page`."""
    if not target:
        return page
    path = target.lstrip("/") if target.startswith("/") else posixpath.join(posixpath.dirname(page), target)
    folder = path == "" or path.endswith("/") or posixpath.basename(path) in {".", ".."}
    path = posixpath.normpath(path)
    return posixpath.normpath(posixpath.join(path, "index.html")) if folder else path
