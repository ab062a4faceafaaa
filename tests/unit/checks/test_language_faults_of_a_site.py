"""What the languages of a whole site may lack: each fault goes through every stage and is said once."""

from __future__ import annotations

import pytest

from reading import read
from site_builder.excerpts.lockfile import write_lock
from site_builder.model import Lock, Problem
from site_in_memory import MadeSite, build_site

CONFIG = """\
[site]
languages = ["fr", "en", "de"]
[site.title]
fr = "A"
en = "B"
de = "C"
"""
PAGES = {
    "index.fr.md": "# Accueil\n\nVoir [le guide](guide.md#deux).\n",
    "index.en.md": "# Welcome\n\nSee [the guide](guide.md#deux).\n",
    "index.de.md": "# Willkommen\n\nSiehe [die Anleitung](guide.md#deux).\n",
    "guide.fr.md": "---\ntitle: Guide\norder: 3\n---\n\n## Un\n\nA.\n\n## Deux\n\nB.\n",
    "guide.en.md": "---\ntitle: Guide\n---\n\n## One\n\nA.\n\n## Two\n\nB.\n",
    "guide.de.md": "---\ntitle: Anleitung\n---\n\n## Eins\n\nA.\n\n## Zwei\n\nB.\n",
    "solo.en.md": "---\ntitle: Alone\nonly: [en]\n---\n\nText.\n",
}


def build(changed: dict[str, str | None], config: str = CONFIG, **more: object) -> MadeSite:
    pages = {name: text for name, text in {**PAGES, **changed}.items() if text is not None}
    return build_site(config, pages, **more)  # type: ignore[arg-type]


def places(problem: Problem) -> tuple[object, ...]:
    wheres = (problem.where, *problem.related)
    return (problem.code, *(part for one in wheres for part in (one.path, one.line)))


def test_a_site_in_step_is_silent() -> None:
    assert build({}).problems == ()


@pytest.mark.parametrize(
    ("changed", "said", "message"),
    [
        (
            {"guide.de.md": None},
            ("translation-missing", "content/guide.fr.md", 1),
            "the page has no translation in `de`",
        ),
        (
            {"guide.de.md": PAGES["guide.de.md"].replace("title", "draft: true\ntitle")},
            ("translation-missing", "content/guide.fr.md", 1, "content/guide.de.md", 1),
            "the page has no translation in `de` but a draft",
        ),
        (
            {"guide.de.md": PAGES["guide.de.md"].replace("title", "order: 4\ntitle")},
            ("front-matter", "content/guide.de.md", 2, "content/guide.fr.md", 3),
            "`order` belongs to the page, and `content/guide.fr.md` states another one",
        ),
        (
            {"solo.de.md": "# Allein\n\nText.\n"},
            ("front-matter", "content/solo.de.md", None, "content/solo.en.md", 3),
            "the page is for `en` only, but this is its translation in `de`",
        ),
        (
            {"guide.en.md": PAGES["guide.en.md"].replace("## Two", "### Two")},
            ("parity-headings", "content/guide.en.md", 9, "content/guide.fr.md", 10),
            "the heading “Two” of level 3 stands where the original has the heading “Deux” of level 2",
        ),
        (
            {"index.de.md": PAGES["index.de.md"].replace("#deux", "#drei")},
            ("link-anchor", "content/index.de.md", 3),
            "`guide.md` has no heading `#drei`",
        ),
        (
            {"index.en.md": PAGES["index.en.md"].replace("guide.md", "guides.md")},
            ("link-target", "content/index.en.md", 3),
            "there is no page or file `guides.md`",
        ),
    ],
)
def test_a_fault_is_said_once_with_its_places(
    changed: dict[str, str | None], said: tuple[object, ...], message: str
) -> None:
    (found,) = build(changed).problems
    assert places(found) == said
    assert found.message == message
    assert found.help


def test_words_of_the_theme_that_are_missing_are_one_problem_a_language() -> None:
    config = CONFIG.replace('["fr", "en", "de"]', '["fr", "nl"]').replace('en = "B"\nde = "C"', 'nl = "D"')
    dutch = {name.replace(".en.", ".nl."): text for name, text in PAGES.items() if ".en." in name}
    french = {name: text for name, text in PAGES.items() if ".fr." in name}
    pages = {**french, **dutch, "solo.nl.md": dutch["solo.nl.md"].replace("[en]", "[nl]")}
    site = build_site(config, pages)
    assert [(one.code, one.where.path) for one in site.problems] == [
        ("parity-strings", "templates/strings/nl.toml")
    ]
    assert 'aria-label="Fil d’Ariane"' in site["nl/guide/index.html"]


def test_a_stale_translation_is_said_once_and_on_its_page_alone() -> None:
    before = PAGES["guide.fr.md"].replace("B.", "Avant.")
    blob = read(before, "content/guide.fr.md").blob
    lock = write_lock(Lock(reviews={"content/guide.en.md": blob}))
    site = build({}, lock=lock, originals={blob: before.encode()})
    (found,) = site.problems
    assert places(found) == ("translation-stale", "content/guide.en.md", 9, "content/guide.fr.md", 10)
    assert found.message.endswith(": “Deux”")
    notice = "The original has changed since this translation was last reviewed."
    assert notice in site["en/guide/index.html"]
    assert 'href="../../fr/guide/" hreflang="fr">Read the original</a>' in site["en/guide/index.html"]
    assert "notice" not in site["de/guide/index.html"]


def test_a_page_that_lacks_the_default_language_is_shown_in_the_first_that_it_has() -> None:
    config = CONFIG.replace("[site]", '[site]\nmissing = "notice"')
    site = build({"late.en.md": "---\ntitle: Late\nslug: later\n---\n\nSee [home](index.md).\n"}, config)
    assert site.problems == ()
    for language in ("fr", "de"):
        html = site[f"{language}/later/index.html"]
        assert ' lang="en" dir="ltr">' in html.partition("<main")[2].partition("\n")[0]
        assert 'href="../../en/later/" hreflang="en"' in html
        assert f'<a href="../../{language}/">home</a>' in html


def test_sections_that_differ_keep_the_ids_of_their_own_words() -> None:
    german = PAGES["guide.de.md"] + "\n## Drei {#drittens}\n\nC.\n"
    site = build({"guide.de.md": german})
    assert site.codes() == ["parity-headings"]
    assert [f'id="{id}"' in site["de/guide/index.html"] for id in ("eins", "zwei", "drittens", "un")] == [
        True, True, True, False,
    ]  # fmt: skip
    assert 'href="../de/guide/#zwei">die Anleitung' in site["de/index.html"]
