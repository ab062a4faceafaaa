"""What programs read: site map, robots, llms.txt, manifest, feed, Markdown twins, the card."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from datetime import date
from functools import cache
from urllib.parse import urljoin
from xml.etree import ElementTree

from shown_site import COMMIT, FILE, artifacts, pages, render, site_of, theme
from site_builder.render.formats.feed import render_feeds
from site_builder.render.formats.markdown import markdown_twin
from site_builder.render.formats.opengraph import draw_card, encode
from site_builder.render.index_az import sort_key
from site_builder.render.site import Entry
from site_in_memory import build_site

ATOM = "{http://www.w3.org/2005/Atom}"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


@cache
def site() -> dict[str, bytes]:
    return artifacts()


def test_the_site_map_lists_every_translation_with_its_alternates() -> None:
    urls = ElementTree.fromstring(site()["sitemap.xml"]).findall(f"{MAP}url")
    places = [url.findtext(f"{MAP}loc") for url in urls]
    assert "https://docs.example.org/en/guide/" in places
    assert len(places) == len(set(places))
    guide = urls[places.index("https://docs.example.org/en/guide/")]
    codes = [link.get("hreflang") for link in guide if link.tag.endswith("link")]
    assert codes == ["fr", "en", "ar", "x-default"]


def test_robots_point_to_the_site_map() -> None:
    assert b"Sitemap: https://docs.example.org/sitemap.xml" in site()["robots.txt"]


def test_llms_txt_names_a_markdown_twin_that_is_there() -> None:
    text = site()["llms.txt"].decode()
    assert "(https://docs.example.org/en/guide/index.md)" in text
    assert "en/guide/index.md" in site()


def test_without_an_address_of_its_own_a_site_links_what_lies_below_or_beside() -> None:
    pages = {"index.en.md": "# Home\n\n[Guide](guide.md)\n", "guide.en.md": "# Guide\n\n[Home](index.md)\n"}
    made = build_site('[site]\nlanguages = ["en"]\ntitle = { en = "T" }\n', pages)
    assert "(en/guide/index.md)" in made["llms.txt"]
    assert urljoin("/en/guide/index.md", link_of(made["en/guide/index.md"])) == "/en/"
    assert not link_of(made["en/guide/index.md"]).startswith("/")


def link_of(twin: str) -> str:
    return twin.partition("](")[2].partition(")")[0]


def test_the_manifest_tells_where_everything_on_a_page_is_from() -> None:
    manifest = json.loads(site()["manifest.json"])
    page = next(one for one in manifest["pages"] if one["url"] == "/en/guide/")
    name = page["excerpts"][0]["excerpt"]
    excerpt = manifest["excerpts"][name]
    assert (excerpt["path"], excerpt["lines"], excerpt["commit"]) == (FILE, [[19, 25]], COMMIT)
    assert "\u202e" in excerpt["text"]
    assert excerpt["text"].count("\n") == 7
    assert [one["run"] for one in page["transcripts"]] == ["Echo/direct", "Echo/help"]
    assert manifest["runs"]["Echo/direct"]["exit_code"] == 0
    assert manifest["runs"]["Echo/help"]["ran"] is False


def test_pages_that_date_themselves_make_a_feed_newest_first() -> None:
    look = theme()
    made = [replace(page, day=date(2026, 1, 2 + index)) for index, page in enumerate(render())]
    feeds = {one.path: one.content for one in render_feeds(made, site_of(look), look)}
    assert set(feeds) == {"fr/feed.xml", "en/feed.xml", "ar/feed.xml"}
    root = ElementTree.fromstring(feeds["en/feed.xml"])
    days = [entry.findtext(f"{ATOM}updated") or "" for entry in root.findall(f"{ATOM}entry")]
    assert days == sorted(days, reverse=True)
    assert root.findtext(f"{ATOM}updated") == days[0]


def test_pages_without_a_date_make_no_feed() -> None:
    assert not [path for path in site() if path.endswith("feed.xml")]


def test_a_twin_holds_the_excerpt_as_code() -> None:
    text = site()["en/guide/index.md"].decode()
    assert text.startswith("# Contracts and discovery\n\nShare a capability")
    assert "```python\n    async def connect(self) -> Session:\n" in text
    assert "… 2 lines left out" in text
    assert f"`{FILE}` · L19–L25" in text
    assert "| 1 | <https" not in text
    assert "Link to the section" not in text


def twin(html: str) -> str:
    entry = Entry(key="a", url="/en/a/", title="T", written_in="en")
    return markdown_twin(entry, html, "https://example.org/").partition("\n\n")[2]


def test_prose_becomes_markdown() -> None:
    assert twin("<p>a <strong>b</strong> <em>c</em> <code>d &lt;</code></p>") == "a **b** *c* `d <`\n"
    assert twin('<p><a href="../b/#x">b</a></p>') == "[b](https://example.org/en/b/#x)\n"
    assert twin("<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>") == "- a\n  1. b\n- c\n"
    assert twin("<blockquote><p>a</p><p>b</p></blockquote>") == "> a\n>\n> b\n"
    assert twin("<table><tr><th>a</th></tr><tr><td>b|c</td></tr></table>") == "| a |\n| --- |\n| b\\|c |\n"
    assert twin("<h2>a</h2><p>b</p>") == "## a\n\nb\n"


def test_code_with_fences_is_fenced_with_longer_ones() -> None:
    assert twin("<pre><code>```\nx\n```\n</code></pre>") == "````\n```\nx\n```\n````\n"


def test_the_card_is_a_png_of_the_size_that_sharing_sites_ask_for() -> None:
    data = draw_card(None).content
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (1200, 630)
    assert len(data) < 16_000
    assert data == draw_card(None).content
    assert data != draw_card("#aa3366").content


def test_packed_pixels_unpack_to_the_same() -> None:
    rows = [bytearray((x * y + x // 7) % 9 for x in range(301)) for y in range(40)] + [bytearray(301)] * 20
    data = encode(rows, ["#000000"] * 9)
    start = data.index(b"IDAT")
    length = int.from_bytes(data[start - 4 : start], "big")
    packed = data[start + 4 : start + 4 + length]
    assert zlib.decompress(packed) == b"".join(b"\0" + row for row in rows)


def test_the_index_sorts_as_people_do() -> None:
    words = ["Zèbre", "été", "Etat", "`code`", "Œuvre"]
    assert sorted(words, key=sort_key) == ["`code`", "Etat", "été", "Zèbre", "Œuvre"]


def test_the_index_names_pages_sections_tools_and_symbols() -> None:
    text = site()["en/index-a-z/index.html"].decode()
    for name, kind in (
        ("Contracts and discovery", "page"),
        ("Read the schema", "section"),
        ("Local echo", "demo"),
        ("get_incident_status", "tool"),
        ("Session.connect", "symbol"),
    ):
        assert name in text
        assert f'<span class="kind">{kind}</span>' in text


def test_the_page_for_no_page_speaks_every_language() -> None:
    text = site()["404.html"].decode()
    assert [
        word for word in ("Page introuvable", "Page not found", "الصفحة غير موجودة") if word not in text
    ] == []
    assert 'href="/en/"' in text


def test_the_chooser_names_every_language() -> None:
    text = site()["index.html"].decode()
    assert [code for code in ("fr", "en", "ar") if f'<a href="{code}/" hreflang="{code}"' not in text] == []


def test_the_source_browser_marks_what_is_quoted_and_leads_back() -> None:
    text = site()[f"source/{FILE}@{COMMIT[:12]}/index.html"].decode()
    assert '<mark class="l i8" id="L20">' in text
    assert '<span class="l" id="L10">' in text
    assert f'href="https://github.com/owner/repo/blob/{COMMIT}/{FILE}"' in text
    assert 'href="../../../../../en/guide/#_ex1" lang="en"' in text
    assert f"source/{FILE}@working/index.html" in site()


def test_each_page_is_made_once() -> None:
    count = len([path for path in site() if path.endswith("/index.html") and "/demos/" not in path])
    assert count == len(pages()) * 3 + 3  # and an index for each language
