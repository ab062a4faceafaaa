"""sitemaf's own client with servers of every awkward shape, each documented by one `demo.toml`."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from site_builder.model import Transcript
from site_builder.transcripts.codec import decode, encode
from site_builder.transcripts.compare import compare
from site_builder.transcripts.contract import read_contract, unique_ids
from site_builder.transcripts.exchange import read_exchange
from site_builder.transcripts.nature import by_nature
from trial_runs import Trial, asking, processes_with

ECHO = """[
  { tool = "echo", arguments = { message = "hi" } },
  { tool = "echo", arguments = '{"message": null, "n": 1e2}' },
]"""


def methods(said: Transcript) -> list[str]:
    return [step.method or "" for step in read_exchange(said.frames).steps if step.kind == "request"]


def states(said: Transcript) -> list[tuple[str | None, str | None]]:
    steps = read_exchange(said.frames).steps
    return [(step.subject, step.state) for step in steps if step.method == "tools/call" and step.state]


def test_arguments_reach_the_server_to_the_letter(tmp_path: Path) -> None:
    said = Trial(tmp_path, asking("server", ECHO)).transcript()
    sent = [frame.text for frame in said.frames if '"tools/call"' in frame.text]
    assert '"arguments":{"message":"hi"}' in sent[0]
    assert '"arguments":{"message": null, "n": 1e2}' in sent[1]
    assert methods(said) == ["initialize", "tools/list", "tools/call", "tools/call"]


def test_an_old_server_is_taken_at_its_word(tmp_path: Path) -> None:
    contract = read_contract(Trial(tmp_path, asking("old")).transcript())
    assert (contract.protocol_version, [tool.name for tool in contract.tools]) == ("2024-11-05", ["echo"])


def test_lists_are_read_page_by_page_and_a_refused_list_is_shown_as_refused(tmp_path: Path) -> None:
    calls = '[ { prompt = "greet", arguments = { tone = "warm" } }, { resource = "note:///one" } ]'
    said = Trial(tmp_path, asking("everything", calls)).transcript()
    contract = read_contract(said)
    assert [tool.name for tool in contract.tools] == [f"tool-{number}" for number in range(5)]
    assert [(prompt.name, prompt.arguments[0].required) for prompt in contract.prompts] == [("greet", True)]
    assert [resource.uri for resource in contract.resources] == ["note:///one"]
    assert contract.refused == (("resources/templates/list", -32601, "Method not found"),)
    assert methods(said)[-2:] == ["prompts/get", "resources/read"]


def test_large_schemas_with_references_and_markup_come_whole(tmp_path: Path) -> None:
    said = Trial(tmp_path, asking("rich")).transcript()
    contract = read_contract(said)
    tool = contract.tools[0]
    assert len(tool.input_schema) > 150_000
    assert tool.description.endswith("**not bold** \x1b[31m")
    assert [(one.name, one.type) for one in tool.parameters] == [
        ("first", "Part0"),
        ("elsewhere", "thing.json"),
    ]
    assert tool.parameters[0].description.startswith("Teil 0: <b>größer</b>")
    assert (contract.server_name, contract.server_version) == ("", "")
    assert unique_ids([one.name for one in contract.tools]) == ("mount", "same", "same-2")
    again = decode(encode(said), "x.json")
    assert isinstance(again, Transcript)
    assert again.frames == said.frames


def test_each_style_of_error_is_a_state_of_its_own(tmp_path: Path) -> None:
    calls = '[ { tool = "flagged" }, { tool = "unflagged" }, { tool = "unknown" } ]'
    said = Trial(tmp_path, asking("errors", calls)).transcript()
    assert states(said) == [
        ("flagged", "tool-error"),
        ("unflagged", "succeeded"),
        ("unknown", "protocol-error"),
    ]


def test_a_call_past_its_own_deadline_is_withdrawn_and_the_next_one_made(tmp_path: Path) -> None:
    calls = '[ { tool = "slow", deadline = 0.2 }, { tool = "echo" } ]'
    said = Trial(tmp_path, asking("late", calls)).transcript()
    assert states(said) == [("slow", "deadline"), ("echo", "succeeded")]


def test_a_server_that_asks_its_client_is_answered_or_refused(tmp_path: Path) -> None:
    said = Trial(tmp_path, asking("curious")).transcript()
    answers = [step for step in read_exchange(said.frames).steps if step.sender == "client" and step.partner]
    assert [(step.method, step.state) for step in answers if step.kind == "response"] == [
        ("ping", "succeeded"),
        ("roots/list", "refused"),
    ]


@pytest.mark.parametrize("mode", ["discover", "unsupported"])
def test_a_server_without_a_handshake_is_discovered_by_a_fresh_process(tmp_path: Path, mode: str) -> None:
    said = Trial(tmp_path, asking(mode)).transcript()
    assert methods(said) == ["initialize", "server/discover", "tools/list"]
    assert sum(frame.kind == "exit" for frame in said.frames) == 2
    exchange, contract = read_exchange(said.frames), read_contract(said)
    assert (exchange.era, exchange.server) == ("discover", "modern 2")
    assert (contract.server_name, contract.protocol_version) == ("modern", "2026-07-28")


def test_one_era_can_be_asked_for(tmp_path: Path) -> None:
    assert methods(Trial(tmp_path, asking("discover", more='handshake = "discover"')).transcript()) == [
        "server/discover",
        "tools/list",
    ]
    problem = Trial(tmp_path, asking("discover", more='handshake = "initialize"')).failure()
    assert problem.code == "demo-exit"
    assert "the server refuses initialize: -32601 no handshake here" in problem.message


def test_lines_that_are_no_messages_are_kept_and_marked(tmp_path: Path) -> None:
    said = Trial(tmp_path, asking("garbage")).transcript()
    noise = [frame.text for frame in said.frames if frame.kind == "noise"]
    assert noise == ["Starting up…", "{broken", "\\xff\\xfe\0"]
    assert [tool.name for tool in read_contract(said).tools] == ["echo"]


@pytest.mark.parametrize(
    ("mode", "code", "words"),
    [
        ("huge", "demo-output-limit", "a message is longer than 8 MiB, waiting for tools/call (echo)"),
        (
            "flood",
            "demo-output-limit",
            "client and server said more than 32 MiB, waiting for tools/call (echo)",
        ),
        ("onlygarbage", "demo-exit", "lines that are no messages"),
        ("silent", "demo-deadline", "waiting for tools/list; standard error ended: thinking about it"),
        ("dying", "demo-exit", "the server ended before it answered tools/call and ended with exit code 9"),
        ("endless", "demo-exit", "the answer to tools/list never ends"),
        ("malformed", "demo-exit", "the answer to tools/list is malformed"),
        ("refusing", "demo-exit", "the server refuses initialize: -1 no \\ud800\u202e\x1b[31m"),
        ("confused", "demo-deadline", "waiting for initialize"),
        ("chatty", "demo-output-limit", "client and server said more than 100,000 lines"),
    ],
)
def test_a_server_that_cannot_be_documented_fails_the_run_with_the_method(
    tmp_path: Path, mode: str, code: str, words: str
) -> None:
    mark = f"trial-{tmp_path.parent.name}-{tmp_path.name}"
    started = time.monotonic()
    more = f'deadline = {4 if "deadline" in code else 8}\nenv = {{ MARK = "{mark}" }}'
    problem = Trial(tmp_path, asking(mode, '[ { tool = "echo" } ]', more)).failure()
    assert time.monotonic() - started < 18
    assert (problem.code, words in problem.message) == (code, True), problem.message
    assert problem.message.startswith("run Trial/contract")
    assert processes_with(mark) == []


def test_half_a_character_is_answered_as_it_was_asked(tmp_path: Path) -> None:
    said = Trial(tmp_path, asking("halves")).transcript()
    assert [step.method for step in read_exchange(said.frames).steps if step.sender == "server"].count(
        "ping"
    ) == 1
    assert [tool.name for tool in read_contract(said).tools] == ["echo"]


def test_a_stubborn_server_costs_seconds_and_leaves_nothing(tmp_path: Path) -> None:
    mark = f"trial-{tmp_path.parent.name}-{tmp_path.name}"
    started = time.monotonic()
    said = Trial(tmp_path, asking("stubborn", more=f'env = {{ MARK = "{mark}" }}')).transcript()
    assert time.monotonic() - started < 13
    assert [tool.name for tool in read_contract(said).tools] == ["echo"]
    assert processes_with(mark) == []


def test_a_description_that_changes_from_run_to_run_is_reported_as_such(tmp_path: Path) -> None:
    trial = Trial(tmp_path, asking("shuffled"))
    first, second = trial.transcript(), trial.transcript()
    run = trial.demo.runs[0]
    assert [problem.message for problem in compare(first, second, run.where)] == [
        "description of tool echo changed (run Trial/contract)"
    ]
    refused = by_nature(first, second, run)
    assert refused is not None
    assert "Knows" in refused.help


def test_a_proposed_pattern_settles_a_run_that_differs_by_nature(tmp_path: Path) -> None:
    trial = Trial(tmp_path, asking("dated", '[ { tool = "time" } ]'))
    refused = by_nature(trial.transcript(), trial.transcript(), trial.demo.runs[0])
    assert refused is not None
    line = refused.help.removeprefix("write `").partition("` in [")[0]
    settled = Trial(tmp_path, asking("dated", '[ { tool = "time" } ]', line))
    assert settled.transcript() == settled.transcript()


def test_a_missing_server_is_named(tmp_path: Path) -> None:
    problem = Trial(tmp_path, '[runs.contract]\nserver = ["no-such-server"]\ncalls = []').failure()
    assert problem.code == "demo-program"
    assert problem.message == "run Trial/contract: the server's program `no-such-server` is not found"
