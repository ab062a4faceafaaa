"""What authors write after `{transcript}`, `{contract}` and `{sources}`."""

from __future__ import annotations

import pytest

from site_builder.model import ContractRequest, LineRange, SourcesRequest, TranscriptRequest, Where
from site_builder.transcripts.options import read_contract, read_sources, read_transcript
from site_builder.transcripts.sources import matching

HERE = Where(path="content/a.en.md", line=7)


def test_a_transcript_names_demo_and_run_and_what_to_show() -> None:
    options = [("view", "both", 8), ("frames", "1-6", 9), ("lines", "3", 10)]
    assert read_transcript(HERE, " Demo/direct ", options) == TranscriptRequest(
        where=HERE,
        demo="Demo",
        run="direct",
        view="both",
        frames=LineRange(first=1, last=6),
        lines=LineRange(first=3, last=3),
    )


def test_a_contract_names_a_demo_and_perhaps_a_run_and_a_tool() -> None:
    assert read_contract(HERE, "Demo", []) == ContractRequest(where=HERE, demo="Demo")
    assert read_contract(HERE, "Demo/late", [("tool", "echo", 8)]) == ContractRequest(
        where=HERE, demo="Demo", run="late", tool="echo"
    )
    assert read_sources(HERE, "Demo", []) == SourcesRequest(where=HERE, demo="Demo")


@pytest.mark.parametrize(
    ("argument", "options", "line", "words"),
    [
        ("Demo", [], 7, "`Demo` is not of the form `Demo/run`"),
        ("", [], 7, "`Demo/run` is missing"),
        ("a/b/c", [], 7, "is not of the form"),
        ("a/b", [("veiw", "both", 8)], 8, "`transcript` has no option `veiw`"),
        ("a/b", [("view", "consol", 8)], 8, "`:view:` is console, protocol or both, not `consol`"),
        ("a/b", [("frames", "0-2", 8)], 8, "`:frames:` is a range of whole numbers from 1"),
        ("a/b", [("frames", "5-2", 8)], 8, "`:frames:` is a range of whole numbers from 1"),
        ("a/b", [("lines", "٣", 8)], 8, "`:lines:` is a range"),
        ("a/b", [("lines", "1", 8), ("lines", "2", 9)], 9, "`:lines:` is given twice"),
    ],
)
def test_what_cannot_be_meant_is_told_where_it_stands(
    argument: str, options: list[tuple[str, str, int]], line: int, words: str
) -> None:
    problems = read_transcript(HERE, argument, options)
    assert isinstance(problems, tuple)
    assert [(one.where.line, words in one.message) for one in problems] == [(line, True)], problems


def test_globs_name_files_in_their_order_each_once() -> None:
    paths = ["server/main.py", "client/b.py", "client/a.py", "client/deep/c.py", "x[1].txt", "README"]
    assert matching(["client/*.py", "**/*.py"], paths) == (
        "client/a.py",
        "client/b.py",
        "client/deep/c.py",
        "server/main.py",
    )
    assert matching(["READM?", "[!a-w][[]1].txt"], paths) == ("README", "x[1].txt")
