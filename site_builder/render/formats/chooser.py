"""The pages outside the languages: the chooser at `/`, and `404.html` in all languages.

The chooser is no translation of the homes, though it is in a language, so it names no `alternate`. That it is
what readers of other languages should find stands in the homes and in the site map (`x-default`).
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from site_builder.model import Artifact
from site_builder.render.languages import direction, language_name
from site_builder.render.shell import policy
from site_builder.render.site import SiteView
from site_builder.render.theme import Theme


def render_chooser(site: SiteView, theme: Theme) -> Artifact:
    config = site.config
    homes = {code: theme.navigation(site, code).home() for code in config.languages}
    text = theme.render(
        "chooser.html",
        title=site.title(config.default_language),
        policy=policy(config),
        canonical=config.base_url or "",
        languages=[_language(code, url[1:] or "./", theme) for code, url in homes.items()],
    )
    return Artifact(path="index.html", content=text.encode())


def render_not_found(site: SiteView, theme: Theme) -> Artifact:
    """Servers give this page for any address, so its links begin at the site's top, not beside it."""
    config = site.config
    top = urlsplit(config.base_url).path if config.base_url else "/"
    text = theme.render(
        "404.html",
        title=site.title(config.default_language),
        policy=policy(config),
        top=top,
        languages=[
            _language(code, top + theme.navigation(site, code).home()[1:], theme) for code in config.languages
        ],
    )
    return Artifact(path="404.html", content=text.encode())


def _language(code: str, link: str, theme: Theme) -> Mapping[str, str]:
    words = theme.words(code)
    return {
        "code": code,
        "name": language_name(code),
        "direction": direction(code),
        "link": link,
        "choose": words.plain("choose"),
        "not_found": words.plain("not-found"),
        "text": words.plain("not-found-text"),
        "home": words.plain("home"),
    }
