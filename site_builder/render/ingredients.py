"""A filled page → everything that its files are made of, as bytes: equal bytes, equal files. A page whose
files stand already is not rendered again.

What a page shows of the others is named piece by piece, so that a changed title makes those pages anew that
show it. The author's words are named by their digests, what fills the holes by its values.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol

import msgspec

from site_builder.model import Artifact, CodeSample, FilledPage, Piece, Prose
from site_builder.render.page import MadePage, describe_page, render_page
from site_builder.render.site import Entry, SiteView
from site_builder.render.theme import Theme

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Shelf(Protocol):
    """Where the files of pages are that were made before, by their ingredients."""

    def find(self, ingredients: bytes, /) -> tuple[Artifact, ...] | None: ...

    def keep(self, ingredients: bytes, artifacts: Sequence[Artifact], /) -> None: ...


def render_shelved(filled: FilledPage, ingredients: Ingredients, shelf: Shelf) -> MadePage:
    """The page from the shelf, else rendered and put there."""
    site, theme = ingredients.site, ingredients.theme
    try:
        key = ingredients.of(filled)
    except UnicodeEncodeError:  # half a character, as in the message of a problem, has no bytes
        return render_page(filled, site, theme)
    standing = shelf.find(key)
    if standing is not None:
        return describe_page(filled, site, standing)
    made = render_page(filled, site, theme)
    # One that has more to say than its pieces, as of code that took too long, is looked at again next time.
    if made.artifacts and made.problems == describe_page(filled, site, ()).problems:
        shelf.keep(key, made.artifacts)
    return made


class Ingredients:
    """Of the pages of one site; what all of them share is read once."""

    def __init__(self, site: SiteView, theme: Theme) -> None:
        self.site, self.theme = site, theme
        shared: list[object] = [
            site.config,
            site.version,
            site.revision,
            site.demos,
            {path: sorted(map(str, commits)) for path, commits in site.quoted.items()},
            sorted(site.dated),
            theme.overrides,
            theme.builtin,
        ]
        if any(name.endswith(".html") for name in theme.overrides):
            # A project's own template is given the site, and may show anything of it.
            shared += [[(code, list(found.items())) for code, found in site.entries.items()], site.cards]
        self._shared = blake2b(_encode(shared), digest_size=32).digest()

    def of(self, filled: FilledPage) -> bytes:
        page = filled.page
        written = [(one.path, one.blob, one.problems) for one in page.translations.values()]
        holes = [_named(piece) for piece in filled.pieces if not isinstance(piece, Prose | CodeSample)]
        itself = (filled.language, filled.notice, filled.ids, filled.problems)
        return self._shared + _encode((written, holes, itself, self._around(page.key, filled.language)))

    def _around(self, key: str, language: str) -> Sequence[object]:
        """What of other pages stands on this one."""
        site = self.site
        navigation = self.theme.navigation(site, language)
        entries = {code: site.entries[code].get(key) for code in site.config.languages}
        card = site.cards[key]
        related: list[Entry | None] = [navigation.entries.get(other) for other in card.related]
        own = navigation.entries[key]
        homes = [self.theme.navigation(site, code).home() for code in site.config.languages]
        ways = (navigation.trail(key), navigation.neighbours(key), related, homes)
        return (entries, card, ways, str(navigation.sidebar(own.url)))


def _named(piece: Piece) -> tuple[str, Piece]:
    return type(piece).__name__, piece
