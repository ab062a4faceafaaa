"""The guide in `docs/` names everything that an author can write, and every link in it leads somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import get_type_hints

import click
import pytest

from architecture.code import PACKAGE
from site_builder.commands import cli
from site_builder.config.shapes import File
from site_builder.content.front_matter import KEYS
from site_builder.content.prose.directives import DIRECTIVES
from site_builder.content.slugs import slug_of
from site_builder.excerpts.options import OPTIONS
from site_builder.report.codes import CODES
from site_builder.transcripts.options import CONTRACT_OPTIONS, TRANSCRIPT_OPTIONS
from site_builder.transcripts.scenario import DEMO_KEYS
from site_builder.transcripts.scenario_calls import CALL_KEYS
from site_builder.transcripts.scenario_run import RUN_KEYS

GUIDE = {path.name: path.read_text(encoding="utf-8") for path in (PACKAGE.parent / "docs").glob("*.md")}
TEMPLATES = PACKAGE.parent / "templates"
ROOT = PACKAGE.parent
LINK = re.compile(r"\]\((?!https?://)([^)#\s]*)(?:#([^)\s]+))?\)")


def lacking(document: str, words: Iterable[str]) -> set[str]:
    """Words that no table row and no sentence of the document shows as code."""
    shown = set(re.findall(r"`([^`\n]+)`", GUIDE[document]))
    return set(words) - {part for one in shown for part in (one, one.split(" ")[0])}


def test_the_guide_names_every_key_option_and_setting() -> None:
    settings = {key for shape in get_type_hints(File).values() for key in get_type_hints(shape)}
    of_readme = {
        "languages",
        "title",
        "content",
        "demos",
        "templates",
        "output",
        "footer",
        "strings",
        "fonts",
    }
    runs = {*TRANSCRIPT_OPTIONS, *CONTRACT_OPTIONS}
    assert lacking("authoring.md", {*KEYS, *DIRECTIVES}) == set()
    assert lacking("excerpts.md", (f":{name}:" for name in OPTIONS)) == set()
    assert (
        lacking("transcripts.md", {*DEMO_KEYS, *RUN_KEYS, *CALL_KEYS, *(f":{name}:" for name in runs)})
        == set()
    )
    assert lacking("theme.md", settings - of_readme) == set()


def test_the_guide_names_every_option_of_every_command() -> None:
    options = {
        name
        for command in cli.commands.values()
        for option in command.params
        if isinstance(option, click.Option)
        for name in option.opts
    }
    assert lacking("ci.md", options - {"--version"}) == set()


def test_the_guide_weighs_every_finding_about_excerpts_as_the_table_of_codes_does() -> None:
    rows = re.findall(
        r"^\|[^|]+\| `(excerpt-[a-z-]+)` \| (\w+) \| (\w+) \|", GUIDE["excerpts.md"], re.MULTILINE
    )
    told = {name: (build, verify) for name, build, verify in rows}
    assert told == {
        code.name: (code.build.value, code.verify.value)
        for code in CODES.values()
        if code.name.startswith("excerpt-")
    }


def test_the_guide_names_every_template_and_every_block_of_the_frame() -> None:
    names = {path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.*")}
    files = {name for name in names if not name.startswith(("strings/", "."))}
    blocks = re.findall(r"{% block (\w+) %}", (TEMPLATES / "layout.html").read_text(encoding="utf-8"))
    variables = re.findall(r"(--[a-z-]+):", (TEMPLATES / "theme.css").read_text().partition("}")[0])
    assert lacking("theme.md", {*files, *blocks, *variables}) == set()


@pytest.mark.parametrize("document", sorted(GUIDE))
def test_every_link_of_the_guide_leads_to_a_file_and_a_heading(document: str) -> None:
    broken = []
    for target, anchor in LINK.findall(
        re.sub(r"`[^`\n]+`|^(`{3,}).*?^\1$", "", GUIDE[document], flags=re.M | re.S)
    ):
        path = ROOT / "docs" / (target or document)
        headings = (
            re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE) if path.exists() else []
        )
        if not path.exists() or (anchor and anchor not in map(slug_of, headings)):
            broken.append(f"{target}#{anchor}")
    assert broken == []
