"""Pages, sections, demos, tools and quoted symbols → an index from A to Z, which needs no script.

Sorted as the language's alphabet has its letters: accents and case do not count. A long index is cut into
one page a letter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from site_builder.model import Artifact, SymbolAddress, value
from site_builder.render.blocks.contract import tool_id
from site_builder.render.demo_page import MadeDemo
from site_builder.render.links import output_path
from site_builder.render.page import MadePage
from site_builder.render.place import Place
from site_builder.render.shell import absolute, alternates, frame
from site_builder.render.site import SiteView
from site_builder.render.theme import Theme

ONE_PAGE = 1500  # entries on one page


@value
class Item:
    text: str
    kind: str  # key of the word that says what it is
    url: str
    within: str = ""  # the page that a section or symbol is on
    code: bool = False


@value
class Letter:
    name: str  # empty: digits and signs
    id: str
    items: tuple[Item, ...]


def render_index(
    language: str, made: Sequence[MadePage], demos: Sequence[MadeDemo], site: SiteView, theme: Theme
) -> list[Artifact]:
    letters = _letters([*_page_items(made, language), *_demo_items(demos, language)])
    home = f"/{language}/index-a-z/"
    if sum(len(letter.items) for letter in letters) <= ONE_PAGE:
        return [_page(home, letters, letters, language, site, theme)]
    return [
        _page(home, letters, letters[:1], language, site, theme, apart=True),
        *(
            _page(f"{home}{one.id[1:]}/", letters, [one], language, site, theme, apart=True)
            for one in letters[1:]
        ),
    ]


def _page(
    url: str,
    letters: Sequence[Letter],
    shown: Sequence[Letter],
    language: str,
    site: SiteView,
    theme: Theme,
    apart: bool = False,
) -> Artifact:
    place = Place(url, language, site, theme)
    home, words, base = f"/{language}/index-a-z/", place.words, site.config.base_url
    first = url == home
    addresses = {code: f"/{code}/index-a-z/" for code in site.config.languages}

    def address(index: int, letter: Letter) -> str:
        apart_url = home if index == 0 else f"{home}{letter.id[1:]}/"
        return place.link(apart_url) if apart else f"#{letter.id}"

    text = theme.render(
        "index-a-z.html",
        page=frame(
            place,
            words.plain("index"),
            addresses,
            lead=words.plain("index-lead"),
            description=f"{words.plain('index-lead')} {site.title(language)}",
            canonical=absolute(base, url) if base else "",
            alternates=alternates(site, addresses, url) if first else [],
        ),
        site=site,
        t=words,
        place=place,
        letters=[(letter, address(index, letter)) for index, letter in enumerate(letters)],
        shown=shown,
    )
    return Artifact(path=output_path(url), content=text.encode())


def _page_items(made: Iterable[MadePage], language: str) -> Iterable[Item]:
    for page in made:
        if page.language != language or not page.listed:
            continue
        title, url = page.entry.title, page.entry.url
        yield Item(text=title, kind="kind-page", url=url)
        for level, text, id in page.headings:
            if 2 <= level <= 3:
                yield Item(text=text, kind="kind-section", url=f"{url}#{id}", within=title)
        for quote in page.quotes:
            address = quote.excerpt.request.address
            if isinstance(address, SymbolAddress):
                place = f"{url}#{quote.id}"
                yield Item(text=address.name, kind="kind-symbol", url=place, within=title, code=True)


def _demo_items(demos: Iterable[MadeDemo], language: str) -> Iterable[Item]:
    for demo in demos:
        if demo.language != language:
            continue
        yield Item(text=demo.entry.title, kind="kind-demo", url=demo.entry.url)
        for name in dict.fromkeys(tool.name for tool in demo.contract.tools) if demo.contract else ():
            url = f"{demo.entry.url}#{tool_id('_ct1', name)}"
            yield Item(text=name, kind="kind-tool", url=url, within=demo.entry.title, code=True)


def sort_key(text: str) -> str:
    """Letters without accents and case; what is no letter or digit does not count."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if sign.isalnum())


def _letters(items: Iterable[Item]) -> list[Letter]:
    groups: dict[str, list[Item]] = {}
    for item in sorted(set(items), key=lambda one: (sort_key(one.text), one.text, one.kind, one.url)):
        first = sort_key(item.text)[:1].upper()
        groups.setdefault(first if first.isalpha() else "", []).append(item)
    return [
        Letter(name=name, id=f"_{name.lower() or '0'}", items=tuple(found))
        for name, found in sorted(groups.items(), key=lambda pair: (pair[0] == "", pair[0]))
    ]
