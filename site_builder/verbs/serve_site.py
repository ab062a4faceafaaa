"""The site in memory: a page is rendered when it is asked for, and kept until something it shows changes.

In: changes and addresses. Out: bytes, and what there is to say of a page. Everything happens in the main
thread, where deadlines work. A page that cannot be made any more is shown as it last was, under the message.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from site_builder.checks.everything import check_pages
from site_builder.effects.pool import Pool
from site_builder.effects.pool_deadline import within
from site_builder.effects.regular import read_regular
from site_builder.effects.server_site import Served, type_of
from site_builder.model import Artifact, EnvironmentProblem, Page, Problem
from site_builder.render.extras import render_extras
from site_builder.render.page import MadePage, late_page, render_page
from site_builder.report import weigh
from site_builder.verbs.project import Runs
from site_builder.verbs.running import drift
from site_builder.verbs.serve_edit import edited_state
from site_builder.verbs.serve_state import Memory, State, machine_problem, next_state

_BROKEN = ("front-matter", "page-encoding", "config")  # a page with such an error is shown as it was


class LiveSite:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.state: State | None = None
        self.trouble: tuple[Problem, ...] = ()  # why the state is not of this moment
        self.said: Runs = {}  # what the runs said last
        self._memory = Memory(Pool().map)
        self._made: dict[tuple[str, str], MadePage] = {}
        self._extras: dict[str, Artifact] | None = None
        self._good: dict[str, Served] = {}

    def refresh(self, changed: frozenset[str] | None = None) -> None:
        """Look at the project again; `changed` are absolute paths, None: anything."""
        new: State | tuple[Problem, ...] | None = None
        try:
            if self.state is not None and changed is not None and not self.trouble:
                new = edited_state(self.root, self.state, changed)
            if new is None:
                new = next_state(self.root, self.state, changed, self.said, self._memory)
        except EnvironmentProblem as problem:
            new = (machine_problem(problem),)
        self._memory.work_alone()
        if isinstance(new, State):
            self._adopt(new)
            self.trouble = ()
        else:
            self.trouble = weigh(new, "serve")

    def take_run(self, said: Runs) -> None:
        """Show what runs said just now in the place of what they said before."""
        self.said = {**self.said, **said}
        if self.state is not None:
            self._adopt(self.state.with_runs({**self.state.facts.runs, **self.said}))

    def get(self, path: str) -> Served | None:
        if path.endswith("/"):
            path += "index.html"
        state = self.state
        if state is None:
            return None
        if path in state.pages:
            return self._page(path, *state.pages[path])
        if path in state.files:
            return self._file(state.files[path])
        if self._unreadable(path):
            return self._good[path]
        return self._extra(path)

    def problems_of(self, path: str) -> tuple[Problem, ...]:
        """What is wrong with the page at this address, weighed; other pages' problems are not in it."""
        state = self.state
        found = state.pages.get(f"{path}index.html" if path.endswith("/") else path) if state else None
        if state is None or found is None:
            return self.trouble
        page, language = found
        made = self._make(page, language)
        sources = {one.path for one in page.translations.values()}
        own = [problem for problem in state.plan.problems if problem.where.path in sources]
        return (*self.trouble, *weigh((*own, *made.problems), "serve"))

    def runs_on(self, path: str) -> tuple[str, ...]:
        """The `Demo/run`s that the page shows."""
        found = self.state.pages.get(f"{path}index.html") if self.state else None
        return tuple(run for _, run, _ in self._make(*found).runs) if found else ()

    def survey(self) -> Iterator[tuple[Problem, ...]]:
        """Everything that is wrong with the site; yields nothing but its turns until the last."""
        state = self.state
        if state is None:
            yield self.trouble
            return
        found: list[Problem] = [*state.plan.problems, *state.project.theme.problems]
        for page, language in _each_page(state):
            made = self._made.get((page.key, language))
            found += made.problems if made else state.filler.fill(page, language).problems
            yield ()
        for page in state.plan.pages:  # one by one, so that an edit does not wait for all of them
            alone = replace(state.plan, pages=(page,))
            found += check_pages(alone, state.project.config, state.filler.links, state.facts.originals)
            yield ()
        found += drift(state.plan, state.facts.runs)
        yield (*self.trouble, *weigh(found, "serve"))

    def _adopt(self, new: State) -> None:
        """Keep the pages that show nothing of what changed."""
        old, self.state, self._extras = self.state, new, None
        if new.edited is not None:
            for place in [place for place in self._made if place[0] in new.edited]:
                del self._made[place]
            return
        same_around = (
            old is not None
            and new.site is old.site
            and new.project.theme is old.project.theme
            and new.facts == old.facts
            and new.plan.lock == old.plan.lock
            and _anchors(new) == _anchors(old)
        )
        before = {page.key: page for page in old.plan.pages} if old is not None and same_around else {}
        same = {page.key for page in new.plan.pages if _is_same(page, before.get(page.key))}
        self._made = {place: made for place, made in self._made.items() if place[0] in same}

    def _page(self, path: str, page: Page, language: str) -> Served | None:
        made = self._make(page, language)
        sources = {one.path for one in page.translations.values() if one.lang == language}
        broken = self.state is not None and any(
            problem.where.path in sources and problem.code in _BROKEN for problem in self.state.plan.problems
        )
        body = next((one.content for one in made.artifacts if f"/{one.path}" == path), None)
        if body is None or (broken and path in self._good):
            return self._good.get(path) or _bare(made)
        served = Served(body=body, type=type_of(path))
        self._good[path] = served
        return served

    def _make(self, page: Page, language: str) -> MadePage:
        place = (page.key, language)
        if place not in self._made:
            self._made[place] = self._render(page, language)
        return self._made[place]

    def _render(self, page: Page, language: str) -> MadePage:
        assert self.state is not None
        state, seconds = self.state, self.state.project.config.limits.page_seconds

        def rendered() -> MadePage:
            return render_page(state.filler.fill(page, language), state.site, state.project.theme)

        return within(seconds, rendered, lambda: late_page(page, language, state.site))

    def _file(self, artifact: Artifact) -> Served | None:
        body = artifact.content
        if artifact.copy_of is not None:
            read = read_regular(self.root / artifact.copy_of)
            if read is None:
                return None
            body = read
        return Served(body=body, type=type_of(artifact.path), copied=artifact.copy_of is not None)

    def _extra(self, path: str) -> Served | None:
        """Indexes, demo pages, quoted files: made of all pages when the first of them is asked for."""
        if self._extras is None:
            state = self.state
            assert state is not None
            made = [self._make(page, language) for page, language in _each_page(state)]
            extras = render_extras(
                made, state.plan, state.facts, state.site, state.project.theme, state.filler
            )
            self._extras = {f"/{one.path}": one for one in extras.artifacts}
        artifact = self._extras.get(path)
        return self._file(artifact) if artifact is not None else None

    def _unreadable(self, path: str) -> bool:
        """Whether the page was there, and its file still is but cannot be read."""
        if path not in self._good or self.state is None:
            return False
        return any(problem.code == "page-encoding" for problem in self.state.plan.problems)


def _each_page(state: State) -> list[tuple[Page, str]]:
    """In the order in which a build makes them."""
    pages = {page.key: page for page in state.plan.pages}
    places = {(page.key, language) for page, language in state.pages.values()}
    return [
        (pages[key], language)
        for key in pages
        for language in state.project.config.languages
        if (key, language) in places
    ]


def _is_same(page: Page, before: Page | None) -> bool:
    return (
        before is not None
        and replace(page, translations={}) == replace(before, translations={})
        and page.translations.keys() == before.translations.keys()
        and all(page.translations[lang] is before.translations[lang] for lang in page.translations)
    )


def _anchors(state: State) -> list[tuple[str, ...]]:
    """What links can lead to inside pages."""
    return [
        tuple(heading.id for heading in translation.headings)
        for page in state.plan.pages
        for translation in page.translations.values()
    ]


def _bare(made: MadePage) -> Served:
    """A page that never could be made: its problems as plain text."""
    lines = [f"{one.where.path}:{one.where.line or 1}: [{one.code}] {one.message}" for one in made.problems]
    return Served(body="\n".join(lines).encode(), type=type_of(".txt"), status=500)
