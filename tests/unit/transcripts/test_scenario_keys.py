"""`demo.toml`: what a declaration may say, and how it is told what it may not."""

from __future__ import annotations

import tomllib
import tracemalloc

import pytest

from site_builder.model import Call, Demo, Problem
from site_builder.transcripts.scenario import read_demo
from site_builder.transcripts.toml_places import key_lines

PATH = "demos/Trial/demo.toml"
TITLE = 'title = { en = "Trial", fr = "Essai" }\n'


def read(text: str, title: str = TITLE) -> Demo:
    demo = read_demo(PATH, (title + text).encode(), ("fr", "en"))
    assert isinstance(demo, Demo), demo
    return demo


def refused(text: str, title: str = TITLE) -> list[Problem]:
    problems = read_demo(PATH, (title + text).encode(), ("fr", "en"))
    assert isinstance(problems, tuple), problems
    assert all(problem.code == "config" and problem.where.path == PATH for problem in problems)
    return list(problems)


def test_the_whole_language_in_one_file() -> None:
    demo = read(r"""
sources = ["client/*.py", "server/*.py"]
server = ["{python}", "server/main.py"]
[defaults]
deadline = 10
env = ["TOKEN"]
[runs.direct]
title = "Direct"
command = ["{python}", "client/main.py", "--server", "{server}"]
[runs.too-late]
command = ["{python}", "client/main.py", "--server", "{server}", "--request-deadline", "0.2"]
exit_code = 2
env = { MODE = "late" }
[runs.contract]
handshake = "initialize"
calls = [
  { tool = "echo", arguments = { message = "hi", n = [1, 2.5] } },
  { tool = "echo", arguments = '{"message": null}' },
  { prompt = "greet", deadline = 2 },
  { resource = "file:///x" },
]
[runs.help]
server = false
command = ["mytool", "--help"]
stdin = "yes\n"
deadline = 0.5
normalize = { VERSION = '\d+\.\d+\.\d+' }
""")
    assert (demo.name, demo.folder, demo.title) == ("Trial", "demos/Trial", {"fr": "Essai", "en": "Trial"})
    direct, late, contract, help = demo.runs
    assert [run.name for run in demo.runs] == ["direct", "too-late", "contract", "help"]
    assert (direct.server, direct.deadline, direct.env_passed) == (
        ("{python}", "server/main.py"),
        10.0,
        ("TOKEN",),
    )
    assert (direct.title, direct.where.line) == ({"fr": "Direct", "en": "Direct"}, 8)
    assert (late.exit_code, late.env_passed, late.env_fixed) == (2, ("TOKEN",), {"MODE": "late"})
    assert contract.calls == (
        Call(kind="tool", name="echo", arguments='{"message":"hi","n":[1,2.5]}'),
        Call(kind="tool", name="echo", arguments='{"message": null}'),
        Call(kind="prompt", name="greet", deadline=2.0),
        Call(kind="resource", name="file:///x"),
    )
    assert (help.server, help.stdin, help.deadline) == (None, "yes\n", 0.5)
    assert help.normalize == {"VERSION": r"\d+\.\d+\.\d+"}


def test_no_calls_at_all_means_handshake_and_lists() -> None:
    (run,) = read('server = ["s"]\n[runs.contract]\ncalls = []').runs
    assert (run.calls, run.command) == ((), None)


def test_a_default_command_gives_way_to_calls_of_a_run() -> None:
    demo = read('server = ["s"]\n[defaults]\ncommand = ["c", "{server}"]\n[runs.a]\n[runs.b]\ncalls = []\n')
    assert [(run.command, run.calls) for run in demo.runs] == [(("c", "{server}"), None), (None, ())]


@pytest.mark.parametrize(
    ("text", "line", "message", "help"),
    [
        ('[runs.a]\ncomand = ["x"]', 3, "`comand` is no key of [runs.a]", "did you mean `command`?"),
        (
            '[runs.a]\ncommand = "x --help"',
            3,
            "`command` must be a list of texts, not a text",
            "write `command",
        ),
        ("[runs.a]\ncommand = []", 3, "`command` must be a list of texts, not an empty list", ""),
        ('[runs.a]\ncommand = ["x", 3]', 3, "`command` must be a list of texts", ""),
        (
            '[runs.a]\ncommand = ["x",\n"{sever}"]',
            4,
            "nothing stands for `{sever}`",
            "did you mean `{server}`?",
        ),
        ('[runs.a]\ncommand = ["x", "{server}"]', 3, "`{server}` stands for a server, and none is named", ""),
        (
            'server = ["s"]\n[runs.a]\ncommand = ["x"]',
            4,
            "the command of run a never starts its server",
            "server = f",
        ),
        ('[runs.a]\ntitle = "A"', 2, "run a has neither `command` nor `calls`", ""),
        ('server = ["s"]\n[runs.a]\ncalls = []\ncommand = ["{server}"]', 3, "run a has both", ""),
        ("[runs.a]\ncalls = []", 2, "run a has calls but no server to send them to", ""),
        ('[runs.a]\ncommand = ["x"]\ndeadline = 0', 4, "`deadline` must be a number of seconds", ""),
        ('[runs.a]\ncommand = ["x"]\ndeadline = nan', 4, "`deadline` must be a number of seconds", ""),
        ('[runs.a]\ncommand = ["x"]\ndeadline = true', 4, "`deadline` must be a number of seconds", ""),
        ('[runs.a]\ncommand = ["x"]\nexit_code = 256', 4, "`exit_code` must be a whole number", ""),
        ('[runs.a]\ncommand = ["x"]\nstdin = 3', 4, "`stdin` must be a text in quotes, not a number", ""),
        ('[runs.a]\ncommand = ["x"]\nenv = "TOKEN"', 4, "`env` must be a list of names", "env = ["),
        ('[runs.a]\ncommand = ["x"]\nenv = { A = 1 }', 4, "`A` must be a text in quotes, not a number", ""),
        ('[runs.a]\ncommand = ["x"]\nenv = ["A B"]', 4, "`A B` is no name of an environment variable", ""),
        (
            '[runs.a]\ncommand = ["x"]\nnormalize = { version = "1" }',
            4,
            "`version` is no name of a place",
            "",
        ),
        (
            '[runs.a]\ncommand = ["x"]\nnormalize = { HOME = "1" }',
            4,
            "⟨HOME⟩ is a placeholder of sitemaf",
            "",
        ),
        ('[runs.a]\ncommand = ["x"]\nnormalize = { A = "(" }', 4, "is no regular expression", ""),
        ('server = ["s"]\n[runs.a]\nhandshake = "init"\ncalls = []', 4, "`handshake` must be one of", ""),
        (
            'server = ["s"]\n[runs.a]\ncalls = []\nstdin = "x"',
            5,
            "`stdin` belongs to a run with a command",
            "",
        ),
        (
            'server = ["s"]\n[runs.a]\ncalls = [\n{ tol = "x" } ]',
            5,
            "`tol` is no key",
            "did you mean `tool`?",
        ),
        (
            'server = ["s"]\n[runs.a]\ncalls = [ { tool = "x", prompt = "y" } ]',
            4,
            "call 1 must name one tool",
            "",
        ),
        (
            'server = ["s"]\n[runs.a]\ncalls = [ { tool = "x", arguments = "{" } ]',
            4,
            "`arguments` is no JSON",
            "",
        ),
        (
            'server = ["s"]\n[runs.a]\ncalls = [ { tool = "x", arguments = "[NaN]" } ]',
            4,
            "`arguments` is no JSON",
            "",
        ),
        (
            'server = ["s"]\n[runs.a]\ncalls = [ { tool = "x", arguments = { d = 2026-01-31 } } ]',
            4,
            "JSON has no d",
            "",
        ),
        (
            'server = ["s"]\n[runs.a]\ncalls = [ { resource = "x", arguments = {} } ]',
            4,
            "read without arguments",
            "",
        ),
        ('server = ["s", "{server}"]\n[runs.a]\ncalls = []', 2, "cannot hold `{server}`", ""),
        ("", 1, "demo Trial declares no run", "write `[runs.NAME]`"),
        ('sources = ["../x"]\n[runs.a]\ncommand = ["x"]', 2, "source `../x` leaves the demo's folder", ""),
        (
            '[runs.a]\ncommand = ["x"]\n[defaults]\nenviron = ["A"]',
            5,
            "`environ` is no key of [defaults]",
            "`env`",
        ),
        ('[runs.a]\ncommand = ["x"\n', 4, "this is no TOML", ""),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_the_next_act(
    text: str, line: int, message: str, help: str
) -> None:
    problems = refused(text)
    assert any(message in one.message and help in one.help for one in problems), problems
    assert (line in [one.where.line for one in problems]) or line == 1 or "no TOML" in message, problems


def test_a_title_names_each_language_of_the_site_and_no_other() -> None:
    (missing, unknown) = refused('[runs.a]\ncommand = ["x"]', 'title = { en = "Trial", frr = "Essai" }\n')
    assert (missing.message, missing.help) == ("the site has no language `frr`", "did you mean `fr`?")
    assert unknown.message == "the title lacks the language `fr`"


def test_everything_wrong_is_told_at_once() -> None:
    problems = refused('sorces = []\n[runs.a]\ncommand = "x"\ndeadline = -1\n[runs.b]\ncalls = 3\n')
    assert len(problems) >= 4


def test_a_file_that_is_no_text_is_told_with_its_byte() -> None:
    problems = read_demo(PATH, b'title = "\xff"', ("en",))
    assert isinstance(problems, tuple)
    assert problems[0].message == "the file is not UTF-8: byte 9 cannot be read"


def test_lines_are_found_through_strings_comments_and_nesting() -> None:
    lines = key_lines(
        'a = "x # no ] comment" # [b]\n'
        '"quoted key".c = """\n[no.table]\n"""\n'
        "[t.u] # table\n"
        "list = [ # comment\n  { x = 1,\n y = 2 }, # two\n  [ 'a', ], ]\n"
        "[[many]]\nd = 1979-05-27 07:32:00\n[[many]]\nd = 1\n"
    )
    assert lines["quoted key", "c"] == 2
    assert lines["t", "u", "list", 0] == 7
    assert lines["t", "u", "list", 0, "y"] == 8
    assert lines["t", "u", "list", 1, 0] == 9
    assert (lines["many", 0, "d"], lines["many", 1, "d"]) == (11, 13)
    assert ("no", "table") not in lines


@pytest.mark.parametrize(
    "text",
    [
        '"""\n' + 'say "" or "x" \\" \\\\ \\t\n' * 20_000 + '""""',
        '"' + 'one line \\"quoted\\" \\\\ \\n' * 20_000 + '"',
        "'''\n" + "it's ''x'' \\\n" * 40_000 + "''''",
        '""' + "# a remark\n\n" * 40_000,
    ],
)
def test_long_input_costs_no_more_memory_than_its_size_and_keeps_the_places_below_it(text: str) -> None:
    above = f'[runs.a]\ncommand = ["x"]\nstdin = {text}\n'
    tracemalloc.start()
    try:
        (problem,) = refused(above + "[runs.b]\ncommand = []\n")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert problem.where.line == TITLE.count("\n") + above.count("\n") + 2
    assert peak < 20 * len(above)  # bytes; text, parsed text and copies of both
    (run,) = read(above).runs
    assert run.stdin == tomllib.loads(f"it = {text}")["it"]
