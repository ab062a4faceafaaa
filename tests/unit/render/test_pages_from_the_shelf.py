"""Pages that were made before: taken from the shelf while nothing that they show has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from site_builder.model import Artifact
from site_in_memory import MadeSite, build_site

CONFIG = """\
[site]
languages = ["fr", "en"]
[site.title]
fr = "Essai"
en = "Trial"
"""
OWN = {
    "page.html": '{% extends "builtin/page.html" %}'
    "{% block tools %}{{ site.entries.en|length }}{% endblock %}"
}


class Shelf:
    def __init__(self) -> None:
        self.kept: dict[bytes, tuple[Artifact, ...]] = {}
        self.made: set[str] = set()  # paths of pages that were rendered since the last look

    def find(self, ingredients: bytes) -> tuple[Artifact, ...] | None:
        return self.kept.get(ingredients)

    def keep(self, ingredients: bytes, artifacts: Sequence[Artifact]) -> None:
        self.kept[ingredients] = tuple(replace(one) for one in artifacts)
        self.made.add(artifacts[0].path.removesuffix("/index.html"))


Pages = dict[str, str]


def many(count: int) -> Pages:
    """More pages than a sidebar lists, in folders of ten."""
    return {
        f"part-{number // 10:02}/{number:03}.{lang}.md": f"---\ntitle: T{number}\n---\n\nWords.\n"
        for number in range(count)
        for lang in ("fr", "en")
    }


def again(
    before: Pages, change: Callable[[Pages], object], own: Pages | None = None
) -> tuple[set[str], MadeSite]:
    """What was rendered after the change, and the site, which must be the one made from nothing."""
    shelf, after = Shelf(), dict(before)
    build_site(CONFIG, before, templates=own, shelf=shelf)
    shelf.made.clear()
    change(after)
    site = build_site(CONFIG, after, templates=own, shelf=shelf)
    assert site.files == build_site(CONFIG, after, templates=own).files
    return shelf.made, site


def edit(path: str, old: str, new: str) -> Callable[[Pages], object]:
    return lambda pages: pages.update({path: pages[path].replace(old, new)})


def test_nothing_is_rendered_twice() -> None:
    assert again(many(30), lambda pages: None)[0] == set()


def test_a_title_renders_the_pages_that_show_it() -> None:
    made, _ = again(many(125), edit("part-03/035.en.md", "title: T35", "title: Other"))
    folder = {f"en/part-03/{number:03}" for number in range(30, 40)}
    # The page's other language stands beside it; nothing else shows the title.
    assert made == folder | {"fr/part-03/035"}


def test_a_sentence_renders_its_page_in_every_language() -> None:
    made, _ = again(many(30), edit("part-01/015.fr.md", "Words", "Mots"))
    assert made == {"fr/part-01/015", "en/part-01/015"}


def test_an_address_renders_the_pages_that_lead_there() -> None:
    leads = "# Q\n\n[There](part-03/035.md)\n"
    pages = {**many(125), "quote.en.md": leads, "quote.fr.md": leads}
    made, site = again(pages, edit("part-03/035.en.md", "title: T35", "title: T35\nslug: other"))
    assert "en/quote" in made
    assert "en/part-05/055" not in made
    assert "/en/part-03/other/" in site["en/quote/index.html"]


def test_a_template_of_the_project_s_own_is_given_all_of_the_site() -> None:
    def add(pages: Pages) -> None:
        pages.update({f"part-01/new.{lang}.md": "# New\n" for lang in ("fr", "en")})

    made, site = again(many(20), add, OWN)
    assert len(made) == 42
    assert "21" in site["en/part-00/000/index.html"]


def test_a_template_of_the_project_s_own_may_show_the_order_of_all_pages() -> None:
    listing = "{% for one in site.entries.en.values() %}{{ one.title }} {% endfor %}"
    own = {"page.html": f'{{% extends "builtin/page.html" %}}{{% block tools %}}{listing}{{% endblock %}}'}
    made, site = again(many(125), edit("part-03/035.fr.md", "title: T35", "title: T35\norder: 1"), own)
    assert "fr/part-09/095" in made
    assert "T124 T35" in site["en/part-09/095/index.html"]
