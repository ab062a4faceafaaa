"""A site in several languages: who speaks which language where, and what search engines are told of it."""

from __future__ import annotations

import re
from datetime import date

import pytest

from site_builder.render.languages import direction, language_name, script, show_date, show_list, spoken
from site_in_memory import MadeSite, build_site

CONFIG = """\
[site]
languages = ["fr", "en", "ar"]
base_url = "https://docs.example.org/"
missing = "notice"
[site.title]
fr = "Démonstrations : l'essai"
en = "Demonstrations"
ar = "عروض"
"""
PAGES = {
    "index.fr.md": "# Accueil\n",
    "index.en.md": "# Welcome\n",
    "guide.fr.md": "---\ntitle: Le guide\nlead: Un début\nslug: le-guide\ndate: 2026-03-01\n---\n\n"
    "## Un\n\nA.\n\n```{sources} Echo\n```\n\n## Deux\n\nB.\n",
    "guide.en.md": "---\ntitle: The guide\nslug: the-guide\n---\n\n"
    "## One\n\nA.\n\n```{sources} Echo\n```\n\n## Two\n\nB.\n",
    "solo.en.md": "---\ntitle: Alone\nonly: [en]\n---\n\nText.\n",
}
DEMO = {
    "Echo": 'title = { fr = "L\'écho : le nôtre", en = "Echo", ar = "صدى" }\nsources = ["*.py"]\n'
    '[runs.a]\ncommand = ["{python}", "a.py"]\n'
}


@pytest.fixture(scope="module")
def site() -> MadeSite:
    return build_site(CONFIG, PAGES, DEMO)


def links(html: str, rel: str) -> dict[str, str]:
    found = re.findall(rf'<link rel="{rel}"(?: hreflang="([^"]+)")? href="([^"]+)">', html)
    return {lang: address.removeprefix("https://docs.example.org") for lang, address in found}


def test_translations_name_each_other_and_the_default_for_everyone_else(site: MadeSite) -> None:
    named = {"fr": "/fr/le-guide/", "en": "/en/the-guide/", "x-default": "/fr/le-guide/"}
    for path in ("fr/le-guide", "en/the-guide"):
        assert links(site[f"{path}/index.html"], "alternate") == named
        assert links(site[f"{path}/index.html"], "canonical") == {"": f"/{path}/"}


def test_the_homes_name_the_chooser_for_everyone_else_and_it_links_to_all(site: MadeSite) -> None:
    homes = {"fr": "/fr/", "en": "/en/", "x-default": "/"}
    assert links(site["fr/index.html"], "alternate") == links(site["en/index.html"], "alternate") == homes
    assert links(site["ar/index.html"], "alternate") == {}
    assert 'href="ar/" hreflang="ar" lang="ar" dir="rtl"' in site["index.html"]


def test_the_site_map_names_the_homes_beside_the_chooser(site: MadeSite) -> None:
    chooser = next(
        line for line in site["sitemap.xml"].split("\n") if "<loc>https://docs.example.org/</loc>" in line
    )
    named = dict(re.findall(r'hreflang="([^"]+)" href="https://docs.example.org([^"]+)"', chooser))
    assert named == {"fr": "/fr/", "en": "/en/", "x-default": "/"}
    assert links(site["index.html"], "alternate") == {}


def test_a_missing_translation_is_the_original_under_a_notice(site: MadeSite) -> None:
    html = site["ar/le-guide/index.html"]
    assert '<html lang="ar" dir="rtl">' in html
    assert '<main id="_main" tabindex="-1" lang="fr" dir="ltr">' in html
    assert 'class="admonition important notice" lang="ar" dir="rtl"' in html
    assert links(html, "canonical") == {"": "/fr/le-guide/"}
    assert links(html, "alternate") == {}
    assert '<meta property="og:url" content="https://docs.example.org/fr/le-guide/">' in html
    assert '<meta property="og:locale" content="fr">' in html
    assert "/ar/le-guide/" not in site["sitemap.xml"]
    assert "ar/le-guide" not in site["llms.txt"]


def test_no_text_under_a_notice_stands_in_the_wrong_language(site: MadeSite) -> None:
    """French is marked as French inside Arabic, and Arabic inside French."""
    main = site["ar/le-guide/index.html"].partition("<main")[2].partition("</main>")[0]
    french = '<span lang="fr" dir="ltr">Le guide</span>'
    assert f'<span aria-current="page">{french}</span>' in main
    assert '<nav class="toc" id="_contents" lang="ar" dir="rtl" aria-label=' in main
    assert '<ol lang="fr" dir="ltr">' in main
    prose = main.partition('<div class="prose">')[2].partition("<nav")[0]
    assert "<strong>Code source</strong>" in prose
    assert not re.search(
        r"[\u0600-\u06ff]", prose.replace(re.findall(r'<p class="updated".*?</p>', prose)[0], "")
    )
    beside = site["ar/index.html"]
    assert f"<strong>{french}</strong>" in beside
    assert '<a href="../ar/le-guide/" lang="fr" dir="ltr">Le guide</a>' in beside


def test_a_page_for_one_language_is_in_no_other(site: MadeSite) -> None:
    assert links(site["en/solo/index.html"], "alternate") == {"en": "/en/solo/"}
    assert "fr/solo/index.html" not in site.files
    assert '<a href="../../fr/" hreflang="fr"' in site["en/solo/index.html"]


def test_a_feed_is_offered_where_there_is_one(site: MadeSite) -> None:
    assert "feed.xml" in site["fr/index.html"]
    assert "en/feed.xml" in site.files
    assert "feed.xml" not in site["ar/le-guide/index.html"]
    assert "ar/feed.xml" not in site.files


def test_titles_from_settings_and_demos_are_set_as_prose_is(site: MadeSite) -> None:
    home = site["fr/index.html"]
    assert "<span>Démonstrations\u00a0: l’essai</span>" in home
    assert "<title>Accueil · Démonstrations\u00a0: l’essai</title>" in home
    assert ">L’écho\u00a0: le nôtre</a>" in home
    assert "Démonstrations\u00a0: l’essai" in site["index.html"]
    assert "<title>Démonstrations\u00a0: l’essai</title>" in site["fr/feed.xml"]


def test_the_way_home_points_where_the_language_reads_to(site: MadeSite) -> None:
    html = site["404.html"]
    assert re.search(r'dir="rtl">.*?الرئيسية ←<', html)
    assert re.search(r'lang="fr" dir="ltr">.*?Accueil →<', html)


def test_sections_keep_their_place_across_the_switch(site: MadeSite) -> None:
    french, english = site["fr/le-guide/index.html"], site["en/the-guide/index.html"]
    assert (
        re.findall(r'<h2 id="([^"]+)"', french) == re.findall(r'<h2 id="([^"]+)"', english) == ["un", "deux"]
    )
    assert 'href="../../en/the-guide/#deux" hreflang="en" lang="en"' in french


@pytest.mark.parametrize(
    ("language", "expected"),
    [("ar", "rtl"), ("he-IL", "rtl"), ("fa", "rtl"), ("arz", "rtl"), ("uz-Arab", "rtl"), ("pa-PK", "rtl"),
     ("ar-u-nu-latn", "rtl"), ("ar-Latn", "ltr"), ("fr-CA", "ltr"), ("zh-Hant", "ltr"), ("PA", "ltr"),
     ("qaa", "ltr")],
)  # fmt: skip
def test_a_language_runs_as_its_script_does(language: str, expected: str) -> None:
    assert direction(language) == expected


def test_a_script_is_said_or_likely() -> None:
    said = {tag: script(tag) for tag in ("sr", "sr-Latn", "zh-TW", "zh", "zh-hant-HK", "qaa")}
    assert said == {
        "sr": "Cyrl", "sr-Latn": "Latn", "zh-TW": "Hant", "zh": "Hans", "zh-hant-HK": "Hant", "qaa": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "name"),
    [("fr", "Français"), ("pt-BR", "Português (Brasil)"), ("zh-Hant", "中文 (繁體)"), ("tlh", "tlh"),
     ("en-x-pirate", "English"), ("sr-Latn", "Srpski (latinica)")],
)  # fmt: skip
def test_a_language_is_called_as_its_readers_call_it(language: str, name: str) -> None:
    assert language_name(language) == name


def test_a_language_is_named_inside_a_sentence_of_another() -> None:
    assert language_name("en", within="fr-CA") == "anglais"
    assert language_name("fr", within="de") == "Französisch"


def test_dates_and_lists_are_written_as_the_language_does() -> None:
    day = date(2026, 3, 1)
    shown = {language: show_date(day, language) for language in ("fr", "fr-CA", "en", "de", "ja", "ar")}
    assert shown == {
        "fr": "1er mars 2026",
        "fr-CA": "1er mars 2026",
        "en": "March 1, 2026",
        "de": "1. März 2026",
        "ja": "2026年3月1日",
        "ar": "1 مارس 2026",
    }
    assert show_date(date(2026, 11, 11), "fr") == "11 novembre 2026"
    assert (show_list(["a", "b"], "fr"), show_list(["a", "b"], "ja")) == ("a et b", "a、b")


def test_a_text_in_the_language_of_its_page_is_left_alone() -> None:
    assert spoken("a", "fr", "fr") == "a"
    assert spoken("<b>", "ar", "fr") == '<span lang="ar" dir="rtl">&lt;b&gt;</span>'
