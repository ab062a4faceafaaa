"""Builds of this repository, watched from outside: same bytes anywhere, and each demo run started once."""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from projects import contents, copy_repository, sitemaf


def test_another_machine_makes_the_same_bytes(built_site, tmp_path: Path) -> None:
    elsewhere = {
        "TZ": "Pacific/Kiritimati",
        "LANG": "tr_TR.UTF-8",
        "LC_ALL": "",
        "HOME": str(tmp_path / "home"),
        "PYTHONHASHSEED": "42",
        "COLUMNS": "43",
    }
    project = copy_repository(tmp_path / "another folder", built_site.project)
    output = tmp_path / "site"
    said = sitemaf(
        "build", "--output", output, "--jobs", "1", folder=project, environment=elsewhere, umask=0o077
    )
    assert said.code == 0, said.text
    assert_same_bytes(contents(built_site.output), contents(output))


def test_a_second_build_makes_the_same_bytes(built_site, tmp_path: Path) -> None:
    said = sitemaf("build", "--output", tmp_path / "site", folder=built_site.project)
    assert said.code == 0, said.text
    assert_same_bytes(contents(built_site.output), contents(tmp_path / "site"))


def test_the_committed_site_verifies(built_site) -> None:
    said = sitemaf("verify", "--site", built_site.output, folder=built_site.project)
    assert said.code == 0, said.text


def test_each_run_of_a_demo_is_started_once_a_build(tmp_path: Path) -> None:
    project = copy_repository(tmp_path / "project")
    log = tmp_path / "started"
    counting = tmp_path / "counting-python"
    counting.write_text(f'#!/bin/sh\necho "$@" >>"{log}"\nexec "{sys.executable}" "$@"\n')
    counting.chmod(0o755)
    declared: Counter[str] = Counter()
    for scenario in project.glob("demos/*/demo.toml"):
        text = scenario.read_text(encoding="utf-8")
        declared.update(programs(tomllib.loads(text)))
        scenario.write_text(text.replace('"{python}"', f'"{counting}"'), encoding="utf-8")
    said = sitemaf("build", "--output", tmp_path / "site", folder=project)
    assert said.code == 0, said.text
    assert sum(declared.values()) >= 2
    assert Counter(line.split()[0] for line in log.read_text().splitlines()) == declared


def programs(demo: dict[str, Any]) -> Iterator[str]:
    """The Python program of every process that the runs of a `demo.toml` declare."""
    for run in demo["runs"].values():
        keys = {"server": demo.get("server", False), **demo.get("defaults", {}), **run}
        for command in (keys.get("command"), keys["server"]):
            words = command or []
            yield from (after for word, after in pairwise(words) if word == "{python}")


def assert_same_bytes(left: dict[str, bytes], right: dict[str, bytes]) -> None:
    assert sorted(left) == sorted(right)
    assert [path for path in left if left[path] != right[path]] == []
