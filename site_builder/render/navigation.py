"""Entries of a language → the sidebar, rendered once a language; trail, neighbours and groups of a page.

The sidebar of a large site shows the folder that a page is in, around the page, and one link for each other
folder: a page's size must not grow with the site.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from site_builder.model import value
from site_builder.render.languages import direction
from site_builder.render.links import encoded, up
from site_builder.render.site import Entry, SiteView
from site_builder.render.strings import Words

WHOLE = 120  # pages that a sidebar lists at most
AROUND = 20  # pages before and after the current one, in a folder that is longer
_TOP = "\x00"  # stands for the way to the top, which differs from page to page


@value
class Link:
    title: str
    url: str  # site path
    lang: str = ""  # of the title, where it is not the page's


@value
class Group:
    """The pages of one folder; the folder of the site's first pages has no title."""

    title: str
    folder: str
    links: tuple[Link, ...]


class Navigation:
    """Everything that moves a reader about in one language."""

    def __init__(self, language: str, site: SiteView, words: Words) -> None:
        self.language, self.site, self.words = language, site, words
        self.entries: Mapping[str, Entry] = site.entries[language]
        self.order = list(self.entries)
        self._position = {key: index for index, key in enumerate(self.order)}
        self.groups = [*_folders(self.entries, words), *_demos(language, site, words)]
        self._tail = [Link(title=words.plain("index"), url=f"/{language}/index-a-z/")]
        self.whole = sum(len(group.links) for group in self.groups) <= WHOLE
        self._sidebar = self._render("") if self.whole else ""

    def sidebar(self, url: str) -> Markup:
        """The list of pages as the page at `url` shows it, itself marked."""
        html = self._sidebar or self._render(url)
        html = html.replace(
            f'href="{_TOP}{escape(url[1:])}"', f'href="{_TOP}{escape(url[1:])}" aria-current="page"'
        )
        return Markup(html.replace(_TOP, up(url)))

    def neighbours(self, key: str) -> tuple[Entry | None, Entry | None]:
        at = self._position.get(key)
        if at is None:
            return None, None
        before = self.entries[self.order[at - 1]] if at > 0 else None
        after = self.entries[self.order[at + 1]] if at + 1 < len(self.order) else None
        return before, after

    def trail(self, key: str) -> list[Entry]:
        """From the home page to the page itself: parents where they are named, else folders' homes."""
        found = [self.entries[key]]
        seen = {key}
        while (above := self._above(key)) is not None and above not in seen:
            seen.add(above)
            found.insert(0, self.entries[above])
            key = above
        return found

    def home(self) -> str:
        entry = self.entries.get("index") or next(iter(self.entries.values()), None)
        return entry.url if entry else "/"

    def _above(self, key: str) -> str | None:
        parent = self.site.cards[key].parent
        if parent in self.entries:
            return parent
        folder = key.rpartition("/")[0]
        if key.rpartition("/")[2] == "index":
            folder = folder.rpartition("/")[0] if folder else "-"
        while folder != "-":
            home = f"{folder}/index" if folder else "index"
            if home in self.entries:
                return home
            folder = folder.rpartition("/")[0] if folder else "-"
        return None

    def _render(self, url: str) -> str:
        parts = []
        for group in self.groups:
            links = group.links if self.whole else _around(group.links, url)
            if not group.title:
                parts.append(_list(links))
            elif links:
                parts.append(
                    f"<details open><summary>{escape(group.title)}</summary>{_list(links)}</details>"
                )
        parts.append(_list(self._tail))
        return "".join(parts)


def _around(links: Sequence[Link], url: str) -> Sequence[Link]:
    """The current page with its neighbours; of another folder its first page, its home if it has one."""
    at = next((index for index, link in enumerate(links) if link.url == url), None)
    return links[:1] if at is None else links[max(0, at - AROUND) : at + AROUND + 1]


def _list(links: Sequence[Link]) -> str:
    items = (
        f'<li><a href="{_TOP}{escape(link.url[1:])}"{_lang(link)}>{escape(link.title)}</a></li>'
        for link in links
    )
    return f"<ul>{''.join(items)}</ul>"


def _lang(link: Link) -> str:
    return f' lang="{escape(link.lang)}" dir="{direction(link.lang)}"' if link.lang else ""


def _folders(entries: Mapping[str, Entry], words: Words) -> list[Group]:
    """One group a folder, in the order of their first pages; a folder's home gives the group its name.

    The home itself is called the overview, so that the name does not stand there twice.
    """
    found: dict[str, list[Link]] = {"": []}
    titles: dict[str, str] = {"": ""}
    for key, entry in entries.items():
        folder, _, name = key.rpartition("/")
        own = "home" if key == "index" else "folder-home" if name == "index" else ""
        link = Link(
            title=words.plain(own) if own else entry.title,
            url=entry.url,
            lang="" if own or entry.written_in == words.language else entry.written_in,
        )
        links = found.setdefault(folder, [])
        if name == "index":
            links.insert(0, link)
            titles[folder] = entry.title if folder else ""
        else:
            links.append(link)
        titles.setdefault(folder, folder.rpartition("/")[2].replace("-", " ").capitalize())
    return [Group(title=titles[name], folder=name, links=tuple(links)) for name, links in found.items()]


def _demos(language: str, site: SiteView, words: Words) -> list[Group]:
    links = tuple(
        Link(
            title=demo.title.get(language) or demo.title.get(site.config.default_language) or demo.name,
            url=f"/{language}/demos/{encoded(demo.name)}/",
        )
        for demo in site.demos.values()
    )
    return [Group(title=words.plain("demos"), folder="demos", links=links)] if links else []
