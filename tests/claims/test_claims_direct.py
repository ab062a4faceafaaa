"""What the pages say about a run without a model: the session, the guard, the lines it prints."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from claims.demo400 import CLIENT, DEMO, SERVER, SERVERS, recorded, run, sent, started, tool_calls

INVALID = "Invalid incident ID. Expected INC- followed by three digits."
DEMO_TRACE = [
    "get_incident_status INC-318 succeeded",
    "get_incident_status INC-999 succeeded",
    "list_priority_customers - succeeded",
]
WITHOUT_FRAMEWORK = (
    "sys.modules.update({'agent_framework': None, 'agent_framework_ollama': None, 'ollama': None})"
)


def test_a_direct_run_calls_inc_318_inc_999_and_the_customer_catalogue_and_ends_with_exit_code_0() -> None:
    said = run()
    assert (said.trace, said.ending, said.err) == (DEMO_TRACE, ("outcome: Completed", 0), "")
    results = [line for line in said.out.splitlines() if line.startswith("result: ")]
    assert [json.loads(line.split(": ", 2)[2]) for line in results] == [
        {
            "outcome": "Found",
            "incident": {
                "id": "INC-318",
                "title": "Invoices are sent twice",
                "status": "Investigating",
                "severity": "High",
                "customer": "CUS-07",
            },
        },
        {"outcome": "NotFound", "incident": None},
        {
            "customers": [
                {"id": "CUS-07", "name": "Atelier Morand", "plan": "Premium"},
                {"id": "CUS-12", "name": "Brightwater Clinics", "plan": "Premium"},
            ]
        },
    ]


def test_not_found_is_a_success_and_is_error_is_a_failure_with_exit_code_2() -> None:
    said = run("--call", "get_incident_status", "INC-999", "--call", "get_incident_status", "inc-318")
    assert said.trace == ["get_incident_status INC-999 succeeded", "get_incident_status inc-318 failed"]
    assert f'isError: get_incident_status inc-318: "{INVALID}"' in said.out.splitlines()
    assert (said.ending, said.problem) == (("outcome: Failed", 2), "error: 1 of 2 calls failed.")


def test_the_host_refuses_a_tool_outside_its_list_before_the_server_hears_of_it(tmp_path: Path) -> None:
    server, log = recorded(SERVER, tmp_path)
    said = run("--server", server, "--call", "close_incident", "INC-318")
    assert "refused: close_incident INC-318: Tool is not allowed by this host." in said.out.splitlines()
    assert (said.trace, said.ending) == (["close_incident INC-318 failed"], ("outcome: Failed", 2))
    assert tool_calls(log) == []


def test_a_new_tool_is_discovered_after_a_restart_and_still_refused(tmp_path: Path) -> None:
    server, log = recorded(SERVERS / "extended.py", tmp_path)
    said = run("--server", server, "--call", "list_open_incidents", "--call", "list_priority_customers")
    assert "discovered: list_open_incidents not allowed" in said.out.splitlines()
    assert said.trace == ["list_open_incidents - failed", "list_priority_customers - succeeded"]
    assert tool_calls(log) == ["list_priority_customers"]


def test_initialize_is_the_first_message_and_discovery_follows_it_before_any_call(tmp_path: Path) -> None:
    server, log = recorded(SERVER, tmp_path)
    assert run("--server", server).code == 0
    assert [message["method"] for message in sent(log)] == [
        "initialize",
        "notifications/initialized",
        "tools/list",
        *["tools/call"] * 3,
    ]


def test_discovery_reads_every_page_of_the_list() -> None:
    said = run("--server", SERVERS / "paged.py")
    assert said.out.splitlines()[:2] == [
        "discovered: get_incident_status allowed",
        "discovered: list_priority_customers allowed",
    ]
    assert said.ending == ("outcome: Completed", 0)


def test_the_current_directory_changes_nothing(tmp_path: Path) -> None:
    assert run(cwd=tmp_path) == run(cwd=DEMO)


def test_the_default_server_is_found_from_the_clients_own_file(tmp_path: Path) -> None:
    copy = shutil.copytree(DEMO, tmp_path / "copy")
    fixtures = copy / "server" / "fixtures.py"
    fixtures.write_text(
        fixtures.read_text(encoding="utf-8").replace("Atelier Morand", "Copied"), encoding="utf-8"
    )
    said = run(client=copy / "client" / "main.py")
    assert '"name": "Copied"' in said.out


def test_a_relative_server_path_is_read_from_the_current_directory() -> None:
    said = run("--server", "servers/extended.py", cwd=DEMO / "tests")
    assert "discovered: list_open_incidents not allowed" in said.out.splitlines()


def test_the_server_runs_in_the_running_interpreter_and_in_its_own_folder(tmp_path: Path) -> None:
    program, facts = tmp_path / "program.py", tmp_path / "facts"
    program.write_text(
        "import os, pathlib, sys\n"
        f"pathlib.Path({str(facts)!r}).write_text(f'{{sys.executable}}\\n{{os.getcwd()}}')\n"
    )
    said = run(
        "--server", program, preparation=f"open({str(tmp_path / 'client')!r}, 'w').write(sys.executable)"
    )
    interpreter = (tmp_path / "client").read_text()
    assert facts.read_text().splitlines() == [interpreter, str(tmp_path)]
    assert (said.ending, said.problem) == (
        ("outcome: Failed", 2),
        "error: The server opened no session: Connection closed",
    )


def test_a_direct_run_starts_one_process_and_opens_no_socket() -> None:
    preparation = """
def watch(event, arguments):
    if event in ("socket.bind", "socket.connect", "socket.getaddrinfo"):
        sys.stderr.write(f"{event}\\n")
    if event == "subprocess.Popen":
        sys.stderr.write(f"started {arguments[1][1]}\\n")
sys.addaudithook(watch)
"""
    said = run(preparation=preparation)
    assert (said.err.splitlines(), said.code) == ([f"started {SERVER}"], 0)


def test_a_direct_run_imports_no_agent_framework() -> None:
    assert run(preparation=WITHOUT_FRAMEWORK).ending == ("outcome: Completed", 0)


def test_data_that_contain_the_words_is_error_true_are_a_success() -> None:
    said = run("--server", SERVERS / "untrusted_data.py", "--call", "get_incident_status", "INC-318")
    assert r"{\"isError\": true}" in said.out
    assert (said.trace, said.code) == (["get_incident_status INC-318 succeeded"], 0)


def test_an_argument_with_spaces_or_unprintable_characters_stands_in_quotes() -> None:
    shown = {
        "INC 318": r'"INC 318"',
        "INC-318\n": r'"INC-318\n"',
        "INC-318\u00a0": r'"INC-318\u00a0"',
        "INC-318\u202e": r'"INC-318\u202e"',
        "\x1b[2J": r'"\u001b[2J"',
        "x\noutcome: Completed": r'"x\noutcome: Completed"',
        "-": '"-"',
        '"INC-318"': r'"\"INC-318\""',
        "": '""',
        "INC-３１８": "INC-３１８",
    }
    said = run(*[word for identifier in shown for word in ("--call", "get_incident_status", identifier)])
    assert said.trace == [f"get_incident_status {argument} failed" for argument in shown.values()]
    assert said.problem == "error: 10 of 10 calls failed."


def test_a_result_is_printed_when_it_arrives_and_not_when_the_run_ends() -> None:
    calls = ["--call", "list_priority_customers", "--call", "get_incident_status", "INC-318"]
    with started("--server", SERVERS / "waiting.py", *calls) as client:
        assert client.stdout is not None
        lines = iter(client.stdout.readline, "")
        assert next(line for line in lines if line.startswith("result: list_priority_customers: "))
        assert client.poll() is None


def test_a_server_that_vanishes_during_a_call_fails_the_run_in_one_line() -> None:
    said = run("--server", SERVERS / "vanishing.py")
    assert (said.trace, said.ending) == (["get_incident_status INC-318 failed"], ("outcome: Failed", 2))
    assert said.problem == "error: get_incident_status ended in protocol error -32000: Connection closed"


def test_a_result_outside_the_output_schema_of_its_tool_fails_the_run_in_one_line() -> None:
    said = run("--server", SERVERS / "contract_breaking.py")
    assert (said.trace, said.ending) == (["get_incident_status INC-318 failed"], ("outcome: Failed", 2))
    assert said.problem == "error: get_incident_status gave a result that breaks its contract."


def test_a_server_program_that_does_not_exist_fails_the_run_in_one_line() -> None:
    said = run("--server", "nowhere.py")
    assert (said.ending, said.problem) == (
        ("outcome: Failed", 2),
        "error: There is no server program nowhere.py.",
    )


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "soon", ""])
@pytest.mark.parametrize("option", ["--connect-deadline", "--request-deadline", "--run-deadline"])
def test_a_deadline_that_is_no_positive_number_is_a_usage_error_with_exit_code_2(
    option: str, value: str
) -> None:
    said = run(f"{option}={value}")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("usage: ")
    assert f"argument {option}: " in said.err


@pytest.mark.parametrize(
    "words",
    [["--call"], ["--call", "a", "b", "c"], ["--live", "--call", "list_priority_customers"], ["--unknown"]],
)
def test_a_command_line_that_asks_for_nothing_sensible_is_a_usage_error(words: list[str]) -> None:
    said = run(*words)
    assert (said.code, said.out, "Traceback" in said.err) == (2, "", False)
    assert said.err.startswith("usage: ")


def test_a_reader_that_closes_standard_output_gets_no_traceback() -> None:
    said = run(preparation="import os; os.dup2((lambda ends: (os.close(ends[0]), ends[1])[1])(os.pipe()), 1)")
    assert (said.out, said.problem, said.code) == ("", "error: BrokenPipeError: [Errno 32] Broken pipe", 2)


def test_output_is_utf_8_whatever_the_locale() -> None:
    said = run(
        "--call",
        "get_incident_status",
        "INC-３１８",
        environment={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
    )
    assert said.trace == ["get_incident_status INC-３１８ failed"]


def test_the_demo_imports_nothing_of_the_site_builder() -> None:
    sources = [path.read_text(encoding="utf-8") for path in DEMO.rglob("*.py")]
    assert len(sources) > 20
    assert not [source for source in sources if "site_builder" in source]


def test_the_client_is_one_file_a_subject_and_none_is_long() -> None:
    lengths = {
        path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in CLIENT.parent.glob("*.py")
    }
    assert max(lengths.values()) <= 150, lengths
