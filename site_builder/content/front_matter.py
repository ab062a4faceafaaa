"""The head of a page: text → typed front matter, the body and the line it begins on, and problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from difflib import get_close_matches

from site_builder.content.plain_yaml import BadYaml, Entry, read_entries
from site_builder.model import Problem, Severity, Where, value

_LARGEST = 64 << 10  # characters
_FENCE = re.compile(r"---[ \t]*(?:\n|$)")
_END = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)


@value
class FrontMatter:
    """`values` holds what was read well, by key; `lines` where each key stands, from 1."""

    values: Mapping[str, object] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    body: str = ""
    offset: int = 0  # lines before the body
    problems: tuple[Problem, ...] = ()

    def text(self, key: str) -> str:
        found = self.values.get(key, "")
        return found if isinstance(found, str) else ""

    def texts(self, key: str) -> tuple[str, ...]:
        found = self.values.get(key, ())
        return found if isinstance(found, tuple) else ()


def split_page(text: str, path: str) -> FrontMatter:
    """Read the head, if the page begins with `---`; whatever is wrong with it, the body is still there."""
    opening = _FENCE.match(text)
    if opening is None:
        return FrontMatter(body=text)
    end = _END.search(text, opening.end())
    if end is None:
        problem = _problem(
            path, 1, 1, "the front matter that begins here does not end", "close it with a line `---`"
        )
        return FrontMatter(problems=(problem,))
    head, body = text[opening.end() : end.start()], text[end.end() :]
    offset = text.count("\n", 0, end.end())
    if len(head) > _LARGEST:
        large = _problem(path, 1, 1, "the front matter is larger than 64 KiB", "move text into the page")
        return FrontMatter(body=body, offset=offset, problems=(large,))
    try:
        entries = read_entries(head)
    except BadYaml as bad:
        bad_problem = _problem(path, bad.line + 1, bad.column, bad.message, bad.help)
        return FrontMatter(body=body, offset=offset, problems=(bad_problem,))
    return _read(entries, path, body, offset)


def _read(entries: Mapping[str, Entry], path: str, body: str, offset: int) -> FrontMatter:
    values: dict[str, object] = {}
    problems: list[Problem] = []
    for key, entry in entries.items():
        kind = KEYS.get(key)
        if kind is None:
            problems.append(_unknown(path, key, entry))
            continue
        found = _READERS[kind](entry)
        if found is None:
            problems.append(_mistyped(path, key, kind, entry))
        else:
            values[key] = found
    return FrontMatter(
        values=values,
        lines={key: entry.line + 1 for key, entry in entries.items()},
        body=body,
        offset=offset,
        problems=tuple(problems),
    )


def _text(entry: Entry) -> str | None:
    """`title: 404` is the text 404: a title is never a number."""
    return entry.text.strip() if entry.text is not None and entry.text.strip() else None


def _flag(entry: Entry) -> bool | None:
    return entry.found if isinstance(entry.found, bool) else None


def _number(entry: Entry) -> float | None:
    if isinstance(entry.found, bool) or not isinstance(entry.found, int | float):
        return None
    return float(entry.found) if abs(entry.found) < 1e15 else None


def _texts(entry: Entry) -> tuple[str, ...] | None:
    if isinstance(entry.found, list):
        words = [str(one) for one in entry.found if isinstance(one, str | int | float) and str(one).strip()]
        return tuple(words) if len(words) == len(entry.found) else None
    text = _text(entry)
    return None if text is None else (text,)


# What a page may say of itself; the last six belong to the page, the others to one translation.
KEYS: Mapping[str, str] = {
    "title": "text",
    "lead": "text",
    "slug": "text",
    "description": "text",
    "draft": "flag",
    "words_differ": "texts",
    "order": "number",
    "demo": "text",
    "related": "texts",
    "parent": "text",
    "only": "texts",
    "date": "text",
}
SHARED = ("order", "demo", "related", "parent", "only", "date")
_READERS: Mapping[str, Callable[[Entry], object]] = {
    "text": _text,
    "flag": _flag,
    "number": _number,
    "texts": _texts,
}
_WANTED = {
    "text": ("a text", "…"),
    "flag": ("`true` or `false`", "true"),
    "number": ("a number", "10"),
    "texts": ("a list of texts", "[…, …]"),
}


def _unknown(path: str, key: str, entry: Entry) -> Problem:
    near = get_close_matches(key, KEYS, n=1, cutoff=0.6)
    help = f"did you mean `{near[0]}`?" if near else "known: " + ", ".join(f"`{one}`" for one in KEYS)
    return Problem(
        where=Where(path=path, line=entry.line + 1, column=entry.column),
        code="front-matter",
        message=f"`{key}` is no key of a page",
        help=help,
        severity=Severity.WARNING,
    )


def _mistyped(path: str, key: str, kind: str, entry: Entry) -> Problem:
    wanted, example = _WANTED[kind]
    empty = entry.found is None or (entry.text is not None and not entry.text.strip())
    message = f"`{key}` is empty" if empty else f"`{key}` takes {wanted}"
    return _problem(path, entry.line + 1, entry.column, message, f"write `{key}: {example}`")


def _problem(path: str, line: int, column: int, message: str, help: str) -> Problem:
    return Problem(
        where=Where(path=path, line=line, column=column), code="front-matter", message=message, help=help
    )
