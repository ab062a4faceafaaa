"""`where`: which pages quote a file or a line of it, as it is now."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from projects import git
from quoting import CODE, Site, excerpt


@pytest.fixture
def site(tmp_path: Path) -> Site:
    both = excerpt("src/code.py", ":lines: 4-5") + "\n\n" + excerpt("src/code.py", ":symbol: second")
    return Site(tmp_path).begin(both)


def test_a_file_lists_every_directive_that_quotes_it(site: Site) -> None:
    said = site.call("where", "src/code.py")
    assert said.code == 0
    assert said.out.splitlines() == [
        "content/index.en.md:7:1: src/code.py L4–L5",
        "content/index.en.md:11:1: src/code.py L8–L9 (symbol:second)",
        "content/index.fr.md:7:1: src/code.py L4–L5",
        "content/index.fr.md:11:1: src/code.py L8–L9 (symbol:second)",
    ]


def test_a_line_lists_only_what_shows_it(site: Site) -> None:
    found = json.loads(site.call("where", "src/code.py:9", "--format", "json").out)
    assert (found["version"], found["command"], found["path"], found["line"]) == (
        1,
        "where",
        "src/code.py",
        9,
    )
    assert [(one["path"], one["line"], one["ranges"]) for one in found["citations"]] == [
        ("content/index.en.md", 11, [[8, 9]]),
        ("content/index.fr.md", 11, [[8, 9]]),
    ]


def test_lines_are_those_of_the_file_as_it_is_now(site: Site) -> None:
    site.write({"src/code.py": "# above\n" + CODE})
    assert site.call("where", "src/code.py:4").out == ""
    assert site.call("where", "src/code.py:6").out.splitlines() == [
        "content/index.en.md:7:1: src/code.py L5–L6",
        "content/index.fr.md:7:1: src/code.py L5–L6",
    ]


def test_a_file_that_nothing_quotes_gives_nothing(site: Site) -> None:
    site.write({"src/other.py": "x\n"})
    git(site.root, "add", "--all")
    said = site.call("where", "src/other.py")
    assert (said.code, said.out) == (0, "")


def test_values_count_as_citations(tmp_path: Path) -> None:
    site = Site(tmp_path).write({"src/limits.py": "LIMIT = 3\n"})
    assert isinstance(site, Site)
    site.begin("It is {value}`src/limits.py::LIMIT`.")
    assert "value:LIMIT" in site.call("where", "src/limits.py").out


@pytest.mark.parametrize(
    ("path", "text", "pointer", "first", "last"),
    [
        ("limits.py", '"""Limits."""\n\nclass Of:\n    MOST = (\n        3\n    )\n', "Of.MOST", 4, 6),
        ("limits.json", '{\n  "other": 1,\n  "limits": {\n    "most": 3\n  }\n}\n', "/limits/most", 4, 4),
        ("limits.yaml", "other: 1\nlimits:\n  - 2\n  - >-\n    three\n\nlast: 4\n", "/limits/1", 4, 6),
        ("limits.toml", "other = 1\n[limits]\nleast = 1\nmost = 3 # three\n", "/limits/most", 4, 4),
    ],
)
def test_a_value_is_listed_for_the_lines_that_give_it(
    tmp_path: Path, path: str, text: str, pointer: str, first: int, last: int
) -> None:
    site = Site(tmp_path).write({path: text})
    assert isinstance(site, Site)
    site.begin(f"It is {{value}}`{path}::{pointer}`.")
    for line in range(1, text.count("\n") + 1):
        cited = f"value:{pointer}" in site.call("where", f"{path}:{line}").out
        assert cited == (first <= line <= last), line


def test_a_value_whose_lines_cannot_be_told_is_listed_for_every_line(tmp_path: Path) -> None:
    site = Site(tmp_path).write({"limits.toml": "most = [\n  3,\n]\n"})
    assert isinstance(site, Site)
    site.begin("It is {value}`limits.toml::/most/0`.")
    for line in (1, 2, 3):
        assert "value:/most/0" in site.call("where", f"limits.toml:{line}").out


def test_an_unknown_file_is_a_usage_error_with_near_names(site: Site) -> None:
    said = site.call("where", "src/cod.py")
    assert said.code == 2
    assert "src/code.py" in said.err


def test_a_file_may_be_named_from_where_the_author_stands(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(site.root / "src")
    assert "content/index.en.md:7" in site.call("where", "code.py:5").out
