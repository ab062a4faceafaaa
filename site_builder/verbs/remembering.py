"""What a build read, all of it, so that the next one can tell that nothing changed: project, plan, facts →
a stamp, or none where anything was read that cannot be named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from site_builder.effects.store_inputs import git_files
from site_builder.effects.store_stamp import remember
from site_builder.effects.tops import find_top
from site_builder.model import Demo, Facts, Plan, Problem, Run, value
from site_builder.verbs.project import Project, declared_runs
from site_builder.verbs.unchanged import SURROUNDINGS, Asked, question

# What runs, their transcripts' normalisation and temporary folders take from the environment.
_OF_RUNS = ("PATH", "HOME", "LOGNAME", "USER", "TMPDIR", "TEMP", "TMP")
# Findings that rest on a look into files that no page names, or into a history that may still arrive.
_DOUBTFUL = frozenset(
    f"excerpt-{state}" for state in ("renamed", "ambiguous", "gone", "file", "no-history", "mismatch")
)


@value
class Built:
    """A build that has just published."""

    project: Project
    plan: Plan
    facts: Facts
    problems: Sequence[Problem]
    output: Path
    started: int  # `time.time_ns()`
    report: str  # as it was printed
    told: str  # what was made, in one line


def remember_build(built: Built, asked: Asked, record: bytes) -> None:
    """Keep what the build said and knew; nothing where a doubt is left."""
    runs = declared_runs(built.plan)
    if any("PATH" in run.env_fixed or "PATH" in run.env_passed for run in runs):
        return  # its programs are sought elsewhere than ours
    root, config = built.project.root, built.project.config
    quoted = sorted({*(path for path, _ in built.facts.evidence), *built.facts.constants})
    if any(one.code in _DOUBTFUL for one in built.problems) or not _are_of_one_repository(root, quoted):
        return
    inputs: Mapping[str, Iterable[str]] = {
        "file": ("sitemaf.toml", "sitemaf.lock", *quoted, *_git(root)),
        "content": (config.paths.content,),
        "folder": (config.paths.templates,),
        "demos": (config.paths.demos,),
        "env": (*SURROUNDINGS, *_environment(runs)),
        "program": _programs(built.plan.demos),
    }
    pages = {path: sha256(data).hexdigest() for path, data in built.project.sources.pages.items()}
    answer = f"{built.told}\n{built.report}".encode()
    remember(str(root), question(asked), str(built.output), answer, built.started, inputs, pages, record)


def _are_of_one_repository(root: Path, quoted: Iterable[str]) -> bool:
    """A submodule has a history of its own."""
    top = find_top(root)
    return all(find_top(folder) == top for folder in {(root / path).parent for path in quoted})


def _git(root: Path) -> Iterable[str]:
    """The state of the repository; and where another one would begin that is not there yet."""
    top = find_top(root)
    between = [folder for folder in (root, *root.parents) if top is None or folder.is_relative_to(top)]
    return (*git_files(str(root)), *(f"{folder}/.git" for folder in between if folder != top))


def _environment(runs: Sequence[Run]) -> Iterable[str]:
    passed = {name for run in runs for name in run.env_passed}
    return (*_OF_RUNS, *sorted(passed)) if runs else ()


def _programs(demos: Sequence[Demo]) -> Iterable[str]:
    """The first words of commands; one with a slash starts in its demo's folder."""
    for demo in demos:
        for run in demo.runs:
            for command in (run.command, run.server):
                if command and command[0] not in ("{python}", "{server}"):
                    yield f"{demo.folder}/{command[0]}" if "/" in command[0] else command[0]
