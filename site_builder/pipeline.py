"""The whole tool in pure functions: `plan(Sources) → Plan`, then `make` or `check`: (Plan, Facts) → Outcome.

Between them the verbs ask the machine what the plan wants to know (`gather`); after them stands one sink.
`each` is `map`, or a pool's map: pages do not know which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Protocol, TypeVar

from site_builder.checks import unused
from site_builder.checks.everything import check_pages
from site_builder.config import Config
from site_builder.content.addresses import asset_url, languages_of
from site_builder.content.pages import assemble
from site_builder.content.translation import late_translation, parse_translation
from site_builder.excerpts.address import print_address
from site_builder.excerpts.lockfile import read_lock
from site_builder.fill import Filler
from site_builder.model import (
    Artifact,
    Block,
    ContractRequest,
    ExcerptRequest,
    Facts,
    FilledPage,
    Lock,
    Outcome,
    Page,
    Patience,
    Plan,
    Problem,
    RunFailure,
    Sources,
    Transcript,
    TranscriptRequest,
    Translation,
    ValueRequest,
    endless,
    value,
)
from site_builder.render.code import wait_at_most
from site_builder.render.face import face
from site_builder.render.ingredients import Ingredients, Shelf, render_shelved
from site_builder.render.page import MadePage, late_page, render_page
from site_builder.render.site import SiteView, Surroundings, view_site
from site_builder.render.theme import Theme
from site_builder.transcripts.declared import accepted_of, demos_of, unread_demos

A = TypeVar("A")
B = TypeVar("B")
Strings = Mapping[str, Mapping[str, str]]
Runs = Mapping[str, Transcript | RunFailure]  # `Demo/run` → what it said
Take = Callable[[Artifact], Artifact]  # gives back what stands for the artifact in the outcome

LOCK = "sitemaf.lock"


class Each(Protocol):
    """Apply a function to every item, in order; `map` does, and so does a pool."""

    def __call__(self, function: Callable[[A], B], items: Iterable[A], /) -> Iterable[B]: ...


def plan(
    sources: Sources,
    config: Config,
    strings: Strings,
    each: Each = map,
    drafts: bool = False,
    patience: Patience = endless,
) -> Plan:
    """Read everything people wrote; nothing is asked of the machine but the time."""
    lock, lock_problems = _lock(sources)
    demos, demo_problems = demos_of(sources, config)
    accepted, transcript_problems = accepted_of(sources)
    parse = partial(read_page, config=config, strings=strings, patience=patience)
    translations = tuple(each(parse, sources.pages.items()))
    shown = [one for one in translations if drafts or not one.draft]
    drafted = [] if drafts else [one for one in translations if one.draft]
    unread = unread_demos(sources, demos)
    names = [demo.name for demo in (*demos, *unread)]
    pages, page_problems = assemble(shown, config, sources.assets, names, [one.path for one in drafted])
    return Plan(
        pages=pages,
        demos=demos,
        lock=lock,
        accepted=accepted,
        assets=sources.assets,
        problems=(
            *sources.problems,
            *lock_problems,
            *demo_problems,
            *transcript_problems,
            *chain.from_iterable(one.problems for one in translations),
            *page_problems,
        ),
        drafted=tuple(chain.from_iterable(map(_cited, drafted))),
        unread=unread,
    )


@value
class Made:
    """A site, and what a later build must know of it to make a few pages anew."""

    outcome: Outcome
    facts: Facts
    around: Surroundings
    faces: Mapping[str, bytes]  # language and key of a page → its face


def make(
    plan: Plan,
    facts: Facts,
    config: Config,
    theme: Theme,
    each: Each = map,
    take: Take | None = None,
    patience: Patience = endless,
    later: Callable[[], Runs] | None = None,
    shelf: Shelf | None = None,
) -> Made:
    """Fill and render every page, then what is made of all of them together.

    `take` puts a page's files where they belong, wherever that page is made. `later` waits for what runs say
    where the facts do not have it yet: pages that show nothing of it are made first. A page that stands on
    the `shelf` is not rendered.
    """
    from site_builder.render.extras import render_extras  # a build of a few edited pages needs none of it

    site = view_site(plan, facts, config, theme)
    render = partial(render_shelved, ingredients=Ingredients(site, theme), shelf=shelf) if shelf else None

    def make_all(pages: Sequence[Page], facts: Facts) -> Iterable[tuple[MadePage, ...]]:
        filler = Filler(plan, facts, config)
        one = partial(
            make_page, filler=filler, site=site, theme=theme, take=take, patience=patience, render=render
        )
        return each(one, pages)

    made, facts = _in_turn(plan.pages, facts, make_all, later)
    filler = Filler(plan, facts, config)
    extras = render_extras(made, plan, facts, site, theme, filler)
    artifacts = (
        *chain.from_iterable(page.artifacts for page in made),
        *extras.artifacts,
        *(Artifact(path=asset_url(path, config)[1:], copy_of=path) for path in plan.assets),
    )
    found = (*chain.from_iterable(page.problems for page in made), *extras.problems)
    return Made(
        outcome=_outcome(plan, facts, filler, found, len(made), artifacts),
        facts=facts,
        around=site.around,
        faces={f"{page.language}/{page.key}": face(page) for page in made},
    )


def _in_turn(
    pages: Sequence[Page],
    facts: Facts,
    make_all: Callable[[Sequence[Page], Facts], Iterable[tuple[MadePage, ...]]],
    later: Callable[[], Runs] | None,
) -> tuple[tuple[MadePage, ...], Facts]:
    """All pages in order, and all facts; those that show a run are made last, when `later` has its words."""
    waiting = [page for page in pages if later and _shows_runs(page)]
    keys = {page.key for page in waiting}
    first = [page for page in pages if page.key not in keys]
    made = {page.key: one for page, one in zip(first, make_all(first, facts), strict=True)}
    if later:
        facts = replace(facts, runs=later())
    if waiting:
        made |= {page.key: one for page, one in zip(waiting, make_all(waiting, facts), strict=True)}
    return tuple(chain.from_iterable(made[page.key] for page in pages)), facts


def check(plan: Plan, facts: Facts, config: Config, theme: Theme) -> Outcome:
    """Fill every page and say what is wrong; nothing is rendered."""
    filler = Filler(plan, facts, config)
    filled = [filler.fill(page, one) for page in plan.pages for one in languages_of(page, config)]
    found = (*chain.from_iterable(page.problems for page in filled), *theme.problems)
    return _outcome(plan, facts, filler, found, len(filled))


def _outcome(
    plan: Plan,
    facts: Facts,
    filler: Filler,
    found: Iterable[Problem],
    pages: int,
    artifacts: tuple[Artifact, ...] = (),
) -> Outcome:
    """What was made and found, with what only all pages together can show."""
    found = tuple(found)
    pages_checked = check_pages(plan, filler.config, filler.links, facts.originals)
    checks = (*pages_checked, *unused.check(plan, facts, found))
    if any(one.where.path == LOCK for one in plan.problems):
        # Nobody knows what a lock that cannot be read pins; that it cannot be read is said once.
        found = [one for one in found if one.code not in {"excerpt-unpinned", "value-unpinned"}]
    return Outcome(
        artifacts=artifacts,
        problems=tuple(dict.fromkeys((*plan.problems, *found, *checks))),
        counts={"pages": pages, "excerpts": len(facts.evidence), "runs": len(facts.runs)},
    )


def _shows_runs(page: Page) -> bool:
    return any(
        isinstance(block, TranscriptRequest | ContractRequest)
        or (isinstance(block, ValueRequest) and block.kind == "run")
        for block in _blocks([page])
    )


def make_page(
    page: Page,
    filler: Filler,
    site: SiteView,
    theme: Theme,
    take: Take | None = None,
    patience: Patience = endless,
    render: Callable[[FilledPage], MadePage] | None = None,
) -> tuple[MadePage, ...]:
    """One page in each of its languages, or what stands for it where that takes too long."""
    limits = site.config.limits
    rendered = render or partial(render_page, site=site, theme=theme)

    def fill_and_render(language: str) -> MadePage:
        return rendered(filler.fill(page, language))

    wait_at_most(limits.code_seconds, patience)
    made = (
        patience(
            limits.page_seconds,
            partial(fill_and_render, language),
            partial(late_page, page, language, site),
        )
        for language in languages_of(page, site.config)
    )
    return tuple(made) if take is None else tuple(_taken(one, take) for one in made)


def _taken(made: MadePage, take: Take) -> MadePage:
    return replace(made, artifacts=tuple(map(take, made.artifacts)))


def read_page(named: tuple[str, bytes], config: Config, strings: Strings, patience: Patience) -> Translation:
    """A content file (path, bytes) as a translation, within its deadline; nothing else parses pages."""
    path, data = named
    language = path.rsplit(".", 2)[-2]
    return patience(
        config.limits.page_seconds,
        lambda: parse_translation(path, data, config, strings[language]),
        lambda: late_translation(path, data, config),
    )


def requested_excerpts(pages: Iterable[Page]) -> tuple[ExcerptRequest, ...]:
    """Every excerpt that any translation asks for, in page order."""
    return tuple(block for block in _blocks(pages) if isinstance(block, ExcerptRequest))


def requested_values(pages: Iterable[Page]) -> tuple[ValueRequest, ...]:
    return tuple(block for block in _blocks(pages) if isinstance(block, ValueRequest))


def _cited(translation: Translation) -> Iterable[tuple[str, str]]:
    requests = (block for block in translation.blocks if isinstance(block, ExcerptRequest))
    return ((one.path, print_address(one.address)) for one in requests)


def _blocks(pages: Iterable[Page]) -> Iterable[Block]:
    return (block for page in pages for one in page.translations.values() for block in one.blocks)


def _lock(sources: Sources) -> tuple[Lock, tuple[Problem, ...]]:
    if sources.lock is None:
        return Lock(), ()
    lock = read_lock(sources.lock, LOCK)
    return (lock, ()) if isinstance(lock, Lock) else (Lock(), lock)
