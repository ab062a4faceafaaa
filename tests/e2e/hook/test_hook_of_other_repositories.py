"""The hook that this repository offers to others, with the real pre-commit, in a real push.

pre-commit clones this repository and installs it in an environment of its own; git asks it before a push.
Only what sitemaf depends on is lent to that environment by the tests' own, so that nothing is downloaded.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from e2e.project.greeting import accepted
from projects import PATIENCE, Project, Said, copy_repository, git

OWN = ("sitemaf", "_editable_impl_sitemaf", "__editable__", "pip", "setuptools", "__pycache__")
SETTINGS = """\
repos:
  - repo: {repository}
    rev: {revision}
    hooks: [{{ id: sitemaf-verify }}]
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What pre-commit is started with: its own folder for clones, and packages lent instead of fetched."""
    lent = tmp_path_factory.mktemp("lent")
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if not entry.name.startswith(OWN):
            (lent / entry.name).symlink_to(entry)
    return {
        **os.environ,
        "PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("pre-commit")),
        "PYTHONPATH": str(lent),
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",  # pip reads the negated option the other way round
        "VIRTUALENV_NO_PERIODIC_UPDATE": "1",
    }


def run(project: Project, environment: dict[str, str], *command: str) -> Said:
    done = subprocess.run(
        command,
        cwd=project.repository,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    return Said(done.returncode, done.stdout, done.stderr)


def test_a_push_is_refused_once_an_excerpt_drifted(tmp_path: Path, environment: dict[str, str]) -> None:
    offered = copy_repository(tmp_path / "sitemaf")
    git(offered, "add", "--all")
    git(offered, "commit", "--quiet", "--allow-empty", "--message", "As it is")
    revision = git(offered, "rev-parse", "HEAD").strip()
    project = accepted(tmp_path / "project")
    project.write({".pre-commit-config.yaml": SETTINGS.format(repository=offered, revision=revision)})
    project.commit("Ask sitemaf before a push")
    git(tmp_path, "init", "--quiet", "--bare", "far")
    git(project.root, "remote", "add", "origin", str(tmp_path / "far"))
    pre_commit = (sys.executable, "-m", "pre_commit")
    installed = run(project, environment, *pre_commit, "install", "--hook-type", "pre-push")
    assert installed.code == 0, installed.text

    pushed = run(project, environment, "git", "push", "origin", "main")
    assert pushed.code == 0, pushed.text
    assert "sitemaf verify" in pushed.text
    sound = git(tmp_path / "far", "rev-parse", "main")

    project.replace("src/greet.py", "nobody to greet", "no name")
    project.commit("Say it shorter")
    refused = run(project, environment, "git", "push", "origin", "main")
    assert refused.code == 1, refused.text
    assert "content/index.en.md:7:1: error [excerpt-edited]" in refused.text
    assert '  | +        raise ValueError("no name")' in refused.text
    assert git(tmp_path / "far", "rev-parse", "main") == sound

    by_hand = run(
        project, environment, *pre_commit, "run", "sitemaf-verify", "--all-files", "--hook-stage", "manual"
    )
    assert by_hand.code == 1
    assert "excerpt-edited" in by_hand.out
