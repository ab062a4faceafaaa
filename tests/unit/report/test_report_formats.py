"""One problem in each format: for people, programs, forges and code scanning."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from site_builder.model import ExcerptDetail, LineRange, Pin, Problem, Severity, Where
from site_builder.report import print_report
from site_builder.report.context import Context
from site_builder.report.escaping import plain
from site_builder.report.github import render as github
from site_builder.report.json import render as as_json
from site_builder.report.text import render as text

PIN = Pin(
    repo_path="src/x.py",
    address="L3-L4",
    ranges=(LineRange(first=3, last=4),),
    commit="1234567890" * 4,
    blob="f" * 40,
    sha256="0" * 64,
    first="a",
    last="b",
)
DETAIL = ExcerptDetail(
    repo_path="src/x.py",
    address="L3-L4",
    pinned=PIN,
    current=("src/x.py", LineRange(first=5, last=6)),
    ranges=(LineRange(first=5, last=6),),
    candidates=(("src/y.py", LineRange(first=1, last=2)),),
)
MOVED = Problem(
    where=Where(path="content/a.fr.md", line=2, column=3),
    code="excerpt-moved",
    message="the lines moved",
    help="run `sitemaf accept`",
    severity=Severity.ERROR,
    fixable=True,
    excerpt=DETAIL,
    diff="--- a\n+++ b\n@@ -3 +5 @@\n-old\n+new\n",
)
MILD = Problem(
    where=Where(path="sitemaf.lock"), code="excerpt-unused", message="m", severity=Severity.WARNING
)
LINES = {("content/a.fr.md", 2): "é\t`````{excerpt}"}
COUNTS = {"pages": 2, "excerpts": 1, "runs": 0}


def context(**options: object) -> Context:
    return Context(command="verify", counts=COUNTS, line=lambda *place: LINES.get(place), **options)  # type: ignore[arg-type]


def test_text_names_place_code_line_caret_help_and_diff() -> None:
    assert text([MOVED, MILD], context()).splitlines() == [
        "content/a.fr.md:2:3: error [excerpt-moved] the lines moved",
        "    2 | é `````{excerpt}",
        "      |   ^",
        "  help: run `sitemaf accept`",
        "  | --- a",
        "  | +++ b",
        "  | @@ -3 +5 @@",
        "  | -old",
        "  | +new",
        "",
        "sitemaf.lock: warning [excerpt-unused] m",
        "",
        "1 error, 1 warning in 2 pages, 1 excerpt, 0 runs; `sitemaf accept` mends 1 by itself",
    ]


def test_the_summary_tells_what_is_followed_only_on_request() -> None:
    renamed = replace(MOVED, code="excerpt-renamed")
    assert text([renamed], context()).splitlines()[-1].endswith("; `sitemaf accept --follow` mends 1")
    both = text([renamed, MOVED, renamed], context()).splitlines()[-1]
    assert both.endswith("; `sitemaf accept` mends 1 by itself, 2 more with --follow")


def test_text_shows_the_first_of_thousands_errors_before_warnings_and_counts_the_others() -> None:
    mild = [replace(MILD, message=f"mild {number}") for number in range(3000)]
    grave = [replace(MOVED, diff=None, message=f"grave {number}") for number in range(150)]
    lines = text([*mild, *grave], context()).splitlines()
    heads = [line for line in lines if "warning [" in line or "error [" in line]
    assert len(heads) == 200
    assert [line for line in heads if "error [" in line] == heads[50:]
    assert heads[0].endswith("mild 0") and heads[-1].endswith("grave 149")
    assert lines[-3:] == [
        "… and 2,950 more; `--format json` lists them all",
        "",
        "150 errors, 3000 warnings in 2 pages, 1 excerpt, 0 runs; `sitemaf accept` mends 150 by itself",
    ]
    assert len(json.loads(as_json([*mild, *grave], context()))["problems"]) == 3150
    assert github([*mild, *grave], context()).count("\n::") == 3149


def test_text_tells_a_cause_before_what_follows_from_it() -> None:
    places = ["a/guide.de.md", "a/guide.en.md", "a/other.en.md", "sitemaf.toml"]
    codes = ["translation-stale", "option-unknown", "parity-excerpts", "config"]
    found = [
        replace(MILD, where=Where(path=path), code=code) for path, code in zip(places, codes, strict=True)
    ]
    heads = [line for line in text(found, context()).splitlines() if "warning [" in line]
    assert [head.partition(":")[0] for head in heads] == [places[3], places[1], places[0], places[2]]
    assert [one["path"] for one in json.loads(as_json(found, context()))["problems"]] == places


def test_text_cuts_a_diff_without_end_and_a_line_without_end() -> None:
    lines = text([replace(MOVED, diff="+" + "x" * 90_000 + "\n+y" * 4000)], context()).splitlines()
    assert sum(line.startswith("  | ") for line in lines) == 200
    assert "  … and 3,801 more lines; `--format json` has them all" in lines
    assert max(map(len, lines)) < 1000


def test_text_without_problems_is_empty() -> None:
    assert text([], context()) == ""


def test_a_line_without_a_column_is_underlined_from_its_first_character() -> None:
    one = Problem(where=Where(path="p", line=1), code="config", message="m", severity=Severity.ERROR)
    shown = text([one], Context(command="build", line=lambda *_: "  日本 = 1  ")).splitlines()
    assert shown[1:3] == ["    1 |   日本 = 1", "      |   ^^^^^^^^"]


def test_a_long_line_is_cut_around_its_caret() -> None:
    long = "x" * 5000 + "HERE" + "y" * 5000
    one = Problem(
        where=Where(path="p", line=1, column=5001), code="config", message="m", severity=Severity.ERROR
    )
    line, caret = text([one], Context(command="build", line=lambda *_: long)).splitlines()[1:3]
    assert len(line) < 130
    assert line[caret.index("^") :].startswith("HERE")


def test_control_characters_of_strangers_are_spelled_out() -> None:
    one = Problem(
        where=Where(path="a\x1b[2J.md", line=1),
        code="config",
        message="bell \x07 and \u202eright",
        help="line\nbreak",
        severity=Severity.ERROR,
        diff="-\x1b]0;title\x07\n+\x9b31m\r\n+tab\there",
    )
    shown = text([one], Context(command="build", line=lambda *_: "\x1b[31mred\x85"))
    assert not [char for char in shown if (ord(char) < 32 and char not in "\n\t") or 0x7F <= ord(char) < 0xA0]
    assert "\u202e" not in shown
    assert "a\\x1b[2J.md:1" in shown
    assert "bell \\x07 and \\u202eright" in shown
    assert "tab\there" in shown


def test_no_quoted_text_can_pose_as_a_command_to_a_ci_log() -> None:
    one = Problem(
        where=Where(path="a.md", line=1),
        code="config",
        message="m\n::error::x",
        severity=Severity.ERROR,
        diff=" ::stop-commands::t\n-::error::x",
    )
    for shown in (
        text([one], Context(command="build", line=lambda *_: "::error::x")),
        github([one], context()),
    ):
        commands = [line for line in shown.splitlines() if line.strip().startswith("::")]
        assert len(commands) == (1 if shown.startswith("::error file=") else 0)


def test_colors_mark_severity_and_diff_only_when_wanted() -> None:
    assert "\x1b[31merror\x1b[0m" in text([MOVED], context(colors=True))
    assert "\x1b[32m+new\x1b[0m" in text([MOVED], context(colors=True))
    assert "\x1b" not in text([MOVED], context())


def test_json_is_the_documented_object() -> None:
    assert json.loads(as_json([MOVED, MILD], context())) == {
        "version": 1,
        "command": "verify",
        "problems": [
            {
                "code": "excerpt-moved",
                "severity": "error",
                "path": "content/a.fr.md",
                "line": 2,
                "column": 3,
                "message": "the lines moved",
                "help": "run `sitemaf accept`",
                "fixable": True,
                "excerpt": {
                    "path": "src/x.py",
                    "address": "L3-L4",
                    "pinned": {"first": 3, "last": 4, "commit": PIN.commit},
                    "current": {"path": "src/x.py", "first": 5, "last": 6},
                    "ranges": [[5, 6]],
                    "candidates": [["src/y.py", 1, 2]],
                },
                "diff": MOVED.diff,
            },
            {
                "code": "excerpt-unused",
                "severity": "warning",
                "path": "sitemaf.lock",
                "line": None,
                "column": None,
                "message": "m",
                "help": "",
                "fixable": False,
                "excerpt": None,
                "diff": None,
            },
        ],
        "summary": {"errors": 1, "warnings": 1, **COUNTS},
    }


def test_json_is_ascii_whatever_the_texts_hold() -> None:
    one = Problem(where=Where(path="é\udcff"), code="config", message="日本 \x1b", severity=Severity.ERROR)
    printed = as_json([one], context())
    assert printed.isascii()
    assert json.loads(printed)["problems"][0]["message"] == "日本 \x1b"


def test_github_annotations_escape_as_the_runner_undoes_it() -> None:
    one = Problem(
        where=Where(path="a,b:c%.md", line=3, column=4),
        code="value-drift",
        message="100 % and\nmore",
        help="act",
        severity=Severity.WARNING,
    )
    assert github([one], context(prefix="docs/")) == (
        "::warning file=docs/a%2Cb%3Ac%25.md,line=3,col=4,title=value-drift::100 %25 and%0Amore%0Ahelp: act\n"
    )


def test_github_annotations_carry_the_diff_and_need_no_line() -> None:
    moved, mild = github([MOVED, MILD], context()).splitlines()
    assert moved.endswith("%0A-old%0A+new")
    assert mild == "::warning file=sitemaf.lock,title=excerpt-unused::m"


@pytest.mark.parametrize(
    ("no_color", "force_color", "terminal", "colored"),
    [
        (None, None, True, True),
        (None, None, False, False),
        ("1", None, True, False),
        ("", None, True, True),
        (None, "1", False, True),
        (None, "0", True, False),
        ("1", "1", True, False),
    ],
)
def test_colors_follow_no_color_then_force_color_then_the_terminal(
    no_color: str | None,
    force_color: str | None,
    terminal: bool,
    colored: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, wanted in (("NO_COLOR", no_color), ("FORCE_COLOR", force_color), ("TERM", "xterm")):
        monkeypatch.delenv(name, raising=False)
        if wanted is not None:
            monkeypatch.setenv(name, wanted)
    out = io.StringIO()
    out.isatty = lambda: terminal  # type: ignore[method-assign]
    print_report([MOVED], verb="verify", root=tmp_path, report_format="text", counts={}, out=out)
    assert ("\x1b[" in out.getvalue()) is colored


def test_a_stream_that_lacks_characters_gets_them_spelled_out(tmp_path: Path) -> None:
    raw = io.BytesIO()
    one = Problem(where=Where(path="é.md"), code="config", message="L3–L4", severity=Severity.ERROR)
    out = io.TextIOWrapper(raw, encoding="ascii")
    print_report([one], verb="verify", root=tmp_path, report_format="text", counts={}, out=out)
    assert raw.getvalue().startswith(b"\\xe9.md: error [config] L3\\u2013L4\n")


def test_source_lines_come_from_the_project_and_never_from_a_pipe(tmp_path: Path) -> None:
    import os

    (tmp_path / "a.md").write_bytes("\ufeffone\r\ntwo é\r\n".encode())
    os.mkfifo(tmp_path / "b.md")
    out = io.StringIO()
    found = [
        Problem(where=Where(path=path, line=line), code="config", message="m", severity=Severity.ERROR)
        for path, line in (("a.md", 2), ("a.md", 99), ("b.md", 1), ("none.md", 1), ("bad\0.md", 1))
    ]
    print_report(found, verb="verify", root=tmp_path, report_format="text", counts={}, out=out)
    assert out.getvalue().count(" | two é\n") == 1


def test_a_project_in_a_folder_is_annotated_from_the_repositorys_top(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "docs").mkdir()
    out = io.StringIO()
    print_report([MILD], verb="verify", root=tmp_path / "docs", report_format="github", counts={}, out=out)
    assert "file=docs/sitemaf.lock," in out.getvalue()


def test_plain_text_stays_as_it_is() -> None:
    assert plain("L3–L4 · é 日本 `x`") == "L3–L4 · é 日本 `x`"


def test_a_message_that_quotes_a_megabyte_is_short_for_people_and_whole_for_programs() -> None:
    long = replace(MILD, message=f"`{'x' * 1_000_000}` is no name")
    for shown in (text([long], context()), github([long], context())):
        assert "characters left out" in shown and "is no name" in shown
        assert len(shown) < 2000
    assert long.message in as_json([long], context())
