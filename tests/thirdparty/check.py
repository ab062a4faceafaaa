"""MCP servers of other people, each documented by one `demo.toml` and nothing else; prints what was found.

They are downloaded into a temporary folder with npm and pip, run through sitemaf twice, accepted, and shown
on a page each; every tool, parameter and call must stand on the page. With an argument,
`python tests/thirdparty/check.py FOLDER`, everything is kept there, and what was installed is used again.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from site_builder.effects.runner import RealRunner
from site_builder.model import Contract, Demo, Parameter, RunFailure, Transcript
from site_builder.transcripts.compare import compare
from site_builder.transcripts.contract import read_contract
from site_builder.transcripts.exchange import read_exchange
from site_builder.transcripts.scenario import read_demo

NPM = tuple(f"@modelcontextprotocol/server-{name}" for name in ("everything", "filesystem", "memory"))
PYPI = ("mcp-server-time", "mcp-server-git")

# Where {installed} and {data} stand for folders of this check. Nothing else is written for a server.
DEMOS = {
    "Everything": r"""
title = "Everything"
server = ["{installed}/node_modules/.bin/mcp-server-everything"]
[runs.contract]
deadline = 60
calls = [
  { tool = "echo", arguments = { message = "hi" } },
  { tool = "echo", arguments = '{"message": null}' },
  { tool = "get-sum", arguments = { a = 2, b = 40 } },
  { tool = "get-structured-content", arguments = { location = "New York" } },
  { tool = "no-such-tool" },
  { prompt = "simple-prompt" },
  { resource = "demo://resource/static/document/features.md" },
]
""",
    "Filesystem": r"""
title = "Filesystem"
server = ["{installed}/node_modules/.bin/mcp-server-filesystem", "{data}"]
[runs.contract]
deadline = 60
calls = [
  { tool = "list_directory", arguments = { path = "{data}" } },
  { tool = "read_text_file", arguments = { path = "{data}/note.txt" } },
  { tool = "read_text_file", arguments = { path = "/etc/hostname" } },
]
normalize = { DATA = '{data}' }
""",
    "Memory": r"""
title = "Memory"
server = ["{installed}/node_modules/.bin/mcp-server-memory"]
[runs.contract]
deadline = 60
env = { MEMORY_FILE_PATH = "{data}/memory.jsonl" }
calls = [
  { tool = "read_graph" },
  { tool = "search_nodes", arguments = { query = "nobody" } },
  { tool = "open_nodes", arguments = '{"names": "not a list"}' },
]
""",
    "Time": r"""
title = "Time"
server = ["{installed}/venv/bin/mcp-server-time", "--local-timezone", "UTC"]
[runs.contract]
deadline = 60
calls = [
  { tool = "get_current_time", arguments = { timezone = "Europe/Paris" } },
  { tool = "convert_time", arguments = { source_timezone = "UTC", time = "12:00", target_timezone = "X/Y" } },
]
normalize = { TIMESTAMP = '\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+]\d\d:\d\d', DAY = '[A-Z][a-z]+day' }
""",
    "Git": r"""
title = "Git"
server = ["{installed}/venv/bin/mcp-server-git", "--repository", "{data}/repository"]
[runs.contract]
deadline = 60
calls = [
  { tool = "git_status", arguments = { repo_path = "{data}/repository" } },
  { tool = "git_log", arguments = { repo_path = "{data}/repository", max_count = 1 } },
  { tool = "git_status", arguments = { repo_path = "/nowhere" } },
]
normalize = { DATA = '{data}' }
""",
}
PAGE = """# NAME

```{contract} NAME
```

```{transcript} NAME/contract
:view: protocol
```
"""


@dataclass(frozen=True)
class Finding:
    """What one server announced and answered."""

    name: str
    contract: Contract
    transcript: Transcript
    seconds: float

    def row(self) -> str:
        contract = self.contract
        templates = sum(one.template for one in contract.resources)
        parameters = sum(1 for tool in contract.tools for _ in every(tool.parameters))
        counts = (
            len(contract.tools),
            parameters,
            len(contract.prompts),
            len(contract.resources) - templates,
            templates,
            len(self.transcript.frames),
        )
        cells = " ".join(f"{count:>10}" for count in counts)
        return f"{self.name:<11} {contract.protocol_version:<11} {cells} {self.seconds:>8.1f}"


HEADINGS = ("tools", "parameters", "prompts", "resources", "templates", "frames")


def main(keep: Path | None = None) -> list[Finding]:
    """Install, run, accept, build, and look at the pages; AssertionError where a promise is not kept."""
    with tempfile.TemporaryDirectory(prefix="thirdparty-") as temporary:
        work = (keep or Path(temporary)).resolve()
        installed, project = work / "installed", work / "project"
        install(installed)
        demos = write_project(project, installed, work / "data")
        findings = [find(project, demo) for demo in demos]
        look_at_pages(project, findings)
    print(f"{'server':<11} {'protocol':<11} " + " ".join(f"{name:>10}" for name in HEADINGS) + "  seconds")
    for finding in findings:
        print(finding.row())
    return findings


def install(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "node_modules").is_dir():
        quiet = ("--no-audit", "--no-fund", "--loglevel=error")
        subprocess.run(["npm", "install", *quiet, "--prefix", str(folder), *NPM], check=True, cwd=folder)
    if not (folder / "venv").is_dir():
        venv.create(folder / "venv", with_pip=True)
        pip = [str(folder / "venv" / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *PYPI], check=True)


def write_project(project: Path, installed: Path, data: Path) -> list[Demo]:
    """A site with a demo and a page for each server, and the data that the servers look at."""
    for folder in (project, data):
        shutil.rmtree(folder, ignore_errors=True)
    write(data / "note.txt", "a note\n")
    git(data / "repository", "init", "--quiet", "--initial-branch", "main")
    write(data / "repository" / "a.txt", "a\n")
    git(data / "repository", "add", ".")
    git(data / "repository", "commit", "--quiet", "--message", "First")
    write(project / "sitemaf.toml", '[site]\nlanguages = ["en"]\n[site.title]\nen = "Servers"\n')
    write(project / "content" / "index.en.md", "# Servers\n\nOf other people.\n")
    demos: list[Demo] = []
    for name, text in DEMOS.items():
        declared = text.replace("{installed}", str(installed)).replace("{data}", str(data))
        path = f"demos/{name}/demo.toml"
        write(project / path, declared)
        write(project / "content" / f"{name.lower()}.en.md", PAGE.replace("NAME", name))
        demo = read_demo(path, declared.encode(), ("en",))
        assert isinstance(demo, Demo), demo
        demos.append(demo)
    git(project, "init", "--quiet", "--initial-branch", "main")
    git(project, "add", ".")
    git(project, "commit", "--quiet", "--allow-empty", "--message", "Servers")
    return demos


def find(project: Path, demo: Demo) -> Finding:
    """Two real runs, which must say the same."""
    runner, (run,) = RealRunner(project), demo.runs
    started = monotonic()
    first = runner.run(demo, run)
    seconds = monotonic() - started
    assert not isinstance(first, RunFailure), first.problem.message
    second = runner.run(demo, run)
    assert not isinstance(second, RunFailure), second.problem.message
    drift = compare(first, second, run.where)
    assert not drift, f"{drift[0].message}\n{drift[0].diff}"
    answered = [
        step for step in read_exchange(first.frames).steps if step.method == "tools/call" and step.code
    ]
    unanswered = [step for step in read_exchange(first.frames).steps if step.state == "no-answer"]
    assert not unanswered, unanswered[0].raw
    assert all(step.state == "protocol-error" for step in answered)
    return Finding(name=demo.name, contract=read_contract(first), transcript=first, seconds=seconds)


def look_at_pages(project: Path, findings: list[Finding]) -> None:
    for verb in ("accept", "build", "verify"):
        command = [sys.executable, "-m", "site_builder", verb, "--project", str(project)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, f"sitemaf {verb}: {done.stdout}{done.stderr}"
    for finding in findings:
        page = project / "output" / "en" / finding.name.lower() / "index.html"
        shown = html.unescape(re.sub(r"<[^>]*>", "", page.read_text(encoding="utf-8")))
        assert str(project) not in page.read_text(encoding="utf-8")
        for word in words(finding):
            assert word in shown, f"{finding.name}: the page does not show {word}"


def words(finding: Finding) -> Iterator[str]:
    """What a reader of the page must find."""
    for tool in finding.contract.tools:
        yield tool.name
        yield from (one.name for one in every(tool.parameters))
        yield from filter(None, re.split(r"\s{2,}|\n", tool.description))
    yield from (prompt.name for prompt in finding.contract.prompts)
    yield from (resource.uri for resource in finding.contract.resources)


def every(parameters: tuple[Parameter, ...]) -> Iterator[Parameter]:
    for one in parameters:
        yield one
        yield from every(one.fields)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def git(folder: Path, *arguments: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    author = {
        f"GIT_{role}_{what}": text
        for role in ("AUTHOR", "COMMITTER")
        for what, text in (("NAME", "A"), ("EMAIL", "a@example.org"), ("DATE", "2026-01-31T12:00:00Z"))
    }
    subprocess.run(["git", *arguments], cwd=folder, check=True, env={**os.environ, **author})


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
