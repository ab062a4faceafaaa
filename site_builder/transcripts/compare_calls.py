"""Two conversations → how their calls and the results of these differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from site_builder.transcripts.canonical import Json, sorted_text
from site_builder.transcripts.difference import json_diff
from site_builder.transcripts.messages import Message, subject_of

CALLS = {"tools/call": "tool", "prompts/get": "prompt", "resources/read": "resource"}


def compare_calls(before: Sequence[Message], now: Sequence[Message]) -> Iterator[tuple[str, str]]:
    """(message, diff) for each call that came, went, or ended otherwise."""
    old, new = read_calls(before), read_calls(now)
    old_answers, new_answers = _answers(before), _answers(now)
    matcher = SequenceMatcher(None, [_name(one) for one in old], [_name(one) for one in new], autojunk=False)
    for tag, first, last, new_first, new_last in matcher.get_opcodes():
        if tag == "equal":
            for shift in range(last - first):
                pair = old[first + shift], new[new_first + shift]
                place = f"call {new_first + shift + 1} ({_name(pair[1])})"
                yield from _compare_one(place, pair, (old_answers, new_answers))
            continue
        for number, call in enumerate(old[first:last], first + 1):
            yield f"call {number} ({_name(call)}) is no longer made", json_diff(call.parsed, None)
        for number, call in enumerate(new[new_first:new_last], new_first + 1):
            yield f"call {number} ({_name(call)}) is new", json_diff(None, call.parsed)


def read_calls(messages: Iterable[Message]) -> list[Message]:
    """The client's requests that use a tool, a prompt or a resource."""
    return [one for one in messages if one.kind == "request" and one.method in CALLS]


def _name(call: Message) -> str:
    return f"{CALLS[call.method or '']} {subject_of(call.params) or 'without a name'}"


def _answers(messages: Iterable[Message]) -> Mapping[int, Message]:
    return {one.request.number: one for one in messages if one.request is not None}


def _compare_one(
    place: str,
    pair: tuple[Message, Message],
    answers: tuple[Mapping[int, Message], Mapping[int, Message]],
) -> Iterator[tuple[str, str]]:
    asked = pair[0].params.get("arguments"), pair[1].params.get("arguments")
    if sorted_text(asked[0]) != sorted_text(asked[1]):
        yield f"arguments of {place} changed", json_diff(*asked)
    said = _said(answers[0].get(pair[0].number)), _said(answers[1].get(pair[1].number))
    if sorted_text(said[0]) != sorted_text(said[1]):
        yield f"result of {place} changed", json_diff(*said)


def _said(answer: Message | None) -> Json:
    """What decides a call's result; None where no answer came."""
    if answer is None:
        return None
    return {key: item for key, item in answer.body.items() if key in ("result", "error")}
