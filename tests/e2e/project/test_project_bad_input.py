"""Every mistake of an author gives one clear message with a place and the next act, and never a trace."""

from __future__ import annotations

import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from e2e.project.greeting import PAGE_DE, PAGE_EN, SETTINGS, start
from projects import Project, Said, contents

ERROR = re.compile(
    r"^(?P<path>[^\s:]+)(?::(?P<line>\d+))?(?::\d+)?: error \[(?P<code>[a-z-]+)\] ", re.MULTILINE
)


@dataclass(frozen=True)
class Mistake:
    """What an author did wrong, and what the answer must hold."""

    name: str
    files: dict[str, str]
    place: str  # path, or path:line
    words: tuple[str, ...]  # in the answer
    codes: tuple[str, ...]
    exit: int = 1
    without: tuple[str, ...] = field(default=())  # files to delete


def page(old: str, new: str) -> dict[str, str]:
    """The same change in both translations, so that they stay in step."""
    assert old in PAGE_EN
    return {
        "content/index.en.md": PAGE_EN.replace(old, new),
        "content/index.de.md": PAGE_DE.replace(old, new),
    }


EXCERPT = "```{excerpt} src/greet.py"
LINES = ":lines: 4-8"
TRANSCRIPT = "```{transcript} Hello/greet"
EN, DEMO_TOML = "content/index.en.md", "demos/Hello/demo.toml"

MISTAKES = [
    Mistake(
        name="lines that the run did not print",
        files=page(TRANSCRIPT, TRANSCRIPT + "\n:lines: 1-40"),
        place=f"{EN}:11",
        words=("`:lines: 1-40`", "Hello/greet", "printed lines"),
        codes=("option-unknown",),
    ),
    Mistake(
        name="messages of a run that has none",
        files=page(TRANSCRIPT, TRANSCRIPT + "\n:frames: 400-700"),
        place=f"{EN}:11",
        words=("`:frames: 400-700`", "0 messages", "leave the option out"),
        codes=("option-unknown",),
    ),
    Mistake(
        name="an unknown directive",
        files=page(EXCERPT, "```{excerp} src/greet.py"),
        place=f"{EN}:7",
        words=("excerp", "`excerpt`"),
        codes=("directive-unknown",),
    ),
    Mistake(
        name="an unknown option",
        files=page(LINES, ":line: 4-8"),
        place=f"{EN}:8",
        words=(":line:", "`lines`"),
        codes=("option-unknown",),
    ),
    Mistake(
        name="a file that is not there",
        files=page(EXCERPT, "```{excerpt} src/gret.py"),
        place=f"{EN}:7",
        words=("src/gret.py", "src/greet.py"),
        codes=("excerpt-file",),
    ),
    Mistake(
        name="a file outside the repository",
        files=page(EXCERPT, "```{excerpt} ../../../../../../etc/hostname"),
        place=f"{EN}:7",
        words=("etc/hostname", "out of the repository"),
        codes=("excerpt-file",),
    ),
    Mistake(
        name="a folder instead of a file",
        files=page(EXCERPT, "```{excerpt} src"),
        place=f"{EN}:7",
        words=("folder",),
        codes=("excerpt-file",),
    ),
    Mistake(
        name="a range past the end",
        files=page(LINES, ":lines: 4-80"),
        place=f"{EN}:7",
        words=("80", "12"),
        codes=("excerpt-out-of-range", "excerpt-address"),
    ),
    Mistake(
        name="a range that runs backwards",
        files=page(LINES, ":lines: 8-4"),
        place=f"{EN}:8",
        words=("8-4",),
        codes=("excerpt-address",),
    ),
    Mistake(
        name="a symbol that the file does not define",
        files=page(LINES, ":symbol: gret"),
        place=f"{EN}:7",
        words=("`gret`", "`greet`"),
        codes=("excerpt-address",),
    ),
    Mistake(
        name="an unknown demo",
        files=page(TRANSCRIPT, "```{transcript} Helo/greet"),
        place=f"{EN}:11",
        words=("`Helo`", "`Hello`"),
        codes=("option-unknown",),
    ),
    Mistake(
        name="an unknown run",
        files=page(TRANSCRIPT, "```{transcript} Hello/gret"),
        place=f"{EN}:11",
        words=("`gret`", "`greet`"),
        codes=("option-unknown",),
    ),
    Mistake(
        name="a value that no file holds",
        files={EN: PAGE_EN.replace("A greeting", "A {value}`src/greet.py::GRETING` greeting")},
        place=f"{EN}:5",
        words=("GRETING", "GREETING"),
        codes=("value-unknown",),
    ),
    Mistake(
        name="front matter that is no YAML",
        files={EN: PAGE_EN.replace("title: How we greet", "title: [How we greet")},
        place=f"{EN}:3",
        words=("YAML",),
        codes=("front-matter",),
    ),
    Mistake(
        name="a page without a translation",
        files={"content/more.en.md": "# More\n"},
        place="content/more.en.md",
        words=("`de`",),
        codes=("translation-missing",),
    ),
    Mistake(
        name="two pages with one address",
        files={
            "content/one.en.md": "---\ntitle: One\nslug: same\n---\n",
            "content/one.de.md": "---\ntitle: Eins\n---\n",
            "content/two.en.md": "---\ntitle: Two\nslug: same\n---\n",
            "content/two.de.md": "---\ntitle: Zwei\n---\n",
        },
        place="content/two.en.md",
        words=("content/one.en.md",),
        codes=("page-collision",),
    ),
    Mistake(
        name="a demo that exits 3",
        files={"demos/Hello/hello.py": 'import sys\nprint("so far")\nsys.exit("boom" and 3)\n'},
        place=DEMO_TOML,
        words=("Hello/greet", "3", "so far"),
        codes=("demo-exit",),
    ),
    Mistake(
        name="a demo whose program is not installed",
        files={
            DEMO_TOML: 'title = { en = "A", de = "B" }\nsources = []\n'
            '[runs.greet]\ncommand = ["helo-world"]\n'
        },
        place=DEMO_TOML,
        words=("helo-world", "Hello"),
        codes=("demo-program",),
    ),
    Mistake(
        name="a demo that never ends",
        files={
            "demos/Hello/hello.py": "import signal\nprint('so far', flush=True)\nsignal.pause()\n",
            DEMO_TOML: 'title = { en = "A", de = "B" }\nsources = []\n'
            '[runs.greet]\ndeadline = 0.5\ncommand = ["{python}", "hello.py"]\n',
        },
        place=DEMO_TOML,
        words=("Hello/greet", "0.5", "so far"),
        codes=("demo-deadline",),
    ),
    Mistake(
        name="an unknown key in demo.toml",
        files={DEMO_TOML: 'titel = "A"\n[runs.greet]\ncommand = ["{python}", "hello.py"]\n'},
        place=f"{DEMO_TOML}:1",
        words=("titel", "title"),
        codes=("config",),
    ),
    Mistake(
        name="a lock that is no TOML",
        files={"sitemaf.lock": "<<<<<<< HEAD\n"},
        place="sitemaf.lock:1",
        words=("sitemaf.lock",),
        codes=("config", "excerpt-mismatch"),
    ),
    Mistake(
        name="settings that are no TOML",
        files={"sitemaf.toml": f"{SETTINGS}[site.title\n"},
        place="sitemaf.toml:7",
        words=(),
        codes=("config",),
        exit=2,
    ),
    Mistake(
        name="settings with an unknown key",
        files={"sitemaf.toml": SETTINGS.replace("languages", "langauges")},
        place="sitemaf.toml:2",
        words=("langauges", "languages"),
        codes=("config",),
        exit=2,
    ),
    Mistake(
        name="settings with a value of the wrong kind",
        files={"sitemaf.toml": SETTINGS.replace('["en", "de"]', '"en"')},
        place="sitemaf.toml:2",
        words=("languages",),
        codes=("config",),
        exit=2,
    ),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name.replace(" ", "-"))
def test_a_build_names_the_mistake_and_its_place(mistake: Mistake, tmp_path: Path) -> None:
    project = start(tmp_path).write(mistake.files)
    project.commit("Make a mistake")
    said = project.sitemaf("build")
    assert_one_clear_answer(said, mistake.exit)
    errors = list(ERROR.finditer(said.out))
    assert {error["code"] for error in errors} <= set(mistake.codes), said.text
    assert any(f"{error['path']}:{error['line'] or ''}".startswith(mistake.place) for error in errors), (
        said.text
    )
    assert [word for word in mistake.words if word not in said.text] == [], said.text
    # The same mistake in another translation is another place; more than that would be noise.
    assert 1 <= len(errors) <= 2, said.text


def test_a_failed_build_leaves_the_site_as_it_was(tmp_path: Path) -> None:
    project = start(tmp_path)
    assert project.sitemaf("build").code == 0
    before = contents(project.root / "output")
    project.replace(EN, EXCERPT, "```{excerp} src/greet.py")
    assert project.sitemaf("build").code == 1
    assert contents(project.root / "output") == before


def test_bytes_that_are_no_text_are_named_with_their_offset(tmp_path: Path) -> None:
    project = start(tmp_path)
    (project.root / EN).write_bytes(PAGE_EN.encode() + b"caf\xe9\n")
    said = project.sitemaf("build")
    assert_one_clear_answer(said, 1)
    assert "error [page-encoding]" in said.out
    assert str(len(PAGE_EN) + 3) in said.out


def test_a_source_that_is_no_text_is_named(tmp_path: Path) -> None:
    project = start(tmp_path)
    (project.root / "src/greet.py").write_bytes(b"\0" * 100)
    project.commit("Put bytes there")
    said = project.sitemaf("build")
    assert_one_clear_answer(said, 1)
    assert "error [excerpt-file]" in said.out


def test_a_template_with_a_fault_is_named_with_its_line(tmp_path: Path) -> None:
    project = start(tmp_path).write({"templates/page.html": "<html>\n{% if %}\n"})
    said = project.sitemaf("build")
    assert said.code in {1, 2}, said.text
    assert "Traceback" not in said.text
    assert "templates/page.html:2" in said.text


def test_a_folder_without_settings_is_told_how_to_begin(tmp_path: Path) -> None:
    for command in ("build", "verify", "accept"):
        said = Project(tmp_path).sitemaf(command)
        assert_one_clear_answer(said, 2)
        assert "sitemaf.toml" in said.text
        assert "sitemaf init" in said.text


def test_a_project_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    said = Project(tmp_path).sitemaf("build", "--project", "nowhere")
    assert_one_clear_answer(said, 2)
    assert "nowhere" in said.text


def test_a_machine_without_git_is_told_so(tmp_path: Path) -> None:
    project = start(tmp_path / "project")
    bare = tmp_path / "bin"
    bare.mkdir()
    (bare / "python3").symlink_to(sys.executable)
    said = project.sitemaf("build", environment={"PATH": str(bare)})
    assert_one_clear_answer(said, 2)
    assert "git" in said.text


def test_a_folder_that_is_no_repository_shows_a_working_copy_and_pins_nothing(tmp_path: Path) -> None:
    project = start(tmp_path)
    shutil.rmtree(tmp_path / ".git")
    built = project.sitemaf("build")
    assert built.code == 0, built.text
    assert "[excerpt-unpinned]" in built.out
    assert "@working" in project.page("en/index.html")
    assert_one_clear_answer(project.sitemaf("accept"), 1)
    assert "src/greet.py" not in (tmp_path / "sitemaf.lock").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "arguments",
    [
        ("biuld",),
        ("build", "--nonsense"),
        ("build", "--jobs", "0"),
        ("build", "--format", "yaml"),
        ("verify", "extra"),
        ("explain", "excerpt-nothing"),
        ("accept", "no/such/page.md"),
        ("where",),
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_exit_two(arguments: tuple[str, ...], tmp_path: Path) -> None:
    said = start(tmp_path).sitemaf(*arguments)
    assert_one_clear_answer(said, 2)


def assert_one_clear_answer(said: Said, code: int) -> None:
    assert said.code == code, said.text
    assert "Traceback" not in said.text
    assert said.text.strip()
    assert "failed to" not in said.text.lower()
