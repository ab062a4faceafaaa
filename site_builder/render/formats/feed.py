"""Atom feeds (RFC 4287), one a language, of the pages that date themselves with `date` in front matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from site_builder.model import Artifact
from site_builder.render.formats.xml import escape, quoteattr
from site_builder.render.page import MadePage
from site_builder.render.shell import absolute
from site_builder.render.site import SiteView
from site_builder.render.theme import Theme


def render_feeds(made: Sequence[MadePage], site: SiteView, theme: Theme) -> Iterator[Artifact]:
    base = site.config.base_url
    for code in site.config.languages if base else ():
        dated = [page for page in made if page.language == code and page.listed and page.day]
        if base and dated:
            dated.sort(key=lambda page: (str(page.day), page.entry.url), reverse=True)
            yield Artifact(path=f"{code}/feed.xml", content=_feed(dated, code, base, site).encode())


def _feed(dated: Sequence[MadePage], code: str, base: str, site: SiteView) -> str:
    address = absolute(base, f"/{code}/feed.xml")
    entries = "".join(_entry(page, base) for page in dated)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang={quoteattr(code)}>\n'
        f"<id>{escape(address)}</id><title>{escape(site.title(code))}</title>"
        f"<updated>{dated[0].day}T00:00:00Z</updated><author><name>{escape(site.title(code))}</name></author>\n"
        f'<link rel="self" href={quoteattr(address)}/>'
        f"<link href={quoteattr(absolute(base, f'/{code}/'))}/>\n{entries}</feed>\n"
    )


def _entry(page: MadePage, base: str) -> str:
    address = absolute(base, page.entry.url)
    return (
        f"<entry><id>{escape(address)}</id><title>{escape(page.entry.title)}</title>"
        f"<updated>{page.day}T00:00:00Z</updated><link href={quoteattr(address)}/>"
        f"<summary>{escape(page.entry.description)}</summary></entry>\n"
    )
