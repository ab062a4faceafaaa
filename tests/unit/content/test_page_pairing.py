"""How content files become pages: paired by name, addressed by language, each fault said at its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from reading import CONFIG, read
from site_builder.config import Config
from site_builder.content.addresses import address_of, languages_of, original_of
from site_builder.content.pages import assemble
from site_builder.model import Page, Problem

NOTICE = replace(CONFIG, missing="notice")


def pair(
    files: Mapping[str, str],
    config: Config = CONFIG,
    assets: tuple[str, ...] = (),
    demos: tuple[str, ...] = (),
) -> tuple[dict[str, Page], tuple[Problem, ...]]:
    """Files by path below `content/`; each gets a title."""
    translations = [
        read(f"---\ntitle: T\n{head}---\n", f"content/{path}", config) for path, head in files.items()
    ]
    pages, problems = assemble(translations, config, assets, demos)
    return {page.key: page for page in pages}, problems


def test_files_of_one_name_are_one_page_in_the_order_of_the_site() -> None:
    pages, problems = pair({"a/x.en.md": "", "a/x.fr.md": "", "index.fr.md": "", "index.en.md": ""})
    assert problems == ()
    assert list(pages["a/x"].translations) == ["fr", "en"]
    assert [one.url for one in pages["a/x"].translations.values()] == ["/fr/a/x/", "/en/a/x/"]
    assert [one.url for one in pages["index"].translations.values()] == ["/fr/", "/en/"]


def test_pages_stand_in_their_order_then_by_name() -> None:
    files = {f"{name}.{lang}.md": head for name, head in
             (("b", "order: 2\n"), ("c", "order: 1\n"), ("a", "order: 2\n")) for lang in ("fr",
              "en")}  # fmt: skip
    assert list(pair(files)[0]) == ["c", "a", "b"]


def test_each_language_has_its_own_slug() -> None:
    pages, _ = pair({"a/x.fr.md": "slug: été\n", "a/x.en.md": "slug: summer\n"})
    assert [one.url for one in pages["a/x"].translations.values()] == ["/fr/a/été/", "/en/a/summer/"]


def test_a_missing_translation_is_said_at_the_one_that_exists() -> None:
    _, (problem,) = pair({"a/x.fr.md": ""})
    assert (problem.code, problem.where.path) == ("translation-missing", "content/a/x.fr.md")
    assert problem.message == "the page has no translation in `en`"
    assert problem.help == "write `content/a/x.en.md`, or say `only: [fr]` in the front matter"


def test_a_page_for_one_language_only_misses_nothing() -> None:
    pages, problems = pair({"x.en.md": "only: [en]\n"})
    assert (problems, pages["x"].only) == ((), ("en",))
    assert languages_of(pages["x"], CONFIG) == ("en",)
    assert original_of(pages["x"], CONFIG).lang == "en"


def test_a_missing_translation_may_be_a_notice_at_an_address_of_its_language() -> None:
    pages, problems = pair({"a/x.fr.md": "slug: été\n", "y.en.md": ""}, NOTICE)
    assert problems == ()
    assert address_of(pages["a/x"], "en", NOTICE) == "/en/a/été/"
    assert address_of(pages["y"], "fr", NOTICE) == "/fr/y/"
    assert languages_of(pages["y"], NOTICE) == ("fr", "en")


def test_the_default_language_states_what_belongs_to_the_page() -> None:
    pages, problems = pair(
        {"x.fr.md": "order: 2\nrelated: [y]\nparent: y.md\ndemo: D\n", "x.en.md": "order: 2\n", "y.fr.md": "",
         "y.en.md": ""}
    )  # fmt: skip
    assert problems == ()
    page = pages["x"]
    assert (page.order, page.related, page.parent, page.demo) == (2.0, ("y",), "y", "D")


@pytest.mark.parametrize(
    ("files", "path", "line", "code", "message"),
    [
        ({"x.fr.md": "order: 1\n", "x.en.md": "order: 2\n"}, "x.en.md", 3, "front-matter",
         "`order` belongs to the page, and `content/x.fr.md` states another one"),
        ({"x.fr.md": "", "x.en.md": "demo: D\n"}, "x.en.md", 3, "front-matter",
         "`demo` belongs to the page, and `content/x.fr.md` does not state it"),
        ({"x.fr.md": "only: [fr]\n", "x.en.md": ""}, "x.en.md", None, "front-matter",
         "the page is for `fr` only, but this is its translation in `en`"),
        ({"x.fr.md": "only: [fr, de]\n"}, "x.fr.md", 3, "front-matter",
         "`only` names `de`, which is no language of the site"),
        ({"x.fr.md": "related: [y]\n", "x.en.md": ""}, "x.fr.md", 3, "link-target",
         "`related` names the page `y`, which does not exist"),
        ({"x.fr.md": "parent: y\n", "x.en.md": ""}, "x.fr.md", 3, "link-target",
         "`parent` names the page `y`, which does not exist"),
        ({"x.fr.md": "parent: x\n", "x.en.md": ""}, "x.fr.md", 3, "front-matter",
         "`parent: x` makes the page its own ancestor"),
        ({"x.fr.md": "", "x.en.md": "", "y.fr.md": "slug: x\n", "y.en.md": ""}, "y.fr.md", 3,
         "page-collision",
         "the address /fr/x/ is already that of `content/x.fr.md`"),
        ({"x.fr.md": "", "x.en.md": "", "X.fr.md": "slug: y\n", "X.en.md": ""}, "x.en.md", None,
         "page-collision",
         "the address /en/x/ is already that of `content/X.en.md`"),
        ({"x.fr.md": "slug: é\n", "x.en.md": "", "y.fr.md": "slug: e\u0301\n", "y.en.md": ""}, "y.fr.md", 3,
         "page-collision", "the address /fr/é/ is already that of `content/x.fr.md`"),
        ({"index-a-z.fr.md": "", "index-a-z.en.md": "slug: z\n"}, "index-a-z.fr.md", None, "page-collision",
         "the address /fr/index-a-z/ is already that of the A–Z index"),
        ({"a.fr.md": "only: fr\n", "a/index.fr.md": "only: fr\n"}, "a/index.fr.md", None, "page-collision",
         "the address /fr/a/ is already that of `content/a.fr.md`"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_once(
    files: Mapping[str, str], path: str, line: int | None, code: str, message: str
) -> None:
    _, problems = pair(files)
    assert [(one.where.path, one.where.line, one.code, one.message) for one in problems] == [
        (f"content/{path}", line, code, message)
    ]


def test_a_notice_a_demo_and_a_copied_file_have_addresses_too() -> None:
    _, problems = pair({"x.fr.md": "slug: y\n", "y.en.md": ""}, NOTICE)
    assert [(one.code, one.where.path) for one in problems] == [
        ("page-collision", "content/y.en.md"),
        ("page-collision", "content/y.en.md"),
    ]
    _, problems = pair({"demos/D.fr.md": "", "demos/D.en.md": ""}, demos=("D",))
    assert [one.code for one in problems] == ["page-collision", "page-collision"]
    _, problems = pair(
        {"x.fr.md": "", "x.en.md": ""}, assets=("content/fr/x/index.html", "content/a.png", "content/A.png")
    )
    assert [one.where.path for one in problems] == ["content/a.png", "content/fr/x/index.html"]
