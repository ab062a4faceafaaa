"""Reading a project: everything that people wrote, and never a wait or a way out."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import pytest

from projects import Project
from site_builder.config import Config
from site_builder.effects.tree import find_project, read_builtin_theme, read_site, read_sources
from site_builder.model import EnvironmentProblem

CONFIG = Config(languages=("fr", "en"), title={"fr": "T", "en": "T"})


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project").write(
        {
            "sitemaf.toml": "",
            "sitemaf.lock": "version = 1\n",
            "content/index.fr.md": "# F\n",
            "content/guides/start.en.md": "# E\r\n",
            "content/guides/plan.png": "png",
            "content/.hidden/x.fr.md": "x",
            "content/.draft.fr.md": "x",
            "demos/One/demo.toml": "title = 'x'\n",
            "demos/One/transcripts/direct.json": "{}",
            "demos/One/client/demo.toml": "not ours",
            "demos/One/client/data.json": "{}",
            "templates/figures/code.html": "<pre>",
        }
    )


def test_every_kind_of_file_lands_in_its_place(project: Project) -> None:
    sources = read_sources(project.root, CONFIG)
    assert sources.lock == b"version = 1\n"
    assert sources.pages == {"content/index.fr.md": b"# F\n", "content/guides/start.en.md": b"# E\r\n"}
    assert sources.assets == {"content/guides/plan.png": sha256(b"png").hexdigest()}
    assert sources.demos == {"demos/One/demo.toml": b"title = 'x'\n"}
    assert sources.transcripts == {"demos/One/transcripts/direct.json": b"{}"}
    assert sources.templates == {"figures/code.html": b"<pre>"}
    assert sources.problems == ()


def test_a_project_without_lock_demos_and_templates_is_a_project(tmp_path: Path) -> None:
    project = Project(tmp_path).write({"content/index.fr.md": "# F\n"})
    sources = read_sources(project.root, CONFIG)
    assert (sources.lock, sources.demos, sources.templates, sources.problems) == (None, {}, {}, ())


def test_a_page_in_no_language_of_the_site_is_a_problem_not_an_asset(project: Project) -> None:
    project.write({"content/notes.md": "x", "content/guide.de.md": "x"})
    sources = read_sources(project.root, CONFIG)
    found = {problem.where.path: problem for problem in sources.problems}
    assert set(found) == {"content/notes.md", "content/guide.de.md"}
    assert {problem.code for problem in sources.problems} == {"translation-missing"}
    assert "`content/notes.fr.md`" in found["content/notes.md"].help


@pytest.mark.parametrize(
    ("name", "message", "help"),
    [
        (
            "guide.de.md",
            "`de` is no language of the site",
            "add `de` to `languages` in sitemaf.toml, or call it",
        ),
        ("guide.FR.md", "ends in no language of the site", "call it `content/guide.fr.md`, or move"),
        (
            "v1.2.md",
            "ends in no language of the site",
            "call it `content/v1.2.fr.md` or `content/v1.2.en.md`",
        ),
    ],
)
def test_a_page_in_a_language_that_is_not_declared_is_told_how_to_join(
    project: Project, name: str, message: str, help: str
) -> None:
    (found,) = read_sources(project.write({f"content/{name}": "x"}).root, CONFIG).problems
    assert message in found.message
    assert found.help.startswith(help)


def test_what_is_no_plain_file_is_a_problem_and_no_wait(project: Project, tmp_path: Path) -> None:
    content = project.root / "content"
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret/key.fr.md").write_text("key")
    os.mkfifo(content / "pipe.fr.md")
    (content / "out.fr.md").symlink_to(tmp_path / "secret/key.fr.md")
    (content / "outside").symlink_to(tmp_path / "secret")
    (content / "nowhere.fr.md").symlink_to("nothing")
    (content / "loop").symlink_to(".")
    (project.root / os.fsdecode(b"content/\xff.fr.md")).write_text("x")
    (content / "a\nb.fr.md").write_text("x")
    sources = read_sources(project.root, CONFIG)
    said = sorted(problem.message.partition("` ")[2] for problem in sources.problems)
    assert said == [
        "has a control character in its name",
        "has a name that is not UTF-8",
        "is a link that leaves the repository",
        "is a link that leaves the repository",
        "is a link to a folder that holds it",
        "is a link to nothing",
        "is a pipe, socket or device, not a file",
    ]
    assert {problem.code for problem in sources.problems} == {"page-encoding"}
    assert b"key" not in sources.pages.values()


def test_a_link_that_stays_inside_the_repository_is_followed(tmp_path: Path) -> None:
    project = Project(tmp_path / "repository", "docs").init()
    project.write({"content/index.fr.md": "# F\n", "../shared/note.fr.md": "# N\n"})
    (project.root / "content/note.fr.md").symlink_to("../../shared/note.fr.md")
    (project.root / "content/all").symlink_to("../../shared")
    sources = read_sources(project.root, CONFIG)
    assert sources.pages["content/note.fr.md"] == sources.pages["content/all/note.fr.md"] == b"# N\n"


def test_the_project_is_the_nearest_folder_with_a_configuration(project: Project) -> None:
    assert find_project(project.root / "content/guides") == project.root
    assert find_project(project.root, exact=True) == project.root


def test_a_folder_without_configuration_says_what_to_do(project: Project, tmp_path: Path) -> None:
    with pytest.raises(EnvironmentProblem, match=r"no sitemaf\.toml") as refused:
        find_project(project.root / "content", exact=True)
    assert "sitemaf init" in refused.value.help
    with pytest.raises(EnvironmentProblem, match=r"no sitemaf\.toml"):
        find_project(tmp_path)


def test_the_built_in_theme_is_found_wherever_sitemaf_runs_from() -> None:
    assert "page.html" in read_builtin_theme()


def test_a_built_site_is_read_as_its_html_files(tmp_path: Path) -> None:
    Project(tmp_path).write({"fr/index.html": "<p>", "fr/index.md": "x", "site.css": "x"})
    assert read_site(tmp_path) == {"fr/index.html": b"<p>"}
    assert read_site(tmp_path / "none") == {}
