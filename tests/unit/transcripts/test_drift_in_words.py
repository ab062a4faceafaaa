"""What changed between an accepted and a fresh transcript, in the author's words and in no others."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.model import ConsoleLine, Frame, Transcript, Where
from site_builder.transcripts.compare import compare
from spoken import GREETING, announcing, call, error, frames, request, result, tool, transcript

HERE = Where(path="demos/Demo/demo.toml", line=4)
TEXT = {"type": "string"}


def changes(before: Transcript, now: Transcript) -> list[str]:
    problems = compare(before, now, HERE)
    assert all(one.code == "transcript-drift" and one.where == HERE and one.diff for one in problems)
    assert all("sitemaf accept Demo/run" in one.help for one in problems)
    return [one.message.removesuffix(" (run Demo/run)") for one in problems]


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (tool("x", {"y": TEXT}), tool("x"), "tool x lost parameter y"),
        (tool("x"), tool("x", {"y": TEXT}), "tool x gained parameter y"),
        (tool("x"), tool("x", {"y": TEXT}, ["y"]), "tool x gained required parameter y"),
        (tool("x", {"y": TEXT}), tool("x", {"y": TEXT}, ["y"]), "parameter y of tool x is now required"),
        (
            tool("x", {"y": TEXT}, ["y"]),
            tool("x", {"y": TEXT}),
            "parameter y of tool x is no longer required",
        ),
        (tool("x", {"y": TEXT}), tool("x", {"y": {"type": "integer"}}), "parameter y of tool x changed"),
        (tool("x"), tool("x") | {"description": "Other"}, "description of tool x changed"),
        (tool("x"), tool("x", annotations={"readOnlyHint": True}), "annotations of tool x changed"),
        (tool("x"), tool("x", outputSchema={"type": "object"}), "result schema of tool x changed"),
        (tool("x"), tool("x", icons=[]), "icons of tool x changed"),
        (tool("x"), tool("x") | {"inputSchema": {"type": "array"}}, "input schema of tool x changed"),
    ],
)
def test_a_change_of_one_tool_is_named_and_nothing_else(before: object, now: object, expected: str) -> None:
    other = tool("other", {"a": TEXT})
    assert changes(transcript(*announcing(other, before)), transcript(*announcing(other, now))) == [expected]


def test_tools_come_and_go_by_name() -> None:
    before, now = transcript(*announcing(tool("a"), tool("b"))), transcript(*announcing(tool("b"), tool("c")))
    assert changes(before, now) == ["tool a was removed", "tool c was added"]


def test_another_order_of_tools_is_a_change_but_another_order_of_keys_is_none() -> None:
    one, two = tool("a", {"p": TEXT, "q": TEXT}), tool("b")
    swapped = json.loads(json.dumps(one, sort_keys=True))
    assert changes(transcript(*announcing(one, two)), transcript(*announcing(swapped, two))) == []
    assert changes(transcript(*announcing(one, two)), transcript(*announcing(two, one))) == [
        "the order of the tools changed"
    ]


def test_calls_are_counted_and_named() -> None:
    first = transcript(*GREETING, *call(2, "a", "one", n=1), *call(3, "b", "two", n=1))
    now = transcript(*GREETING, *call(2, "a", "one", n=1), *call(3, "b", "TWO", n=2))
    assert changes(first, now) == [
        "arguments of call 2 (tool b) changed",
        "result of call 2 (tool b) changed",
    ]
    gone = transcript(*GREETING, *call(2, "b", "two", n=1))
    assert "call 1 (tool a) is no longer made" in changes(first, gone)


def test_a_result_that_becomes_an_error_is_a_changed_result() -> None:
    before = transcript(*GREETING, request(2, "resources/read", uri="x://1"), result(2, contents=[]))
    now = transcript(*GREETING, request(2, "resources/read", uri="x://1"), error(2, -32002, "gone"))
    assert changes(before, now) == ["result of call 1 (resource x://1) changed"]


def test_prompts_and_refusals_are_named() -> None:
    def prompts(*given: object) -> Transcript:
        return transcript(*GREETING, request(2, "prompts/list"), result(2, prompts=list(given)))

    plain = {"name": "greet", "arguments": [{"name": "tone"}]}
    required = {"name": "greet", "arguments": [{"name": "tone", "required": True}]}
    assert changes(prompts(plain), prompts(required)) == ["parameter tone of prompt greet is now required"]
    refused = transcript(*GREETING, request(2, "prompts/list"), error(2, -32601, "no"))
    assert changes(prompts(), refused) == ["the server now refuses prompts/list"]


def test_the_greeting_is_compared_part_by_part() -> None:
    newer = result(
        1,
        protocolVersion="2026-07-28",
        capabilities={"tools": {"listChanged": True}},
        serverInfo={"name": "s", "version": "3"},
        instructions="Be kind",
    )
    assert changes(transcript(*GREETING), transcript(GREETING[0], newer)) == [
        "the protocol version changed",
        "the server's name or version changed",
        "the server's capabilities changed",
        "the server's instructions changed",
    ]


def test_console_exit_code_and_command_are_named() -> None:
    before, now = transcript(console=["a", "b", "c"]), transcript(console=["a", "B", "c"], exit_code=2)
    assert changes(before, replace(now, command=("python", "other.py"))) == [
        "the command of run Demo/run changed",
        "run Demo/run exits with 2, not 0",
        "the output of run Demo/run changed",
    ]
    diff = compare(before, now, HERE)[1].diff
    assert diff == "--- accepted\n+++ now\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c"


def test_a_diff_of_a_long_output_shows_the_lines_around_the_change() -> None:
    lines = [f"line {number}" for number in range(50_000)]
    other = [*lines[:40_000], "another", *lines[40_001:]]
    (problem,) = compare(transcript(console=lines), transcript(console=other), HERE)
    assert problem.diff is not None
    assert problem.diff.splitlines()[2] == "@@ -39998,7 +39998,7 @@"
    assert len(problem.diff.splitlines()) == 11


def test_other_messages_are_compared_in_their_order() -> None:
    noisy = (*GREETING, ("server", "starting"), ("server", "eof"))
    assert changes(transcript(*GREETING, ("server", "eof")), transcript(*noisy)) == [
        "message 3 between client and server and what follows changed: 4 messages, not 3"
    ]


def _other(text: str) -> Frame:
    return Frame(number=1, sender="server", kind="message", text=text)


@given(st.data())
def test_nothing_but_the_order_of_keys_is_ever_overlooked(data: st.DataObject) -> None:
    said = list(
        frames(*announcing(tool("a", {"p": TEXT}), "no tool"), *call(3, "a", "one"), ("server", "exit"))
    )
    before = replace(transcript(), frames=tuple(said), server_stderr=("x",))
    at = data.draw(st.integers(0, len(said) - 1))
    found = said[at].text
    position = data.draw(st.integers(0, max(0, len(found) - 1)))
    changed = found[:position] + data.draw(st.sampled_from('0aZ"{ ')) + found[position + 1 :]
    said[at] = replace(said[at], text=changed)
    now = replace(before, frames=tuple(said))
    assert (compare(before, now, HERE) == ()) == _same(found, changed)


def _same(one: str, other: str) -> bool:
    try:
        return json.dumps(json.loads(one), sort_keys=True) == json.dumps(json.loads(other), sort_keys=True)
    except ValueError:
        return one == other


def test_streams_told_apart_count() -> None:
    before = transcript(console=["x"])
    now = replace(before, console=(ConsoleLine(stream="stderr", text="x"),))
    assert changes(before, now) == ["the output of run Demo/run changed"]
