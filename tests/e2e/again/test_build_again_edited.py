"""Builds after edits: whatever was edited, the site and the report are those of a build from nothing."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from projects import Project, Said, contents

CONFIG = """\
[site]
languages = ["fr", "en"]
base_url = "https://docs.example.org/"
[site.title]
fr = "Essai"
en = "Trial"
"""
CODE = "LIMIT = 3\n\n\ndef code():\n    return LIMIT\n\n\ndef more():\n    return 2 * LIMIT\n"
DEMO = """\
title = { fr = "Essai", en = "Trial" }
sources = ["*.py"]
[runs.say]
command = ["{python}", "say.py"]
"""


def page(name: str, *more: str) -> str:
    return "\n".join(
        (
            "---",
            f"title: {name}",
            "order: 10",
            "---",
            "",
            f"Words of {name}, and 3 more.",
            "",
            "## First part",
            "",
            f"A [link](guide/b.md#second-part), `code` of {name}.",
            "",
            "```python",
            f"{name.lower()} = 1",
            "```",
            "",
            "## Second part",
            "",
            *more,
            "",
        )
    )


def excerpt(lines: str) -> str:
    return f"```{{excerpt}} src/code.py\n:lines: {lines}\n```\n"


FILES = {
    "sitemaf.toml": CONFIG,
    "src/code.py": CODE,
    "demos/Trial/demo.toml": DEMO,
    "demos/Trial/say.py": "print('said')\n",
    **{f"content/index.{lang}.md": page("Home") for lang in ("fr", "en")},
    **{f"content/quote.{lang}.md": page("Quote", excerpt("1"), excerpt("4-5")) for lang in ("fr", "en")},
    **{
        f"content/shown.{lang}.md": page(
            "Shown", "```{transcript} Trial/say\n```\n", "{value}`src/code.py::LIMIT`"
        )
        for lang in ("fr", "en")
    },
    **{
        f"content/guide/{name}.{lang}.md": page(name.upper()).replace("guide/", "")
        for name in "abc"
        for lang in ("fr", "en")
    },
}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Project:
    project = Project(tmp_path_factory.mktemp("begun") / "project")
    project.init()
    project.write(FILES)
    project.commit("begin")
    assert project.sitemaf("accept").code == 0
    project.commit("accept")
    assert project.sitemaf("build").code == 0
    return project


@pytest.fixture
def project(begun: Project, tmp_path: Path) -> Iterator[Project]:
    """A copy of a project that was built, with its cache and site."""
    shutil.copytree(begun.root, tmp_path / "project", symlinks=True)
    project = Project(tmp_path / "project")
    project.sitemaf("build")  # times of the copied files are new
    yield project


def differing(before: dict[str, bytes], after: dict[str, bytes]) -> set[str]:
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def site(project: Project) -> dict[str, bytes]:
    return contents(project.root / "output")


def as_from_nothing(project: Project, *options: str) -> tuple[Said, dict[str, bytes]]:
    """Build, and build again from nothing in a copy of the sources: both must come to the same."""
    said, made = project.sitemaf("build", *options), site(project)
    again = project.sitemaf("build", "--clean", *options)
    assert (said.code, said.out) == (again.code, again.out)
    assert differing(made, site(project)) == set()
    return said, made


def test_a_sentence_changes_its_page_alone(project: Project) -> None:
    before = site(project)
    project.replace("content/guide/b.en.md", "Words of B", "Other words of B")
    said, made = as_from_nothing(project)
    assert differing(before, made) == {"en/guide/b/index.html", "en/guide/b/index.md"}
    assert "2 new" in said.err


def test_a_quotation_that_moves_down_its_page_leaves_the_rest_alone(project: Project) -> None:
    before = site(project)
    project.replace("content/quote.en.md", "Words of", "More\n\nwords of")
    said, made = as_from_nothing(project)
    assert differing(before, made) == {"en/quote/index.html", "en/quote/index.md"}
    assert "2 new" in said.err


def text_of(project: Project, path: str) -> str:
    return (project.root / path).read_text(encoding="utf-8")


def edit(path: str, old: str, new: str) -> Callable[[Project], object]:
    return lambda project: project.replace(path, old, new)


EDITS: dict[str, Callable[[Project], object]] = {
    "a title": edit("content/guide/b.en.md", "title: B", "title: Bee"),
    "a heading that a link names": edit("content/guide/b.fr.md", "## Second part", "## Other part"),
    "a heading's level": edit("content/guide/b.en.md", "## Second part", "### Second part"),
    "a lead": edit("content/index.en.md", "title: Home", "title: Home\nlead: All of it"),
    "an order": edit("content/guide/c.fr.md", "order: 10", "order: 1"),
    "a slug": edit("content/guide/b.en.md", "title: B", "title: B\nslug: bee"),
    "a date": edit("content/guide/b.fr.md", "title: B", "title: B\ndate: 2026-01-31"),
    "a related page": edit("content/guide/b.fr.md", "title: B", "title: B\nrelated: [a]"),
    "a draft": edit("content/guide/b.en.md", "title: B", "title: B\ndraft: true"),
    "a warning": edit("content/guide/b.en.md", "and 3 more", "and 4 more"),
    "an unknown key": edit("content/guide/b.en.md", "title: B", "title: B\ncolour: red"),
    "another quotation": edit("content/quote.en.md", "lines: 4-5", "lines: 8-9"),
    "a quotation taken away": edit("content/quote.en.md", excerpt("1"), ""),
    "a value": edit("content/shown.fr.md", "{value}`src/code.py::LIMIT`", "none"),
    "a transcript": edit("content/shown.fr.md", "```{transcript} Trial/say\n```\n", ""),
    "code": edit("content/guide/a.fr.md", "a = 1", "a = 'one'"),
    "an asset": lambda project: project.write({"content/file.txt": "text"}),
    "a new page": lambda project: project.write(
        {f"content/new.{one}.md": page("New") for one in ("fr", "en")}
    ),
    "a page gone": lambda project: [
        (project.root / f"content/guide/a.{lang}.md").unlink() for lang in ("fr", "en")
    ],
    "the configuration": edit("sitemaf.toml", 'en = "Trial"', 'en = "Other"'),
    "the theme's words": lambda project: project.write(
        {"templates/strings/en.toml": 'menu = "Other pages"\n'}
    ),
    "a template": lambda project: project.write(
        {"templates/page.html": '{% extends "builtin/page.html" %}{% block tools %}{% endblock %}'}
    ),
    "a style": lambda project: project.write({"templates/theme.css": "body { color: red }"}),
    "a quoted file": edit("src/code.py", "return LIMIT", "return  LIMIT"),
    "a constant": edit("src/code.py", "LIMIT = 3", "LIMIT = 4"),
    "a demo": edit("demos/Trial/say.py", "said", "says"),
    "the lock": lambda project: project.write(
        {"sitemaf.lock": text_of(project, "sitemaf.lock") + "# a remark\n"}
    ),
    "a commit": lambda project: [project.write({"note.txt": "text"}), project.commit("note")],
}


@pytest.mark.parametrize("what", EDITS)
def test_any_edit_gives_the_site_of_a_build_from_nothing(project: Project, what: str) -> None:
    EDITS[what](project)
    as_from_nothing(project)


def test_an_edit_that_breaks_a_page_leaves_the_site_and_is_told_again(project: Project) -> None:
    before = site(project)
    project.replace("content/guide/b.en.md", "Words of", "```{nonsense}\n```\n\nWords of")
    said = [project.sitemaf("build") for _ in range(2)]
    assert [one.code for one in said] == [1, 1]
    assert said[0].out == said[1].out
    assert differing(before, site(project)) == set()
    project.replace("content/guide/b.en.md", "```{nonsense}\n```\n\n", "")
    assert "nothing changed" in project.sitemaf("build").err


def test_edits_one_after_the_other_give_the_site_of_a_build_from_nothing(project: Project) -> None:
    """A walk through edits of every kind, most of them sentences, the site compared now and then."""
    random = Random(20260131)
    sentences = [path for path in FILES if path.endswith(".md")]
    others = [what for what in EDITS if what not in {"a draft", "a page gone", "a slug", "the configuration"}]
    for step in range(24):
        path = random.choice(sentences)
        text = text_of(project, path)
        project.write({path: re.sub("Words( [0-9]+)? of", f"Words {step} of", text)})
        if step % 6 == 5:
            what = others.pop(random.randrange(len(others)))
            EDITS[what](project)
        if step % 8 == 7:
            as_from_nothing(project)
        else:
            project.sitemaf("build")


def test_neither_workers_nor_the_cache_change_a_byte(project: Project) -> None:
    more = {
        f"content/more/{n}.{lang}.md": page(f"More{n}").replace("guide/", "../guide/")
        for n in range(12)
        for lang in ("fr", "en")
    }
    project.write(more)
    sites = []
    for options in (
        ("--clean", "--jobs", "1"),
        ("--clean", "--jobs", "2"),
        ("--fresh", "--jobs", "1"),
        ("--fresh",),
    ):
        assert project.sitemaf("build", *options).code == 0
        sites.append(site(project))
    assert [differing(sites[0], other) for other in sites[1:]] == [set(), set(), set()]
