"""Accepted transcripts: files to be reviewed, from which every byte of a run comes back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.model import ConsoleLine, Frame, Problem, Transcript
from site_builder.transcripts.codec import decode, document, encode

texts = st.text(max_size=30)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
messages = st.builds(
    lambda found, style: json.dumps(found, ensure_ascii=style[0], separators=style[1]),
    values,
    st.sampled_from(
        [(True, None), (False, None), (True, (",", ":")), (False, (",", ":")), (False, (" , ", ":"))]
    ),
)
frames = st.lists(
    st.tuples(
        st.sampled_from(["client", "server"]), st.sampled_from(["message", "noise", "eof", "exit"]), messages
    )
)
consoles = st.lists(st.tuples(st.sampled_from(["stdout", "stderr"]), texts), max_size=5)


def transcript(frames: list[tuple[str, str, str]], console: list[tuple[str, str]]) -> Transcript:
    return Transcript(
        demo="D",
        run="r",
        command=("python", "a b.py"),
        console=tuple(ConsoleLine(stream=stream, text=text) for stream, text in console),  # type: ignore[arg-type]
        exit_code=-15,
        frames=tuple(
            Frame(number=n, sender=sender, kind=kind, text="" if kind == "eof" else text)  # type: ignore[arg-type]
            for n, (sender, kind, text) in enumerate(frames, 1)
        ),
        server_stderr=("one", ""),
        accepted=True,
    )


@given(frames, consoles)
def test_what_was_written_comes_back_to_the_letter(
    frames: list[tuple[str, str, str]], console: list[tuple[str, str]]
) -> None:
    whole = transcript(frames, console)
    assert decode(encode(whole), "x.json") == whole
    assert json.loads(encode(whole))["version"] == 1


def test_a_file_has_a_line_for_each_line_and_each_short_frame() -> None:
    long = {"jsonrpc": "2.0", "id": 1, "result": {"text": "x" * 60, "more": "y" * 60}}
    said = transcript(
        [("client", "message", '{"a":1}'), ("server", "message", json.dumps(long)), ("server", "eof", "")],
        [("stdout", "hello"), ("stderr", "oh\x1b[0m\u202e")],
    )
    lines = encode(said).decode().splitlines()
    assert '    {"out": "hello"},' in lines
    assert '    {"err": "oh\\u001b[0m\\u202e"}' in lines
    assert '    {"from": "client", "json": {"a":1}},'.replace('{"a":1}', '{"a": 1}') in lines
    assert '        "result": {' in lines or any('"text": "xxx' in line for line in lines)
    assert '    {"from": "server", "kind": "eof"}' in lines


def test_json_that_is_spelled_in_an_unusual_way_is_kept_as_text() -> None:
    for text in ('{"a": 1e2}', '{"a":1,"a":2}', '{ "a": 1}', "[1.0, 1E5]", '{"b":"\\u00e9é"}'):
        said = transcript([("server", "message", text)], [])
        again = decode(encode(said), "x.json")
        assert isinstance(again, Transcript)
        assert again.frames[0].text == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"version": 2}',
        b'{"version": 1}',
        b"NaN",
        b'{"version": 1, "demo": 3}',
        b"[" * 99999,
    ],
)
def test_a_file_that_accept_did_not_write_is_a_problem(data: bytes) -> None:
    problem = decode(data, "demos/D/transcripts/r.json")
    assert isinstance(problem, Problem)
    assert problem.where.path == "demos/D/transcripts/r.json"
    assert "accept the run again" in problem.help


def test_a_file_with_a_broken_row_is_a_problem() -> None:
    whole = json.loads(encode(transcript([("client", "message", "{}")], [("stdout", "x")])))
    for name, row in (
        ("console", {"both": "x"}),
        ("console", "x"),
        ("frames", {"from": "me"}),
        ("frames", 1),
    ):
        broken = {**whole, name: [row]}
        assert isinstance(decode(json.dumps(broken).encode(), "x"), Problem), row


def test_pointers_find_exit_code_lines_and_members_of_frames() -> None:
    said = transcript(
        [("client", "message", '{"id":1}'), ("server", "noise", "no json")],
        [("stdout", "first"), ("stderr", "oh"), ("stdout", "second")],
    )
    found = document(said)
    assert isinstance(found, dict)
    assert (found["exit_code"], found["stdout"], found["stderr"]) == (-15, ["first", "second"], ["oh"])
    assert found["frames"] == [{"id": 1}, "no json"]
