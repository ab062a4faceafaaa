"""Open a project and read what people wrote: folder → `Project`, `Project` → `Plan`.

Every verb begins here; they differ in where transcripts come from and in what they do with the outcome.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from site_builder.config import Config, parse_config, wrong_with_address
from site_builder.effects.pool_deadline import within
from site_builder.effects.project_files import (
    find_project,
    read_builtin_theme,
    read_config,
    read_sources,
)
from site_builder.model import (
    EnvironmentProblem,
    Plan,
    Problem,
    Run,
    RunFailure,
    Sources,
    Transcript,
    value,
)
from site_builder.pipeline import Each, plan
from site_builder.render.code import wait_at_most
from site_builder.render.theme import Theme

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


def accepted_only(plan: Plan) -> Runs:
    """Transcripts as accepted, nothing run; a run without one stays absent."""
    return {run.id: plan.accepted[run.id] for run in declared_runs(plan) if run.id in plan.accepted}


def declared_runs(plan: Plan) -> tuple[Run, ...]:
    return tuple(run for demo in plan.demos for run in demo.runs)
