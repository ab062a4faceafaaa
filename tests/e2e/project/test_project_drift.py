"""The story that the tool is for: code changes, pages are told, and nothing false is published."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from e2e.project.greeting import accepted, start
from projects import Project, Said, git

SOURCE, EN, DE = "src/greet.py", "content/index.en.md", "content/index.de.md"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return accepted(tmp_path)


def test_a_project_whose_excerpts_are_accepted_verifies(project: Project) -> None:
    said = project.sitemaf("verify")
    assert said.code == 0, said.text


def test_an_excerpt_that_nobody_accepted_builds_with_a_warning_and_does_not_verify(tmp_path: Path) -> None:
    project = start(tmp_path)
    built = project.sitemaf("build", "--format", "json")
    assert (built.code, severities(built, "excerpt-unpinned")) == (0, {"warning"}), built.text
    assert project.sitemaf("build", "--strict").code == 1
    verified = project.sitemaf("verify", "--format", "json")
    assert (verified.code, severities(verified, "excerpt-unpinned")) == (1, {"error"}), verified.text


def test_a_changed_line_inside_an_excerpt_is_named_with_its_page_range_and_difference(
    project: Project,
) -> None:
    project.replace(SOURCE, '"nobody to greet"', '"a name is needed"')
    said = project.sitemaf("verify")
    assert said.code == 1
    assert f"{EN}:7" in said.out
    assert "[excerpt-edited]" in said.out
    assert SOURCE in said.out
    assert "L4–L8" in said.out
    assert '-        raise ValueError("nobody to greet")' in said.out
    assert '+        raise ValueError("a name is needed")' in said.out
    assert "sitemaf accept" in said.out


def test_a_page_keeps_the_pinned_text_until_the_author_accepts_the_new_one(project: Project) -> None:
    project.replace(SOURCE, '"nobody to greet"', '"a name is needed"')
    project.commit("Say what is needed")
    built = project.sitemaf("build")
    assert built.code == 0, built.text
    assert "nobody to greet" in project.page("en/index.html")

    unnamed = project.sitemaf("accept")
    assert unnamed.code == 1, unnamed.text
    assert "nobody to greet" in unnamed.text

    named = project.sitemaf("accept", f"{SOURCE}#L4-L8")
    assert named.code == 0, named.text
    project.commit("Accept")
    assert project.sitemaf("build").code == 0
    assert "a name is needed" in project.page("en/index.html")
    assert project.sitemaf("verify").code == 0


def test_a_moved_excerpt_says_where_to_and_accept_follows_in_every_language(project: Project) -> None:
    before = {path: (project.root / path).read_text() for path in (EN, DE)}
    project.replace(SOURCE, 'GREETING = "Hello"\n', '"""Greetings."""\n\nGREETING = "Hello"\n')
    said = project.sitemaf("verify")
    assert said.code == 1
    assert "[excerpt-moved]" in said.out
    assert "L4–L8" in said.out
    assert "L6–L10" in said.out

    commit = project.commit("Say what the module is for")
    followed = project.sitemaf("accept")
    assert followed.code == 0, followed.text
    for path, text in before.items():
        assert (project.root / path).read_text() == text.replace(":lines: 4-8", ":lines: 6-10")
    project.commit("Follow")
    assert project.sitemaf("build").code == 0
    assert f'data-excerpt="{SOURCE}#L6-L10@{commit}"' in project.page("en/index.html")
    verified = project.sitemaf("verify")
    assert verified.code == 0, verified.text


def test_a_dry_run_writes_nothing_and_says_that_there_is_something_to_write(tmp_path: Path) -> None:
    project = start(tmp_path)
    assert project.sitemaf("accept", "--dry-run").code == 1
    assert git(project.root, "status", "--porcelain") == ""


def test_a_program_that_says_something_else_is_transcript_drift(project: Project) -> None:
    project.replace("demos/Hello/hello.py", "world", "moon")
    said = project.sitemaf("verify", "--format", "json")
    assert said.code == 1
    (problem,) = [one for one in said.report["problems"] if one["code"] == "transcript-drift"]
    assert "Hello/greet" in problem["message"]
    assert "-Hello, world" in problem["diff"]
    assert "+Hello, moon" in problem["diff"]
    assert project.sitemaf("verify", "--skip-demos", "--skip-site").code == 0

    assert project.sitemaf("accept", "Hello/greet").code == 0
    project.commit("Greet the moon")
    assert project.sitemaf("build").code == 0
    assert project.sitemaf("verify").code == 0


def test_a_site_that_was_edited_by_hand_does_not_verify(project: Project) -> None:
    page = project.root / "output/en/index.html"
    page.write_text(page.read_text().replace("nobody", "somebody"))
    said = project.sitemaf("verify", "--format", "json")
    assert said.code == 1
    assert "output-mismatch" in said.codes()


def test_a_site_that_was_never_built_is_stale(tmp_path: Path) -> None:
    project = start(tmp_path)
    assert project.sitemaf("accept").code == 0
    said = project.sitemaf("verify", "--skip-demos", "--format", "json")
    assert (said.code, said.codes()) == (1, ["output-stale"])


def test_two_hundred_and_fifty_six_findings_still_exit_one(tmp_path: Path) -> None:
    project = start(tmp_path)
    excerpts = "".join(f"\n```{{excerpt}} src/greet.py\n:lines: 1-{n % 12 + 1}\n```\n" for n in range(256))
    for path in (EN, DE):
        text = (project.root / path).read_text()
        (project.root / path).write_text(text + excerpts)
    said = project.sitemaf("verify", "--skip-demos", "--format", "json")
    assert said.code == 1
    assert said.report["summary"]["errors"] >= 256


def test_where_lists_the_pages_that_quote_a_line(project: Project) -> None:
    quoting = project.sitemaf("where", f"{SOURCE}:5")
    assert (quoting.code, EN in quoting.out, DE in quoting.out) == (0, True, True), quoting.text
    assert EN not in project.sitemaf("where", f"{SOURCE}:1").out


def test_the_report_as_an_object_holds_the_documented_members(project: Project) -> None:
    project.replace(SOURCE, 'GREETING = "Hello"\n', '\nGREETING = "Hello"\n')
    project.commit("Breathe")
    report = project.sitemaf("verify", "--skip-demos", "--format", "json").report
    assert set(report) == {"version", "command", "problems", "summary"}
    assert (report["version"], report["command"]) == (1, "verify")
    assert set(report["summary"]) == {"errors", "warnings", "pages", "excerpts", "runs"}
    (moved, *_) = [one for one in report["problems"] if one["code"] == "excerpt-moved"]
    assert set(moved) == {
        "code", "severity", "path", "line", "column", "message", "help", "fixable", "excerpt", "diff",
    }  # fmt: skip
    assert moved["fixable"] is True
    assert moved["excerpt"]["current"] == {"path": SOURCE, "first": 5, "last": 9}
    pinned: dict[str, Any] = moved["excerpt"]["pinned"]
    assert (pinned["first"], pinned["last"], len(pinned["commit"])) == (4, 8, 40)


def severities(said: Said, code: str) -> set[str]:
    return {problem["severity"] for problem in said.report["problems"] if problem["code"] == code}
