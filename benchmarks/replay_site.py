"""A site in a clone that quotes what was drawn, and sitemaf run on it as a user runs it.

In: the clone and the excerpts. Out: pins as the lock has them, verdicts as the report has them, and where the
pages point afterwards.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replay_history import git
from replay_sample import Quoted, Spans

NAME = "replay-site"
A_PAGE = 200  # excerpts
CONFIG = '[site]\nlanguages = ["en"]\n[site.title]\nen = "Replay"\n'
BESIDE = {"excerpt-partial", "excerpt-unused"}  # said of an excerpt besides its state
SPAN = re.compile(r"L?(\d+)(?:-L?(\d+))?")
Place = tuple[str, Spans]


@dataclass(frozen=True)
class LockPin:
    spans: Spans
    commit: str


@dataclass(frozen=True)
class Verdict:
    state: str
    place: Place | None = None
    candidates: Sequence[tuple[str, tuple[int, int]]] = ()


class ReplaySite:
    """Every excerpt has four lines of its own, so that a finding's line says whose it is."""

    def __init__(self, clone: Path, drawn: Sequence[Quoted]) -> None:
        self.clone, self.drawn, self.root = clone, drawn, clone / NAME
        self._where: dict[tuple[str, int], Quoted] = {}

    def check_out(self, commit: str) -> None:
        git(self.clone, "-c", "core.autocrlf=false", "checkout", "-q", "--force", "--detach", commit)
        if not self.root.exists():
            self._write()

    def _write(self) -> None:
        (self.root / "content").mkdir(parents=True)
        (self.root / "sitemaf.toml").write_text(CONFIG)
        (self.root / "content/index.en.md").write_text("---\ntitle: Replay\n---\n")
        for start in range(0, len(self.drawn), A_PAGE):
            page = f"content/page{start // A_PAGE:03}.en.md"
            rows = ["---", "title: Replay", "---"]
            for one in self.drawn[start : start + A_PAGE]:
                self._where[page, len(rows) + 1] = one
                rows += [f"```{{excerpt}} ../{one.path}", one.option, ":allow-partial:", "```"]
            (self.root / page).write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")

    def _sitemaf(self, *arguments: str) -> dict[str, Any]:
        command = [
            sys.executable,
            "-m",
            "site_builder",
            *arguments,
            "--format",
            "json",
            "--project",
            str(self.root),
        ]
        said = subprocess.run(command, cwd=Path(__file__).parent.parent, capture_output=True, check=False)
        if said.returncode not in (0, 1):
            raise SystemExit(f"{' '.join(arguments)} ended with {said.returncode}: {said.stderr.decode()}")
        report: dict[str, Any] = json.loads(said.stdout)
        return report

    def accept(self, *options: str) -> None:
        self._sitemaf("accept", *options)

    def verify(self) -> dict[Quoted, Verdict]:
        found = dict.fromkeys(self.drawn, Verdict("ok"))
        for problem in self._sitemaf("verify", "--skip-demos", "--skip-site")["problems"]:
            one = self._where.get((problem["path"], problem["line"]))
            if one is not None and problem["code"] not in BESIDE:
                assert found[one].state == "ok", f"two states: {problem}"
                found[one] = _verdict(problem)
        return found

    def pins(self) -> dict[tuple[str, str | Spans], LockPin]:
        """(path, symbol or lines) → pin."""
        lock = self.root / "sitemaf.lock"
        rows = tomllib.loads(lock.read_text(encoding="utf-8"))["pin"] if lock.exists() else []
        found: dict[tuple[str, str | Spans], LockPin] = {}
        for row in rows:
            spans = _spans(row["lines"])
            symbol = row["address"].removeprefix("symbol:") if ":" in row["address"] else spans
            found[row["path"], symbol] = LockPin(spans=spans, commit=row["commit"])
        return found

    def places(self) -> dict[Quoted, Place]:
        """Where the pages point now; no lines where they name a symbol."""
        found: dict[Quoted, Place] = {}
        for (page, line), one in self._where.items():
            rows = (self.root / page).read_text(encoding="utf-8").split("\n")
            path = rows[line - 1].removeprefix("```{excerpt} ../")
            found[one] = (path, () if one.symbol else _spans(rows[line].removeprefix(":lines: ")))
        return found


def _verdict(problem: dict[str, Any]) -> Verdict:
    state, detail = problem["code"].removeprefix("excerpt-"), problem["excerpt"]
    if detail is None:
        return Verdict(state)
    current = detail["current"]
    place = (current["path"], tuple((a, b) for a, b in detail["ranges"])) if current else None
    return Verdict(state, place, tuple((path, (a, b)) for path, a, b in detail["candidates"]))


def _spans(text: str) -> Spans:
    return tuple((int(first), int(last or first)) for first, last in SPAN.findall(text))
