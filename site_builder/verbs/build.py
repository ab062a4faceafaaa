"""`sitemaf build`: run each demo once, resolve excerpts, render all pages, swap the folder in."""

from __future__ import annotations

from os.path import normpath
from pathlib import Path
from time import perf_counter, time_ns

from site_builder.effects.pool import FORKS, Pool
from site_builder.effects.pool_deadline import within
from site_builder.effects.progress import Progress
from site_builder.effects.publish import Publication, output_lock
from site_builder.effects.runner import RealRunner
from site_builder.effects.store import Store
from site_builder.model import Artifact, Outcome, Plan, value
from site_builder.pipeline import Made, make
from site_builder.render.code import Recent, highlight_by
from site_builder.transcripts.declared import demos_of
from site_builder.verbs.ending import CLEAN, PROBLEMS, Options, count_up, has_errors, refuse, say, tell
from site_builder.verbs.gathering import ask
from site_builder.verbs.keeping import KeepingPool, KeptCode, KeptPages, KeptTranslations
from site_builder.verbs.project import Project, Runs, accepted_only, find, make_plan, open_project
from site_builder.verbs.record import write_record
from site_builder.verbs.remembering import Built, remember_build
from site_builder.verbs.running import drift, running
from site_builder.verbs.showing import READING, RENDERING, counted
from site_builder.verbs.unchanged import Asked


@value
class BuildOptions(Options):
    output: Path | None = None
    base_url: str | None = None
    fresh: bool = False
    accepted: bool = False
    jobs: int | None = None
    drafts: bool = False
    clean: bool = False

    @property
    def asked(self) -> Asked:
        """As the words of the command line would say it."""
        flags = {"--strict": self.strict, "--drafts": self.drafts, "--accepted": self.accepted}
        texts = {"--output": self.output, "--base-url": self.base_url, "--format": self.report_format}
        given = {name: str(text) for name, text in texts.items() if text is not None}
        return {**given, **{name: "" for name, on in flags.items() if on}}


def build(options: BuildOptions) -> int:
    """Make the site; nothing is written unless every page could be made truthfully."""
    started, since = perf_counter(), time_ns()
    root = find(options.project)
    with output_lock(root, lambda: say("another build is at work here; waiting for it", quiet=options.quiet)):
        project = open_project(root, options.base_url)
        if not isinstance(project, Project):
            return refuse("build", project, root, options)
        output = Path(normpath(root / (options.output or project.config.paths.output)))
        with Store(root, clean=options.clean) as store, Publication(root, output) as publication:
            plan, made = _make(project, options, store, publication)
            outcome = made.outcome.also(drift(plan, made.facts.runs))
            problems, text = tell("build", outcome.problems, root, options, outcome.counts)
            if has_errors(problems):
                say("nothing was written: the errors above stand in the way", quiet=options.quiet)
                return PROBLEMS
            for artifact in (*outcome.artifacts, *_search_index(project, outcome)):
                publication.add(artifact)
            published = publication.commit()
        told = count_up(outcome.counts)
        built = Built(
            project=project,
            plan=plan,
            facts=made.facts,
            problems=problems,
            output=output,
            started=since,
            report=text,
            told=told,
        )
        record = write_record(plan, made, outcome.problems, len(project.sources.pages))
        remember_build(built, options.asked, record)
    say(
        f"built {told} ({published.files} files, {published.written} new); {perf_counter() - started:.1f} s",
        quiet=options.quiet,
    )
    return CLEAN


def _search_index(project: Project, outcome: Outcome) -> tuple[Artifact, ...]:
    if project.config.search == "none":
        return ()
    from site_builder.effects.search import index_search

    return index_search(outcome.artifacts)


def _make(
    project: Project, options: BuildOptions, store: Store, publication: Publication
) -> tuple[Plan, Made]:
    """Demos run while pages are read and made; their process is begun before any other."""
    # The search program wants to read all pages, so they are kept for it.
    take = publication.take if FORKS and project.config.search == "none" else None
    highlight_by(Recent(KeptCode(store)))
    demos = () if options.accepted else demos_of(project.sources, project.config)[0]
    with (
        running(demos, RealRunner(project.root), store, options.fresh) as said,
        Pool(options.jobs) as pool,
        Progress(quiet=options.quiet, verbose=options.verbose) as line,
    ):

        def runs() -> Runs:
            if options.accepted:
                return accepted_only(plan)
            line.say("waiting for the demos")
            return said()

        read = KeptTranslations(project, store, counted(line, READING, pool.map))
        plan = make_plan(project, read, options.drafts)
        facts = ask(project, plan)
        each = counted(line, RENDERING, KeepingPool(store, pool))
        shelf = KeptPages(store, publication) if take else None
        made = make(plan, facts, project.config, project.theme, each, take, within, runs, shelf)
    return plan, made
