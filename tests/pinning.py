"""Excerpts judged without a machine: bytes as they were pinned and as they are now → what judging says."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha1
from typing import Any

from site_builder.config import Limits
from site_builder.excerpts.address import parse_address, print_address
from site_builder.excerpts.judge import judge
from site_builder.excerpts.modes import Unresolved, resolve
from site_builder.excerpts.source import SourceText, decode, digest
from site_builder.model import Address, Evidence, Excerpt, ExcerptRequest, Pin, Problem, Where

PATH = "src/code.py"
COMMIT = "9a895c94534c" + "0" * 28
PLACE = Where(path="content/page.en.md", line=7)
ABSENT = Problem(where=Where(path=PATH), code="excerpt-gone", message=f"there is no file `{PATH}`")


def address_of(text: str) -> Address:
    address = parse_address(text)
    assert not isinstance(address, str), address
    return address


def text_of(data: bytes, path: str = PATH) -> SourceText:
    source = decode(data, path)
    assert isinstance(source, SourceText), source
    return source


def pin_of(data: bytes, address: str, path: str = PATH) -> Pin:
    """The pin that accepting would have written."""
    source, parsed = text_of(data, path), address_of(address)
    ranges = resolve(parsed, source, path)
    assert not isinstance(ranges, Unresolved), ranges
    text = source.part(ranges)
    assert text is not None
    lines = text.split("\n")[:-1]
    return Pin(
        repo_path=path,
        address=print_address(parsed),
        ranges=ranges,
        commit=COMMIT,
        blob=sha1(b"blob %d\0" % len(data) + data).hexdigest(),
        sha256=digest(text),
        first=lines[0],
        last=lines[-1],
    )


def judged(
    old: bytes,
    now: bytes | Problem,
    address: str,
    *,
    path: str = PATH,
    pin: Pin | None = None,
    limits: Limits | None = None,
    request: dict[str, Any] | None = None,
    **evidence: Any,
) -> Excerpt | Problem:
    """`old` was pinned at `address`; `now` stands there, committed unless `head` says otherwise."""
    asked = ExcerptRequest(where=PLACE, path=path, address=address_of(address), **(request or {}))
    said: dict[str, Any] = {
        "repo_path": path,
        "current": now,
        "head": now if isinstance(now, bytes) else None,
        "pinned": old,
        "absent": now is ABSENT,
    }
    return judge(asked, pin or pin_of(old, address, path), Evidence(**(said | evidence)), limits or Limits())


def judged_new(
    now: bytes | Problem, address: str, *, path: str = PATH, limits: Limits | None = None, **evidence: Any
) -> Excerpt | Problem:
    """An excerpt that nobody has accepted yet."""
    said: dict[str, Any] = {
        "repo_path": path,
        "current": now,
        "head": now if isinstance(now, bytes) else None,
        "newest": COMMIT,
        "absent": now is ABSENT,
    }
    asked = ExcerptRequest(where=PLACE, path=path, address=address_of(address))
    return judge(asked, None, Evidence(**(said | evidence)), limits or Limits())


def excerpt(verdict: Excerpt | Problem) -> Excerpt:
    assert isinstance(verdict, Excerpt), verdict
    return verdict


def problem(verdict: Excerpt | Problem) -> Problem:
    """The one problem, whether it stands in the excerpt's place or beside it."""
    if isinstance(verdict, Problem):
        return verdict
    (found,) = verdict.problems
    return found


def text_shown(verdict: Excerpt | Problem) -> str:
    return "".join(f"{line}\n" for _, line in excerpt(verdict).rows)


def changed(pin: Pin, **fields: Any) -> Pin:
    return replace(pin, **fields)
