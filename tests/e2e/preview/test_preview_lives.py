"""`sitemaf serve` as an author uses it: edits of every kind, seen over HTTP; clean ends."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from previews import Preview
from projects import Project, sitemaf


@pytest.fixture
def project(tmp_path: Path) -> Project:
    assert sitemaf("init", tmp_path / "site", folder=tmp_path).code == 0
    made = Project(tmp_path / "site").init()
    made.commit()
    return made


@pytest.fixture
def preview(project: Project) -> Iterator[Preview]:
    running = Preview(project, "--port", "0")
    yield running
    if running.process.poll() is None:
        running.stop()


def test_everything_that_a_page_is_made_of_is_followed(preview: Preview, project: Project) -> None:
    page = "content/index.en.md"
    assert preview.shows("/en/", "The program is three lines long")
    project.replace(page, "three lines", "four lines")
    assert preview.shows("/en/", "The program is four lines long")
    project.replace(page, "title: A program that greets", "title: Another title")
    assert preview.shows("/en/", "<title>Another title")
    project.write({"content/second.en.md": "# Second\n\nNew.\n", "content/second.fr.md": "# Deux\n\nNeuf.\n"})
    assert preview.shows("/fr/second/", "Neuf.")
    assert preview.shows("/en/", "Second")
    (project.root / "content/second.en.md").rename(project.root / "content/third.en.md")
    (project.root / "content/second.fr.md").rename(project.root / "content/third.fr.md")
    assert preview.shows("/en/third/", "New.")
    assert preview.comes(
        lambda: preview.get("/en/second/") == "404" or "New." not in preview.get("/en/second/")
    )
    (project.root / "content/third.en.md").unlink()
    (project.root / "content/third.fr.md").unlink()
    assert preview.comes(lambda: "New." not in preview.get("/en/third/"))
    project.write({f"content/more/{name}": "# More\n\nMuch more.\n" for name in ("a.en.md", "a.fr.md")})
    assert preview.shows("/en/more/a/", "Much more.")
    (project.root / "content/more").rename(project.root / "away")
    assert preview.comes(lambda: "Much more." not in preview.get("/en/more/a/"))
    project.replace("sitemaf.toml", 'en = "Greetings"', 'en = "Salutes"')
    assert preview.shows("/en/", "Salutes")
    project.write({"templates/theme.css": "body { color: rebeccapurple }\n"})
    assert preview.shows("/theme/theme.css", "rebeccapurple")
    project.write({"content/logo.svg": "<svg/>"})
    assert preview.shows("/logo.svg", "<svg/>")


def test_demos_run_again_when_their_files_change_and_only_then(preview: Preview, project: Project) -> None:
    assert preview.shows("/en/", "Good morning, Grace!")
    project.replace("demos/Greeting/greet.py", "Good morning", "Good evening")
    assert preview.shows("/en/", "Good evening, Grace!")
    project.replace("demos/Greeting/demo.toml", '"Grace"', '"Edith"')
    assert preview.shows("/en/", "Good evening, Edith!")


def test_while_a_demo_runs_the_old_transcript_is_shown_and_marked(preview: Preview, project: Project) -> None:
    gate = project.root.parent / "gate"
    assert preview.shows("/en/", "Good morning, Grace!")
    project.replace(
        "demos/Greeting/greet.py",
        "import sys\n",
        f"import sys\nfrom pathlib import Path\n\nwhile not Path({str(gate)!r}).exists():\n    pass\n",
    )
    assert preview.comes(lambda: "is its last one" in str(preview.told("/en/")["notes"]))
    assert "Good morning, Grace!" in preview.get("/en/")
    gate.touch()
    assert preview.comes(lambda: preview.told("/en/")["notes"] == [])


def test_a_broken_edit_keeps_the_last_good_page_under_the_message(preview: Preview, project: Project) -> None:
    assert preview.shows("/en/", "three lines long")
    good = (project.root / "content/index.en.md").read_text()
    project.replace("content/index.en.md", "title: A program", "title: [A program")
    assert preview.comes(lambda: "front-matter" in str(preview.told("/en/")["problems"]))
    assert "three lines long" in preview.get("/en/")
    (project.root / "content/index.en.md").write_text(good.replace("three lines", "few lines"))
    assert preview.shows("/en/", "few lines long")
    assert preview.comes(lambda: "front-matter" not in str(preview.told("/en/")["problems"]))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("sitemaf.toml", "[site\n"),
        ("sitemaf.toml", '[site]\nlanguages = ["en"]\nunknown = 1\n'),
        ("templates/page.html", "{% if %}"),
        ("templates/page.html", "{{ nothing.here }}"),
    ],
)
def test_a_broken_setting_or_template_keeps_the_site(
    preview: Preview, project: Project, path: str, text: str
) -> None:
    assert preview.shows("/en/", "three lines long")
    before = (project.root / path).read_text() if (project.root / path).exists() else None
    project.write({path: text})
    assert preview.comes(lambda: path.rpartition("/")[2] in str(preview.told("/en/")["problems"]))
    assert "three lines long" in preview.get("/en/")
    if before is None:
        (project.root / path).unlink()
    else:
        project.write({path: before})
    assert preview.comes(lambda: path.rpartition("/")[2] not in str(preview.told("/en/")["problems"]))


def test_a_problem_is_told_where_it_happens_and_in_the_terminal(preview: Preview, project: Project) -> None:
    project.replace("content/index.en.md", "## When", "[nowhere](nowhere.md)\n\n## When")
    assert preview.comes(lambda: "nowhere.md" in str(preview.told("/en/")))
    assert preview.process.stdout is not None
    line = ""
    while "nowhere.md" not in line:
        line = preview.process.stdout.readline()
        assert line


def test_two_hundred_edits_in_a_row_are_all_seen(preview: Preview, project: Project) -> None:
    text = (project.root / "content/index.en.md").read_text()
    for number in range(200):
        (project.root / "content/index.en.md").write_text(f"{text}\nEdit {number}.\n")
        assert preview.shows("/en/", f"Edit {number}.")


def test_nothing_is_written(preview: Preview, project: Project) -> None:
    assert preview.shows("/en/", "Good morning, Grace!")
    project.replace("content/index.en.md", "three lines", "four lines")
    assert preview.shows("/en/", "four lines")
    assert preview.stop() == 130
    assert sorted(path.name for path in project.root.iterdir()) == [
        ".git",
        ".github",
        ".gitignore",
        "content",
        "demos",
        "sitemaf.toml",
    ]
    assert not list(project.root.rglob("__pycache__"))


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_it_ends_cleanly_with_its_demos_however_often_it_is_told(
    project: Project, number: int, code: int
) -> None:
    mark = project.root.parent / "running"
    project.replace(
        "demos/Greeting/greet.py",
        "import sys\n",
        f"import os, sys\nfrom pathlib import Path\nPath({str(mark)!r}).write_text(str(os.getpid()))\n"
        "while True:\n    pass\n",
    )
    running = Preview(project, "--port", "0")
    assert running.comes(lambda: mark.exists() and mark.read_text() != "")
    for _ in range(2):
        running.process.send_signal(number)
    assert running.stop(number) == code
    assert "Traceback" not in running.err + running.out
    gone = Path(f"/proc/{mark.read_text()}")
    assert running.comes(lambda: not gone.exists())  # its new parent may take a moment to let it go


def test_a_taken_port_is_said_aloud_and_a_named_one_is_refused(preview: Preview, project: Project) -> None:
    port = preview.address.rpartition(":")[2]
    refused = sitemaf("serve", "--port", port, folder=project.root)
    assert (refused.code, refused.err.splitlines()[0]) == (2, f"error: port {port} is taken")
    first = Preview(project)
    second = Preview(project)
    assert f"port 8000 is taken: serving on {second.address.rpartition(':')[2]} instead" in second.said
    assert first.stop() == second.stop() == 130


def test_a_project_that_cannot_be_read_is_served_once_it_can(tmp_path: Path) -> None:
    project = Project(tmp_path / "site").write({"sitemaf.toml": "[site\n"})
    preview = Preview(project, "--port", "0")
    try:
        assert "config" in str(preview.told("/en/")["problems"])
        project.write(
            {
                "content/index.en.md": "# Home\n\nHere.\n",
                "sitemaf.toml": '[site]\nlanguages = ["en"]\n[site.title]\nen = "T"\n',
            }
        )
        assert preview.shows("/en/", "Here.")
    finally:
        assert preview.stop() == 130
