"""Ask the machine what a plan wants to know: project and plan → `Facts`, each thing asked once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import PurePosixPath

from site_builder.checks.everything import wanted_originals
from site_builder.effects.git import Git
from site_builder.effects.processes import sweep
from site_builder.effects.tree import WorkingTree
from site_builder.excerpts.gather import gather as gather_evidence
from site_builder.model import Demo, Facts, Plan
from site_builder.pipeline import requested_excerpts, requested_values
from site_builder.transcripts.sources import matching
from site_builder.verbs.project import Project, RunSource


def gather(project: Project, plan: Plan, runs: RunSource) -> Facts:
    """Runs in one thread, files and history in this one."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="runs") as aside:
        said = aside.submit(runs, plan)
        try:
            return replace(ask(project, plan), runs=said.result())
        except BaseException as error:
            # Leaving the block waits for the thread, which waits for a program: that ends now. After a signal
            # no other run is begun.
            sweep(last=not isinstance(error, Exception))
            raise


def ask(project: Project, plan: Plan) -> Facts:
    """Files and history alone; nothing was said by any run yet."""
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
    )


def _sources(demo: Demo, files: WorkingTree) -> tuple[str, ...]:
    """The demo's project files: tracked paths that its globs name, from the repository's top."""
    folder = files.repo_path(demo.folder)
    below = [path for path in files.tracked() if PurePosixPath(path).is_relative_to(folder)]
    return tuple(
        f"{folder}/{path}" for path in matching(demo.sources, [one[len(folder) + 1 :] for one in below])
    )
