"""Open a project and ask the machine what its plan wants to know: folder → `Project`, `Project` → `Facts`.

Every verb begins here; they differ in where transcripts come from and in what they do with the outcome.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path, PurePosixPath

from site_builder.checks.everything import wanted_originals
from site_builder.config import Config, parse_config, wrong_with_address
from site_builder.effects.git import Git
from site_builder.effects.pool_deadline import within
from site_builder.effects.processes import sweep
from site_builder.effects.tree import WorkingTree, find_project, read_builtin_theme, read_config, read_sources
from site_builder.excerpts.gather import gather as gather_evidence
from site_builder.model import (
    Demo,
    EnvironmentProblem,
    Facts,
    Plan,
    Problem,
    Run,
    RunFailure,
    Sources,
    Transcript,
    value,
)
from site_builder.pipeline import Each, plan, requested_excerpts, requested_values
from site_builder.render.code import wait_at_most
from site_builder.render.theme import Theme
from site_builder.transcripts.sources import matching

Runs = Mapping[str, Transcript | RunFailure]
RunSource = Callable[[Plan], Runs]  # where transcripts come from: real runs, the cache, the accepted ones


@value
class Project:
    root: Path
    config: Config
    sources: Sources
    theme: Theme


def find(folder: Path | None) -> Path:
    """The folder named by `--project`, else the nearest parent with a `sitemaf.toml`."""
    try:
        return find_project(folder or Path.cwd(), exact=folder is not None)
    except FileNotFoundError:
        message = "the folder you are in is not there any more"
        raise EnvironmentProblem(message, "go to another folder with `cd`, then run again") from None


def open_project(
    root: Path, base_url: str | None = None, *, with_content: bool = True
) -> Project | tuple[Problem, ...]:
    """Read what people wrote. Problems mean that `sitemaf.toml` cannot be used (exit 2)."""
    # Values form no cycles: whoever looks for garbage among them often finds none, at a sixth of the time.
    gc.set_threshold(100_000, 50, 100)
    config = parse_config(read_config(root), "sitemaf.toml")
    if not isinstance(config, Config):
        return config
    if base_url is not None:
        if wrong := wrong_with_address(base_url):
            raise EnvironmentProblem(f"`--base-url` {wrong}", "write `--base-url https://…/`")
        config = replace(config, base_url=base_url.rstrip("/") + "/")
    sources = read_sources(root, config, with_content=with_content)
    theme = Theme(config, sources.templates, read_builtin_theme())
    wait_at_most(config.limits.code_seconds, within)
    return Project(root=root, config=config, sources=sources, theme=theme)


def make_plan(project: Project, each: Each = map, drafts: bool = False) -> Plan:
    return plan(project.sources, project.config, project.theme.strings, each, drafts, within)


def gather(project: Project, plan: Plan, runs: RunSource) -> Facts:
    """Ask each thing once: runs in one thread, files and history in this one."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="runs") as aside:
        said = aside.submit(runs, plan)
        try:
            return _ask(project, plan, said)
        except BaseException as error:
            # Leaving the block waits for the thread, which waits for a program: that ends now. After a signal
            # no other run is begun.
            sweep(last=not isinstance(error, Exception))
            raise


def _ask(project: Project, plan: Plan, said: Future[Runs]) -> Facts:
    revisions = Git(project.root)
    files = WorkingTree(project.root, revisions)
    requests = requested_excerpts(plan.pages)
    evidence = gather_evidence(requests, plan.lock, files, revisions, project.config.paths.content)
    constants = {one.source for one in requested_values(plan.pages) if one.kind == "constant"}
    return Facts(
        revision=revisions.head(),
        originals=revisions.blobs(wanted_originals(plan, project.config)),
        evidence=evidence,
        constants={path: files.read(path) for path in sorted(constants)},
        sources={demo.name: _sources(demo, files) for demo in plan.demos},
        runs=said.result(),
    )


def accepted_only(plan: Plan) -> Runs:
    """Transcripts as accepted, nothing run; a run without one stays absent."""
    return {run.id: plan.accepted[run.id] for run in declared_runs(plan) if run.id in plan.accepted}


def declared_runs(plan: Plan) -> tuple[Run, ...]:
    return tuple(run for demo in plan.demos for run in demo.runs)


def _sources(demo: Demo, files: WorkingTree) -> tuple[str, ...]:
    """The demo's project files: tracked paths that its globs name, from the repository's top."""
    folder = files.repo_path(demo.folder)
    below = [path for path in files.tracked() if PurePosixPath(path).is_relative_to(folder)]
    return tuple(
        f"{folder}/{path}" for path in matching(demo.sources, [one[len(folder) + 1 :] for one in below])
    )
