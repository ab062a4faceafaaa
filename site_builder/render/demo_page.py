"""A demo → its page in one language: contract, every transcript, sources, the pages that use it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from markupsafe import Markup

from site_builder.content.names import run_title
from site_builder.model import (
    Artifact,
    Contract,
    ContractRequest,
    Demo,
    Exchange,
    Facts,
    Run,
    ShownContract,
    ShownTranscript,
    Transcript,
    TranscriptRequest,
    value,
)
from site_builder.render.blocks.contract import render_contract
from site_builder.render.blocks.excerpt import demo_files
from site_builder.render.blocks.transcript import render_transcript
from site_builder.render.formats.markdown import markdown_twin
from site_builder.render.page import MadePage
from site_builder.render.place import Place
from site_builder.render.shell import Shell, absolute, alternates, frame, social_card, verified
from site_builder.render.site import DemoCard, Entry, SiteView
from site_builder.render.theme import Theme


class Reader(Protocol):
    """What understands recorded runs; each is read once, for pages and for this."""

    def exchange(self, transcript: Transcript) -> Exchange | None: ...
    def contract(self, transcript: Transcript) -> Contract: ...
    def contract_run_of(self, demo: Demo) -> Run | None: ...


@value
class MadeDemo:
    demo: str
    language: str
    entry: Entry
    artifacts: tuple[Artifact, ...]
    contract: Contract | None
    markdown: str


def render_demo(
    demo: Demo,
    language: str,
    made: Sequence[MadePage],
    facts: Facts,
    site: SiteView,
    theme: Theme,
    reader: Reader,
) -> MadeDemo:
    card = site.demos[demo.name]
    place = Place(site.demo_url(demo.name, language), language, site, theme)
    entry = _entry(card, place)
    contract, runs = _contract(demo, facts, reader), _runs(demo, facts, place, reader)
    users = [page for page in made if page.language == language and _uses(page, demo, site)]
    text = theme.render(
        "demo.html",
        page=_shell(demo, entry, place, contract is not None, runs),
        site=site,
        t=place.words,
        folder=card.folder,
        contract=_contract_figure(demo, contract, place) if contract else "",
        runs=runs,
        files=demo_files(card, place, site.revision.commit),
        users=[{"title": page.entry.title, "link": place.link(page.entry.url)} for page in users],
    )
    body = text.partition('<div class="prose">')[2].partition("</main>")[0]
    twin = markdown_twin(entry, body, site.config.base_url)
    return MadeDemo(
        demo=demo.name,
        language=language,
        entry=entry,
        artifacts=_artifacts(f"{language}/demos/{demo.name}/index", text, twin),
        contract=contract,
        markdown=twin,
    )


def _entry(card: DemoCard, place: Place) -> Entry:
    """Called by its folder where an author's page bears the demo's title, which then stands below."""
    named, title = place.theme.navigation(place.site, place.language).demo_title(card), place.demo_title(card)
    lead = "" if named == title else title
    return Entry(key=f"demos/{card.name}", url=place.url, title=named, lead=lead, written_in=place.language)


def _artifacts(path: str, text: str, twin: str) -> tuple[Artifact, ...]:
    return (
        Artifact(path=f"{path}.html", content=text.encode()),
        Artifact(path=f"{path}.md", content=twin.encode()),
    )


def _shell(
    demo: Demo, entry: Entry, place: Place, announced: bool, runs: Sequence[tuple[str, str, Markup]]
) -> Shell:
    site, language, words = place.site, place.language, place.words
    base, title = site.config.base_url, entry.title
    description = f"{entry.lead or title} · {site.title(language)}"
    addresses = {code: site.demo_url(demo.name, code) for code in site.config.languages}
    home = place.theme.navigation(site, language).home()
    return frame(
        place,
        title,
        addresses,
        full_title=" · ".join((title, words.plain("demos"), site.title(language))),
        lead=entry.lead,
        description=description,
        canonical=absolute(base, place.url) if base else "",
        alternates=alternates(site, addresses, place.url),
        card=social_card(place, title, description),
        twin="index.md",
        findable=site.config.search != "none",
        trail=[(words.plain("home"), place.link(home)), (title, None)],
        contents=[
            *([(2, "_contract", words("contract"))] if announced else []),
            (2, "_runs", words("runs")),
            *((3, f"_run-{name}", Markup.escape(named)) for name, named, _ in runs),
            (2, "_sources", words("sources")),
        ],
        verified=verified(place, 0, len(runs)),
    )


def _contract(demo: Demo, facts: Facts, reader: Reader) -> Contract | None:
    run = reader.contract_run_of(demo)
    said = facts.runs.get(run.id) if run else None
    return reader.contract(said) if isinstance(said, Transcript) else None


def _contract_figure(demo: Demo, contract: Contract, place: Place) -> Markup:
    request = ContractRequest(where=demo.where, demo=demo.name)
    return render_contract(ShownContract(request=request, contract=contract), place, "_ct1")


def _runs(demo: Demo, facts: Facts, place: Place, reader: Reader) -> list[tuple[str, str, Markup]]:
    """Name, title and figure of every run that said something."""
    found = []
    for run in demo.runs:
        said = facts.runs.get(run.id)
        if not isinstance(said, Transcript):
            continue
        title = run_title(run, place.language, place.site.config.default_language)
        shown = ShownTranscript(
            request=TranscriptRequest(where=run.where, demo=demo.name, run=run.name),
            transcript=said,
            title=title,
            exchange=reader.exchange(said),
        )
        found.append((run.name, title, render_transcript(shown, place, f"_tr-{run.name}")))
    return found


def _uses(page: MadePage, demo: Demo, site: SiteView) -> bool:
    folder = f"{site.demos[demo.name].folder}/"
    return (
        site.cards[page.key].demo == demo.name
        or any(quote.excerpt.repo_path.startswith(folder) for quote in page.quotes)
        or any(run.startswith(f"{demo.name}/") for _, run, _ in page.runs)
        or any(contract.run.startswith(f"{demo.name}/") for _, contract in page.contracts)
    )
