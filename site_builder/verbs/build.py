"""`sitemaf build`: run each demo once, resolve excerpts, render all pages, swap the folder in."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from site_builder.effects.pool import Pool
from site_builder.effects.publish import output_lock, publish
from site_builder.effects.runner import RealRunner
from site_builder.effects.store import Store
from site_builder.model import Artifact, Outcome, Plan, value
from site_builder.pipeline import make
from site_builder.verbs.ending import CLEAN, PROBLEMS, Options, has_errors, refuse, report, say
from site_builder.verbs.project import Project, Runs, accepted_only, find, gather, make_plan, open_project
from site_builder.verbs.running import drift, run_changed


@value
class BuildOptions(Options):
    output: Path | None = None
    base_url: str | None = None
    fresh: bool = False
    accepted: bool = False
    jobs: int | None = None
    drafts: bool = False
    clean: bool = False


def build(options: BuildOptions) -> int:
    """Make the site; nothing is written unless every page could be made truthfully."""
    started = perf_counter()
    root = find(options.project)
    with output_lock(root, lambda: say("another build is at work here; waiting for it", quiet=options.quiet)):
        project = open_project(root, options.base_url)
        if not isinstance(project, Project):
            return refuse("build", project, root, options)
        outcome = _make(project, options)
        problems = report("build", outcome.problems, root, options, outcome.counts)
        if has_errors(problems):
            say("nothing was written: the errors above stand in the way", quiet=options.quiet)
            return PROBLEMS
        published = publish(
            (*outcome.artifacts, *_search_index(project, outcome)),
            root,
            options.output or Path(project.config.paths.output),
        )
    counts = outcome.counts
    say(
        f"built {counts['pages']} pages ({published.files} files, {published.written} new); "
        f"{counts['excerpts']} excerpts and {counts['runs']} runs; {perf_counter() - started:.1f} s",
        quiet=options.quiet,
    )
    return CLEAN


def _search_index(project: Project, outcome: Outcome) -> tuple[Artifact, ...]:
    if project.config.search == "none":
        return ()
    from site_builder.effects.search import index_search

    return index_search(outcome.artifacts)


def _make(project: Project, options: BuildOptions) -> Outcome:
    def runs(plan: Plan) -> Runs:
        if options.accepted:
            return accepted_only(plan)
        return run_changed(plan, RealRunner(project.root), store, options.fresh)

    with Store(project.root, clean=options.clean) as store, Pool(options.jobs) as pool:
        plan = make_plan(project, pool.map, options.drafts)
        facts = gather(project, plan, runs)
        outcome = make(plan, facts, project.config, project.theme, pool.map)
    return outcome.also(drift(plan, facts.runs))
