"""Plan and facts → `SiteView`: what every page must know of the others, light enough for any worker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from site_builder import __version__
from site_builder.config import Config
from site_builder.content.addresses import address_of, languages_of, original_of
from site_builder.content.typography import set_type
from site_builder.excerpts.address import print_address
from site_builder.excerpts.judge import judge
from site_builder.model import Demo, Excerpt, ExcerptRequest, Facts, Page, Plan, Revision, value
from site_builder.render.forge import Forge
from site_builder.render.links import encoded

if TYPE_CHECKING:
    from site_builder.render.theme import Theme


@value
class Entry:
    """A page as others see it in one language; `written_in` differs where a translation is missing."""

    key: str
    url: str
    title: str
    lead: str = ""
    description: str = ""
    written_in: str


@value
class Card:
    """What a page's translations share."""

    key: str
    languages: tuple[str, ...]  # those it is really written in
    demo: str | None = None
    related: tuple[str, ...] = ()
    parent: str | None = None


@value
class DemoCard:
    name: str
    title: Mapping[str, str]
    folder: str  # repo path
    files: tuple[str, ...]  # repo paths


@value
class SiteView:
    config: Config
    revision: Revision
    entries: Mapping[str, Mapping[str, Entry]]  # language → page key → entry, in reading order
    cards: Mapping[str, Card]
    demos: Mapping[str, DemoCard]
    # Repo path → the commits at which pages quote it (None: working copy): what the source browser shows.
    quoted: Mapping[str, frozenset[str | None]] = field(default_factory=dict)
    dated: frozenset[str] = frozenset()  # languages in which a page has a date, so that there is a feed
    version: str = __version__

    @property
    def around(self) -> Surroundings:
        return Surroundings(revision=self.revision, demos=self.demos, quoted=self.quoted)

    @property
    def forge(self) -> Forge | None:
        return Forge(repository=self.config.repository) if self.config.repository else None

    def demo_of(self, repo_path: str) -> DemoCard | None:
        """The demo whose folder or sources hold the file."""
        inside = (one for one in self.demos.values() if repo_path.startswith(f"{one.folder}/"))
        return next(inside, None) or next(
            (one for one in self.demos.values() if repo_path in one.files), None
        )

    def source_path(self, repo_path: str, commit: str | None) -> str:
        """The output folder of a quoted file's page; the commit is named where several are quoted."""
        several = len(self.quoted.get(repo_path, ())) > 1
        at = f"@{commit[:12] if commit else 'working'}" if several else ""
        return f"source/{repo_path}{at}"

    def source_url(self, repo_path: str, commit: str | None) -> str:
        return f"/{encoded(self.source_path(repo_path, commit))}/"

    def demo_url(self, name: str, language: str) -> str:
        return f"/{language}/demos/{encoded(name)}/"

    def title(self, language: str) -> str:
        titles = self.config.title
        return set_type(titles.get(language) or titles.get(self.config.default_language) or "", language)


@value
class Surroundings:
    """What a `SiteView` knows besides the pages."""

    revision: Revision
    demos: Mapping[str, DemoCard]
    quoted: Mapping[str, frozenset[str | None]]


def view_site(plan: Plan, facts: Facts, config: Config, theme: Theme) -> SiteView:
    """The site as the plan has it; bodies, frames and texts stay behind."""
    around = Surroundings(
        revision=facts.revision,
        demos={demo.name: _demo_card(demo, facts.sources.get(demo.name, ())) for demo in plan.demos},
        quoted=_quoted(plan, facts, config),
    )
    return view_pages(plan.pages, config, around)


def view_pages(pages: Sequence[Page], config: Config, around: Surroundings) -> SiteView:
    """The same where the surroundings are known."""
    return SiteView(
        config=config,
        revision=around.revision,
        entries={language: _entries(pages, language, config) for language in config.languages},
        cards={page.key: _card(page) for page in pages},
        demos=around.demos,
        quoted=around.quoted,
        dated=frozenset(language for page in pages for language in _dated(page, config)),
    )


def _dated(page: Page, config: Config) -> Iterator[str]:
    """The languages in which a page is dated; the default language's date speaks for all."""
    original = original_of(page, config)
    for language, one in page.translations.items():
        if "date" in one.shared or "date" in original.shared:
            yield language


def _quoted(plan: Plan, facts: Facts, config: Config) -> dict[str, frozenset[str | None]]:
    """Every excerpt judged once: only its state tells at which commit a page will show it."""
    commits: dict[str, set[str | None]] = {}
    judged: set[tuple[str, str]] = set()
    for request in _requests(plan.pages):
        key = (request.path, print_address(request.address))
        evidence = facts.evidence.get(key)
        if evidence is None or key in judged:
            continue
        judged.add(key)
        pin = plan.lock.pins.get((evidence.repo_path, key[1]))
        excerpt = judge(request, pin, evidence, config.limits)
        if isinstance(excerpt, Excerpt):
            commits.setdefault(excerpt.repo_path, set()).add(excerpt.commit)
    return {path: frozenset(found) for path, found in commits.items()}


def _requests(pages: Iterable[Page]) -> Iterator[ExcerptRequest]:
    for page in pages:
        for one in page.translations.values():
            yield from (block for block in one.blocks if isinstance(block, ExcerptRequest))


def _entries(pages: Iterable[Page], language: str, config: Config) -> dict[str, Entry]:
    found = {}
    for page in sorted(pages, key=reading_order):
        if language not in languages_of(page, config):
            continue
        shown = page.translations.get(language) or original_of(page, config)
        found[page.key] = Entry(
            key=page.key,
            url=address_of(page, language, config),
            title=shown.title,
            lead=shown.lead,
            description=shown.description or shown.lead,
            written_in=shown.lang,
        )
    return found


def reading_order(page: Page) -> tuple[float, str]:
    """As the authors number pages; among equals a folder's home comes before its pages."""
    folder, _, name = page.key.rpartition("/")
    return page.order, folder if name == "index" else page.key


def _card(page: Page) -> Card:
    return Card(
        key=page.key,
        languages=tuple(page.translations),
        demo=page.demo,
        related=page.related,
        parent=page.parent,
    )


def _demo_card(demo: Demo, files: tuple[str, ...]) -> DemoCard:
    """Files start at the repository's top, a demo's folder at the project: the files say what is between."""
    inside = f"{demo.folder}/"
    holder = next((path for path in files if inside in f"/{path}"), "")
    folder = (
        holder[: f"/{holder}".index(f"/{inside}") + len(demo.folder)] if f"/{inside}" in f"/{holder}" else ""
    )
    title = {language: set_type(text, language) for language, text in demo.title.items()}
    return DemoCard(name=demo.name, title=title, folder=folder or demo.folder, files=files)
