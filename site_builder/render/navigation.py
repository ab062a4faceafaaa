"""Entries of a language → the sidebar, rendered once a language; trail, neighbours and groups of a page.

The sidebar of a large site shows the folder that a page is in, around the page, and one link for each other
folder: a page's size must not grow with the site.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup, escape

from site_builder.model import value
from site_builder.render.languages import direction
from site_builder.render.links import encoded, up
from site_builder.render.site import DemoCard, Entry, SiteView
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
        self._titles = {entry.title for entry in self.entries.values()}
        self.groups = [*_folders(self.entries, words), *self._demos()]
        self._tail = [Link(title=words.plain("index"), url=f"/{language}/index-a-z/")]
        self.whole = sum(len(group.links) for group in self.groups) <= WHOLE
        # Every link of the sidebar is written once; a page puts them together.
        self._items = [[_item(link) for link in group.links] for group in self.groups]
        self._places = {
            link.url: (number, at)
            for number, group in enumerate(self.groups)
            for at, link in enumerate(group.links)
        }
        self._folded = [
            _group(group.title, items if self.whole else items[:1])
            for group, items in zip(self.groups, self._items, strict=True)
        ]

    def sidebar(self, url: str) -> Markup:
        """The list of pages as the page at `url` shows it, itself marked."""
        html = self._around(url).replace(
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

    def demo_title(self, card: DemoCard) -> str:
        """What the demo's own page is called: by its folder where a page already bears the demo's title."""
        title = (
            card.title.get(self.language) or card.title.get(self.site.config.default_language) or card.name
        )
        return card.name if title in self._titles else title

    def _demos(self) -> list[Group]:
        links = tuple(
            Link(title=self.demo_title(card), url=f"/{self.language}/demos/{encoded(card.name)}/")
            for card in self.site.demos.values()
        )
        return [Group(title=self.words.plain("demos"), folder="demos", links=links)] if links else []

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

    def _around(self, url: str) -> str:
        """The current page with its neighbours; of another folder its first page, its home if it has one."""
        parts = list(self._folded)
        if not self.whole and url in self._places:
            number, at = self._places[url]
            near = self._items[number][max(0, at - AROUND) : at + AROUND + 1]
            parts[number] = _group(self.groups[number].title, near)
        return "".join((*parts, _list(map(_item, self._tail))))


def _group(title: str, items: Sequence[str]) -> str:
    if not title:
        return _list(items)
    return f"<details open><summary>{escape(title)}</summary>{_list(items)}</details>" if items else ""


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(items)}</ul>"


def _item(link: Link) -> str:
    return f'<li><a href="{_TOP}{escape(link.url[1:])}"{_lang(link)}>{escape(link.title)}</a></li>'


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
