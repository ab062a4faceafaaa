"""Addresses that two things want, or that a file system would take for one: pages → `page-collision`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from site_builder.config import Config
from site_builder.content.addresses import address_of, asset_url, fold, languages_of, original_of
from site_builder.model import Page, Problem, Where

# What a build writes besides pages; where one is off, its place stays free for the day it is on.
_OURS = tuple(
    (f"the site's own `{name}`", f"/{name}")
    for name in ("", "404.html", "manifest.json", "llms.txt", "robots.txt", "sitemap.xml", "card.png")
)


_THEMES = ("/source/", "/theme/", "/pagefind/")


def _above(url: str) -> Iterator[str]:
    """Every folder on the way to an address, as an address of a file would spell it."""
    parts = url.strip("/").split("/")
    return ("/" + "/".join(parts[:count]) for count in range(1, len(parts) + (url.endswith("/"))))


def find_collisions(
    pages: Iterable[Page], config: Config, assets: Collection[str], demos: Collection[str]
) -> Iterator[Problem]:
    """Each pair once, at the later file; letter case and Unicode normal forms do not tell addresses apart."""
    taken: dict[str, tuple[str, Where]] = {}
    for lang in config.languages:
        for name, address in [
            ("the A–Z index", "index-a-z/"),
            *((f"demo `{one}`", f"demos/{one}/") for one in demos),
        ]:
            taken[fold(f"/{lang}/{address}")] = (name, Where(path="sitemaf.toml"))
    for name, address in _OURS:
        taken[fold(address)] = (name, Where(path="sitemaf.toml"))
    for page in pages:
        for lang in languages_of(page, config):
            shown = page.translations.get(lang) or original_of(page, config)
            where = Where(path=shown.path, line=shown.lines.get("slug"))
            url = address_of(page, lang, config)
            yield from _take(taken, url, where, f"`{shown.path}`", "give one of the two another `slug`")
    yield from _files(assets, taken, config)


def _files(assets: Collection[str], taken: dict[str, tuple[str, Where]], config: Config) -> Iterator[Problem]:
    """Files beside the pages, which keep their names: each against pages, other files, and our own."""
    folders = {folder: name for url, (name, _) in taken.items() for folder in _above(url)}
    for asset in sorted(assets):
        url, where = asset_url(asset, config), Where(path=asset)
        if url.startswith(_THEMES):
            message = f"the folder `{url.split('/')[1]}` of the site is the theme's own"
            yield Problem(where=where, code="page-collision", message=message, help="rename the folder")
        elif (held := folders.get(fold(url))) is not None:
            message = f"the file would stand where the folder of {held} does"
            yield Problem(where=where, code="page-collision", message=message, help="rename the file")
        else:
            if url.endswith(("/index.html", "/index.md")):
                url = url.rpartition("/")[0] + "/"
            yield from _take(taken, url, where, f"`{asset}`", "rename the file")


def _take(
    taken: dict[str, tuple[str, Where]], url: str, where: Where, name: str, help: str
) -> Iterator[Problem]:
    folded = fold(url)
    if folded not in taken:
        taken[folded] = (name, where)
        return
    other, there = taken[folded]
    yield Problem(
        where=where,
        code="page-collision",
        message=f"the address {url} is already that of {other}",
        help=help,
        related=(there,),
    )
