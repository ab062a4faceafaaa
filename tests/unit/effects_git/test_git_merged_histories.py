"""Newest commits in histories full of merges, checked against git asked path by path."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from projects import Project, git
from site_builder.effects import history
from site_builder.effects.git import Git

FILES = ("a.txt", "b.txt", "d/c.txt", "d/e/f.txt")


def tangled(folder: Path, seed: int) -> Project:
    """Branches that edit the same few files, merged with either side's or both sides' changes."""
    dice = random.Random(seed)
    project = Project(folder).init()
    project.write({path: f"{path}\n" * 9 for path in FILES}).commit()
    for step in range(6):
        git(
            project.root,
            "switch",
            "--quiet",
            "--create",
            f"side{step}",
            f"HEAD~{dice.choice((0, 0, 1))}" if step else "HEAD",
        )
        for branch in (f"side{step}", "main"):
            git(project.root, "switch", "--quiet", branch)
            for path in dice.sample(FILES, dice.randint(1, 2)):
                project.write({path: f"{dice.choice(('x', 'y'))} {path}\n" * dice.randint(1, 3)})
            git(project.root, "commit", "--quiet", "--all", "--allow-empty", "--message", "change")
        strategy = dice.choice(("ours", "theirs"))
        if dice.random() < 0.3:
            git(project.root, "merge", "--quiet", "--no-edit", "--strategy", "ours", f"side{step}")
        else:
            git(project.root, "merge", "--quiet", "--no-edit", "--strategy-option", strategy, f"side{step}")
    return project


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("few", [0, 64])
def test_each_answer_holds_the_present_content_and_changed_the_file(
    tmp_path: Path, seed: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "_FEW", few)
    project = tangled(tmp_path, seed)
    found = Git(project.root).newest_commits(FILES)
    assert set(found) == set(FILES)
    for path, commit in found.items():
        now, then = (git(project.root, "rev-parse", f"{at}:{path}") for at in ("HEAD", commit))
        assert now == then
        parents = git(project.root, "rev-parse", f"{commit}^@").split()
        before = [git(project.root, "ls-tree", parent, path) for parent in parents]
        assert git(project.root, "ls-tree", commit, path) not in before
