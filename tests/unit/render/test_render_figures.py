"""Transcripts, contracts and sequences: states in words, server text literal, everything in order."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest

from shown_site import DIRECT, HERE, artifacts, site_of, theme
from site_builder.model import (
    ContractRequest,
    LineRange,
    ShownContract,
    ShownTranscript,
    StepState,
    TranscriptRequest,
)
from site_builder.render.blocks.contract import cards, render_contract
from site_builder.render.blocks.protocol import STATE_CLASSES
from site_builder.render.blocks.transcript import render_transcript
from site_builder.render.place import Place
from site_builder.render.sequence import draw
from site_builder.transcripts.contract import read_contract
from site_builder.transcripts.exchange import read_exchange

EXCHANGE = read_exchange(DIRECT.frames)


@cache
def place() -> Place:
    look = theme()
    return Place("/en/guide/", "en", site_of(look), look)


def transcript(**request: object) -> str:
    wanted = TranscriptRequest(where=HERE, demo="Echo", run="direct", **request)  # type: ignore[arg-type]
    shown = ShownTranscript(request=wanted, transcript=DIRECT, title="A <run>", exchange=EXCHANGE)
    return str(render_transcript(shown, place(), "_tr1"))


def test_the_caption_stands_above_and_names_the_run() -> None:
    text = transcript()
    assert text.index("<figcaption>") < text.index("<pre")
    assert 'data-transcript="Echo/direct"' in text
    assert "A &lt;run&gt;" in text
    assert "recorded from a real run of these sources" in text


def test_room_is_kept_for_what_a_transcript_shows() -> None:
    whole, part, console = (
        transcript(),
        transcript(frames=LineRange(first=1, last=4)),
        transcript(view="console"),
    )
    heights = [
        int(text.partition('class="transcript h')[2].partition('"')[0]) for text in (whole, part, console)
    ]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > heights[2] >= 1


def test_a_transcript_that_was_not_run_says_so() -> None:
    accepted = replace(DIRECT, accepted=True)
    request = TranscriptRequest(where=HERE, demo="Echo", run="direct")
    shown = ShownTranscript(request=request, transcript=accepted, title="", exchange=EXCHANGE)
    assert "accepted transcript; this build did not run it" in render_transcript(shown, place(), "_tr1")


def test_the_console_tells_its_streams_apart() -> None:
    text = transcript(view="console")
    assert '<span class="cmd">python client/main.py --server' in text
    assert '<span class="err">warning' in text
    assert '<span class="out"><span class="is-bold fg-green">INC-318</span>' in text
    assert "exit code 0" in text
    assert 'class="frames"' not in text


def test_normalised_values_are_marked_and_explained() -> None:
    text = transcript(view="console")
    assert '<span class="ph">⟨PROJECT⟩</span>' in text
    assert "stands for a value that differs from run to run" in text


def test_lines_can_be_chosen() -> None:
    text = transcript(view="console", lines=LineRange(first=2, last=3))
    assert "INC-318" not in text
    assert "lines 2–3 of 5" in text


def test_messages_can_be_chosen() -> None:
    text = transcript(view="protocol", frames=LineRange(first=6, last=9))
    assert re.findall(r'<li id="_tr1-(\d+)"', text) == ["6", "7", "8", "9"]
    assert "messages 6–9 of 17" in text


def test_the_overview_has_a_row_for_each_request_with_its_outcome() -> None:
    rows = re.findall(r"<tr><td class=\"num\">.*?</tr>", transcript(view="protocol"), re.DOTALL)
    call = next(row for row in rows if "INC-999" in row)
    assert '<a href="#_tr1-6">6</a>' in call
    assert "client → server" in call
    assert "succeeded" in call
    assert "outcome: NotFound" in call
    assert '<a class="at" href="#_tr1-7">7</a>' in call


@pytest.mark.parametrize(
    "words",
    ["succeeded", "tool error: isError", "protocol error −32602", "deadline exceeded", "no answer"],
)
def test_each_state_is_said_in_words(words: str) -> None:
    assert f">{words}</span>" in transcript(view="protocol")


def test_no_two_states_look_or_read_alike() -> None:
    states = StepState.__args__  # type: ignore[attr-defined]
    assert set(STATE_CLASSES) == set(states)
    words = place().words
    assert len({words.plain(f"state-{state}") for state in states}) == len(states)
    css = theme().file("theme.css").decode()
    signs = {
        state: re.search(rf"\.{name.split()[-1]}::before \{{ content: \"(. )\"", css)
        for state, name in STATE_CLASSES.items()
        if state != "succeeded"
    }
    shown = [sign[1] for sign in signs.values() if sign]
    assert len(shown) == len(set(shown)) == len(states) - 1


def test_every_frame_is_there_in_order_and_folded() -> None:
    text = transcript(view="protocol")
    assert re.findall(r'<li id="_tr1-(\d+)"', text) == [str(n) for n in range(1, 18)]
    assert "<details open" not in text


def test_json_inside_a_string_is_shown_decoded_beside_the_raw_frame() -> None:
    text = transcript(view="protocol")
    frame = text.partition('<li id="_tr1-7"')[2].partition("</li>")[0]
    assert "As sent" in frame
    assert "JSON inside" in frame
    assert frame.count("<pre") == 2


def test_the_sequence_has_a_title_a_description_and_a_row_for_each_message() -> None:
    picture = draw(EXCHANGE.steps, place().words, "_x")
    assert picture.startswith('<svg class="sequence" role="img" aria-labelledby="_x-t _x-d"')
    assert '<title id="_x-t">Who said what to whom</title>' in picture
    assert '<desc id="_x-d">17 messages in order; the table below says the same in words.</desc>' in picture
    assert "style=" not in picture
    assert picture.count('class="n"') == len(EXCHANGE.steps)


def test_a_request_that_nobody_answered_says_what_became_of_it() -> None:
    picture = draw(EXCHANGE.steps, place().words, "_x")
    step = picture.partition(">12</text>")[2].partition(">13</text>")[0]
    assert "tools/call list_customers" in step
    assert "deadline exceeded" in step


def test_a_long_label_is_cut_in_the_picture() -> None:
    step = replace(EXCHANGE.steps[0], method="tools/call", subject="x" * 80)
    picture = draw([step], place().words, "_x")
    assert "x" * 80 not in picture
    assert "xxx…" in picture


def contract(tool: str | None = None) -> str:
    request = ContractRequest(where=HERE, demo="Echo", tool=tool)
    return str(
        render_contract(ShownContract(request=request, contract=read_contract(DIRECT)), place(), "_ct1")
    )


def test_a_contract_shows_tools_parameters_and_hints() -> None:
    text = contract()
    assert "LocalSupport 1.0" in text
    assert "Ask one thing at a time." in text
    assert (
        '<code translate="no" title="incidentId">incidentId</code> <span class="need must">required</span>'
        in text
    )
    assert 'title="options.verbose">verbose</code> <span class="need">optional</span>' in text
    assert "default false" in text
    assert "readOnlyHint: true" in text
    assert "Output schema" in text
    assert "No parameters" in text


def test_server_text_is_literal() -> None:
    assert "&lt;b&gt;never&lt;/b&gt;" in contract()


def test_one_tool_can_be_shown_alone() -> None:
    text = contract("list_customers")
    assert "list_customers" in text
    assert "get_incident_status" not in text
    assert "Ask one thing" not in text


def test_a_list_that_the_server_refused_is_shown_as_refused() -> None:
    refused = replace(read_contract(DIRECT), refused=(("prompts/list", -32601, "Method not found"),))
    shown = ShownContract(request=ContractRequest(where=HERE, demo="Echo"), contract=refused)
    assert "The server refused prompts/list: Method not found (-32601)" in render_contract(
        shown, place(), "_c"
    )


def test_tools_of_one_name_have_ids_of_their_own() -> None:
    tool = read_contract(DIRECT).tools[0]
    assert len({card.id for card in cards([tool, tool, replace(tool, name="a b")], "_ct1")}) == 3
    assert not any(" " in card.id for card in cards([replace(tool, name="a b")], "_ct1"))


def test_a_demo_page_has_contract_runs_sources_and_users() -> None:
    text = artifacts()["en/demos/Echo/index.html"].decode()
    assert [
        id
        for id in ("_contract", "_runs", "_run-direct", "_run-help", "_sources", "_used")
        if f'id="{id}"' not in text
    ] == []
    assert 'data-transcript="Echo/direct"' in text
    assert 'href="../../../en/guide/"' in text


def test_nothing_that_a_server_says_leaves_the_drawing() -> None:
    """An element of HTML ends an SVG for a browser, and everything after it is text of the page."""
    steps = [
        replace(step, subject="a\u202eb", fields=(("na\x1bme", "<b>"),) if step.state else ())
        for step in EXCHANGE.steps
    ]
    picture = draw(steps, theme().words("ar"), "_x")
    assert "U+202E" in picture
    assert set(re.findall(r"</?([a-z]+)", picture)) == {
        "svg", "title", "desc", "path", "rect", "text", "g", "tspan",
    }  # fmt: skip


def test_a_sign_stays_before_its_number_from_right_to_left() -> None:
    picture = draw(EXCHANGE.steps, theme().words("ar"), "_x")
    assert "\u200e−32602" in picture
