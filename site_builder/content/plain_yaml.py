"""The YAML that front matter may hold: a mapping of texts, numbers, flags and lists, and no more.

In: text. Out: entries with the place of each key, or `BadYaml`. Read from PyYAML's events, so that anchors,
aliases, tags, repeated keys and deep nesting are refused before anything is built from them; and `no` is
a text, as in YAML 1.2. Most heads are lines `key: words`, in which no sign of YAML occurs: they are read as
they stand, and PyYAML is not even loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from site_builder.model import value

if TYPE_CHECKING:
    import yaml

# One key and one text a line; a mark is followed by a space only where YAML sees nothing in it.
_PLAIN_LINE = re.compile(r"([A-Za-z][A-Za-z_-]*): ([^\W_](?:[\w .,;!?()'’«»“”…–/%+-]*[\w.,;!?()'’»”…%])?)")
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
    plain = _read_plain(text)
    if plain is not None:
        return plain
    import yaml

    try:
        return _Reader(text).read()
    except yaml.YAMLError as error:
        raise _translated(error) from error


def _read_plain(text: str) -> dict[str, Entry] | None:
    """The entries, if every line is a key and plain words; None where YAML must decide."""
    entries: dict[str, Entry] = {}
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        found = _PLAIN_LINE.fullmatch(line)
        if found is None or found[1] in entries:
            return None
        entries[found[1]] = Entry(found=_meaning(found[2]), text=found[2], line=number, column=1)
    return entries


class _Reader:
    def __init__(self, text: str) -> None:
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=loader))
        self.yaml = yaml

    def read(self) -> dict[str, Entry]:
        next(self.events)  # the stream's start
        if isinstance(next(self.events), self.yaml.StreamEndEvent):
            return {}
        first = next(self.events)
        if isinstance(first, self.yaml.ScalarEvent) and first.value == "":
            return {}
        if not isinstance(first, self.yaml.MappingStartEvent):
            raise _refuse(first, "front matter is `key: value` lines", "write `title: …`")
        return self._mapping(first, 1)

    def _mapping(self, start: yaml.Event, depth: int) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        self._allow(start, depth)
        while not isinstance(key := next(self.events), self.yaml.MappingEndEvent):
            if not isinstance(key, self.yaml.ScalarEvent):
                raise _refuse(key, "a key is a word", "write `key: value`")
            self._allow(key, depth)
            if key.value in entries:
                raise _refuse(key, f"`{key.value}` is written twice", "keep one of the two")
            event = next(self.events)
            line, column = _place(key)
            entries[key.value] = Entry(
                found=self._value(event, depth),
                text=event.value if isinstance(event, self.yaml.ScalarEvent) else None,
                line=line,
                column=column,
            )
        return entries

    def _value(self, event: yaml.Event, depth: int) -> object:
        self._allow(event, depth)
        if isinstance(event, self.yaml.ScalarEvent):
            return _scalar(event)
        if isinstance(event, self.yaml.SequenceStartEvent):
            found = []
            while not isinstance(one := next(self.events), self.yaml.SequenceEndEvent):
                found.append(self._value(one, depth + 1))
            return found
        return {key: entry.found for key, entry in self._mapping(event, depth + 1).items()}

    def _allow(self, event: yaml.Event, depth: int) -> None:
        if isinstance(event, self.yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise _refuse(event, "anchors and aliases (`&`, `*`) are not read here", "write the value out")
        if getattr(event, "tag", None) is not None:
            raise _refuse(event, f"the tag `{getattr(event, 'tag', '')}` is not read here", "leave it out")
        if depth > _DEEPEST:
            raise _refuse(event, "lists are nested too deeply", "write one list of texts")


def _scalar(event: yaml.ScalarEvent) -> object:
    text: str = event.value
    return text if event.style not in (None, "") else _meaning(text)


def _meaning(text: str) -> object:
    """What a text without quotes stands for."""
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
    import yaml

    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        said = str(error.problem or error.context or "it cannot be read")
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        help = "put a text that holds `: ` or begins with a sign in quotes"
        return BadYaml(f"this is no YAML: {said}", help, line, column)
    return BadYaml("this is no YAML: it holds a control character", "remove the character", 1, 1)
