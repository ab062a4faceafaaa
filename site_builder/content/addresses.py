"""Page keys and addresses: `content/guides/contrat.fr.md` → key `guides/contrat`, `/fr/guides/contrat/`."""

from __future__ import annotations

import re
from unicodedata import normalize

from site_builder.config import Config
from site_builder.model import Page, Translation

# What an address cannot hold without being written otherwise, or what systems read as something else.
_LONGEST = 200  # bytes of a name; disks take 255, and parts of sites are packed, renamed and dated
_BAD = re.compile(r"[\x00-\x20\x7f-\x9f\"#%&'*:<>?\\^`{|}]")


def page_key(path: str, config: Config) -> str:
    """The path below the content folder, without `.<lang>.md`."""
    return path.removeprefix(f"{config.paths.content}/").rsplit(".", 2)[0]


def page_url(key: str, lang: str, slug: str = "") -> str:
    """`/<lang>/<folders>/<slug>/`; an `index` page is its folder's home."""
    folder, _, stem = key.rpartition("/")
    last = slug or ("" if stem == "index" else stem)
    return normalize("NFC", "/" + "/".join(part for part in (lang, folder, last) if part) + "/")


def original_of(page: Page, config: Config) -> Translation:
    """The translation that the others follow: the default language's, else the first there is."""
    return next(page.translations[lang] for lang in config.languages if lang in page.translations)


def address_of(page: Page, lang: str, config: Config) -> str:
    """Where readers of `lang` find the page: translated, else in the original under a notice."""
    if lang in page.translations:
        return page.translations[lang].url
    original = original_of(page, config)
    if page.only:
        return original.url
    return f"/{lang}{original.url.removeprefix('/' + original.lang)}"


def languages_of(page: Page, config: Config) -> tuple[str, ...]:
    """The languages in which the page has an address, in the site's order."""
    allowed = page.only or config.languages
    notice = config.missing == "notice"
    return tuple(
        lang
        for lang in config.languages
        if lang in page.translations or (notice and lang in allowed and not page.only)
    )


def asset_url(path: str, config: Config) -> str:
    """Where a file beside the pages is copied to: below the site's top, as it lies below the content."""
    return "/" + normalize("NFC", path.removeprefix(f"{config.paths.content}/"))


def wrong_with_slug(slug: str) -> str:
    """Why `slug` cannot be the last part of an address; empty: it can."""
    if "/" in slug:
        return "holds a `/`"
    if found := _BAD.search(slug):
        return (
            "holds a space"
            if found[0] == " "
            else f"holds `{found[0]}`"
            if found[0] > " "
            else "holds a control"
        )
    if len(normalize("NFC", slug).encode("utf-8", "replace")) > _LONGEST:
        return f"is longer than {_LONGEST} bytes"
    if slug in ("index.html", "index.md"):
        return "is the name of the file at the address"
    return "begins with a dot" if slug.startswith(".") else ""


def fold(url: str) -> str:
    """What two addresses share if a file system may take one for the other."""
    return normalize("NFC", normalize("NFKC", url).casefold())
