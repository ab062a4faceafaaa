"""What the frame around every page shows: head, header, sidebar, language switch, footer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from markupsafe import Markup

from site_builder.config import Config
from site_builder.content.typography import set_type
from site_builder.model import value
from site_builder.render.languages import direction, language_name, show_list
from site_builder.render.links import relative, up
from site_builder.render.place import Place
from site_builder.render.site import SiteView

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


@value
class Language:
    code: str
    name: str
    direction: str
    link: str
    current: bool


@value
class Shell:
    """The values that `layout.html` calls `page`."""

    url: str
    top: str
    language: str
    direction: str
    written_in: str
    written_direction: str
    aside: Markup  # `lang` and `dir` of the site's own words inside a page in another language
    title: str
    full_title: str
    site_title: str
    home: str
    policy: str
    lead: str = ""
    description: str = ""
    canonical: str = ""
    alternates: Sequence[tuple[str, str]] = ()
    card: Sequence[tuple[str, str]] = ()
    twin: str = ""
    feed: str = ""
    search: str = ""
    findable: bool = False  # by the site's own search
    logo: str = ""
    hidden: bool = False
    languages: Sequence[Language] = ()
    language_name: str = ""
    sidebar: Markup = field(default_factory=Markup)
    trail: Sequence[tuple[str, str | None]] = ()
    contents: Sequence[tuple[int, str, Markup]] = ()
    verified: Markup = field(default_factory=Markup)
    built: Markup = field(default_factory=Markup)
    footer_links: Sequence[tuple[str, str]] = ()
    updated: str = ""
    updated_on: str = ""
    original: str = ""
    original_language: str = ""
    language_inline: str = ""
    original_inline: str = ""


def policy(config: Config) -> str:
    """The strict policy; fonts of the site's own need one word more."""
    return POLICY.replace("img-src", "font-src 'self'; img-src") if config.theme.fonts else POLICY


def frame(place: Place, title: str, addresses: Mapping[str, str], **more: object) -> Shell:
    """The shell of the page at `place`; `addresses` are its site paths in each language it has."""
    site, theme, language, config = place.site, place.theme, place.language, place.site.config
    site_title = site.title(language)
    values: dict[str, object] = {
        "url": place.url,
        "top": up(place.url),
        "language": language,
        "direction": direction(language),
        "written_in": language,
        "title": title,
        "full_title": title if title == site_title else f"{title} · {site_title}",
        "site_title": site_title,
        "home": place.link(theme.navigation(site, language).home()),
        "policy": policy(config),
        "logo": place.link(f"/theme/{config.theme.logo.rpartition('/')[2]}") if config.theme.logo else "",
        "search": place.link(f"/{language}/search/") if config.search == "pagefind" else "",
        "languages": switch(place, addresses),
        "language_name": language_name(language),
        "sidebar": theme.navigation(site, language).sidebar(place.url),
        "built": built(place),
        "footer_links": [
            (
                set_type(link.title.get(language) or next(iter(link.title.values()), link.url), language),
                place.link(link.url),
            )
            for link in config.theme.footer
        ],
        **more,
    }
    written_in = str(values["written_in"])
    values["written_direction"] = direction(written_in)
    foreign = Markup(' lang="{}" dir="{}"').format(language, direction(language))
    values["aside"] = foreign if written_in != language else Markup("")
    return Shell(**values)  # type: ignore[arg-type]


def switch(place: Place, addresses: Mapping[str, str]) -> list[Language]:
    """Every language; one that lacks this page leads to its home."""
    theme, site = place.theme, place.site
    return [
        Language(
            code=code,
            name=language_name(code),
            direction=direction(code),
            link=place.link(addresses.get(code) or theme.navigation(site, code).home()),
            current=code == place.language,
        )
        for code in site.config.languages
    ]


def alternates(
    site: SiteView, addresses: Mapping[str, str], at: str, chooser: bool = False
) -> list[tuple[str, str]]:
    """`hreflang` pairs for the page at `at`: absolute, as search engines want them, where the site has a
    `base_url`; else relative, which HTML allows."""
    if len(site.config.languages) < 2:
        return []
    base = site.config.base_url
    fallback = "/" if chooser else addresses.get(site.config.default_language)
    urls = {**addresses, "x-default": fallback} if fallback else addresses
    return [(code, absolute(base, url) if base else relative(url, at)) for code, url in urls.items()]


def absolute(base_url: str, url: str) -> str:
    return f"{base_url.rstrip('/')}{url}"


def social_card(
    place: Place,
    title: str,
    description: str,
    kind: str = "article",
    original: str = "",
    written_in: str = "",
) -> list[tuple[str, str]]:
    """OpenGraph properties; the image needs an absolute address, so all of it needs a `base_url`.

    `original` is the page's canonical address, where that is another page's.
    """
    site, base = place.site, place.site.config.base_url
    if base is None:
        return []
    return [
        ("og:type", kind),
        ("og:title", title),
        *([("og:description", description)] if description else []),
        ("og:url", absolute(base, original or place.url)),
        ("og:site_name", site.title(place.language)),
        ("og:locale", (written_in or place.language).replace("-", "_")),
        ("og:image", absolute(base, "/theme/card.png")),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:image:alt", place.words.plain("card")),
    ]


def verified(place: Place, excerpts: int, runs: int) -> Markup:
    """What was checked on this page; nothing where there was nothing to check."""
    words = place.words
    things = [words.count("verified-excerpts", excerpts)] if excerpts else []
    things += [words.count("verified-runs", runs)] if runs else []
    return words("verified", things=Markup(show_list(things, place.language))) if things else Markup("")


def built(place: Place) -> Markup:
    """At which commit the site was built, and what it does not do at the reader's."""
    commit, forge, words = place.site.revision.commit, place.site.forge, place.words
    if commit is None:
        return words("no-script")
    name = Markup('<code translate="no">{}</code>').format(commit[:12])
    if forge:
        name = Markup('<a href="{}">{}</a>').format(forge.commit(commit), name)
    return words("verified-at", commit=name) + " " + words("no-script")
