"""What people install: the wheel holds the theme, and makes a site where this repository is not."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from e2e.project.greeting import FILES
from projects import Project, copy_repository


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = copy_repository(folder / "source")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)],
        cwd=source,
        check=True,
        capture_output=True,
    )
    (made,) = folder.glob("sitemaf-*.whl")
    return made


def test_the_wheel_holds_the_package_the_theme_and_the_licence(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "site_builder/cli.py" in names
    assert "site_builder/py.typed" in names
    assert "site_builder/_templates/page.html" in names
    assert any(name.startswith("site_builder/_templates/strings/") for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert [name for name in names if name.startswith(("tests/", "demos/", "content/"))] == []


def test_the_wheel_alone_makes_a_site(wheel: Path, tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)
    project = Project(tmp_path / "project").init().write(FILES)
    project.commit("Start")
    said = subprocess.run(
        [sys.executable, "-c", WITNESS, "build"],
        cwd=project.root,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        encoding="utf-8",
    )
    assert said.returncode == 0, said.stdout + said.stderr
    assert str(installed) in said.stderr
    assert "nobody to greet" in project.page("en/index.html")


WITNESS = """\
import sys
import site_builder
print(site_builder.__file__, file=sys.stderr)
from site_builder.cli import main
main()
"""
