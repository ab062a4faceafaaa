"""A build with nothing to do says what the last one said and does nothing; any doubt means a build."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from projects import Project, Said

CONFIG = '[site]\nlanguages = ["fr", "en"]\n[site.title]\nfr = "Essai"\nen = "Trial"\n'
PAGE = """\
---
title: {title}
---

See {{value}}`src/code.py::LIMIT`.

```{{excerpt}} src/code.py
:lines: 3-4
```
"""
DEMO = """\
title = { fr = "Essai", en = "Trial" }
sources = ["*.py"]
[runs.say]
command = ["{python}", "say.py"]
env = ["SAID_HERE"]
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path / "project")
    project.init()
    project.write(
        {
            "sitemaf.toml": CONFIG,
            "content/index.fr.md": PAGE.format(title="Accueil"),
            "content/index.en.md": PAGE.format(title="Home"),
            "src/code.py": "LIMIT = 3\n\n\ndef code():\n    return LIMIT\n",
            "demos/Trial/demo.toml": DEMO,
            "demos/Trial/say.py": "print('said')\n",
        }
    )
    project.commit("begin")
    assert project.sitemaf("accept").code == 0
    project.commit("accept")
    return project


def build(project: Project, *options: str) -> Said:
    said = project.sitemaf("build", *options)
    assert said.code == 0, said.text
    return said


def is_repeated(said: Said) -> bool:
    return "nothing changed" in said.err


def test_the_second_build_does_nothing_and_reports_the_same(project: Project) -> None:
    project.write({"content/index.fr.md": PAGE.format(title="Accueil") + "\n12 nouveaux\n"})
    for options in ((), ("--format", "json"), ("--format=sarif",), ("--quiet",)):
        first, again = build(project, "--clean", *options), build(project, *options)
        assert (is_repeated(first), is_repeated(again)) == (False, "--quiet" not in options)
        assert again.out == first.out != ""


def test_the_number_of_workers_and_silence_make_no_other_question(project: Project) -> None:
    build(project, "--jobs", "1")
    assert is_repeated(build(project, "--jobs", "2"))
    assert build(project, "--quiet").err == ""
    assert is_repeated(build(project))


@pytest.mark.parametrize(
    "options",
    [("--fresh",), ("--clean",), ("--drafts",), ("--accepted",), ("--base-url", "https://a.example/")],
)
def test_another_question_is_a_build(project: Project, options: tuple[str, ...]) -> None:
    build(project)
    assert not is_repeated(build(project, *options))


CHANGES: dict[str, Callable[[Project], object]] = {
    "a quoted file": lambda one: one.write(
        {"src/code.py": "LIMIT = 3\n\n\ndef code():\n    return LIMIT\n\n"}
    ),
    "a demo": lambda one: one.write({"demos/Trial/say.py": "print('said')\n\n"}),
    "the lock": lambda one: one.write({"sitemaf.lock": (one.root / "sitemaf.lock").read_text() + "\n"}),
    "an asset": lambda one: one.write({"content/file.txt": "text"}),
    "a template": lambda one: one.write({"templates/partials/note.html": "text"}),
    "a commit": lambda one: one.commit("again"),
    "the site": lambda one: (one.root / "output/en/index.html").write_text("text"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_of_anything_that_a_build_reads_is_a_build(project: Project, what: str) -> None:
    build(project)
    CHANGES[what](project)
    assert not is_repeated(build(project))


def test_a_variable_that_a_run_is_given_counts(project: Project) -> None:
    def with_variable(text: str) -> Said:
        return project.sitemaf("build", environment={"SAID_HERE": text})

    with_variable("one")
    assert is_repeated(with_variable("one"))
    assert not is_repeated(with_variable("two"))


def test_a_build_that_failed_is_tried_again(project: Project) -> None:
    build(project)
    project.write({"content/index.en.md": PAGE.format(title="Home") + "\n```{nonsense}\n```\n"})
    for _ in range(2):
        said = project.sitemaf("build")
        assert said.code == 1
        assert not is_repeated(said)
    project.write({"content/index.en.md": PAGE.format(title="Home")})
    assert is_repeated(build(project))


def test_words_that_click_must_judge_are_left_to_it(project: Project) -> None:
    build(project)
    for words in (("--jobs", "0"), ("--format", "none"), ("--output",), ("--nonsense",), ("stray",)):
        assert project.sitemaf("build", *words).code == 2
    assert project.sitemaf("build", "--help").code == 0
