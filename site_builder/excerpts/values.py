"""Values in prose: what a constant or a recorded run holds, bound to the sentence that states it.

In: `{value}` requests, bytes of the files they name, accepted transcripts, the lock. Out: the text to print
and what an author should know. The lock remembers the value, not its spelling or line: while it stays the
same, the page prints it as the source spells it; once it changes, the page keeps the accepted one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from site_builder.excerpts.constants import constant_of
from site_builder.excerpts.documents import READERS, read_document, value_at
from site_builder.excerpts.modes.outcome import Unresolved, nearest
from site_builder.excerpts.source import PYTHON_SUFFIXES, SourceText, decode
from site_builder.model import Facts, Lock, Problem, Transcript, ValueRequest

_HALF = re.compile("[\ud800-\udfff]")  # lone surrogates, which no text file can hold


def value_key(request: ValueRequest) -> str:
    """The key of an accepted value in the lock."""
    return f"{request.source}{'::' if request.kind == 'constant' else '#'}{request.pointer}"


def constant(request: ValueRequest, data: bytes | Problem) -> str | Problem:
    """The literal that a file gives the name or pointer, as written; a text without its quotes."""
    source = decode(data, request.source) if isinstance(data, bytes) else data
    if isinstance(source, Problem):
        return replace(source, where=request.where, code="value-unknown")
    suffix = PurePosixPath(request.source).suffix.lower()
    if suffix in PYTHON_SUFFIXES:
        found: str | Unresolved = constant_of(source.text, request.pointer)
    elif suffix in READERS:
        found = _pointed(source, suffix, request.pointer)
    else:
        kinds = ", ".join(["Python", *(one[1:].upper() for one in READERS if one != ".yml")])
        found = Unresolved(message="is of a kind whose values are not known", help=f"name a file of {kinds}")
    return (
        found
        if isinstance(found, str)
        else _unknown(request, f"`{request.source}` {found.message}", found.help)
    )


def _pointed(source: SourceText, suffix: str, pointer: str) -> str | Unresolved:
    document = read_document(source.text, suffix)
    return document if isinstance(document, Unresolved) else value_at(document, pointer)


def from_transcript(request: ValueRequest, document: object) -> str | Problem:
    """The scalar at the pointer; `document` is what the transcript's codec makes of an accepted run."""
    found = value_at(document, request.pointer)
    return (
        found
        if isinstance(found, str)
        else _unknown(request, f"`{request.source}` {found.message}", found.help)
    )


def current_value(
    request: ValueRequest,
    facts: Facts,
    accepted: Mapping[str, Transcript],
    document: Callable[[Transcript], object],
) -> str | Problem:
    """The value now; `document` is the transcripts' codec, which knows what pointers into a run address."""
    found = _current(request, facts, accepted, document)
    if isinstance(found, str) and (half := _HALF.search(found)):
        message = f"the value of `{value_key(request)}` holds half a character, U+{ord(half[0]):04X}"
        return _unknown(request, message, "write the whole character")
    return found


def _current(
    request: ValueRequest,
    facts: Facts,
    accepted: Mapping[str, Transcript],
    document: Callable[[Transcript], object],
) -> str | Problem:
    if request.kind == "constant":
        data = facts.constants.get(request.source)
        if data is None:
            return _unknown(request, f"`{request.source}` was not read", "name a file of the project")
        return constant(request, data)
    if request.source not in accepted:
        help = nearest(request.source, accepted) or f"run `sitemaf accept {request.source}`"
        return _unknown(request, f"`{request.source}` has no accepted transcript", help)
    return from_transcript(request, document(accepted[request.source]))


def shown(
    request: ValueRequest, lock: Lock, current: str | Problem
) -> tuple[str | Problem, tuple[Problem, ...]]:
    """What to print for a value that is `current` now, and what to say of it."""
    accepted = lock.values.get(value_key(request))
    if isinstance(current, Problem):
        return current, ()
    if accepted is None:
        message = f"the value of `{value_key(request)}`, {current}, is not pinned yet"
        return current, (_finding(request, "value-unpinned", message, "run `sitemaf accept`", fixable=True),)
    if same_value(accepted, current):
        return current, ()
    message = f"this sentence states {accepted}, but `{value_key(request)}` is now {current}"
    help = f"read the sentence again in every language, then run `sitemaf accept '{value_key(request)}'`"
    return accepted, (_finding(request, "value-drift", message, help),)


def shown_value(
    request: ValueRequest,
    lock: Lock,
    facts: Facts,
    accepted: Mapping[str, Transcript],
    document: Callable[[Transcript], object],
) -> tuple[str | Problem, tuple[Problem, ...]]:
    return shown(request, lock, current_value(request, facts, accepted, document))


def same_value(one: str, other: str) -> bool:
    """Equal as values: `1_000` is `1000`, `0x10` is `16`; a text equals itself only."""
    if one == other:
        return True
    try:
        left, right = ast.literal_eval(one), ast.literal_eval(other)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return isinstance(left, bool) == isinstance(right, bool) and bool(left == right)


def _unknown(request: ValueRequest, message: str, help: str) -> Problem:
    return _finding(request, "value-unknown", message, help)


def _finding(request: ValueRequest, code: str, message: str, help: str, fixable: bool = False) -> Problem:
    return Problem(where=request.where, code=code, message=message, help=help, fixable=fixable)
