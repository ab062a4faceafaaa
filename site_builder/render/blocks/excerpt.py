"""An excerpt → its figure: numbered lines, notes, the caption that leads to the lines, the demo's line."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from site_builder.model import Excerpt, LineRange
from site_builder.render.code import numbered
from site_builder.render.place import Place
from site_builder.render.site import DemoCard

_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


def render_excerpt(excerpt: Excerpt, place: Place, id: str) -> Markup:
    notes = sorted(excerpt.request.notes, key=lambda note: note.line)
    marks = {line: note_sign(index) for index, line in enumerate(dict.fromkeys(n.line for n in notes))}
    card = place.site.demo_of(excerpt.repo_path)
    return place.figure(
        "excerpt.html",
        id=id,
        excerpt=excerpt,
        file=excerpt.repo_path.rpartition("/")[2],
        path=breakable(excerpt.repo_path),
        provenance=provenance(excerpt),
        code=numbered(
            excerpt.rows,
            excerpt.language,
            excerpt.highlighted,
            marks,
            lambda count: place.words.count("gap", count),
        ),
        lines=caption_lines(excerpt.ranges),
        source=place.source(excerpt.repo_path, excerpt.commit, excerpt.ranges[0].first),
        forge=place.forge(excerpt.repo_path, excerpt.commit, excerpt.ranges),
        caption=Markup(excerpt.request.caption),
        notes=[(marks[note.line], note.line, Markup(note.html)) for note in notes],
        origin=_origin(excerpt, card, place) if card else "",
    )


def provenance(excerpt: Excerpt) -> str:
    """`path#L4-L10@<commit>`: what the figure's `data-excerpt` and the manifest call the excerpt."""
    parts = ",".join(str(part).replace("–", "-") for part in excerpt.ranges)
    return f"{excerpt.repo_path}#{parts}@{excerpt.commit or 'working'}"


def breakable(path: str) -> Markup:
    """A path that wraps behind its slashes first."""
    return Markup(str(escape(path)).replace("/", "/<wbr>"))


def caption_lines(ranges: Sequence[LineRange]) -> str:
    return ", ".join(map(str, ranges))


def note_sign(index: int) -> str:
    return _CIRCLED[index] if index < len(_CIRCLED) else f"({index + 1})"


def _origin(excerpt: Excerpt, card: DemoCard, place: Place) -> Markup:
    """Source code · demo · folder, and the files of the demo's project."""
    site = place.site
    commit = excerpt.commit or site.revision.commit
    folder = site.forge.folder(card.folder, commit) if site.forge and commit else None
    return place.figure(
        "origin.html",
        card=card,
        title=place.demo_title(card),
        source=place.source(excerpt.repo_path, excerpt.commit),
        demo=place.demo(card),
        folder=folder or f"{place.demo(card)}#_sources",
        files=demo_files(card, place, commit),
    )


def demo_files(card: DemoCard, place: Place, commit: str | None) -> list[tuple[str, str | None]]:
    """Each file below the demo's folder, and where it can be read: here if quoted, else at the forge."""
    site, files = place.site, []
    for path in card.files:
        quoted = site.quoted.get(path)
        # Of several commits the page of the working copy comes last: it may be gone with the next commit.
        at = min(quoted, key=lambda one: (one is None, one or "")) if quoted else None
        address = place.source(path, at) if quoted else place.forge(path, commit)
        files.append((path.removeprefix(f"{card.folder}/"), address))
    return files
