"""The project as it is just now: read, planned, facts gathered, nothing rendered yet.

In: the project's folder, the state before, the paths that changed. Out: the next `State`, or the problems
that leave the one before standing. What a change cannot have touched is taken over: translations whose text
is the same, the theme, and the answers of git when only pages changed that ask nothing new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar, cast

from site_builder.content.addresses import asset_url
from site_builder.excerpts.address import print_address
from site_builder.fill import Filler
from site_builder.model import Artifact, EnvironmentProblem, Facts, Page, Plan, Problem, Where, value
from site_builder.pipeline import Each, requested_excerpts, requested_values
from site_builder.render.formats.stylesheet import theme_files
from site_builder.render.links import output_path
from site_builder.render.site import SiteView, view_site
from site_builder.verbs.gathering import gather
from site_builder.verbs.project import Project, Runs, make_plan, open_project

A = TypeVar("A")
B = TypeVar("B")
Question = tuple[str, ...]


@value
class State:
    project: Project
    plan: Plan
    facts: Facts
    filler: Filler
    site: SiteView
    questions: frozenset[Question]  # what was asked of files and history
    pages: Mapping[str, tuple[Page, str]]  # address of an HTML file or Markdown twin → page, language
    files: Mapping[str, Artifact]  # address → theme file or asset
    edited: frozenset[str] | None = None  # keys of the pages that alone differ from the state before

    def with_runs(self, runs: Runs) -> State:
        """The same with other transcripts."""
        return _assembled(self.project, self.plan, replace(self.facts, runs=runs), self.questions, self)


class Memory:
    """`map` that remembers the results for items it met the last time."""

    def __init__(self, each: Each) -> None:
        self._each = each
        self._known: dict[object, object] = {}

    def __call__(self, function: Callable[[A], B], items: Iterable[A]) -> Iterable[B]:
        wanted = tuple(items)
        new = [item for item in wanted if item not in self._known]
        fresh: dict[object, object] = dict(zip(new, self._each(function, new), strict=True))
        known = {item: fresh[item] if item in fresh else self._known[item] for item in wanted}
        self._known = cast(dict[object, object], known)
        return cast(Iterable[B], known.values())

    def forget(self) -> None:
        self._known = {}

    def work_alone(self) -> None:
        """From now on nothing is forked: other threads are at work."""
        self._each = map


def next_state(
    root: Path, before: State | None, changed: frozenset[str] | None, runs: Runs, memory: Memory
) -> State | tuple[Problem, ...]:
    """`changed` None: anything may have changed."""
    project = open_project(root)
    if not isinstance(project, Project):
        return project
    if before is not None and _same_theme(project, before.project):
        project = replace(project, theme=before.project.theme)
    else:
        memory.forget()
    plan = make_plan(project, memory, drafts=True)
    questions = _questions(plan)
    if before is not None and changed is not None and _only_pages(changed, before, plan, questions, root):
        facts = replace(before.facts, runs=runs)
    else:
        facts = gather(project, plan, lambda plan: runs or dict(plan.accepted))
    return _assembled(project, plan, facts, questions, before)


def _assembled(
    project: Project, plan: Plan, facts: Facts, questions: frozenset[Question], before: State | None
) -> State:
    site = view_site(plan, facts, project.config, project.theme)
    if before is not None and site == before.site:
        site = before.site
    files = [*theme_files(project.theme)]
    files += [Artifact(path=asset_url(path, project.config)[1:], copy_of=path) for path in plan.assets]
    return State(
        project=project,
        plan=plan,
        facts=facts,
        filler=Filler(plan, facts, project.config),
        site=site,
        questions=questions,
        pages=_addresses(plan, site),
        files={f"/{file.path}": file for file in files},
    )


def _addresses(plan: Plan, site: SiteView) -> dict[str, tuple[Page, str]]:
    pages = {page.key: page for page in plan.pages}
    found = {}
    for language, entries in site.entries.items():
        for key, entry in entries.items():
            html = f"/{output_path(entry.url)}"
            found[html] = found[f"{html.removesuffix('.html')}.md"] = (pages[key], language)
    return found


def _same_theme(project: Project, before: Project) -> bool:
    return (
        project.config == before.config
        and project.sources.templates == before.sources.templates
        and project.theme.builtin == before.theme.builtin
    )


def _questions(plan: Plan) -> frozenset[Question]:
    excerpts = {(one.path, print_address(one.address)) for one in requested_excerpts(plan.pages)}
    return frozenset({*excerpts, *((one.kind, one.source, "") for one in requested_values(plan.pages))})


def _only_pages(
    changed: frozenset[str], before: State, plan: Plan, questions: frozenset[Question], root: Path
) -> bool:
    """Whether only pages and templates changed, none of which is itself quoted, and nothing new is asked."""
    paths = before.project.config.paths
    own = tuple(f"{root / folder}/" for folder in (paths.content, paths.templates))
    return (
        questions == before.questions
        and (plan.lock, plan.demos) == (before.plan.lock, before.plan.demos)
        and all(path.startswith(own) for path in changed)
        and changed.isdisjoint(quoted_files(before, root))
    )


def quoted_files(state: State, root: Path) -> frozenset[str]:
    """Absolute paths of the files that pages quote or read values from."""
    cited = {path for path, _ in state.facts.evidence} | set(state.facts.constants)
    return frozenset(str((root / path).resolve()) for path in cited)


def machine_problem(problem: EnvironmentProblem) -> Problem:
    """What the machine could not do, said where the rest is said: the preview goes on."""
    return Problem(
        where=Where(path="sitemaf.toml"), code="config", message=problem.message, help=problem.help
    )
