"""The generators that users would choose: how each is installed, builds, and is made to start afresh.

In: a folder for tools. Out: `Generator`s. Everything comes from the registries of Python and Node by name;
each Python tool has a virtual environment of its own.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Generator:
    name: str
    python: tuple[str, ...] = ()  # packages
    node: tuple[str, ...] = ()
    build: tuple[str, ...] = ()  # run in the project's folder; {bin} is where the tool's programs are
    unchanged: tuple[str, ...] = ()  # where a build with nothing to do is asked for in another way
    made: tuple[str, ...] = ()  # what a clean build deletes first
    page: str = ""  # the page of which a sentence is edited
    slow: bool = False  # minutes for a clean build


GENERATORS = (
    Generator(
        name="sitemaf",
        build=(sys.executable, "-m", "site_builder", "build", "--quiet"),
        made=("output", ".sitemaf"),
        page="content/part-000/page-00003.en.md",
    ),
    Generator(
        name="hugo",
        python=("hugo",),
        build=("{bin}/hugo", "--quiet"),
        made=("public", "resources", ".hugo_build.lock"),
        page="content/en/part-000/page-00003.md",
    ),
    Generator(
        name="eleventy",
        node=("@11ty/eleventy", "@11ty/eleventy-plugin-syntaxhighlight"),
        build=("npx", "eleventy", "--quiet"),
        made=("output",),
        page="src/en/part-000/page-00003.md",
    ),
    Generator(
        name="mkdocs",
        python=("mkdocs", "pygments"),
        build=("{bin}/mkdocs", "build", "--quiet"),
        unchanged=("{bin}/mkdocs", "build", "--quiet", "--dirty"),
        made=("site",),
        page="docs/en/part-000/page-00003.md",
        slow=True,
    ),
    Generator(
        name="material",
        python=("mkdocs-material",),
        build=("{bin}/mkdocs", "build", "--quiet"),
        unchanged=("{bin}/mkdocs", "build", "--quiet", "--dirty"),
        made=("site", ".cache"),
        page="docs/en/part-000/page-00003.md",
        slow=True,
    ),
    Generator(
        name="zensical",
        python=("zensical",),
        build=("{bin}/zensical", "build"),
        made=("site", ".cache"),
        page="docs/en/part-000/page-00003.md",
        slow=True,
    ),
    Generator(
        name="sphinx",
        python=("sphinx", "myst-parser"),
        build=("{bin}/sphinx-build", "-q", "-j", "auto", "source", "output"),
        made=("output",),
        page="source/en/part-000/page-00003.md",
        slow=True,
    ),
)


def install(generator: Generator, tools: Path, project: Path) -> None:
    """Get what is missing; node packages belong to the project's folder."""
    if generator.python and not (tools / generator.name / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", tools / generator.name], check=True)
        pip = [tools / generator.name / "bin" / "python", "-m", "pip", "install", "--quiet"]
        subprocess.run([*pip, "--disable-pip-version-check", *generator.python], check=True)
    if generator.node and not (project / "node_modules").exists():
        npm = shutil.which("npm")
        assert npm, "npm is missing"
        quiet = ("--silent", "--no-audit", "--no-fund")
        subprocess.run([npm, "install", *quiet, *generator.node], cwd=project, check=True)


def command(words: Sequence[str], generator: Generator, tools: Path) -> list[str]:
    return [word.replace("{bin}", str(tools / generator.name / "bin")) for word in words]


def version(generator: Generator, tools: Path, project: Path) -> str:
    """Which version was measured, as its package says."""
    if generator.python:
        show = [str(tools / generator.name / "bin" / "python"), "-m", "pip", "show", generator.python[0]]
        lines = subprocess.run(show, capture_output=True, text=True).stdout.splitlines()
        return next((line.split()[1] for line in lines if line.startswith("Version: ")), "?")
    if generator.node:
        listed = ["npm", "ls", "--depth", "0", generator.node[0]]
        return (
            subprocess.run(listed, cwd=project, capture_output=True, text=True)
            .stdout.rpartition("@")[2]
            .strip()
        )
    return subprocess.run(
        [sys.executable, "-m", "site_builder", "--version"], capture_output=True, text=True
    ).stdout.split()[-1]
