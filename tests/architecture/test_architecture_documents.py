"""The documents at the top of the repository name files, tests and commands that exist."""

from __future__ import annotations

import re
import subprocess
import tomllib
from typing import get_type_hints

import pytest

from architecture.code import PACKAGE
from site_builder.commands import cli
from site_builder.config import Config, parse_config
from site_builder.config.shapes import File

ROOT = PACKAGE.parent
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
LINK = re.compile(r"(?:\]\(|src=\"|srcset=\")(?!https?://|#)([^)#\"\s]+)")


def test_every_invariant_names_a_test_that_exists() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    _, _, *invariants = re.findall(r"^\|.*\|$", text.partition("## Invariants")[2], re.MULTILINE)
    named = [TEST.findall(invariant) for invariant in invariants]
    assert len(named) >= 10
    assert [row for row, tests in zip(invariants, named, strict=True) if not tests] == []
    assert [f"{path}::{name}" for tests in named for path, name in tests if not defines(path, name)] == []


def defines(path: str, test: str) -> bool:
    return (ROOT / path).is_file() and f"def {test}(" in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_of_a_document_leads_to_a_file(document: str) -> None:
    links = LINK.findall((ROOT / document).read_text(encoding="utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_target_that_a_document_names_is_explained_by_make_help(document: str) -> None:
    said = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", (ROOT / document).read_text("utf-8"), re.MULTILINE))
    assert named - set(re.findall(r"^  ([a-z]+) ", said.stdout, re.MULTILINE)) == set()


def test_the_build_machine_runs_the_command_that_the_readme_gives() -> None:
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip().endswith("exec make test")
    assert "make test" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_nothing_in_the_repository_names_a_folder_of_one_machine() -> None:
    listed = subprocess.run(
        ["git", "grep", "-lIE", "/(home|Users)/[a-z]+/|/root/", "--", ":!tests"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
    )
    assert (listed.returncode, listed.stdout) == (1, "")  # 1: git found nothing


def test_the_settings_that_the_readme_shows_are_all_of_them_and_valid() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (settings,) = re.findall(r"^```toml\n(\[site\]\n.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert isinstance(parse_config(settings.encode(), "README.md"), Config)
    shown = tomllib.loads(settings)
    known = {table: set(get_type_hints(shape)) for table, shape in get_type_hints(File).items()}
    assert {table: set(keys) for table, keys in shown.items()} == known


def test_the_readme_names_every_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = readme.partition("## Commands")[2].partition("##")[0]
    assert set(re.findall(r"^\| `sitemaf (\w+)", rows, re.MULTILINE)) == set(cli.commands)
