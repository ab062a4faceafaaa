"""`sitemap.xml` with the chooser and every page in every language; what has no translation is not named.

Addresses in a site map are absolute (sitemaps.org), so a site without `base_url` has none. A map holds at
most 50,000 addresses; a larger site gets an index of maps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from site_builder.model import Artifact
from site_builder.render.demo_page import MadeDemo
from site_builder.render.formats.xml import escape, quoteattr
from site_builder.render.links import encoded
from site_builder.render.page import MadePage
from site_builder.render.shell import alternates
from site_builder.render.site import SiteView

LIMIT = 50_000
HOME = "index"  # the key of the site's first page
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'


def render_sitemap(made: Iterable[MadePage], demos: Iterable[MadeDemo], site: SiteView) -> Iterator[Artifact]:
    base = site.config.base_url
    if base is None:
        return
    entries = list(_entries(made, demos, site, base))
    parts = [entries[at : at + LIMIT] for at in range(0, len(entries), LIMIT)] or [[]]
    if len(parts) == 1:
        yield _map("sitemap.xml", parts[0])
        return
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    yield from map(_map, names, parts)
    listed = "".join(f"<sitemap><loc>{escape(base + name)}</loc></sitemap>\n" for name in names)
    text = f"{_HEAD}<sitemapindex {_NAMES.split(' ')[0]}>\n{listed}</sitemapindex>\n"
    yield Artifact(path="sitemap.xml", content=text.encode())


def _map(name: str, entries: Sequence[str]) -> Artifact:
    text = f"{_HEAD}<urlset {_NAMES}>\n{''.join(entries)}</urlset>\n"
    return Artifact(path=name, content=text.encode())


def _entries(made: Iterable[MadePage], demos: Iterable[MadeDemo], site: SiteView, base: str) -> Iterator[str]:
    if HOME in site.cards and len(site.config.languages) > 1:
        yield _entry(base, "/", _written(HOME, site), site, home=True)
    for page in made:
        if page.listed and page.artifacts:
            yield _entry(base, page.entry.url, _written(page.key, site), site, page.key == HOME, page.day)
    for demo in demos:
        urls = {code: site.demo_url(demo.demo, code) for code in site.config.languages}
        yield _entry(base, demo.entry.url, urls, site)
    for code in site.config.languages:
        urls = {other: f"/{other}/index-a-z/" for other in site.config.languages}
        yield _entry(base, urls[code], urls, site)


def _written(key: str, site: SiteView) -> Mapping[str, str]:
    written = site.cards[key].languages
    return {code: site.entries[code][key].url for code in site.config.languages if code in written}


def _entry(
    base: str, url: str, urls: Mapping[str, str], site: SiteView, home: bool = False, day: object = None
) -> str:
    place = escape(base + encoded(url[1:]))
    dated = f"<lastmod>{day}</lastmod>" if day else ""
    others = "".join(
        f'<xhtml:link rel="alternate" hreflang={quoteattr(code)} href={quoteattr(encoded(address))}/>'
        for code, address in alternates(site, urls, "/", chooser=home)
    )
    return f"<url><loc>{place}</loc>{dated}{others}</url>\n"
