"""Where a link ends, in whatever way and language it is written; and what is said of one that does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reading import CONFIG, read
from site_builder.content.headings import inherited_ids
from site_builder.content.links import LinkTable
from site_builder.content.pages import assemble
from site_builder.model import Demo, LinkTarget, Where

SITE = replace(CONFIG, base_url="https://docs.example.org/")
FILES = {
    "index.fr.md": "",
    "index.en.md": "",
    "guide/contrat.fr.md": "slug: le-contrat\n---\n## Portée\n\n## Été {#ete}\n\n## Portée",
    "guide/contrat.en.md": "slug: contract\n---\n## Scope\n\n## Summer\n\n## Scope {#again}",
    "guide/index.fr.md": "",
    "guide/index.en.md": "",
    "guide/autre.fr.md": "---\n## A\n\n### B",
    "guide/autre.en.md": "---\n## A\n\n## B",
    "seul.en.md": "only: [en]\n",
}
DEMO = Demo(
    name="D1", folder="demos/D1", where=Where(path="demos/D1/demo.toml"), title={}, sources=(), runs=()
)
ASSETS = ("content/guide/a b.png", "content/data.csv", "content/guide/schéma.png")


def table() -> LinkTable:
    translations = []
    for path, text in FILES.items():
        head, _, body = text.partition("---\n")
        shared = "only: [en]\n" if path == "seul.en.md" else ""
        head = head.replace(shared, "") + shared
        translations.append(read(f"---\ntitle: T\n{head}---\n{body}", f"content/{path}", SITE))
    pages, _ = assemble(translations, SITE)
    return LinkTable(pages, (DEMO,), ASSETS, SITE)


def link(target: str, kind: str = "link") -> LinkTarget:
    return LinkTarget(
        where=Where(path="x", line=1), target=target, kind="image" if kind == "image" else "link"
    )


FROM = "content/guide/autre.{}.md"


@pytest.mark.parametrize(
    ("target", "fr", "en"),
    [
        ("contrat.md", "/fr/guide/le-contrat/", "/en/guide/contract/"),
        ("contrat.fr.md", "/fr/guide/le-contrat/", "/en/guide/contract/"),
        ("./contrat.en.md", "/fr/guide/le-contrat/", "/en/guide/contract/"),
        ("../guide/contrat.md", "/fr/guide/le-contrat/", "/en/guide/contract/"),
        ("/guide/contrat.md", "/fr/guide/le-contrat/", "/en/guide/contract/"),
        ("../index.md", "/fr/", "/en/"),
        ("..", "/fr/", "/en/"),
        ("./", "/fr/guide/", "/en/guide/"),
        ("contrat.md#portée", "/fr/guide/le-contrat/#portée", "/en/guide/contract/#portée"),
        ("contrat.md#scope", "/fr/guide/le-contrat/#portée", "/en/guide/contract/#portée"),
        ("contrat.md#ete", "/fr/guide/le-contrat/#ete", "/en/guide/contract/#ete"),
        ("contrat.md#summer", "/fr/guide/le-contrat/#ete", "/en/guide/contract/#ete"),
        ("contrat.md#again", "/fr/guide/le-contrat/#portée-2", "/en/guide/contract/#again"),
        ("contrat.md#portée-2", "/fr/guide/le-contrat/#portée-2", "/en/guide/contract/#again"),
        ("contrat.md#port%C3%A9e", "/fr/guide/le-contrat/#portée", "/en/guide/contract/#portée"),
        ("#a", "/fr/guide/autre/#a", "/en/guide/autre/#a"),
        ("#top", "/fr/guide/autre/#top", "/en/guide/autre/#top"),
        ("../seul.md", "/en/seul/", "/en/seul/"),
        ("a%20b.png", "/guide/a%20b.png", "/guide/a%20b.png"),
        ("../data.csv?x=1#y", "/data.csv?x=1#y", "/data.csv?x=1#y"),
        ("/data.csv", "/data.csv", "/data.csv"),
        ("../../demos/D1/", "/fr/demos/D1/", "/en/demos/D1/"),
        ("/demos/D1/demo.toml#x", "/fr/demos/D1/#x", "/en/demos/D1/#x"),
        ("https://x.org/a b?c#d", "https://x.org/a%20b?c#d", "https://x.org/a%20b?c#d"),
        ("mailto:a@b.org", "mailto:a@b.org", "mailto:a@b.org"),
    ],
)
def test_a_link_ends_in_the_readers_language(target: str, fr: str, en: str) -> None:
    links = table()
    assert links.resolve(link(target), "fr", FROM.format("fr")) == fr
    assert links.resolve(link(target), "en", FROM.format("en")) == en


@pytest.mark.parametrize(
    ("target", "kind", "code", "message", "help"),
    [
        ("contra.md", "link", "link-target", "there is no page or file `contra.md`",
         "did you mean `contrat.md`"),
        ("../contrat.md", "link", "link-target", "there is no page or file `../contrat.md`",
         "did you mean `contrat.md`?"),
        ("contrat", "link", "link-target", "there is no page or file `contrat`",
         "did you mean `contrat.md`?"),
        ("/fr/guide/le-contrat/", "link", "link-target", "there is no page or file `/fr/guide/le-contrat/`",
         "write the page's file: `contrat.fr.md`"),
        ("../../../etc/passwd", "link", "link-target", "the link `../../../etc/passwd` leaves the project",
         "content"),
        ("contrat.md#portee", "link", "link-anchor", "`contrat.md` has no heading `#portee`",
         "did you mean `portée`"),
        ("#portée", "link", "link-anchor", "this page has no heading `#portée`", "known here: `a`, `b`"),
        ("schema.png", "image", "link-target", "there is no image `schema.png`",
         "did you mean `schéma.png`?"),
        ("contrat.md", "image", "link-target", "there is no image `contrat.md`", "known here"),
        ("https://docs.example.org/en/guide/contract/#x", "link", "link-target",
         "the link leads to this site by its address `https://docs.example.org/en/guide/contract/#x`",
         "write the page's file: `contrat.en.md`"),
        ("https://docs.example.org", "link", "link-target",
         "the link leads to this site by its address `https://docs.example.org`", "link to the page's file"),
    ],
)  # fmt: skip
def test_a_link_that_ends_nowhere_names_the_nearest_target(
    target: str, kind: str, code: str, message: str, help: str
) -> None:
    links = table()
    for lang in ("fr", "en"):
        path = FROM.format(lang)
        found = links.resolve(replace(link(target, kind), where=Where(path=path, line=1)), lang, path)
        assert not isinstance(found, str)
        assert (found.code, found.message) == (code, message)
        assert help in found.help


def test_headings_take_the_ids_of_the_original_by_position() -> None:
    translations = []
    for path, text in FILES.items():
        head, _, body = text.partition("---")
        translations.append(read(f"---\ntitle: T\n{head}---\n{body}", f"content/{path}", SITE))
    pages = {page.key: page for page in assemble(translations, SITE)[0]}
    contract = pages["guide/contrat"]
    assert inherited_ids(contract, "fr", "fr") == ("portée", "ete", "portée-2")
    assert inherited_ids(contract, "en", "fr") == ("portée", "ete", "again")
    other = pages["guide/autre"]  # the levels differ: every heading has its own
    assert inherited_ids(other, "en", "fr") == ("a", "b")


def test_an_id_is_given_once_even_where_an_explicit_one_is_in_the_way() -> None:
    translations = [
        read("# T\n\n## x {#a}\n\n## y {#b}", "content/p.fr.md"),
        read("# T\n\n## one {#b}\n\n## two", "content/p.en.md"),
    ]
    (page,), _ = assemble(translations, CONFIG)
    assert inherited_ids(page, "en", "fr") == ("b", "two")
