"""`sitemaf verify`: the same pipeline, run for real, its outcome compared and nothing written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from site_builder.checks.output import check_output, figures_of, quoted
from site_builder.effects.git import Git
from site_builder.effects.pool import Pool
from site_builder.effects.pool_deadline import within
from site_builder.effects.progress import Progress
from site_builder.effects.runner import RealRunner
from site_builder.effects.tree import read_site
from site_builder.model import Outcome, Plan, value
from site_builder.pipeline import check, make
from site_builder.verbs.ending import CLEAN, PROBLEMS, Options, count_up, has_errors, refuse, report, say
from site_builder.verbs.gathering import gather
from site_builder.verbs.project import Project, Runs, accepted_only, find, make_plan, open_project
from site_builder.verbs.running import drift, run_all
from site_builder.verbs.showing import READING, RENDERING, NamingRunner, counted


@value
class VerifyOptions(Options):
    skip_demos: bool = False
    skip_site: bool = False
    site: Path | None = None
    jobs: int | None = None


def verify(options: VerifyOptions) -> int:
    """Check everything that a page claims; 1 if any of it no longer holds."""
    root = find(options.project)
    project = open_project(root)
    if not isinstance(project, Project):
        return refuse("verify", project, root, options)
    outcome = _check(project, options)
    problems = report("verify", outcome.problems, root, options, outcome.counts)
    if has_errors(problems):
        return PROBLEMS
    say(_verified(outcome.counts, options), quiet=options.quiet)
    return CLEAN


def _verified(counts: Mapping[str, int], options: VerifyOptions) -> str:
    counted = {**counts, "runs": 0} if options.skip_demos else counts
    demos = ": the demos were skipped" if options.skip_demos else ""
    site = "; the built site was skipped" if options.skip_site else ""
    return f"verified {count_up(counted)}{demos}{site}"


def _check(project: Project, options: VerifyOptions) -> Outcome:
    line = Progress(quiet=options.quiet, verbose=options.verbose)

    def runs(plan: Plan) -> Runs:
        runner = NamingRunner(line, RealRunner(project.root))
        return accepted_only(plan) if options.skip_demos else run_all(plan, runner)

    with Pool(options.jobs) as pool, line:
        plan = make_plan(project, counted(line, READING, pool.map))
        facts = gather(project, plan, runs)
        found = drift(plan, facts.runs)
        if options.skip_site:
            return check(plan, facts, project.config, project.theme).also(found)
        each = counted(line, RENDERING, pool.map)
        made = make(plan, facts, project.config, project.theme, each, patience=within)
    outcome = made.outcome.also(found)
    folder = options.site or project.root / project.config.paths.output
    site = read_site(folder)
    shown = figures_of(site)
    past = Git(project.root).contents(quoted(shown))
    return outcome.also(check_output(site, shown, outcome.artifacts, past, _shown(folder, project.root)))


def _shown(folder: Path, root: Path) -> str:
    """The folder as reports name it: from the project, or whole where it lies outside."""
    resolved = folder.resolve()
    return resolved.relative_to(root).as_posix() if resolved.is_relative_to(root) else str(folder)
