"""For random edits of random files, judging agrees with an oracle of its own: exact search by trying every
line, and the line map of a real `git diff -U0 --diff-algorithm=myers`.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from pinning import judged
from site_builder.excerpts.address import print_address
from site_builder.model import Excerpt, Hunk, LineRange, LinesAddress

Spans = tuple[tuple[int, int], ...]
HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)

# Few different lines, so that copies are common; white space, so that indentation changes happen.
LINE = st.sampled_from(
    ["alpha", "beta", "gamma", "", "}", "  alpha", "    beta", "alpha  ", "def f():", "\tbeta"]
)
FILE = st.lists(LINE, min_size=1, max_size=24)


@st.composite
def edited(draw: st.DrawFn, old: list[str]) -> list[str]:
    """Insert, delete, replace, move, copy, indent: one to four times."""
    new = list(old)
    for _ in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from(["insert", "delete", "replace", "move", "copy", "indent"]))
        start = draw(st.integers(0, len(new)))
        stop = min(len(new), start + draw(st.integers(1, 4)))
        block = new[start:stop]
        if kind == "insert":
            new[start:start] = draw(st.lists(LINE, min_size=1, max_size=3))
        elif kind == "replace":
            new[start:stop] = draw(st.lists(LINE, min_size=1, max_size=3))
        elif kind == "indent":
            new[start:stop] = [f"    {line}" if line else line for line in block]
        else:
            if kind != "copy":
                del new[start:stop]
            if kind != "delete":
                at = draw(st.integers(0, len(new)))
                new[at:at] = block
    return new


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[str], list[str], Spans]:
    old = draw(FILE)
    ends = sorted(draw(st.lists(st.integers(1, len(old)), min_size=2, max_size=4, unique=len(old) > 4)))
    first, last = ends[0], ends[1]
    spans: Spans = ((first, last),)
    if len(ends) == 4 and ends[1] < ends[2]:
        spans = ((first, last), (ends[2], ends[3]))
    return old, draw(edited(old)), spans


def git_hunks(old: bytes, new: bytes, folder: Path) -> list[tuple[int, int, int, int]]:
    (folder / "old").write_bytes(old)
    (folder / "new").write_bytes(new)
    command = [
        "git",
        "diff",
        "--no-index",
        "-U0",
        "--diff-algorithm=myers",
        "--no-color",
        "--no-ext-diff",
        "old",
        "new",
    ]
    said = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert said.returncode in {0, 1}, said.stderr
    found = HUNK.findall(said.stdout.decode())
    return [tuple(int(number or 1) if number != "0" else 0 for number in one) for one in found]  # type: ignore[misc]


def line_map(hunks: list[tuple[int, int, int, int]], count: int) -> dict[int, int]:
    """Old line → new line, for every line that the diff leaves alone."""
    mapped: dict[int, int] = {}
    old = new = 1
    for old_first, old_count, new_first, new_count in hunks:
        while old < (old_first if old_count else old_first + 1):
            mapped[old] = new
            old, new = old + 1, new + 1
        assert new == (new_first if new_count else new_first + 1)
        old, new = old + old_count, new + new_count
    while old <= count:
        mapped[old] = new
        old, new = old + 1, new + 1
    return mapped


def everywhere(parts: list[list[str]], lines: list[str], at: int = 0) -> list[Spans]:
    """Every way to find the parts, one after the other, by trying each line."""
    if not parts:
        return [()]
    size = len(parts[0])
    here = [n for n in range(at, len(lines) - size + 1) if lines[n : n + size] == parts[0]]
    return [((n + 1, n + size), *rest) for n in here for rest in everywhere(parts[1:], lines, n + size)]


def unspaced(lines: list[str]) -> list[str]:
    """Without common indentation and trailing white space."""
    filled = [line for line in lines if line.strip()]
    size = 0
    while filled and all(
        len(line) > size and line[size] in " \t" and line[: size + 1] == filled[0][: size + 1]
        for line in filled
    ):
        size += 1
    return [line[size:].rstrip(" \t") if line.strip() else "" for line in lines]


def dedented(lines: list[str]) -> list[str]:
    filled = [line for line in lines if line.strip()]
    size = 0
    while filled and all(
        len(line) > size and line[size] in " \t" and line[: size + 1] == filled[0][: size + 1]
        for line in filled
    ):
        size += 1
    return [line[size:] if line.strip() else "" for line in lines]


def oracle(old: list[str], new: list[str], spans: Spans, mapped: dict[int, int]) -> tuple[str, Spans | None]:
    """The state, and for lines that moved the place."""
    parts = [old[first - 1 : last] for first, last in spans]
    if spans[-1][1] <= len(new) and [new[first - 1 : last] for first, last in spans] == parts:
        return "ok", None
    copies = everywhere(parts, new)
    if len(copies) == 1:
        return "moved", copies[0]
    if copies:
        images = [[mapped.get(line) for line in range(first, last + 1)] for first, last in spans]
        whole = all(
            None not in one and one == list(range(one[0] or 0, (one[0] or 0) + len(one))) for one in images
        )
        if whole:
            return "moved", tuple((one[0] or 0, one[-1] or 0) for one in images)
        return "ambiguous", None
    if spans[-1][1] > len(new):
        return "out-of-range", None
    here = [line for first, last in spans for line in new[first - 1 : last]]
    pinned = [line for part in parts for line in part]
    if unspaced(here) == unspaced(pinned):
        return "whitespace", None
    size = len(pinned)
    runs = [n for n in range(len(new) - size + 1) if dedented(new[n : n + size]) == dedented(pinned)]
    return ("whitespace" if len(spans) == 1 and len(runs) == 1 else "edited"), None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("diffed")


@given(case=cases(), history=st.sampled_from(["here", "here", "here", "shallow"]))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_judging_agrees_with_exact_search_and_git_s_line_map(
    folder: Path, case: tuple[list[str], list[str], Spans], history: Literal["here", "shallow"]
) -> None:
    old, new, spans = case
    sides = ["".join(f"{line}\n" for line in side).encode() for side in (old, new)]
    hunks = git_hunks(*sides, folder)
    state, place = oracle(old, new, spans, line_map(hunks, len(old)))
    ranges = tuple(LineRange(first=first, last=last) for first, last in spans)
    keys = ("old_first", "old_count", "new_first", "new_count")
    evidence = {"hunks": tuple(Hunk(**dict(zip(keys, one, strict=True))) for one in hunks)}
    if history == "shallow":
        evidence = {"hunks": None}
    verdict = judged(
        sides[0],
        sides[1],
        print_address(LinesAddress(ranges=ranges)),
        path="a.txt",
        history=history,
        **evidence,
        **({"pinned": None} if history == "shallow" else {}),
    )
    event(f"{history} {state}")
    if history == "shallow":
        agrees_without_history(verdict.state if isinstance(verdict, Excerpt) else verdict.code[8:], state)
        return
    assert isinstance(verdict, Excerpt), verdict
    assert verdict.state == state
    assert [line for _, line in verdict.rows] == dedented(
        [old[n - 1] for a, b in spans for n in range(a, b + 1)]
    )
    if place is not None:
        (problem,) = verdict.problems
        assert problem.excerpt is not None
        assert tuple((one.first, one.last) for one in problem.excerpt.ranges) == place


def agrees_without_history(found: str, state: str) -> None:
    """A hash finds the text of single ranges; what it cannot know is said less exactly, never otherwise."""
    allowed = {
        "ok": {"no-history"},
        "moved": {"moved", "ambiguous", "edited", "out-of-range"},
        "ambiguous": {"ambiguous", "moved", "edited", "out-of-range"},
        "whitespace": {"edited"},
    }
    assert found in allowed.get(state, {state})
