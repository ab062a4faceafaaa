"""The search page of each language: the one page that runs a script, and only where the site asked for it.

Its policy is widened by what Pagefind needs and no more: scripts of the site's own, and WebAssembly.
"""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.model import Artifact
from site_builder.render.links import output_path
from site_builder.render.place import Place
from site_builder.render.shell import absolute, frame, policy
from site_builder.render.site import SiteView
from site_builder.render.theme import Theme

BUNDLE = "pagefind"  # the folder of the output that holds the index
SCRIPTS = "script-src 'self' 'wasm-unsafe-eval'"


def render_search(site: SiteView, theme: Theme) -> Iterator[Artifact]:
    if site.config.search == "none":
        return
    yield Artifact(path="theme/search.js", content=theme.file("search.js"))
    addresses = {code: f"/{code}/search/" for code in site.config.languages}
    for code, url in addresses.items():
        place, base = Place(url, code, site, theme), site.config.base_url
        key = "search-results."
        shell = frame(
            place,
            place.words.plain("search"),
            addresses,
            description=f"{place.words.plain('search-label')} · {site.title(code)}",
            canonical=absolute(base, url) if base else "",
            policy=policy(site.config).replace(
                "style-src", "script-src 'self' 'wasm-unsafe-eval'; style-src"
            ),
        )
        text = theme.render(
            "search.html",
            page=shell,
            site=site,
            t=place.words,
            index=place.link(f"/{code}/index-a-z/"),
            counts=[
                (name.removeprefix(key), text)
                for name, text in theme.strings[code].items()
                if name.startswith(key)
            ],
        )
        yield Artifact(path=output_path(url), content=text.encode())
