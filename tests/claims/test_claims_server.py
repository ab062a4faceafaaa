"""What the pages say about the server: its contract, its answers, its streams."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import Any

import pytest

from claims.demo400 import SERVER, SERVERS, Said, answers, call, run, talk

INVALID = "Invalid incident ID. Expected INC- followed by three digits."
MISSING = object()

# Each input of get_incident_status, and how the server must answer: Found, NotFound, or isError.
IDENTIFIERS: dict[str, tuple[object, str]] = {
    "the known incident": ("INC-318", "Found"),
    "an absent incident": ("INC-999", "NotFound"),
    "the lowest identifier": ("INC-000", "NotFound"),
    "lower case": ("inc-318", "isError"),
    "mixed case": ("Inc-318", "isError"),
    "a dotless i": ("ıNC-318", "isError"),
    "a dotted capital I": ("İNC-318", "isError"),
    "a Cyrillic C": ("INС-318", "isError"),
    "a trailing newline": ("INC-318\n", "isError"),
    "a leading newline": ("\nINC-318", "isError"),
    "a trailing carriage return": ("INC-318\r", "isError"),
    "a trailing space": ("INC-318 ", "isError"),
    "a leading space": (" INC-318", "isError"),
    "a trailing no-break space": ("INC-318\u00a0", "isError"),
    "a zero-width space inside": ("INC-\u200b318", "isError"),
    "a trailing null character": ("INC-318\x00", "isError"),
    "full-width digits": ("INC-３１８", "isError"),
    "Arabic digits": ("INC-٣١٨", "isError"),
    "Devanagari digits": ("INC-३१८", "isError"),
    "superscript digits": ("INC-³¹⁸", "isError"),
    "a full-width letter": ("ＩNC-318", "isError"),
    "an en dash": ("INC–318", "isError"),
    "no dash": ("INC318", "isError"),
    "two digits": ("INC-31", "isError"),
    "four digits": ("INC-3180", "isError"),
    "a sign": ("INC-+31", "isError"),
    "two identifiers": ("INC-318INC-318", "isError"),
    "two lines": ("INC-318\nINC-318", "isError"),
    "only digits": ("318", "isError"),
    "an empty text": ("", "isError"),
    "null": (None, "isError"),
    "a number": (318, "isError"),
    "a fraction": (3.18, "isError"),
    "true": (True, "isError"),
    "a list": (["INC-318"], "isError"),
    "an object": ({"id": "INC-318"}, "isError"),
    "no argument": (MISSING, "isError"),
}


@pytest.fixture(scope="module")
def table() -> dict[object, dict[str, Any]]:
    """One session of the real server that is asked every identifier."""
    given = {
        name: {} if value is MISSING else {"incidentId": value} for name, (value, _) in IDENTIFIERS.items()
    }
    return answers(talk([call(name, "get_incident_status", value) for name, value in given.items()]))


@pytest.mark.xdist_group("identifiers")
@pytest.mark.parametrize("name", IDENTIFIERS)
def test_an_identifier_is_inc_and_three_ascii_digits_and_nothing_else(
    table: dict[object, dict[str, Any]], name: str
) -> None:
    result = table[name]["result"]
    expected = IDENTIFIERS[name][1]
    if expected == "isError":
        assert result == {"content": [{"type": "text", "text": INVALID}], "isError": True}
    else:
        assert (result["isError"], result["structuredContent"]["outcome"]) == (False, expected)


def asked(tool: str, arguments: object = None) -> dict[str, Any]:
    """The response to one call."""
    return answers(talk([call(1, tool, arguments)]))[1]


def test_a_known_incident_is_found_and_comes_with_its_data() -> None:
    result = asked("get_incident_status", {"incidentId": "INC-318"})["result"]
    assert result["structuredContent"]["incident"]["id"] == "INC-318"
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


def test_an_absent_incident_is_never_invented() -> None:
    result = asked("get_incident_status", {"incidentId": "INC-999"})["result"]
    assert result["structuredContent"] == {"outcome": "NotFound", "incident": None}


def test_an_unexpected_argument_is_ignored() -> None:
    extra = {"incidentId": "INC-318", "verbose": True, "incidentID": 7}
    assert (
        asked("get_incident_status", extra)["result"]
        == asked("get_incident_status", {"incidentId": "INC-318"})["result"]
    )


def test_a_call_without_the_member_arguments_gets_the_same_error_text() -> None:
    result = asked("get_incident_status")["result"]
    assert (result["isError"], result["content"][0]["text"]) == (True, INVALID)


def test_the_customer_catalogue_ignores_arguments_and_never_changes() -> None:
    plain, with_argument = asked("list_priority_customers"), asked("list_priority_customers", {"page": 2})
    assert plain == with_argument
    assert [customer["id"] for customer in plain["result"]["structuredContent"]["customers"]] == [
        "CUS-07",
        "CUS-12",
    ]


def test_a_tool_that_does_not_exist_is_a_protocol_error_and_no_result() -> None:
    assert asked("close_incident", {"incidentId": "INC-318"})["error"] == {
        "code": -32602,
        "message": "Unknown tool: close_incident",
    }


@pytest.fixture(scope="module")
def listing() -> dict[object, dict[str, Any]]:
    return answers(talk([{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}]))


@pytest.mark.xdist_group("listing")
def test_discovery_gives_name_description_and_json_schema_of_each_tool(listing: dict[object, Any]) -> None:
    tools = listing[1]["result"]["tools"]
    assert [tool["name"] for tool in tools] == ["get_incident_status", "list_priority_customers"]
    assert all(tool["description"] and tool["inputSchema"]["type"] == "object" for tool in tools)
    parameter = tools[0]["inputSchema"]["properties"]["incidentId"]
    assert parameter["type"] == "string"
    assert "three digits" in parameter["description"]
    assert tools[0]["inputSchema"]["required"] == ["incidentId"]


@pytest.mark.xdist_group("listing")
def test_both_tools_are_annotated_as_read_only(listing: dict[object, Any]) -> None:
    annotations = [tool["annotations"] for tool in listing[1]["result"]["tools"]]
    assert annotations == [{"readOnlyHint": True}, {"readOnlyHint": True}]


@pytest.mark.xdist_group("listing")
def test_the_server_is_named_localsupport_and_announces_tools_and_nothing_else(
    listing: dict[object, Any],
) -> None:
    opening = listing["open"]["result"]
    assert opening["serverInfo"]["name"] == "LocalSupport"
    assert list(opening["capabilities"]) == ["tools"]


def test_standard_output_carries_the_protocol_and_nothing_else() -> None:
    said = talk(
        [call(1, "list_priority_customers"), "a line that is no JSON", call(2, "get_incident_status")]
    )
    assert [message["jsonrpc"] for message in map(json.loads, said.out.splitlines())] == ["2.0"] * 3


def test_a_forgotten_print_in_a_tool_lands_on_standard_error() -> None:
    said = talk([call(1, "list_priority_customers")], SERVERS / "chatty.py")
    assert set(answers(said)) == {"open", 1}
    assert said.err == "a line that is no protocol\n"


def test_a_line_printed_before_the_server_serves_lands_in_the_protocol_and_the_client_passes_over_it() -> (
    None
):
    said = talk([call(1, "list_priority_customers")], SERVERS / "printing.py")
    assert "a line that is no message" in said.out.splitlines()
    assert run("--server", SERVERS / "printing.py").ending == ("outcome: Completed", 0)


def test_every_log_line_goes_to_standard_error() -> None:
    said = talk(
        [call(1, "list_priority_customers"), call(2, "get_incident_status", {"incidentId": "inc-318"})],
        SERVER,
        "--verbose",
    )
    assert set(answers(said)) == {"open", 1, 2}
    assert said.err.splitlines() == [
        "LocalSupport: list_priority_customers answered",
        "LocalSupport: get_incident_status refused its arguments",
    ]


def test_the_server_ends_with_the_end_of_its_input() -> None:
    said: Said = talk([])
    assert (said.code, said.err) == (0, "")


def test_ctrl_c_ends_the_server_without_a_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdin and server.stdout and server.stderr
        server.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["id"] == 1
        server.send_signal(signal.SIGINT)
        assert server.wait(10) == -signal.SIGINT
        assert server.stderr.read() == b""
