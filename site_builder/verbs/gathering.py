"""Ask the machine what a plan wants to know: project and plan → `Facts`, each thing asked once."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import PurePosixPath

from site_builder.checks.everything import wanted_originals
from site_builder.effects.git import Git
from site_builder.effects.processes import sweep
from site_builder.effects.tree import WorkingTree
from site_builder.excerpts.gather import gather as gather_evidence
from site_builder.model import Demo, Facts, Plan
from site_builder.pipeline import requested_excerpts, requested_values
from site_builder.transcripts.sources import matching
from site_builder.verbs.project import Project, Runs, RunSource


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


def _sources(demo: Demo, files: WorkingTree) -> tuple[str, ...]:
    """The demo's project files: tracked paths that its globs name, from the repository's top."""
    folder = files.repo_path(demo.folder)
    below = [path for path in files.tracked() if PurePosixPath(path).is_relative_to(folder)]
    return tuple(
        f"{folder}/{path}" for path in matching(demo.sources, [one[len(folder) + 1 :] for one in below])
    )
