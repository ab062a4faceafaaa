"""What the rest of a site shows of a page: indexes, feed, manifest, demo pages, source browser.

In: a page as it was made. Out: a digest; while it stays the same, nothing but the page's own files changes.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from site_builder.excerpts.address import print_address
from site_builder.render.page import MadePage, Quote

_encoder = msgspec.msgpack.Encoder(order="deterministic")


def face(made: MadePage) -> bytes:
    """Lines of the page's own file are left out: they change with every paragraph."""
    shown = (
        made.entry,
        made.headings,
        [_quote(quote) for quote in made.quotes],
        made.runs,
        made.contracts,
        made.day,
        [artifact.path for artifact in made.artifacts],
    )
    return blake2b(_encoder.encode(shown), digest_size=16).digest()


def _quote(quote: Quote) -> tuple[object, ...]:
    one = quote.excerpt
    address = print_address(one.request.address)
    return (quote.id, address, one.repo_path, one.ranges, one.rows, one.commit, one.language, one.state)
