"""`Transcript` ↔ the bytes of `transcripts/<run>.json`, and the document that `{value}` pointers address.

The file is made to be reviewed: a line of the console is a line of the file, and so is a short frame; a long
frame is laid out member by member. A frame's JSON is kept as JSON where that gives the same text back, and as
a text otherwise, so nothing of what crossed the wire is lost.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Literal, cast

from site_builder.model import ConsoleLine, Frame, Problem, Transcript, Where
from site_builder.transcripts.canonical import DEEPEST, Json, NotJson, read_json, written

VERSION = 1
_STYLES: Mapping[str, Callable[[Json], str]] = {
    "compact": lambda found: json.dumps(found, ensure_ascii=False, separators=(",", ":")),
    "spaced": lambda found: json.dumps(found, ensure_ascii=False),
    "ascii": lambda found: json.dumps(found, separators=(",", ":")),
    "spaced-ascii": lambda found: json.dumps(found),
}
_STREAMS = {"out": "stdout", "err": "stderr"}
_SHORT = {long: short for short, long in _STREAMS.items()}


class _Malformed(Exception):
    pass


def encode(transcript: Transcript) -> bytes:
    """Equal transcripts give equal bytes; whether one was accepted is no part of it."""
    members = [
        f'"version": {VERSION}',
        f'"demo": {written(transcript.demo)}',
        f'"run": {written(transcript.run)}',
        f'"command": {written(list(transcript.command), 2)}',
        f'"exit_code": {transcript.exit_code}',
        _rows("console", [_console_row(line) for line in transcript.console]),
        _rows("frames", [_frame_row(frame) for frame in transcript.frames]),
        _rows("server_stderr", [written(line) for line in transcript.server_stderr]),
    ]
    return ("{\n" + ",\n".join("  " + member for member in members) + "\n}\n").encode()


def decode(data: bytes, path: str) -> Transcript | Problem:
    """Read an accepted transcript. A file that `accept` did not write is a problem, never a guess."""
    try:
        return _transcript(read_json(data.decode(), DEEPEST + 8))  # frames stand some levels down
    except (UnicodeDecodeError, NotJson, _Malformed) as error:
        return Problem(
            where=Where(path=path),
            code="transcript-unaccepted",
            message=f"the accepted transcript cannot be read: {_reason(error)}",
            help="transcripts are written by `sitemaf accept`; accept the run again, or restore the file",
        )


def document(transcript: Transcript) -> Json:
    """What a JSON pointer of `{value}` addresses: `/exit_code`, `/stdout/3`, `/frames/2/result/…`."""
    stdout = [line.text for line in transcript.console if line.stream == "stdout"]
    stderr = [line.text for line in transcript.console if line.stream == "stderr"]
    frames = [_frame_value(frame) for frame in transcript.frames]
    return {
        "demo": transcript.demo,
        "run": transcript.run,
        "command": list(transcript.command),
        "exit_code": transcript.exit_code,
        "stdout": list[Json](stdout),
        "stderr": list[Json](stderr),
        "frames": frames,
        "server_stderr": list(transcript.server_stderr),
    }


def _frame_value(frame: Frame) -> Json:
    try:
        return read_json(frame.text)
    except NotJson:
        return frame.text


def _rows(name: str, rows: list[str]) -> str:
    if not rows:
        return f'"{name}": []'
    return f'"{name}": [\n' + ",\n".join("    " + row for row in rows) + "\n  ]"


def _console_row(line: ConsoleLine) -> str:
    return written({_SHORT[line.stream]: line.text}, room=1_000_000_000)


def _frame_row(frame: Frame) -> str:
    row: dict[str, Json] = {"from": frame.sender}
    style = _style_of(frame.text) if frame.kind == "message" else None
    if style is None:
        if frame.kind != "message":
            row["kind"] = frame.kind
        if frame.kind != "eof":
            row["text"] = frame.text
    else:
        if style != "compact":
            row["style"] = style
        row["json"] = read_json(frame.text)
    return written(row, 4)


def _style_of(text: str) -> str | None:
    """How this JSON was spelled, if one of the usual ways gives it back to the letter."""
    try:
        found = read_json(text)
        return next((name for name, spell in _STYLES.items() if spell(found) == text), None)
    except (NotJson, RecursionError):
        return None


def _transcript(found: Json) -> Transcript:
    table = _table(found)
    if table.get("version") != VERSION:
        raise _Malformed(f"its version is not {VERSION}")
    exit_code = table.get("exit_code")
    if not isinstance(exit_code, int) or isinstance(exit_code, bool):
        raise _Malformed("exit_code is no whole number")
    return Transcript(
        demo=_text(table.get("demo"), "demo"),
        run=_text(table.get("run"), "run"),
        command=tuple(_text(word, "command") for word in _list(table.get("command"), "command")),
        console=tuple(_console_line(row) for row in _list(table.get("console"), "console")),
        exit_code=exit_code,
        frames=tuple(_frame(n, row) for n, row in enumerate(_list(table.get("frames"), "frames"), 1)),
        server_stderr=tuple(
            _text(line, "server_stderr") for line in _list(table.get("server_stderr"), "server_stderr")
        ),
        accepted=True,
    )


def _console_line(row: Json) -> ConsoleLine:
    table = _table(row)
    for short, stream in _STREAMS.items():
        if short in table and len(table) == 1:
            name = cast("Literal['stdout', 'stderr']", stream)
            return ConsoleLine(stream=name, text=_text(table[short], "console"))
    raise _Malformed("console holds a line of neither out nor err")


def _frame(number: int, row: Json) -> Frame:
    table = _table(row)
    sender = table.get("from")
    kind = table.get("kind", "message")
    if sender not in ("client", "server") or kind not in ("message", "noise", "eof", "exit"):
        raise _Malformed(f"frame {number} is of no known kind")
    text = _spelled(number, table) if "json" in table else _text(table.get("text", ""), "frames")
    return Frame(
        number=number,
        sender=cast("Literal['client', 'server']", sender),
        kind=cast("Literal['message', 'noise', 'eof', 'exit']", kind),
        text=text,
    )


def _spelled(number: int, table: dict[str, Json]) -> str:
    style = table.get("style", "compact")
    if not isinstance(style, str) or style not in _STYLES:
        raise _Malformed(f"frame {number} is spelled in no known style")
    return _STYLES[style](table["json"])


def _table(found: Json) -> dict[str, Json]:
    if isinstance(found, dict):
        return found
    raise _Malformed("a table is missing")


def _list(found: Json, name: str) -> list[Json]:
    if isinstance(found, list):
        return found
    raise _Malformed(f"{name} is no list")


def _text(found: Json, name: str) -> str:
    if isinstance(found, str):
        return found
    raise _Malformed(f"{name} holds something that is no text")


def _reason(error: Exception) -> str:
    return "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
