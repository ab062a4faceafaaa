"""An accepted and a fresh transcript → how they differ, in the words of the demo's author.

What a server announced and what its calls gave is named by subject (`compare_contract`, `compare_calls`);
whatever else crossed the wire is compared message by message. Nothing is overlooked: only the order of keys
in a JSON object does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from site_builder.model import Frame, Problem, Transcript, Where
from site_builder.transcripts.canonical import Json, laid_out, sorted_text
from site_builder.transcripts.compare_calls import compare_calls, read_calls
from site_builder.transcripts.compare_contract import compare_contract
from site_builder.transcripts.contract import LISTS, announced
from site_builder.transcripts.difference import lines_diff
from site_builder.transcripts.messages import Message, read_messages, tables_of

_EXPLAINED = "…"  # stands for what a finding of its own would name
_GREETING = ("protocolVersion", "capabilities", "serverInfo", "instructions", "supportedVersions", "_meta")


def compare(accepted: Transcript, fresh: Transcript, where: Where) -> tuple[Problem, ...]:
    """All differences as `transcript-drift` problems at `where`; none for equal transcripts."""
    help = f"if this is meant, run `sitemaf accept {fresh.id}`; otherwise mend the program"
    return tuple(
        Problem(where=where, code="transcript-drift", message=message, help=help, diff=diff)
        for message, diff in differences(accepted, fresh)
    )


def differences(accepted: Transcript, fresh: Transcript) -> Iterator[tuple[str, str]]:
    """(message, unified diff) for each thing that changed."""
    run = fresh.id
    if accepted.command != fresh.command:
        diff = lines_diff([" ".join(accepted.command)], [" ".join(fresh.command)])
        yield f"the command of run {run} changed", diff
    if accepted.exit_code != fresh.exit_code:
        diff = lines_diff([str(accepted.exit_code)], [str(fresh.exit_code)])
        yield f"run {run} exits with {fresh.exit_code}, not {accepted.exit_code}", diff
    if accepted.console != fresh.console:
        yield f"the output of run {run} changed", lines_diff(_console(accepted), _console(fresh))
    if accepted.frames != fresh.frames:
        yield from _conversation(accepted.frames, fresh.frames, run)
    if accepted.server_stderr != fresh.server_stderr:
        diff = lines_diff(accepted.server_stderr, fresh.server_stderr)
        yield f"what the server of run {run} wrote to standard error changed", diff


def _console(transcript: Transcript) -> list[str]:
    """Only where both streams speak must a line say which it is."""
    marks = {"stdout": "", "stderr": "stderr: "}
    return [marks[line.stream] + line.text for line in transcript.console]


def _conversation(
    accepted: tuple[Frame, ...], fresh: tuple[Frame, ...], run: str
) -> Iterator[tuple[str, str]]:
    before, now = read_messages(accepted), read_messages(fresh)
    for message, diff in (*compare_contract(before, now), *compare_calls(before, now)):
        yield f"{message} (run {run})", diff
    before, now = _without_named(before), _without_named(now)
    old, new = list(_lines(before)), list(_lines(now))
    if old == new:
        return
    changed = next((n for n, pair in enumerate(zip(old, new, strict=False), 1) if pair[0] != pair[1]), None)
    if changed is None:
        changed = min(len(old), len(new)) + 1
    what = (
        "changed"
        if len(old) == len(new)
        else f"and what follows changed: {len(new)} messages, not {len(old)}"
    )
    yield (
        f"message {changed} between client and server {what} (run {run})",
        lines_diff(_laid_out(before), _laid_out(now)),
    )


def _lines(messages: Iterable[Message]) -> Iterator[str]:
    for message in messages:
        said = message.frame.text if message.parsed is None else sorted_text(message.parsed)
        yield f"{message.frame.sender} {message.frame.kind} {said}"


def _laid_out(messages: Iterable[Message]) -> list[str]:
    rows: list[str] = []
    for message in messages:
        said = message.frame.text if message.parsed is None else laid_out(message.parsed)
        rows += [f"{message.number}. {message.frame.sender} {message.frame.kind}", *said.split("\n")]
    return rows


def _without_named(messages: tuple[Message, ...]) -> tuple[Message, ...]:
    """The messages with an ellipsis wherever a finding of the contract or of a call would name the change."""
    contract = announced(messages).frames
    return tuple(replace(one, parsed=_masked(one, one.number in contract)) for one in messages)


def _masked(message: Message, announces: bool) -> Json:
    request = message.request
    if request is None or message.frame.sender != "server":
        return _without_arguments(message) if read_calls((message,)) else message.parsed
    method, body = request.method or "", message.body
    around = {key: item for key, item in body.items() if key not in ("result", "error")}
    if read_calls((request,)):
        return {**around, "answer": _EXPLAINED}
    if not announces:
        return message.parsed
    if message.result is None:
        return {**around, "answer": {}}
    if method in LISTS and not _is_understood(message.result.get(LISTS[method])):
        return message.parsed
    named = (LISTS[method],) if method in LISTS else _GREETING
    return {**around, "answer": {key: item for key, item in message.result.items() if key not in named}}


def _without_arguments(message: Message) -> Json:
    return {**message.body, "params": {**message.params, "arguments": _EXPLAINED}}


def _is_understood(items: Json) -> bool:
    """Only objects are compared by name; a list that holds anything else is compared as it stands."""
    return isinstance(items, list) and len(tables_of(items)) == len(items)
