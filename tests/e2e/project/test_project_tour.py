"""The README's tour, walked: every command as written, in one shell, from a folder like a clone."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from projects import PATIENCE, THIS_REPOSITORY

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Step:
    command: str
    shown: tuple[str, ...]  # lines of the answer; `…` stands for what differs or is left out

    @property
    def code(self) -> int:
        return int(any(": error [" in line for line in self.shown))


def steps(document: str) -> list[Step]:
    found = []
    for block in BLOCK.findall(document):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.splitlines()
            found.append(Step(command, tuple(shown)))
    return found


def answers(walked: list[Step], folder: Path) -> list[tuple[int, str]]:
    """Exit code and output of each command, one shell for all of them."""
    script = "".join(f"{{ {step.command}\n}} 2>&1; printf '\\0%s\\0' $?\n" for step in walked)
    done = subprocess.run(
        ["sh"], input=script, cwd=folder, capture_output=True, encoding="utf-8", timeout=PATIENCE
    )
    said = done.stdout.split("\0")
    return [(int(code), out) for out, code in zip(said[::2], said[1::2], strict=False)]


def test_the_tour_of_the_readme_can_be_walked_as_written(tmp_path: Path) -> None:
    walked = steps((THIS_REPOSITORY / "README.md").read_text(encoding="utf-8"))
    assert len(walked) >= 8
    clone = tmp_path / "clone"
    clone.mkdir()
    (clone / ".venv").symlink_to(sys.prefix)
    for step, (code, out) in zip(walked, answers(walked, clone), strict=True):
        assert code == step.code, f"{step.command}\n{out}"
        shown = "".join(f"{line}\n" for line in step.shown)
        assert re.fullmatch(_pattern(step.shown), out.lstrip("\n")), (
            f"{step.command}\nshould say\n{shown}\nsays\n{out}"
        )


def _pattern(shown: tuple[str, ...]) -> str:
    """All that is said: a line `…` stands for any lines, `…` within a line for any text of it."""
    return "".join(
        r"(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n" for line in shown
    )
