"""What may import what, and what a quick command must not load."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from architecture.code import PACKAGE, Module, imported_by, modules

OUTER = {
    "__init__",
    "__main__",
    "cli",
    "commands",
    "verbs",
    "report",
    "effects",
}  # all other packages are pure
HEAVY = {
    "asyncio",
    "babel",
    "jinja2",
    "markdown_it",
    "mcp",
    "msgspec",
    "multiprocessing",
    "pydantic",
    "pygments",
    "sqlite3",
    "starlette",
    "uvicorn",
    "watchfiles",
    "yaml",
}
READING = {"read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "glob", "rglob", "stat"}
VERSION = "sys.argv[:] = ['sitemaf', '--version']; from site_builder.cli import main; main()"


@pytest.fixture
def copied_package(tmp_path: Path) -> Path:
    shutil.copy2(PACKAGE.parent / "pyproject.toml", tmp_path)
    return Path(shutil.copytree(PACKAGE, tmp_path / PACKAGE.name))


def test_imports_point_downwards_and_pure_packages_do_not_touch_the_machine() -> None:
    code, report = lint(PACKAGE.parent)
    assert code == 0, report


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("model/places.py", "import subprocess"),
        ("config/__init__.py", "import os"),
        ("model/lock.py", "from site_builder.config import Config"),
        ("cli.py", "import mcp"),
    ],
)
def test_an_import_that_points_upwards_or_outwards_is_found(
    copied_package: Path, module: str, line: str
) -> None:
    edited = copied_package / module
    edited.write_text(f"{edited.read_text()}\n{line}\n")
    code, report = lint(copied_package.parent)
    assert (code, "BROKEN" in report) == (1, True), report


def test_pure_packages_read_and_write_no_file() -> None:
    assert [
        place for module in modules() if top(module) not in OUTER for place in reads_or_writes(module)
    ] == []


def test_every_pure_package_is_under_the_contract() -> None:
    settings = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {one["id"]: one for one in settings["tool"]["importlinter"]["contracts"]}
    listed = {name.removeprefix("site_builder.") for name in contracts["pure"]["source_modules"]}
    assert listed == {top(module) for module in modules()} - OUTER


def test_the_version_is_printed_without_loading_what_a_build_needs() -> None:
    assert tops(imported_by(VERSION)) & HEAVY == set()


def test_the_types_are_loaded_without_any_other_package() -> None:
    before = imported_by("pass")
    assert tops(imported_by("import site_builder.model") - before) & HEAVY == set()


def test_verbs_are_loaded_without_the_protocol_library() -> None:
    loaded = imported_by("import site_builder.verbs.build, site_builder.verbs.verify")
    assert tops(loaded) & {"mcp", "pydantic", "starlette", "uvicorn", "watchfiles"} == set()


def lint(folder: Path) -> tuple[int, str]:
    """import-linter's exit code and report on the package in `folder`."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout + done.stderr


def top(module: Module) -> str:
    return module.name.partition(".")[0]


def tops(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


def reads_or_writes(module: Module) -> Iterator[str]:
    """Calls of `open`, and of the methods of a path that reach the disk."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called == "open" or ("." in called and called.rpartition(".")[2] in READING):
                yield f"{module.name}:{node.lineno} {called}"
