"""A demo's source list → links: in the source browser where the file is quoted, else at the forge."""

from __future__ import annotations

from markupsafe import Markup

from site_builder.model import ShownSources
from site_builder.render.blocks.excerpt import demo_files
from site_builder.render.place import Place


def render_sources(shown: ShownSources, place: Place) -> Markup:
    card = place.site.demos[shown.demo.name]
    return place.figure(
        "sources.html",
        title=place.demo_title(card),
        demo=place.demo(card),
        folder=card.folder,
        files=demo_files(card, place, place.site.revision.commit),
    )
