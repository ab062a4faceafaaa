"""The YAML that front matter may hold: a mapping of texts, numbers, flags and lists, and no more.

In: text. Out: entries with the place of each key, or `BadYaml`. Read from PyYAML's events, so that anchors,
aliases, tags, repeated keys and deep nesting are refused before anything is built from them; and `no` is
a text, as in YAML 1.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import yaml

from site_builder.model import value

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST = 8
_WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")


class BadYaml(Exception):
    """Why the text is refused, at `line` and `column`, both from 1."""

    def __init__(self, message: str, help: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message, self.help, self.line, self.column = message, help, line, column


@value
class Entry:
    found: object  # str, int, float, bool, None, list or dict
    text: str | None  # as written, where it is a single text
    line: int
    column: int


def read_entries(text: str) -> Mapping[str, Entry]:
    """The top-level keys, in order."""
    try:
        return _Reader(text).read()
    except yaml.YAMLError as error:
        raise _translated(error) from error


class _Reader:
    def __init__(self, text: str) -> None:
        self.events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=_LOADER))

    def read(self) -> dict[str, Entry]:
        next(self.events)  # the stream's start
        if isinstance(next(self.events), yaml.StreamEndEvent):
            return {}
        first = next(self.events)
        if isinstance(first, yaml.ScalarEvent) and first.value == "":
            return {}
        if not isinstance(first, yaml.MappingStartEvent):
            raise _refuse(first, "front matter is `key: value` lines", "write `title: …`")
        return self._mapping(first, 1)

    def _mapping(self, start: yaml.Event, depth: int) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        self._allow(start, depth)
        while not isinstance(key := next(self.events), yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent):
                raise _refuse(key, "a key is a word", "write `key: value`")
            self._allow(key, depth)
            if key.value in entries:
                raise _refuse(key, f"`{key.value}` is written twice", "keep one of the two")
            event = next(self.events)
            line, column = _place(key)
            entries[key.value] = Entry(
                found=self._value(event, depth),
                text=event.value if isinstance(event, yaml.ScalarEvent) else None,
                line=line,
                column=column,
            )
        return entries

    def _value(self, event: yaml.Event, depth: int) -> object:
        self._allow(event, depth)
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            found = []
            while not isinstance(one := next(self.events), yaml.SequenceEndEvent):
                found.append(self._value(one, depth + 1))
            return found
        return {key: entry.found for key, entry in self._mapping(event, depth + 1).items()}

    def _allow(self, event: yaml.Event, depth: int) -> None:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise _refuse(event, "anchors and aliases (`&`, `*`) are not read here", "write the value out")
        if getattr(event, "tag", None) is not None:
            raise _refuse(event, f"the tag `{getattr(event, 'tag', '')}` is not read here", "leave it out")
        if depth > _DEEPEST:
            raise _refuse(event, "lists are nested too deeply", "write one list of texts")


def _scalar(event: yaml.ScalarEvent) -> object:
    text: str = event.value
    if event.style not in (None, ""):
        return text
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text


def _refuse(event: yaml.Event, message: str, help: str) -> BadYaml:
    return BadYaml(message, help, *_place(event))


def _place(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _translated(error: yaml.YAMLError) -> BadYaml:
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        said = str(error.problem or error.context or "it cannot be read")
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        help = "put a text that holds `: ` or begins with a sign in quotes"
        return BadYaml(f"this is no YAML: {said}", help, line, column)
    return BadYaml("this is no YAML: it holds a control character", "remove the character", 1, 1)
