"""`sitemaf accept`: show what differs, then pin it; only what was named or can follow by itself.

Everything is worked out before anything is written; then the lock, pages and transcripts are replaced whole.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from itertools import chain

from site_builder.effects.git import Git
from site_builder.effects.progress import Progress
from site_builder.effects.replacing import replace_files
from site_builder.effects.runner import RealRunner
from site_builder.effects.tree import WorkingTree
from site_builder.excerpts.lockfile import write_lock
from site_builder.model import Lock, Plan, Problem, value
from site_builder.report.changes import print_changes
from site_builder.verbs.accept_excerpts import Excerpts
from site_builder.verbs.accept_reviews import accept_reviews
from site_builder.verbs.accept_runs import accept_transcripts
from site_builder.verbs.accept_values import accept_values
from site_builder.verbs.acceptance import Part, unread
from site_builder.verbs.ending import CLEAN, PROBLEMS, Options, has_errors, refuse, report, say
from site_builder.verbs.gathering import gather
from site_builder.verbs.naming import Names
from site_builder.verbs.project import Project, accepted_only, find, make_plan, open_project
from site_builder.verbs.showing import NamingRunner
from site_builder.verbs.unused import unused

LOCK = "sitemaf.lock"


@value
class AcceptOptions(Options):
    what: tuple[str, ...] = ()
    everything: bool = False
    dry_run: bool = False
    prune: bool = False
    follow: bool = False


@value
class Acceptance:
    """All parts together: the lock as it will be, and every file to be written."""

    plan: Plan
    parts: tuple[Part, ...]
    lock: Lock
    counts: Mapping[str, int]

    @property
    def files(self) -> dict[str, bytes | None]:
        found: dict[str, bytes | None] = {}
        for part in self.parts:
            found.update(part.files)
        return found

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(chain.from_iterable(part.problems for part in self.parts))


def accept(options: AcceptOptions) -> int:
    """0: nothing is left to accept. 1: something was not named or is refused, or a dry run would write."""
    root = find(options.project)
    project = open_project(root)
    if not isinstance(project, Project):
        return refuse("accept", project, root, options)
    plan = make_plan(project, drafts=True)
    if broken := [one for one in plan.problems if one.where.path == LOCK]:
        return refuse("accept", broken, root, options)  # a lock that cannot be read must not be written over
    acceptance = _work_out(project, plan, options)
    return _end(project, acceptance, options)


def _work_out(project: Project, plan: Plan, options: AcceptOptions) -> Acceptance:
    git = Git(project.root)
    files = WorkingTree(project.root, git)
    names = Names(options.what, options.everything, plan, files)
    facts = gather(project, plan, accepted_only)
    excerpts = Excerpts(plan, facts, project.config, files, git).accept(
        names, options.follow, project.sources.pages
    )
    with Progress(quiet=options.quiet, verbose=options.verbose) as line:
        runs = accept_transcripts(plan, names, NamingRunner(line, RealRunner(project.root)))
    values = accept_values(plan, facts, runs.accepted, names)
    reviews = accept_reviews(plan, project.config, facts.originals, names, excerpts.part.files)
    lock = Lock(pins=excerpts.pins, values=values.values, reviews=reviews.reviews)
    found = (*excerpts.part.problems, *values.part.problems)
    pruned = unused(plan, facts, lock, options.prune, found)
    return Acceptance(
        plan=plan,
        parts=(Part(problems=unread(plan)), excerpts.part, runs.part, values.part, reviews.part, pruned.part),
        lock=pruned.lock,
        counts=_counts(plan, len(facts.evidence)),
    )


def _counts(plan: Plan, excerpts: int) -> dict[str, int]:
    return {
        "pages": sum(len(page.translations) for page in plan.pages),
        "excerpts": excerpts,
        "runs": sum(len(demo.runs) for demo in plan.demos),
    }


def _end(project: Project, acceptance: Acceptance, options: AcceptOptions) -> int:
    changes = list(chain.from_iterable(part.changes for part in acceptance.parts))
    problems: Iterable[Problem] = acceptance.problems
    if options.report_format == "text":
        print_changes([(one.where, one.sentence, one.diff) for one in changes], options.dry_run, sys.stdout)
    elif options.dry_run:
        problems = (*problems, *(one.finding for one in changes if one.finding))
    shown = report("accept", problems, project.root, options, acceptance.counts)
    if options.dry_run:
        say("nothing was written", quiet=options.quiet)
        return PROBLEMS if changes or has_errors(shown) else CLEAN
    written = _write(project, acceptance)
    say(f"wrote {', '.join(written)}" if written else "nothing to write", quiet=options.quiet)
    return PROBLEMS if has_errors(shown) else CLEAN


def _write(project: Project, acceptance: Acceptance) -> list[str]:
    """Replace what differs; the names of the files written."""
    sources = project.sources
    lock = write_lock(acceptance.lock)
    files = dict(acceptance.files)
    if sources.lock != lock and (sources.lock is not None or acceptance.lock != Lock()):
        files[LOCK] = lock
    before: Mapping[str, bytes | None] = {LOCK: sources.lock, **sources.pages}
    replace_files(project.root, files, {path: data for path, data in before.items() if path in files})
    return sorted(files)
