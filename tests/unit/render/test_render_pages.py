"""Pages as bytes: policy, landmarks, languages, links, and what was verified on them."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from posixpath import normpath
from urllib.parse import unquote, urlsplit

import pytest

from shown_site import COMMIT, FILE, artifacts, config
from site_builder.render.blocks.problem import with_code

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none';"
    " form-action 'none'"
)


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.found if name == tag]


@cache
def site() -> dict[str, bytes]:
    return artifacts()


@cache
def tags(path: str) -> Tags:
    return Tags(site()[path].decode())


def html_paths() -> list[str]:
    return [path for path in site() if path.endswith(".html")]


@pytest.mark.parametrize("path", html_paths())
def test_every_page_carries_the_policy_and_runs_nothing(path: str) -> None:
    page = tags(path)
    policies = [
        meta["content"] for meta in page.all("meta") if meta.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policies == [POLICY]
    assert page.all("script") == page.all("style") == page.all("iframe") == page.all("base") == []
    assert [
        name for _, attributes in page.found for name in attributes if name == "style" or name[:2] == "on"
    ] == []


@pytest.mark.parametrize("path", html_paths())
def test_every_link_of_the_site_leads_somewhere(path: str) -> None:
    ids = {attributes["id"] for _, attributes in tags(path).found if "id" in attributes}
    for link in tags(path).all("a"):
        address = urlsplit(link["href"])
        if address.scheme:
            continue
        if not address.path:
            assert unquote(address.fragment) in ids, link
            continue
        target = normpath(
            f"/{path.rpartition('/')[0]}/{unquote(address.path)}" if address.path[0] != "/" else address.path
        )
        file = target[1:] if target.endswith((".md", ".html")) else f"{target[1:]}/index.html".lstrip("/")
        assert file in site(), (path, link)
        if address.fragment and file.endswith(".html"):
            known = {attributes.get("id") for _, attributes in tags(file).found}
            assert unquote(address.fragment) in known, (path, link)


@pytest.mark.parametrize("path", html_paths())
def test_no_id_occurs_twice(path: str) -> None:
    ids = [attributes["id"] for _, attributes in tags(path).found if "id" in attributes]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("path", [path for path in html_paths() if "/guide/" in path])
def test_links_inside_the_site_are_relative(path: str) -> None:
    page = tags(path)
    inside = [link["href"] for link in page.all("a") if not urlsplit(link["href"]).scheme]
    assert [link for link in inside if link.startswith("/")] == []


def test_alternates_name_every_language_and_each_other() -> None:
    def alternates(path: str) -> dict[str, str]:
        return {link["hreflang"]: link["href"] for link in tags(path).all("link") if "hreflang" in link}

    french = alternates("fr/guide/index.html")
    assert french == alternates("en/guide/index.html") == alternates("ar/guide/index.html")
    assert french == {
        "fr": "https://docs.example.org/fr/guide/",
        "en": "https://docs.example.org/en/guide/",
        "ar": "https://docs.example.org/ar/guide/",
        "x-default": "https://docs.example.org/fr/guide/",
    }
    assert alternates("fr/index.html")["x-default"] == "https://docs.example.org/"


def test_without_a_base_url_alternates_are_relative() -> None:
    page = artifacts(config(base_url=None))["fr/guide/index.html"].decode()
    found = re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', page)
    assert found == [
        ("fr", "../../fr/guide/"),
        ("en", "../../en/guide/"),
        ("ar", "../../ar/guide/"),
        ("x-default", "../../fr/guide/"),
    ]


def test_the_switch_keeps_the_page_and_names_languages_in_themselves() -> None:
    text = site()["fr/guide/index.html"].decode()
    assert '<span aria-current="true">Français</span>' in text
    assert '<a href="../../en/guide/" hreflang="en" lang="en" dir="ltr">English</a>' in text
    assert '<a href="../../ar/guide/" hreflang="ar" lang="ar" dir="rtl">العربية</a>' in text


def test_each_section_leads_to_itself_in_the_other_languages() -> None:
    assert 'href="../../en/guide/#schema" hreflang="en"' in site()["fr/guide/index.html"].decode()


def test_a_page_that_is_not_translated_says_so_and_belongs_to_its_original() -> None:
    text = site()["en/more/new/index.html"].decode()
    assert '<main id="_main" tabindex="-1" lang="fr" dir="ltr">' in text
    assert "This page is not available in English yet. It is shown in French." in text
    assert '<link rel="canonical" href="https://docs.example.org/fr/more/new/">' in text
    assert 'rel="alternate" hreflang' not in text
    assert "/en/more/new/" not in site()["sitemap.xml"].decode()
    assert "/fr/more/new/" in site()["sitemap.xml"].decode()


def test_right_to_left_pages_say_so_and_their_code_does_not() -> None:
    text = site()["ar/guide/index.html"].decode()
    assert '<html lang="ar" dir="rtl">' in text
    assert '<pre translate="no" dir="ltr">' in text


def test_the_footer_says_what_was_verified_and_at_which_commit() -> None:
    text = site()["en/guide/index.html"].decode()
    assert "Verified on this page: 3 excerpts and 2 recorded runs." in text
    assert (
        f'href="https://github.com/owner/repo/commit/{COMMIT}"><code translate="no">9a895c94534c</code></a>'
        in text
    )


def test_a_page_that_quotes_nothing_claims_nothing() -> None:
    assert "Verified on this page" not in site()["en/index.html"].decode()


def test_the_current_page_is_marked_once_in_the_sidebar() -> None:
    sidebar = site()["en/guide/index.html"].decode().partition('class="side"')[2].partition("</nav>")[0]
    assert re.findall(r'<a href="([^"]+)" aria-current="page">', sidebar) == ["../../en/guide/"]


def test_without_a_base_address_nothing_claims_to_be_absolute() -> None:
    built = artifacts(config(base_url=None))
    assert "sitemap.xml" not in built
    assert "theme/card.png" not in built
    text = built["en/guide/index.html"].decode()
    assert "canonical" not in text
    assert "og:" not in text


def test_same_values_give_the_same_bytes() -> None:
    assert artifacts() == artifacts()


def test_the_excerpt_figure_says_where_it_is_from() -> None:
    text = site()["en/guide/index.html"].decode()
    assert f'data-excerpt="{FILE}#L19-L25@{COMMIT}"' in text
    assert f'data-excerpt="{FILE}#L8-L9,L12-L14@{COMMIT}"' in text
    assert f'data-excerpt="{FILE}#L28-L29@working"' in text
    path = FILE.replace("/", "/<wbr>")
    assert f"<code>{path}</code> · L19–L25</a>" in text
    assert f"<code>{path}</code> · L8–L9, L12–L14</a>" in text
    assert f'data-file="{FILE.rpartition("/")[2]}"' in text
    assert f'href="https://github.com/owner/repo/blob/{COMMIT}/{FILE}#L19-L25"' in text
    assert '<span class="commit">working copy</span>' in text


def test_an_excerpt_of_a_demo_ends_with_its_sources() -> None:
    text = site()["en/guide/index.html"].decode()
    figure = text.partition('id="_ex1"')[2].partition("</figure>")[0]
    origin = figure.partition('<p class="origin">')[2]
    assert re.findall(r">([^<]+)</a>", origin.partition("</p>")[0]) == ["Source code", "Local echo", "Folder"]
    assert "client/main.py" in origin


def test_a_problem_stands_where_its_figure_would() -> None:
    text = site()["en/more/deep/index.html"].decode()
    assert "excerpt-gone" in text
    assert 'no file <code translate="no">x.py</code> is there' in text


def test_the_words_of_a_problem_are_text_but_for_the_code_in_them() -> None:
    assert with_code("`<a>` & one ` alone") == '<code translate="no">&lt;a&gt;</code> &amp; one ` alone'


def test_the_seed_page_is_light() -> None:
    import gzip

    assert len(gzip.compress(site()["en/guide/index.html"])) <= 12 * 1024
    assert len(gzip.compress(site()["theme/theme.css"])) <= 10 * 1024
