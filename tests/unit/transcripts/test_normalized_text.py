"""Placeholders: what always becomes one, what an author names, and that doing it twice changes nothing."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from site_builder.model import ConsoleLine, Demo, Run, Transcript, Where
from site_builder.transcripts.normalize import Normalizer, unused_patterns

HERE = Where(path="demos/D/demo.toml", line=3)


def said(*lines: str) -> Transcript:
    console = tuple(ConsoleLine(stream="stdout", text=line) for line in lines)
    return Transcript(demo="D", run="a", command=(), console=console, exit_code=0)


def demo(**patterns: dict[str, str]) -> Demo:
    runs = tuple(
        Run(demo="D", name=name, where=HERE, command=("x",), normalize=rules)
        for name, rules in patterns.items()
    )
    return Demo(name="D", folder="demos/D", where=HERE, title={}, sources=(), runs=runs)


def test_the_longest_path_wins_and_a_path_ends_with_its_last_name() -> None:
    rules = Normalizer({"/home/al": "HOME", "/home/al/site": "PROJECT"})
    assert rules.text("/home/al/site/x /home/al/y /home/al /home/alice") == (
        "⟨PROJECT⟩/x ⟨HOME⟩/y ⟨HOME⟩ /home/alice"
    )


def test_a_path_is_found_in_json_and_in_addresses() -> None:
    rules = Normalizer({"/home/zoé/a b": "PROJECT", 'key"\\': "TOKEN"})
    assert rules.text('{"p": "/home/zo\\u00e9/a b/x", "u": "file:///home/zo%C3%A9/a%20b/x"}') == (
        '{"p": "⟨PROJECT⟩/x", "u": "file://⟨PROJECT⟩/x"}'
    )
    assert rules.text('{"t": "key\\"\\\\"}') == '{"t": "⟨TOKEN⟩"}'


def test_a_user_is_only_found_as_a_whole_word() -> None:
    rules = Normalizer({}, {"ada": "USER"})
    assert rules.text("ada's data by ada in canada") == "⟨USER⟩'s data by ⟨USER⟩ in canada"


def test_at_one_place_the_longest_match_of_the_patterns_wins() -> None:
    rules = Normalizer({}, {}, {"NUMBER": r"\d+", "VERSION": r"\d+\.\d+"})
    assert rules.text("v1.25 of 3") == "v⟨VERSION⟩ of ⟨NUMBER⟩"


def test_a_pattern_that_also_matches_nothing_finds_what_there_is() -> None:
    rules = Normalizer({}, {}, {"NUMBER": r"\d*", "NOTHING": "(?=a)"})
    assert rules.text("in 12 ms, at 7") == "in ⟨NUMBER⟩ ms, at ⟨NUMBER⟩"


def test_a_message_stays_json_where_a_number_is_replaced() -> None:
    rules = Normalizer({"12345": "TOKEN"}, {}, {"SECONDS": r"(?<=took\": )[\d.]+"})
    assert rules.message('{"took": 1.25, "ids": [12345, "12345"], "s": "a,12345"}') == (
        '{"took": "⟨SECONDS⟩", "ids": ["⟨TOKEN⟩", "⟨TOKEN⟩"], "s": "a,⟨TOKEN⟩"}'
    )
    assert rules.message("no json 12345") == "no json ⟨TOKEN⟩"


def test_slashes_may_be_escaped_and_json_may_hold_json() -> None:
    rules = Normalizer({"/srv/a": "PROJECT", 'k"y': "TOKEN"})
    assert rules.text(r'{"p": "\/srv\/a", "t": "{\"k\": \"k\\\"y\"}"}') == (
        r'{"p": "⟨PROJECT⟩", "t": "{\"k\": \"⟨TOKEN⟩\"}"}'
    )


def test_no_pattern_reaches_into_a_placeholder() -> None:
    rules = Normalizer({"/srv": "PROJECT"}, {}, {"WORD": "[A-Z]+"})
    assert rules.text("/srv ABC") == "⟨PROJECT⟩ ⟨WORD⟩"


@given(
    st.text(alphabet="ab1./ ⟨⟩A", max_size=40),
    st.dictionaries(
        st.sampled_from(["A", "B", "C"]),
        st.sampled_from(["a+", "^b", "b$", r"\d", "a|ab", r"(?<=a)b", "⟨", "A", r"\b1\b", "[^a]", "b*", ""]),
        max_size=3,
    ),
)
def test_a_second_application_changes_nothing(text: str, patterns: dict[str, str]) -> None:
    rules = Normalizer({"/a": "PROJECT", "1b1": "TOKEN"}, {"ab": "USER"}, patterns)
    once = rules.text(text)
    assert rules.text(once) == once
    assert "1b1" not in once


def test_a_pattern_that_matches_nothing_is_reported() -> None:
    (problem,) = unused_patterns(demo(a={"VERSION": r"\d", "SEEN": "x"}), {"D/a": said("v ⟨SEEN⟩")})
    assert problem.message == "the pattern VERSION matches nothing that run D/a says"
    assert (problem.where.line, problem.code) == (3, "config")


def test_a_pattern_that_runs_share_needs_to_match_in_one_of_them() -> None:
    shared = demo(a={"VERSION": r"\d"}, b={"VERSION": r"\d"})
    second = replace(said("⟨VERSION⟩"), run="b")
    assert unused_patterns(shared, {"D/a": said("none"), "D/b": second}) == ()
    assert len(unused_patterns(shared, {"D/a": said("none"), "D/b": replace(said("none"), run="b")})) == 1
