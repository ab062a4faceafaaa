"""`sitemaf where PATH[:LINE]`: the pages that quote this file or line, before somebody changes it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from posixpath import relpath

from site_builder.config import Limits
from site_builder.effects.git import Git
from site_builder.effects.tree import WorkingTree
from site_builder.excerpts.address import print_address
from site_builder.excerpts.caption import ranges_text
from site_builder.excerpts.gather import gather
from site_builder.excerpts.judge import judge
from site_builder.excerpts.source import SourceText, decode
from site_builder.excerpts.value_lines import value_lines
from site_builder.model import (
    EnvironmentProblem,
    Evidence,
    Excerpt,
    ExcerptRequest,
    LineRange,
    Lock,
    Plan,
    ValueRequest,
    Where,
    value,
)
from site_builder.pipeline import requested_excerpts, requested_values
from site_builder.report.escaping import plain
from site_builder.report.printing import write
from site_builder.report.text import place
from site_builder.verbs.ending import CLEAN, Options, refuse, say
from site_builder.verbs.project import Project, find, make_plan, open_project

_PLACE = re.compile(r"(?P<path>.+?)(?::(?P<line>[0-9]{1,9}))?", re.ASCII | re.DOTALL)


@value
class WhereOptions(Options):
    place: str = ""


@value
class Citation:
    """One directive or role that shows something of the file; `ranges` are where it stands there now."""

    where: Where
    address: str
    ranges: tuple[LineRange, ...] = ()

    def covers(self, line: int | None) -> bool:
        """A citation whose lines nobody knows covers every line: better one too many than one missed."""
        return line is None or not self.ranges or any(one.first <= line <= one.last for one in self.ranges)


def where(options: WhereOptions) -> int:
    """List citations on stdout; a file that nothing quotes gives an empty list and exit 0."""
    root = find(options.project)
    project = open_project(root)
    if not isinstance(project, Project):
        return refuse("where", project, root, options)
    asked = _PLACE.fullmatch(options.place)
    if asked is None:
        raise EnvironmentProblem(
            "no file was named", "write `sitemaf where PATH` or `sitemaf where PATH:LINE`"
        )
    git = Git(root)
    files = WorkingTree(root, git)
    plan = make_plan(project, drafts=True)
    repo_path = _repo_path(asked["path"], root, files, plan)
    line = int(asked["line"]) if asked["line"] else None
    cited = [*_excerpts(plan, repo_path, files, git), *_values(plan, repo_path, files)]
    found = sorted((one for one in cited if one.covers(line)), key=_order)
    if options.report_format == "json":
        write(_json(repo_path, line, found), sys.stdout)
    else:
        write(_text(repo_path, found), sys.stdout)
        if not found:
            place_asked = f"{plain(repo_path)}, line {line}," if line else plain(repo_path)
            say(f"no page quotes {place_asked} by itself", quiet=options.quiet)
    return CLEAN


def _repo_path(named: str, root: Path, files: WorkingTree, plan: Plan) -> str:
    """The file meant: seen from the project, from where the author stands, or from the repository's top."""
    here = relpath(Path.cwd() / named, root)
    tracked = files.tracked()
    quoted = {files.repo_path(one.path) for one in requested_excerpts(plan.pages)}
    for candidate in (files.repo_path(named), files.repo_path(here), named):
        if candidate in quoted or candidate in tracked or isinstance(files.read(candidate), bytes):
            return candidate
    near = get_close_matches(named, sorted({*quoted, *tracked}), n=3)
    help = ", ".join(f"`{one}`" for one in near)
    raise EnvironmentProblem(
        f"there is no file `{named}`",
        f"did you mean {help}?" if near else "name it from the project's folder",
    )


def _excerpts(plan: Plan, repo_path: str, files: WorkingTree, git: Git) -> Iterator[Citation]:
    asked = [one for one in requested_excerpts(plan.pages) if files.repo_path(one.path) == repo_path]
    evidence = gather(asked, plan.lock, files, git)
    for request in asked:
        address = print_address(request.address)
        ranges = _ranges_now(request, plan.lock, evidence[request.path, address])
        yield Citation(where=request.where, address=address, ranges=ranges)


def _ranges_now(request: ExcerptRequest, lock: Lock, evidence: Evidence) -> tuple[LineRange, ...]:
    """Lines of the file as it is, also where they moved since they were pinned."""
    pin = lock.pins.get((evidence.repo_path, print_address(request.address)))
    verdict = judge(request, pin, evidence, Limits())
    problems = verdict.problems if isinstance(verdict, Excerpt) else (verdict,)
    details = [one.excerpt for one in problems if one.excerpt is not None and one.excerpt.current is not None]
    if details:
        return details[0].ranges
    return verdict.ranges if isinstance(verdict, Excerpt) else ()


def _values(plan: Plan, repo_path: str, files: WorkingTree) -> Iterator[Citation]:
    for asked in requested_values(plan.pages):
        if asked.kind == "constant" and files.repo_path(asked.source) == repo_path:
            ranges = _lines_of_value(asked, files)
            yield Citation(where=asked.where, address=f"value:{asked.pointer}", ranges=ranges)


def _lines_of_value(asked: ValueRequest, files: WorkingTree) -> tuple[LineRange, ...]:
    read = files.read(asked.source)
    source = decode(read, asked.source) if isinstance(read, bytes) else read
    return value_lines(asked.source, source.text, asked.pointer) if isinstance(source, SourceText) else ()


def _order(one: Citation) -> tuple[str, int, int]:
    return one.where.path, one.where.line or 0, one.where.column or 0


def _text(repo_path: str, found: list[Citation]) -> str:
    return "".join(f"{place(one.where)}: {plain(repo_path)} {_lines(one)}\n" for one in found)


def _lines(one: Citation) -> str:
    """Concrete lines, and the address where it is no plain range."""
    lines = ranges_text(one.ranges)
    named = one.address if ":" in one.address or one.address == "file" else ""
    return f"{lines} ({plain(named)})" if lines and named else lines or plain(one.address)


def _json(repo_path: str, line: int | None, found: list[Citation]) -> str:
    document = {
        "version": 1,
        "command": "where",
        "path": repo_path,
        "line": line,
        "citations": [
            {
                "path": one.where.path,
                "line": one.where.line,
                "column": one.where.column,
                "address": one.address,
                "ranges": [[lines.first, lines.last] for lines in one.ranges],
            }
            for one in found
        ],
    }
    return json.dumps(document, indent=2) + "\n"
