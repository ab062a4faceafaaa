"""`sitemaf build`: run each demo once, resolve excerpts, render all pages, swap the folder in."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from site_builder.effects.pool import Pool
from site_builder.effects.publish import output_lock, publish
from site_builder.effects.runner import RealRunner
from site_builder.effects.store import Store
from site_builder.model import Outcome, Plan, value
from site_builder.pipeline import make
from site_builder.verbs.ending import CLEAN, PROBLEMS, has_errors, refuse, report, say
from site_builder.verbs.project import Project, Runs, accepted_only, gather, make_plan, open_project
from site_builder.verbs.running import run_all


@value
class BuildOptions:
    project: Path | None = None
    quiet: bool = False
    verbose: bool = False
    report_format: str = "text"
    output: Path | None = None
    base_url: str | None = None
    fresh: bool = False
    accepted: bool = False
    jobs: int | None = None
    drafts: bool = False
    clean: bool = False
    strict: bool = False


def build(options: BuildOptions) -> int:
    """Make the site; nothing is written unless every page could be made truthfully."""
    started = perf_counter()
    project = open_project(options.project, options.base_url)
    if not isinstance(project, Project):
        return refuse("build", project, options)
    with output_lock(project.root):
        store = Store(project.root, clean=options.clean)
        outcome = _make(project, options, store)
        problems = report("build", outcome.problems, project.root, options, counts=outcome.counts)
        if has_errors(problems):
            return PROBLEMS
        target = options.output or project.root / project.config.paths.output
        publish(outcome.artifacts, project.root, target)
    counts = outcome.counts
    say(
        f"built {counts['pages']} pages, {counts['excerpts']} excerpts and {counts['runs']} runs verified, "
        f"in {perf_counter() - started:.1f} s",
        quiet=options.quiet,
    )
    return CLEAN


def _make(project: Project, options: BuildOptions, store: Store) -> Outcome:
    def runs(plan: Plan) -> Runs:
        if options.accepted:
            return accepted_only(plan)
        return run_all(plan, RealRunner(project.root), None if options.fresh else store)

    with Pool(options.jobs) as pool:
        plan = make_plan(project, pool.map, options.drafts)
        facts = gather(project, plan, runs)
        return make(plan, facts, project.config, project.theme, pool.map)
