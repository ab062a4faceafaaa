"""Addresses that two things want, or that a file system would take for one: pages → `page-collision`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from site_builder.config import Config
from site_builder.content.addresses import address_of, asset_url, fold, languages_of, original_of
from site_builder.model import Page, Problem, Where


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
    for page in pages:
        for lang in languages_of(page, config):
            shown = page.translations.get(lang) or original_of(page, config)
            where = Where(path=shown.path, line=shown.lines.get("slug"))
            url = address_of(page, lang, config)
            yield from _take(taken, url, where, f"`{shown.path}`", "give one of the two another `slug`")
    for asset in sorted(assets):
        url = asset_url(asset, config)
        if url.endswith(("/index.html", "/index.md")):
            url = url.rpartition("/")[0] + "/"
        yield from _take(taken, url, Where(path=asset), f"`{asset}`", "rename the file")


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
