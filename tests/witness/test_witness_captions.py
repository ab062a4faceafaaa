"""What every caption of the built site claims, asked of git alone. Nothing of sitemaf is imported here."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

from witness.captions import Excerpt, Page, read_site

PICTURES = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n"} | {0x7F: 0x2421}


@pytest.fixture(scope="module")
def pages(built_site) -> dict[str, Page]:
    return read_site(built_site.output)


@pytest.fixture(scope="module")
def excerpts(pages: dict[str, Page]) -> list[Excerpt]:
    found = [excerpt for page in pages.values() for excerpt in page.excerpts]
    assert len(found) >= 5
    return found


def test_every_caption_shows_the_very_lines_that_git_has_at_that_commit(built_site, excerpts) -> None:
    for excerpt in excerpts:
        path, ranges, commit = excerpt.place()
        lines = [line for part in ranges for line in sed(built_site.project, commit, path, *part)]
        shown = excerpt.code.removesuffix("\n").split("\n")
        assert shown in (dedented(lines), visible(lines)), f"{excerpt.page}: {excerpt.claim}"


def test_every_caption_says_what_its_figure_claims(excerpts) -> None:
    for excerpt in excerpts:
        path, ranges, commit = excerpt.place()
        lines = ", ".join(f"L{a}" if a == b else f"L{a}–L{b}" for a, b in ranges)
        assert f"{path} · {lines} · {commit[:12]}" in " ".join(excerpt.caption.split())


def test_every_caption_names_a_commit_that_changed_the_file(built_site, excerpts) -> None:
    for path, commit in {(path, commit) for path, _, commit in map(Excerpt.place, excerpts)}:
        changes = ask(built_site.project, "log", "--format=%H", "--full-history", "HEAD", "--", path)
        assert commit in changes.split(), f"{path} was not changed by {commit}"


def test_every_language_quotes_the_same_lines_in_the_same_order(built_site, pages) -> None:
    quoted: dict[str, list[str]] = {}
    for language in languages(built_site.project):
        own = [page for path, page in pages.items() if path.startswith(f"{language}/")]
        quoted[language] = sorted(excerpt.claim for page in own for excerpt in page.excerpts)
    first, *others = quoted.values()
    assert len(first) >= 5
    assert all(other == first for other in others)


def test_every_language_shows_the_same_number_of_transcripts(built_site, pages) -> None:
    shown = {
        language: sum(p.transcripts for path, p in pages.items() if path.startswith(f"{language}/"))
        for language in languages(built_site.project)
    }
    assert len(set(shown.values())) == 1
    assert min(shown.values()) >= 2


def languages(project: Path) -> list[str]:
    return tomllib.loads((project / "sitemaf.toml").read_text(encoding="utf-8"))["site"]["languages"]


def sed(project: Path, commit: str, path: str, first: int, last: int) -> list[str]:
    """`git show COMMIT:PATH | sed -n FIRST,LASTp`."""
    source = subprocess.run(
        ["git", "show", f"{commit}:{path}"], cwd=project, capture_output=True, check=True
    ).stdout
    cut = subprocess.run(
        ["sed", "-n", f"{first},{last}p"], input=source, capture_output=True, check=True
    ).stdout
    lines = cut.decode("utf-8").replace("\r\n", "\n").removesuffix("\n").split("\n")
    assert len(lines) == last - first + 1, f"{path} has no lines {first}–{last} at {commit}"
    return lines


def ask(project: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=project, capture_output=True, check=True, encoding="utf-8"
    ).stdout


def dedented(lines: list[str]) -> list[str]:
    """The documented rule: drop the longest white-space text that all lines with a word begin with."""
    filled = [line for line in lines if line.strip(" \t")]
    margin = min((line[: len(line) - len(line.lstrip(" \t"))] for line in filled), key=len, default="")
    while not all(line.startswith(margin) for line in filled):
        margin = margin[:-1]
    return visible([line.removeprefix(margin) if line.strip(" \t") else "" for line in lines])


def visible(lines: list[str]) -> list[str]:
    return [line.translate(PICTURES) for line in lines]
