"""Input that means harm, through the real command: one message, a documented exit code, nothing lost."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from previews import Preview
from projects import Project, Said, contents

SETTINGS = '[site]\nlanguages = ["en"]\n[site.title]\nen = "Site"\n'
RAW = SETTINGS.replace("[site.title]", "html = true\n[site.title]")
DEMO = 'title = { en = "D" }\n[runs.r]\ncommand = ["{python}", "-c", "print(1)"]\n'
PAGE, TOML = "content/index.en.md", "demos/D/demo.toml"
PROGRAM = """\
import sys
out = sys.stdout.buffer
out.write(b"\\xed\\xa0\\x80 \\xff \\x1b[" + b"9" * 5000 + b"m \\xe2\\x80\\xae <script>{{7*7}}</script>\\n")
"""
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True)
class Harm:
    name: str
    files: dict[str, str | bytes]
    exit: int
    words: str  # in the answer
    never: str = "\0"  # in the built page


def body(text: str) -> dict[str, str | bytes]:
    return {PAGE: f"# A\n\n{text}\n"}


def raw(text: str) -> dict[str, str | bytes]:
    return {**body(text), "sitemaf.toml": RAW}


HARMS = [
    Harm("a link behind a space that is none", body("[a](\xa0javascript:x)"), 0, "javascript:",
         'href="javasc'),
    Harm("an address no program can read", body("[a](http://[::1)"), 0, "is no address", "[::1"),
    Harm("an address that turns its text", body("[a](https://e.org/\u202egpj)"), 0, "built", "\u202e"),
    Harm("a comment that browsers end early", raw("<!-- a --!><script>x</script>-->"), 1, "every browser"),
    Harm("an animation that sets a link", raw("<svg><a><set attributeName=href to=javascript:x /></a></svg>"),
         1, "`<set>`"),
    Harm("an element that swallows the page", raw("<plaintext>"), 1, "`<plaintext>`"),
    Harm("an element left open", raw("<div class=x>"), 1, "is not closed"),
    Harm("an end of the theme's elements", raw("</div></div>"), 1, "closes nothing"),
    Harm("a page too long for a disk", {"content/b.en.md": f"---\ntitle: A\nslug: {'s' * 300}\n---\n"}, 1,
         "is longer than 200 bytes"),
    Harm("a page called as its own file", {"content/b.en.md": "---\ntitle: A\nslug: index.html\n---\n"}, 1,
         "name of the file"),
    Harm("a name of a megabyte", body("```{excerpt} a.py\n:symbol: " + "a." * 300_000 + "\n```"), 1,
         "characters left out"),
    Harm("half a character as a value", {**body("{value}`d.json::/a`"), "d.json": '{"a": "\\ud800"}'}, 1,
         "half a character"),
    Harm("controls as a value", {**body("{value}`d.json::/a`"), "d.json": '{"a": "\\u001b[31m \\u202e"}'}, 0,
         "built"),
    Harm("a number of 5,000 digits in the settings", {"sitemaf.toml": f"{SETTINGS}[limits]\nexcerpt_lines = "
         f"{'9' * 5000}\n"}, 2, "too many digits"),
    Harm("a number of 5,000 digits in the lock", {"sitemaf.lock": f"version = {'9' * 5000}\n"}, 1,
         "too many digits"),
    Harm("a number of 5,000 digits in a demo", {TOML: f"x = {'9' * 5000}\n{DEMO}"}, 1, "too many digits"),
    Harm("tables without end in a demo", {TOML: f"x = {'[' * 5000}{']' * 5000}\n{DEMO}"}, 1, "too deeply"),
    Harm("a limit that no memory can hold", {"sitemaf.toml": f"{SETTINGS}[limits]\nexcerpt_lines = "
         f"{'9' * 24}\n"}, 2, "is no limit"),
    Harm("a logo that is not there", {"sitemaf.toml": f'{SETTINGS}[theme]\nlogo = "a/b.svg"\n'}, 1,
         "no file of the repository"),
    Harm("controls in the site's title", {"sitemaf.toml": SETTINGS.replace('"Site"', '"a\\u001b[31m"')}, 2,
         "U+001B"),
    Harm("controls in a demo's title", {TOML: DEMO.replace('"D"', '"a\\u202e"')}, 1, "U+202E"),
    Harm("a footer link that turns its text", {"sitemaf.toml": f"{SETTINGS}[theme]\nfooter = [{{ title = "
         '{ en = "a" }, url = "https://e/\\u202ex" }]\n'}, 2, "no web address"),
    Harm("git's own folder as content", {"sitemaf.toml": f'{SETTINGS}[paths]\ncontent = "./.git"\n'}, 2,
         "no folder that a project can use"),
    Harm("git's own folder inside output", {"sitemaf.toml": f'{SETTINGS}[paths]\noutput = "x/.GIT"\n'}, 2,
         "no folder that a project can use"),
    Harm("NUL in a demo's environment", {TOML: f'{DEMO}env = {{ X = "a\\u0000b" }}\n'}, 1, "holds NUL"),
    Harm("a pattern without end", {TOML: f'{DEMO}normalize = {{ X = "a{{99999999999999}}" }}\n'}, 1,
         "too large"),
    Harm("a commit that is an option", {"sitemaf.lock": 'version = 1\n[[pin]]\npath = "a"\naddress = "file"\n'
         f'lines = "L1"\ncommit = "--output=/tmp/x"\nblob = "{"b" * 40}"\nsha256 = "{"c" * 64}"\n'
         'first = "a"\nlast = "a"\n'}, 1, "is no commit id"),
]  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Project:
    files = {
        "sitemaf.toml": SETTINGS,
        PAGE: "# A\n\nText.\n",
        "a.py": "x = 1\n",
        ".gitignore": "output/\n.sitemaf/\n",
    }
    made = Project(tmp_path / "project").init().write(files)
    assert made.sitemaf("build").code == 0
    return made


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.name.replace(" ", "-"))
def test_harm_is_said_in_one_message_and_touches_nothing(harm: Harm, project: Project) -> None:
    before = contents(project.root / "output")
    for path, text in harm.files.items():
        target = project.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())
    project.commit("Mean harm")
    said = project.sitemaf("build")
    assert_clean(said)
    assert said.code == harm.exit, said.text[:2000]
    assert harm.words in said.text, said.text[:2000]
    if said.code:
        assert contents(project.root / "output") == before
        return
    page = project.page("en/index.html")
    assert STEERING.search(page) is None and harm.never not in page


@pytest.mark.parametrize("report", ["text", "json", "github", "sarif"])
def test_no_report_steers_the_screen_or_speaks_to_the_forge(report: str, project: Project) -> None:
    project.write(
        {
            PAGE: '---\ntitle: A\n"k\\e[31m\\u202e\\n::error::x": 1\n---\n'
            "[a](x\x1b[31m\u202e.md)\n\n```{\x1b]0;x\x07}\n```\n"
        }
    )
    said = project.sitemaf("build", "--format", report)
    assert_clean(said)
    assert said.code == 1
    assert not [line for line in said.out.splitlines() if line.startswith("::error::x")]


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("build >&-", {0}), ("build <&- >&- 2>&-", {0}), ("build 2>/dev/full", {0}),
        ("--version >/dev/full", {2}),
        ("build --format json >/dev/full", {0, 2}), ("explain config >/dev/full", {2}),
        ("build --base-url 'javascript:alert(1)'", {2}), ("build --base-url 'http://[::1'", {2}),
        ("explain $'\\x1b[31m'", {2}), ("where $'\\u202e'", {2}), ("init $'a\\x1b[31mb'", {0}),
    ],
)  # fmt: skip
def test_streams_and_arguments_of_every_kind_end_in_a_documented_code(
    line: str, codes: set[int], project: Project
) -> None:
    said = shell(project.root, f"{command()} {line}")
    assert_clean(said)
    assert said.code in codes, said.text


def test_a_file_that_would_run_something_is_not_published_by_oversight(project: Project) -> None:
    project.write({"content/report.html": "<p>Text.</p>\n<script>alert(1)</script>\n"})
    project.commit()
    said = project.sitemaf("build")
    assert said.code == 0 and "content/report.html:2: warning [asset-active]" in said.out, said.text
    assert project.sitemaf("build").out == said.out
    assert (project.root / "output/report.html").exists()
    assert project.sitemaf("build", "--strict").code == project.sitemaf("verify").code == 1
    preview = Preview(project, "--port", "0")
    try:
        with urllib.request.urlopen(f"{preview.address}/report.html") as answer:
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    finally:
        preview.stop()


@pytest.mark.parametrize(
    ("variables", "code"),
    [
        ("COMP_WORDS='sitemaf bu' COMP_CWORD=1", 0), ("COMP_WORDS='sitemaf build --for' COMP_CWORD=2", 0),
        ("COMP_WORDS='sitemaf bu' COMP_CWORD=x", 2), ("COMP_WORDS='sitemaf bu'", 2), ("COMP_CWORD=1", 2),
        ("COMP_WORDS=\"sitemaf 'b\" COMP_CWORD=99999", 0), ("COMP_WORDS='' COMP_CWORD=-7", 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("shell_name", ["bash", "zsh"])
def test_what_a_shell_completes_is_words_or_a_refusal(
    shell_name: str, variables: str, code: int, project: Project
) -> None:
    said = shell(project.root, f"_SITEMAF_COMPLETE={shell_name}_complete {variables} {command()}")
    assert_clean(said)
    assert said.code == code, said.text
    assert ("help: leave _SITEMAF_COMPLETE" in said.err) == (code == 2)


def test_a_folder_that_is_gone_is_said_so(project: Project) -> None:
    for verb in ("build", "verify", "accept"):
        said = shell(project.root, f"mkdir gone; cd gone; rmdir ../gone; {command()} {verb}")
        assert_clean(said)
        assert said.code == 2 and "not there any more" in said.text


def _fifo(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)


def _multiply(folder: Path) -> None:
    names = [f"d{number}" for number in range(9)]
    for name in names:
        (folder / name).mkdir()
        for other in names:
            if other != name:
                (folder / name / other).symlink_to(f"../{other}")


@pytest.mark.parametrize(
    ("name", "make", "codes"),
    [
        ("a pipe as a page", lambda root: _fifo(root / "content/b.en.md"), {1}),
        ("a pipe as the lock", lambda root: _fifo(root / "sitemaf.lock"), {1}),
        ("a pipe as a template", lambda root: _fifo(root / "templates/page.html"), {1, 2}),
        ("a device as a page", lambda root: (root / "content/b.en.md").symlink_to("/dev/zero"), {1}),
        ("a link out", lambda root: (root / "content/b.png").symlink_to("/etc/passwd"), {1}),
        ("a link to itself", lambda root: (root / "content/b.en.md").symlink_to("b.en.md"), {1}),
        ("a name that is no UTF-8", lambda root: (root / os.fsdecode(b"content/\xff.en.md")).touch(), {1}),
        ("a device as a picture", lambda root: (root / "content/b.png").symlink_to("/dev/zero"), {1}),
        ("a pipe as the stamp", lambda root: _fifo(root / ".sitemaf/stamp"), {0}),
        ("a link into git's own folder", lambda root: (root / "content/b").symlink_to("../.git"), {1}),
        ("links that multiply", lambda root: _multiply(root / "content"), {1}),
        ("a file where a folder must be", lambda root: (root / "content/en").touch(), {1}),
        ("a file of ours", lambda root: (root / "content/manifest.json").touch(), {1}),
        ("a name with a line end", lambda root: (root / "content/a\nb.en.md").touch(), {1}),
    ],
)  # fmt: skip
def test_what_is_no_plain_file_is_named_and_never_waited_for(
    name: str, make: Callable[[Path], None], codes: set[int], project: Project
) -> None:
    before = contents(project.root / "output")
    make(project.root)
    said = project.sitemaf("build")
    assert_clean(said)
    assert said.code in codes, said.text
    if said.code:
        assert contents(project.root / "output") == before


@pytest.mark.parametrize("folder", ["content", "demos", "templates", "docs/content"])
@pytest.mark.parametrize(
    ("target", "words"),
    [("/", "leaves the repository"), ("..", "leaves the repository"), (".git", "git's own folder")],
)
def test_a_whole_folder_that_is_a_link_is_held_to_the_same_edge(
    folder: str, target: str, words: str, project: Project
) -> None:
    outside = project.root.parent / "outside.en.md"
    outside.write_text("# Secret\n")
    link = project.root / folder.partition("/")[0]
    if link.exists():
        shutil.rmtree(link)
    link.symlink_to(target)
    if "/" in folder:
        project.write({"sitemaf.toml": f'{SETTINGS}[paths]\ncontent = "{folder}"\n'})
        (project.root.parent / "content").mkdir()
    before = contents(project.root / "output")
    said = project.sitemaf("build")
    assert_clean(said)
    if folder == "docs/content" and target != "..":  # there is no such folder behind it
        assert "Secret" not in project.page("en/index.html") if said.code == 0 else words in said.out
        return
    assert said.code == 1 and words in said.out, said.text
    assert contents(project.root / "output") == before


@pytest.mark.parametrize("target", ["../outside", "../missing", ".git"])
@pytest.mark.parametrize("link", ["demos/D/transcripts", "demos/D/transcripts/r.json", "sitemaf.lock"])
def test_nothing_is_accepted_through_a_link_that_leaves_the_repository(
    link: str, target: str, project: Project
) -> None:
    outside = project.root.parent / "outside"
    outside.mkdir()
    project.write({TOML: DEMO, PAGE: "# A\n\n```{excerpt} a.py\n```\n\n```{transcript} D/r\n```\n"})
    project.commit()
    place = project.root / link
    place.parent.mkdir(exist_ok=True, parents=True)
    end = "" if link.endswith("transcripts") else "/new"
    place.symlink_to((project.root / target).resolve().as_posix() + end)
    before = contents(project.root / ".git")
    said = project.sitemaf("accept", "--all")
    assert_clean(said)
    assert said.code in (1, 2) and "help:" in said.text, said.text
    assert list(outside.iterdir()) == [] and contents(project.root / ".git") == before
    assert not (project.root.parent / "missing").exists()


def test_half_characters_and_colours_without_end_of_a_program_are_shown(project: Project) -> None:
    project.write(
        {
            TOML: 'title = { en = "D" }\n[runs.r]\ncommand = ["{python}", "p.py"]\n',
            "demos/D/p.py": PROGRAM,
            PAGE: "# A\n\n```{transcript} D/r\n```\n",
        }
    )
    said = project.sitemaf("build")
    assert_clean(said)
    assert said.code == 0, said.text
    page = project.page("en/index.html")
    assert STEERING.search(page) is None
    assert "&lt;script&gt;{{7*7}}&lt;/script&gt;" in page and "<script" not in page


def command() -> str:
    return f"'{sys.executable}' -m site_builder"


def shell(folder: Path, line: str) -> Said:
    done = subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, timeout=120)
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


def assert_clean(said: Said) -> None:
    assert "Traceback" not in said.text
    assert said.code in {0, 1, 2}, said.text[:2000]
    assert STEERING.search(said.text) is None
