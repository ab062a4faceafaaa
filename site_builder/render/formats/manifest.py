"""`manifest.json`: for each page, what it quotes and shows, and where that comes from.

Texts are the lines as they are, control characters included, so that a program can hold them against
`git show COMMIT:PATH`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from site_builder.model import Artifact, Facts, Transcript
from site_builder.render.blocks.excerpt import provenance
from site_builder.render.page import MadePage, Quote
from site_builder.render.site import SiteView

VERSION = 1


def render_manifest(made: Iterable[MadePage], facts: Facts, site: SiteView) -> Artifact:
    pages, excerpts = [], {}
    for page in made:
        for quote in page.quotes:
            excerpts[provenance(quote.excerpt)] = _excerpt(quote)
        pages.append(_page(page))
    document = {
        "version": VERSION,
        "generator": {"name": "sitemaf", "version": site.version},
        "commit": site.revision.commit,
        "languages": list(site.config.languages),
        "pages": pages,
        "excerpts": dict(sorted(excerpts.items())),
        "runs": {
            name: _run(said) for name, said in sorted(facts.runs.items()) if isinstance(said, Transcript)
        },
    }
    return Artifact(path="manifest.json", content=msgspec.json.format(msgspec.json.encode(document)) + b"\n")


def _page(page: MadePage) -> Mapping[str, object]:
    return {
        "key": page.key,
        "language": page.language,
        "written_in": page.entry.written_in,
        "url": page.entry.url,
        "title": page.entry.title,
        "excerpts": [{"id": quote.id, "excerpt": provenance(quote.excerpt)} for quote in page.quotes],
        "transcripts": [{"id": id, "run": run} for id, run, _ in page.runs],
        "contracts": [{"id": id, "run": contract.run} for id, contract in page.contracts],
    }


def _excerpt(quote: Quote) -> Mapping[str, object]:
    excerpt = quote.excerpt
    return {
        "path": excerpt.repo_path,
        "lines": [[part.first, part.last] for part in excerpt.ranges],
        "commit": excerpt.commit,
        "state": excerpt.state,
        "text": "".join(f"{text}\n" for _, text in excerpt.rows),
    }


def _run(said: Transcript) -> Mapping[str, object]:
    return {
        "command": list(said.command),
        "exit_code": said.exit_code,
        "console_lines": len(said.console),
        "frames": len(said.frames),
        "ran": not said.accepted,
    }
