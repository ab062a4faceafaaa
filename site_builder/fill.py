"""Fill the holes of a page: (page, plan, facts) → `FilledPage`. Pure; one page and language at a time.

A hole that cannot be filled truthfully becomes the `Problem` that stands in its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from typing import Literal, assert_never

from site_builder.config import Config
from site_builder.content.addresses import original_of
from site_builder.content.headings import inherited_ids
from site_builder.content.links import LinkTable
from site_builder.content.names import run_title
from site_builder.excerpts.address import print_address
from site_builder.excerpts.judge import judge
from site_builder.excerpts.values import shown_value
from site_builder.model import (
    Block,
    CodeSample,
    Contract,
    ContractRequest,
    Demo,
    Excerpt,
    ExcerptRequest,
    Exchange,
    Facts,
    FilledPage,
    HeadingId,
    LinkTarget,
    Page,
    Piece,
    Plan,
    Problem,
    Prose,
    Run,
    RunFailure,
    ShownContract,
    ShownSources,
    ShownTranscript,
    SourcesRequest,
    Text,
    Transcript,
    TranscriptRequest,
    Translation,
    ValueRequest,
    Where,
)
from site_builder.transcripts.codec import document
from site_builder.transcripts.contract import read_contract
from site_builder.transcripts.exchange import read_exchange


class Filler:
    """Everything that filling any page needs; exchanges and contracts are read once."""

    def __init__(self, plan: Plan, facts: Facts, config: Config) -> None:
        self.plan, self.facts, self.config = plan, facts, config
        self.demos: Mapping[str, Demo] = {demo.name: demo for demo in plan.demos}
        self._exchanges: dict[str, Exchange] = {}
        self._contracts: dict[str, Contract] = {}

    @cached_property
    def links(self) -> LinkTable:
        return LinkTable(self.plan.pages, self.plan.named_demos, self.plan.assets, self.config)

    def fill(self, page: Page, language: str) -> FilledPage:
        """The page in `language`; its default translation under a notice where there is none."""
        translation = page.translations.get(language)
        notice: Literal["missing", "stale"] | None = None
        if translation is None:
            translation, notice = original_of(page, self.config), "missing"
        elif self._is_stale(page, translation):
            notice = "stale"
        ids = inherited_ids(page, translation.lang, self.config.default_language)
        pieces = tuple(self._piece(block, translation, language, ids) for block in translation.blocks)
        return FilledPage(
            page=page,
            translation=translation,
            language=language,
            ids=ids,
            pieces=pieces,
            problems=tuple(_problems_of(pieces)),
            notice=notice,
        )

    def _is_stale(self, page: Page, translation: Translation) -> bool:
        original = original_of(page, self.config)
        reviewed = self.plan.lock.reviews.get(translation.path)
        return translation is not original and reviewed is not None and original.blob != reviewed

    def _piece(self, block: Block, translation: Translation, language: str, ids: Sequence[str]) -> Piece:
        match block:
            case Prose() | CodeSample() | Problem():
                return block
            case HeadingId(index=index):
                return Text(text=ids[index])
            case LinkTarget():
                address = self.links.resolve(block, language, translation.path)
                # It stands inside an attribute, where no figure of a problem can.
                if isinstance(address, Problem):
                    return Text(text="#", problems=(address,))
                return Text(text=address, kind="link")
            case ExcerptRequest():
                return self.excerpt(block)
            case ValueRequest():
                return self._value(block)
            case TranscriptRequest():
                return self._transcript(block, translation.lang)
            case ContractRequest():
                return self._contract(block)
            case SourcesRequest():
                return self._sources(block)
            case _:
                assert_never(block)

    def excerpt(self, request: ExcerptRequest) -> Excerpt | Problem:
        address = print_address(request.address)
        evidence = self.facts.evidence[request.path, address]
        pin = self.plan.lock.pins.get((evidence.repo_path, address))
        return judge(request, pin, evidence, self.config.limits)

    def _value(self, request: ValueRequest) -> Piece:
        text, problems = shown_value(request, self.plan.lock, self.facts, self.plan.accepted, document)
        return text if isinstance(text, Problem) else Text(text=text, kind="value", problems=problems)

    def _transcript(self, request: TranscriptRequest, language: str) -> ShownTranscript | Problem:
        run = self._run(request.where, request.demo, request.run)
        if isinstance(run, Problem):
            return run
        transcript = self._said(request.where, run)
        if isinstance(transcript, Problem):
            return transcript
        exchange = self.exchange(transcript)
        if (past := _past_the_end(request, transcript, exchange)) is not None:
            return past
        title = run_title(run, language, self.config.default_language)
        return ShownTranscript(request=request, transcript=transcript, title=title, exchange=exchange)

    def _contract(self, request: ContractRequest) -> ShownContract | Problem:
        run = self._contract_run(request)
        if isinstance(run, Problem):
            return run
        transcript = self._said(request.where, run)
        if isinstance(transcript, Problem):
            return transcript
        contract = self.contract(transcript)
        names = [tool.name for tool in contract.tools]
        if request.tool is not None and request.tool not in names:
            return _unknown(
                request.where, f"`{run.id}` announced no tool `{request.tool}`", request.tool, names
            )
        return ShownContract(request=request, contract=contract)

    def _sources(self, request: SourcesRequest) -> ShownSources | Problem:
        demo = self._demo(request.where, request.demo)
        if isinstance(demo, Problem):
            return demo
        return ShownSources(request=request, demo=demo, repo_paths=self.facts.sources.get(demo.name, ()))

    def exchange(self, transcript: Transcript) -> Exchange | None:
        if not transcript.frames:
            return None
        if transcript.id not in self._exchanges:
            self._exchanges[transcript.id] = read_exchange(transcript.frames)
        return self._exchanges[transcript.id]

    def contract(self, transcript: Transcript) -> Contract:
        if transcript.id not in self._contracts:
            self._contracts[transcript.id] = read_contract(transcript)
        return self._contracts[transcript.id]

    def contract_run_of(self, demo: Demo) -> Run | None:
        """The run named `contract`, else the first with a server."""
        named = next((run for run in demo.runs if run.name == "contract" and run.server), None)
        return named or next((run for run in demo.runs if run.server), None)

    def _contract_run(self, request: ContractRequest) -> Run | Problem:
        if request.run is not None:
            return self._run(request.where, request.demo, request.run)
        demo = self._demo(request.where, request.demo)
        if isinstance(demo, Problem):
            return demo
        return self.contract_run_of(demo) or Problem(
            where=request.where,
            code="option-unknown",
            message=f"demo `{demo.name}` has no run with a server, so no contract was announced",
            help=f'name its server in {demo.where.path}: `server = ["…"]`',
        )

    def _demo(self, where: Where, name: str) -> Demo | Problem:
        return (
            self.demos.get(name)
            or self._unreadable(name)
            or _unknown(where, f"no demo is called `{name}`", name, list(self.demos))
        )

    def _unreadable(self, name: str) -> Problem | None:
        """What was found in the file of a demo that could not be read: its pages need no second finding."""
        path = f"{self.config.paths.demos}/{name}/demo.toml"
        return next((found for found in self.plan.problems if found.where.path == path), None)

    def _run(self, where: Where, demo_name: str, name: str) -> Run | Problem:
        demo = self._demo(where, demo_name)
        if isinstance(demo, Problem):
            return demo
        found = next((run for run in demo.runs if run.name == name), None)
        names = [run.name for run in demo.runs]
        return found or _unknown(where, f"demo `{demo_name}` has no run `{name}`", name, names)

    def _said(self, where: Where, run: Run) -> Transcript | Problem:
        said = self.facts.runs.get(run.id)
        if isinstance(said, Transcript):
            return said
        if isinstance(said, RunFailure):
            return replace(said.problem, related=(*said.problem.related, where))
        return Problem(
            where=where,
            code="transcript-unaccepted",
            message=f"run `{run.id}` has no accepted transcript to show",
            help=f"run `sitemaf accept {run.id}`",
        )


def _past_the_end(
    request: TranscriptRequest, transcript: Transcript, exchange: Exchange | None
) -> Problem | None:
    """A part that the run does not have: messages for `:frames:`, printed lines for `:lines:`."""
    messages = len(exchange.steps) if exchange else 0
    for name, asked, there, what in (
        ("frames", request.frames, messages, "messages"),
        ("lines", request.lines, len(transcript.console), "printed lines"),
    ):
        if asked is not None and asked.last > there:
            return Problem(
                where=request.where,
                code="option-unknown",
                message=f"`:{name}: {asked.first}-{asked.last}` ends past run `{transcript.id}`, "
                f"which has {there} {what}",
                help=f"write `:{name}: {min(asked.first, there)}-{there}`, or leave the option out"
                if there
                else "leave the option out",
            )
    return None


def _unknown(where: Where, message: str, name: str, known: list[str]) -> Problem:
    near = get_close_matches(name, known, n=3, cutoff=0.5) or known[:5]
    help = "known here: " + ", ".join(f"`{one}`" for one in near) if near else "nothing is declared there yet"
    return Problem(where=where, code="option-unknown", message=message, help=help)


def _problems_of(pieces: Sequence[Piece]) -> list[Problem]:
    found: list[Problem] = []
    for piece in pieces:
        if isinstance(piece, Problem):
            found.append(piece)
        elif isinstance(piece, Excerpt | Text):
            found.extend(piece.problems)
    return found
