"""An exchange, step by step: what was asked, how it ended, and what a reader should see of it."""

from __future__ import annotations

import json

from site_builder.model import Frame
from site_builder.transcripts.exchange import read_exchange
from spoken import GREETING, error, frames, notice, request, result


def states(*said: tuple[str, object]) -> list[tuple[str, str | None]]:
    return [(step.kind, step.state) for step in read_exchange(frames(*said)).steps]


def test_requests_and_responses_are_partners() -> None:
    steps = read_exchange(frames(*GREETING, request("a", "tools/call", name="x", arguments={"n": 1}))).steps
    assert [(step.number, step.partner, step.method) for step in steps[:2]] == [
        (1, 2, "initialize"),
        (2, 1, "initialize"),
    ]
    assert (steps[2].id, steps[2].subject, steps[2].arguments, steps[2].state) == (
        '"a"',
        "x",
        '{"n": 1}',
        "no-answer",
    )


def test_each_outcome_has_a_word_of_its_own() -> None:
    tool_error = result(1, isError=True, content=[{"type": "text", "text": "bad"}])
    assert states(request(1, "tools/call", name="x"), tool_error)[1] == ("response", "tool-error")
    assert states(request(1, "tools/call", name="x"), error(1, -32602, "no"))[1] == (
        "response",
        "protocol-error",
    )
    gave_up = notice("client", "notifications/cancelled", requestId=1, reason="timed out after 0.2s")
    assert states(request(1, "tools/call", name="x"), gave_up)[0] == ("request", "deadline")
    cancelled = notice("client", "notifications/cancelled", requestId=1, reason="user said so")
    assert states(request(1, "tools/call", name="x"), cancelled)[0] == ("request", "cancelled")
    asked = ("server", {"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage"})
    declined = ("client", {"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no"}})
    assert states(asked, declined)[1] == ("response", "refused")


def test_a_notification_that_cancels_leads_to_its_request() -> None:
    said = frames(
        request(7, "tools/call", name="x"), notice("client", "notifications/cancelled", requestId=7)
    )
    assert read_exchange(said).steps[1].partner == 1


def test_the_same_id_in_both_directions_is_two_requests() -> None:
    asked = ("server", {"jsonrpc": "2.0", "id": 1, "method": "ping"})
    answered = ("client", {"jsonrpc": "2.0", "id": 1, "result": {}})
    steps = read_exchange(frames(request(1, "tools/list"), asked, answered, result(1, tools=[]))).steps
    assert [step.partner for step in steps] == [4, 3, 2, 1]


def test_a_restarted_server_begins_anew() -> None:
    said = frames(request(1, "tools/list"), ("server", "exit"), request(1, "ping"), result(1))
    assert [(step.state, step.partner) for step in read_exchange(said).steps] == [
        ("no-answer", None),
        (None, None),
        (None, 4),
        ("succeeded", 3),
    ]


def test_short_scalars_of_a_structured_result_are_shown() -> None:
    found = {"outcome": "NotFound", "incident": None, "count": 3, "list": [1], "long": "x" * 100}
    steps = read_exchange(
        frames(request(1, "tools/call", name="x"), result(1, structuredContent=found))
    ).steps
    assert steps[1].fields == (("outcome", "NotFound"), ("incident", "null"), ("count", "3"))


def test_json_inside_a_string_is_decoded_beside_its_pointer() -> None:
    text = json.dumps({"a/b": 1})
    steps = read_exchange(
        frames(request(1, "tools/call", name="x"), result(1, content=[{"text": text}]))
    ).steps
    assert steps[1].decoded == (("/result/content/0/text", '{\n  "a/b": 1\n}'),)
    assert steps[1].fields == (("a/b", "1"),)


def test_noise_batches_and_odd_values_do_not_break_the_reading() -> None:
    odd = [
        [1, 2],
        3,
        "text",
        None,
        {},
        {"id": 1},
        {"method": 5, "id": 1},
        {"id": [1], "result": 3},
        {"error": 1},
    ]
    said = [
        Frame(number=n, sender="server", kind="message", text=json.dumps(one)) for n, one in enumerate(odd, 1)
    ]
    steps = read_exchange(said).steps
    assert [step.kind for step in steps] == ["noise"] * 7 + ["response"] * 2
    assert steps[1].raw == "3"


def test_both_eras_introduce_themselves() -> None:
    exchange = read_exchange(frames(*GREETING))
    assert (exchange.era, exchange.protocol_version, exchange.client, exchange.server) == (
        "initialize",
        "2025-11-25",
        "c 1",
        "s 2",
    )
