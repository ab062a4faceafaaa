"""Values in prose: which one a sentence states, and when it no longer does."""

from __future__ import annotations

from typing import Any

import pytest

from site_builder.excerpts.values import constant, from_transcript, same_value, shown, shown_value, value_key
from site_builder.model import Facts, Lock, Problem, Revision, Transcript, ValueRequest, Where

PLACE = Where(path="content/page.md", line=3)
PYTHON = b"""\
SECONDS = 15.0
BIG: int = 1_000
MODEL = "granite4:3b"
NEGATIVE = -3
PAIR = (1,
    2)
COMPUTED = SECONDS * 2
if DEBUG:
    EITHER = 1
else:
    EITHER = 2
class Limits:
    CALLS = 0x10
    class Inner:
        FLAG = True
ONE = OTHER = 5
DECLARED: int
AUGMENTED = 1
AUGMENTED += 1
def change():
    global GLOBAL
    GLOBAL = 2
    LOCAL = 3
GLOBAL = 1
LOCAL = 4
from x import IMPORTED
IMPORTED = 3
for LOOPED in (): pass
LOOPED = 1
UNPACKED, _ = 1, 2
def FUNCTION(): pass
"""
TOML = b"""\
[project]
version = "0.1"
number = 1_000
float = 1.50
date = 1979-05-27 07:32:00Z
flag = true
list = [1, "two"]
"a/b~c" = 1
"""
JSON = b'{"a": 1e3, "b": ["x"], "c": null, "d": true, "twice": {"x": 1, "x": 2}}'
YAML = b"a: 0o14\nb: [on, 1.50]\nc: &anchor\n  d: '15'\ne: *anchor\n"


def request(source: str, pointer: str) -> ValueRequest:
    return ValueRequest(
        where=PLACE, kind="run" if "#" in source else "constant", source=source.strip("#"), pointer=pointer
    )


def held(source: str, pointer: str, data: bytes) -> str:
    found = constant(request(source, pointer), data)
    assert isinstance(found, str), found
    return found


def unknown(source: str, pointer: str, data: bytes | Problem) -> Problem:
    found = constant(request(source, pointer), data)
    assert isinstance(found, Problem)
    assert (found.code, found.where) == ("value-unknown", PLACE)
    return found


@pytest.mark.parametrize(
    "name, text",
    [
        ("SECONDS", "15.0"),
        ("BIG", "1_000"),
        ("MODEL", "granite4:3b"),
        ("NEGATIVE", "-3"),
        ("PAIR", "(1, 2)"),
        ("Limits.CALLS", "0x10"),
        ("Limits.Inner.FLAG", "True"),
        ("OTHER", "5"),
        ("LOCAL", "4"),
    ],
)
def test_a_constant_is_printed_as_it_is_written_a_text_without_its_quotes(name: str, text: str) -> None:
    assert held("a.py", name, PYTHON) == text


@pytest.mark.parametrize(
    "name, words",
    [
        ("EITHER", "assigns `EITHER` more than once: L9 and L11"),
        ("AUGMENTED", "more than once: L18 and L19"),
        ("GLOBAL", "more than once"),
        ("IMPORTED", "more than once"),
        ("LOOPED", "more than once"),
        ("COMPUTED", "does not give `COMPUTED` a literal"),
        ("UNPACKED", "does not give `UNPACKED` a literal"),
        ("FUNCTION", "does not give `FUNCTION` a literal"),
        ("DECLARED", "has no constant `DECLARED`"),
        ("Limits.NOPE", "has no constant `Limits.NOPE`"),
    ],
)
def test_a_name_without_one_literal_value_is_unknown(name: str, words: str) -> None:
    assert words in unknown("a.py", name, PYTHON).message


def test_the_nearest_names_are_given() -> None:
    assert unknown("a.py", "SECOND", PYTHON).help == "did you mean `SECONDS`?"
    assert "`/project/version`" in unknown("a.toml", "/project", TOML).help
    assert unknown("a.toml", "/project/verison", TOML).help == "did you mean `version`?"


@pytest.mark.parametrize(
    "source, data, pointer, text",
    [
        ("a.toml", TOML, "/project/version", "0.1"),
        ("a.toml", TOML, "/project/number", "1_000"),
        ("a.toml", TOML, "/project/float", "1.50"),
        ("a.toml", TOML, "/project/date", "1979-05-27 07:32:00Z"),
        ("a.toml", TOML, "/project/flag", "true"),
        ("a.toml", TOML, "/project/list/1", "two"),
        ("a.toml", TOML, "/project/a~1b~0c", "1"),
        ("a.json", JSON, "/a", "1e3"),
        ("a.json", JSON, "/b/0", "x"),
        ("a.json", JSON, "/c", "null"),
        ("a.json", JSON, "/d", "true"),
        ("a.yaml", YAML, "/a", "0o14"),
        ("a.yml", YAML, "/b/0", "on"),
        ("a.yaml", YAML, "/b/1", "1.50"),
        ("a.yaml", YAML, "/e/d", "15"),
    ],
)
def test_documents_are_pointed_into_and_keep_their_spelling(
    source: str, data: bytes, pointer: str, text: str
) -> None:
    assert held(source, pointer, data) == text


@pytest.mark.parametrize(
    "source, data, pointer, words",
    [
        ("a.toml", TOML, "/project/list", "a list at `/project/list`"),
        ("a.toml", TOML, "/project/list/2", "no item `2`"),
        ("a.toml", TOML, "/project/list/01", "no item `01`"),
        ("a.toml", TOML, "/project/version/0", "nothing can be inside"),
        ("a.toml", TOML, "version", "is no JSON pointer"),
        ("a.toml", b"a = \n", "/a", "is no TOML"),
        ("a.json", JSON, "/twice/x", "has `x` twice in one object"),
        ("a.json", b"{", "/a", "is no JSON"),
        ("a.json", b"[" * 100_000, "/a", "is no JSON"),
        ("a.yaml", b"a: 1\na: 2\n", "/a", "has `a` twice in one object"),
        ("a.yaml", b"a: [\n", "/a", "is no YAML"),
        ("a.yaml", b"a: 1\n---\nb: 2\n", "/a", "is no YAML"),
        ("a.txt", b"a", "/a", "whose values are not known"),
        ("a.py", b"def f(:\n", "A", "does not parse as Python"),
        ("a.py", b"\0", "A", "NUL"),
    ],
)
def test_what_holds_no_single_value_says_why(source: str, data: bytes, pointer: str, words: str) -> None:
    assert words in unknown(source, pointer, data).message


def test_a_file_that_could_not_be_read_is_an_unknown_value_at_the_sentence() -> None:
    gone = Problem(where=Where(path="a.py"), code="excerpt-gone", message="there is no file `a.py`")
    assert unknown("a.py", "A", gone).message == "there is no file `a.py`"


def test_a_run_is_pointed_into() -> None:
    document = {"exit_code": 2, "stdout": ["a", "outcome: Failed"], "frames": []}
    assert from_transcript(request("Demo/run#", "/exit_code"), document) == "2"
    assert from_transcript(request("Demo/run#", "/stdout/1"), document) == "outcome: Failed"
    missing = from_transcript(request("Demo/run#", "/exit_cod"), document)
    assert isinstance(missing, Problem)
    assert "`exit_code`" in missing.help


def test_values_are_compared_as_values() -> None:
    assert same_value("1_000", "1000")
    assert same_value("0x10", "16")
    assert not same_value("15", "16")
    assert not same_value("True", "1")
    assert not same_value("granite4:3b", "granite4:1b")


SECONDS = ValueRequest(where=PLACE, kind="constant", source="a.py", pointer="SECONDS")


def states(current: str | Problem, **values: str) -> tuple[Any, list[str]]:
    text, problems = shown(SECONDS, Lock(values=values), current)
    return text, [one.code for one in problems]


def test_a_value_that_still_holds_is_printed_as_the_source_spells_it_now() -> None:
    assert states("15.0", **{"a.py::SECONDS": "15.0"}) == ("15.0", [])
    assert states("1_5.0", **{"a.py::SECONDS": "15.0"}) == ("1_5.0", [])


def test_a_value_that_changed_keeps_the_accepted_text_and_names_the_sentence() -> None:
    assert states("20.0", **{"a.py::SECONDS": "15.0"}) == ("15.0", ["value-drift"])
    _, (problem,) = shown(SECONDS, Lock(values={"a.py::SECONDS": "15.0"}), "20.0")
    assert problem.message == "this sentence states 15.0, but `a.py::SECONDS` is now 20.0"
    assert problem.where == PLACE


def test_a_new_value_is_printed_and_waits_for_accept() -> None:
    assert states("15.0") == ("15.0", ["value-unpinned"])


def test_a_value_is_looked_up_in_what_the_machine_said() -> None:
    run = Transcript(demo="Demo", run="run", command=(), console=(), exit_code=3)
    facts = Facts(revision=Revision(commit=None), constants={"a.py": b"SECONDS = 15\n"})

    def look(source: str, pointer: str) -> str | Problem:
        asked = request(source, pointer)
        return shown_value(asked, Lock(), facts, {"Demo/run": run}, lambda one: {"exit_code": one.exit_code})[
            0
        ]

    assert look("a.py", "SECONDS") == "15"
    assert look("Demo/run#", "/exit_code") == "3"
    other = look("Demo/rum#", "/exit_code")
    assert isinstance(other, Problem)
    assert other.help == "did you mean `Demo/run`?"
    assert isinstance(look("b.py", "SECONDS"), Problem)


def test_the_lock_names_constants_and_runs_apart() -> None:
    assert value_key(SECONDS) == "a.py::SECONDS"
    assert value_key(request("Demo/run#", "/exit_code")) == "Demo/run#/exit_code"
