"""What the pages show: every run, the excerpts that carry the course, words and commands that exist."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from claims.demo400 import DEMO, run

PROJECT = DEMO.parents[1]
PAGES = {path.name: path.read_text(encoding="utf-8") for path in (PROJECT / "content").glob("*.md")}
LANGUAGES = tomllib.loads((PROJECT / "sitemaf.toml").read_text(encoding="utf-8"))["site"]["languages"]
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CLIENT = "python demos/Demo400_LocalMcp/client/main.py"

# Code words that the demo has no reason to name.
ELSEWHERE = {"notifications/progress"}

# Each command that the pages show and that needs no model: the attempts, and how the run must end.
COMMANDS: dict[str, tuple[list[str], str, int]] = {
    "": (
        [
            "get_incident_status INC-318 succeeded",
            "get_incident_status INC-999 succeeded",
            "list_priority_customers - succeeded",
        ],
        "Completed",
        0,
    ),
    "--call get_incident_status INC-318 --call list_priority_customers": (
        ["get_incident_status INC-318 succeeded", "list_priority_customers - succeeded"],
        "Completed",
        0,
    ),
    "--call get_incident_status INC-000 --call get_incident_status INC-0000": (
        ["get_incident_status INC-000 succeeded", "get_incident_status INC-0000 failed"],
        "Failed",
        2,
    ),
    "--server demos/Demo400_LocalMcp/tests/servers/untrusted_data.py": (
        [
            "get_incident_status INC-318 succeeded",
            "get_incident_status INC-999 succeeded",
            "list_priority_customers - succeeded",
        ],
        "Completed",
        0,
    ),
    "--connect-deadline 0.001": ([], "DeadlineExceeded", 2),
    "--server demos/Demo400_LocalMcp/tests/servers/late.py --request-deadline 0.5": (
        ["get_incident_status INC-318 failed"],
        "DeadlineExceeded",
        2,
    ),
}

FIRST_PAGE = {
    "connection": "session.py :symbol: LocalMcpSession.connect",
    "discovery": "session.py :symbol: discover",
    "the definition of a tool": "support_tools.py :symbol: INCIDENT_STATUS_TOOL",
    "the validation of its argument": "support_tools.py :symbol: get_incident_status",
    "an agent with filtered tools": "live.py :symbol: build_agent",
    "the rule of Completed": "attempts.py :symbol: verdict",
    "a direct call": "direct.py :symbol: answer",
    "the guard of every call": "guard.py :symbol: GuardedCalls.call",
}


def prose(page: str) -> str:
    """A page without its fenced blocks and without the roles that read a value."""
    return re.sub(r"\{value\}`[^`]+`", "", FENCE.sub("", PAGES[page]))


def of_language(lang: str) -> dict[str, str]:
    return {name: text for name, text in PAGES.items() if name.endswith(f".{lang}.md")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_run_of_the_demo_is_shown_on_a_page(lang: str) -> None:
    declared = tomllib.loads((DEMO / "demo.toml").read_text(encoding="utf-8"))["runs"]
    shown = re.findall(
        r"^```\{transcript\} Demo400_LocalMcp/(\S+)$", "".join(of_language(lang).values()), re.M
    )
    assert set(shown) == set(declared)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("subject", FIRST_PAGE)
def test_the_first_page_shows_the_excerpts_that_carry_the_course(subject: str, lang: str) -> None:
    blocks = [" ".join(block.split()) for block in FENCE.findall(PAGES[f"mcp-contract.{lang}.md"])]
    assert [block for block in blocks if FIRST_PAGE[subject] in block]


@pytest.mark.parametrize("page", PAGES)
def test_every_code_word_on_a_page_is_a_word_of_the_demo_or_of_a_test_about_it(page: str) -> None:
    files = [
        path for folder in ("client", "server", "tests", "transcripts") for path in (DEMO / folder).rglob("*")
    ]
    files += [path for path in Path(__file__).parent.glob("*.py") if path != Path(__file__)]
    words = "\n".join(path.read_text(encoding="utf-8") for path in files if path.suffix in {".py", ".json"})
    known = words + words.replace('"', "")  # a transcript writes `"isError": true`
    said = {
        word.split(" ")[0] if word.startswith("--") else word
        for word in re.findall(r"`([^`\n]+)`", prose(page))
    }
    unknown = {word for word in said - ELSEWHERE if word not in known}
    assert not unknown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_outcome_of_the_client_has_a_row_on_its_page(lang: str) -> None:
    source = (DEMO / "client" / "outcomes.py").read_text(encoding="utf-8")
    outcomes = re.findall(r'^    [A-Z_]+ = "(\w+)"$', source, re.M)
    rows = re.findall(r"^\| `(\w+)` \|", PAGES[f"demo400-local-mcp.{lang}.md"], re.M)
    assert rows == outcomes


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_of_the_client_has_a_row_on_its_page(lang: str) -> None:
    options = set(re.findall(r"--[a-z-]+", run("--help").out)) - {"--help"}
    rows = re.findall(r"^\| `(--[a-z-]+)", PAGES[f"demo400-local-mcp.{lang}.md"], re.M)
    assert set(rows) == options


@pytest.mark.parametrize("page", PAGES)
def test_no_page_types_a_number_that_the_program_holds(page: str) -> None:
    assert re.findall(r"(?<![\w.:-])(?:15|120|800|130)(?![\w.:-])", prose(page)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_that_shows_a_live_run_says_that_the_model_is_scripted(lang: str) -> None:
    live = [text for text in of_language(lang).values() if re.search(r"\} Demo400_LocalMcp/live-", text)]
    assert len(live) == 3
    assert all(re.search(r"script(ed|é)", text) for text in live)


def test_the_table_of_claims_names_tests_and_sections_that_exist() -> None:
    folder = Path(__file__).parent
    table = (folder / "README.md").read_text(encoding="utf-8")
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    names = re.findall(r"`(\w+_\w+)(…?)`", table)
    assert len(names) > 80
    assert not [name for name, cut in names if f"def test_{name}{'' if cut else '('}" not in sources]
    pages = dict(re.findall(r"`([\w-]+)` \(([A-Z])\)", table))
    titles = {letter: PAGES[f"{page}.{LANGUAGES[0]}.md"] for page, letter in pages.items()}
    places = re.findall(r"\b([A-Z])#([\w-]+)", table)
    assert not [place for place in places if f"{{#{place[1]}}}" not in titles[place[0]]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_show_these_commands_and_no_others(lang: str) -> None:
    said = "\n".join(of_language(lang).values())
    shown = {line.removeprefix(CLIENT).strip() for line in re.findall(r"^\$ (python .*)$", said, re.M)}
    assert shown == {*COMMANDS, "--live"}


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_of_the_pages_ends_as_they_say(words: str) -> None:
    trace, outcome, code = COMMANDS[words]
    said = run(*shlex.split(words), cwd=PROJECT)
    assert (said.trace, said.ending) == (trace, (f"outcome: {outcome}", code))
