"""Text that a program printed → the same text with placeholders for what differs by nature.

Two kinds of rules: literals (the machine's own paths, a user's name, secrets), which always apply, and the
patterns that an author names in `demo.toml`. A pattern may take for ever, so whoever applies those of others
says how (`Settler`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import quote

from site_builder.model import Demo, Problem, Run, RunFailure, Transcript, Where
from site_builder.transcripts.canonical import NotJson, read_json
from site_builder.transcripts.placeholders import PLACEHOLDER, placeholder, settle, settle_all

RESERVED = ("PROJECT", "HOME", "TMP", "USER", "SERVER", "PYTHON")
Settler = Callable[[Sequence[str], Mapping[str, str]], Sequence[str]]  # texts and patterns → texts
# A JSON text, or a word outside of texts that holds a placeholder.
_BARE = re.compile(r'("(?:\\.|[^"\\])*")|([^\s",:{}\[\]]*' + PLACEHOLDER.pattern + r'[^\s",:{}\[\]]*)')


def is_json(text: str) -> bool:
    try:
        read_json(text)
    except NotJson:
        return False
    return True


class Normalizer:
    """The rules of one run. `literals` maps a text to its placeholder's name; `words` only match whole."""

    def __init__(
        self,
        literals: Mapping[str, str],
        words: Mapping[str, str] | None = None,
        patterns: Mapping[str, str] | None = None,
        settler: Settler = settle_all,
    ) -> None:
        self._literals = [(name, _literal(text)) for text, name in _spellings(literals)]
        self._literals += [(name, _word(text)) for text, name in (words or {}).items()]
        self._patterns, self._settler = dict(patterns or {}), settler

    def text(self, text: str) -> str:
        return self.texts([text])[0]

    def texts(self, texts: Sequence[str]) -> Sequence[str]:
        """Literals go first, so that no pattern can cut a secret in two."""
        plain = [settle(text, self._literals) for text in texts]
        return self._settler(plain, self._patterns) if self._patterns else plain

    def message(self, text: str) -> str:
        return _still_json(text, self.text(text))

    def transcript(self, transcript: Transcript) -> Transcript:
        command, console, errors = transcript.command, transcript.console, transcript.server_stderr
        said = [*command, *(line.text for line in console), *errors]
        sent = [frame.text for frame in transcript.frames]
        settled = iter(self.texts([*said, *sent]))
        return replace(
            transcript,
            command=tuple(next(settled) for _ in command),
            console=tuple(replace(line, text=next(settled)) for line in console),
            server_stderr=tuple(next(settled) for _ in errors),
            frames=tuple(
                replace(frame, text=_still_json(frame.text, next(settled))) for frame in transcript.frames
            ),
        )


def _still_json(text: str, found: str) -> str:
    """JSON stays JSON: a placeholder that stands for a number or a word of JSON becomes a text."""
    if found == text or not is_json(text) or is_json(found):
        return found
    return _BARE.sub(lambda match: match[1] or f'"{match[2]}"', found)


def unused_patterns(demo: Demo, said: Mapping[str, Transcript | RunFailure]) -> tuple[Problem, ...]:
    """Patterns that matched nothing. One that several runs share (a default) must match in one of them."""
    problems: list[Problem] = []
    judged: set[tuple[str, str]] = set()
    for run in demo.runs:
        for rule in run.normalize.items():
            sharing = [one for one in demo.runs if one.normalize.get(rule[0]) == rule[1]]
            if rule in judged or not _all_said(sharing, said):
                continue
            judged.add(rule)
            if not any(_shows(said[one.id], rule[0]) for one in sharing):
                problems.append(_unused(run, rule[0]))
    return tuple(problems)


def _all_said(runs: Iterable[Run], said: Mapping[str, Transcript | RunFailure]) -> bool:
    return all(isinstance(said.get(run.id), Transcript) for run in runs)


def _shows(said: Transcript | RunFailure, name: str) -> bool:
    if isinstance(said, RunFailure):
        return False
    mark = placeholder(name)
    texts = (line.text for line in said.console), (frame.text for frame in said.frames)
    return any(mark in text for group in (*texts, said.server_stderr, said.command) for text in group)


def _unused(run: Run, name: str) -> Problem:
    return Problem(
        where=Where(path=run.where.path, line=run.where.line),
        code="config",
        message=f"the pattern {name} matches nothing that run {run.id} says",
        help="remove it, or mend its expression",
    )


def _spellings(literals: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """Each literal as it is, inside a JSON string, and in a URI; the longest first."""
    spelled: dict[str, str] = {}
    for text, name in literals.items():
        if not text:
            continue
        inside = (json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1])
        deeper = (json.dumps(form)[1:-1] for form in inside)  # JSON in a text of JSON
        for form in (text, *inside, *deeper, text.replace("/", "\\/"), quote(text)):
            spelled.setdefault(form, name)
    return sorted(spelled.items(), key=lambda item: -len(item[0]))


def _literal(text: str) -> re.Pattern[str]:
    """A path ends where its last name ends: `/home/al` is not the beginning of `/home/alice`."""
    after = r"(?![\w-])" if text.startswith(("/", "\\")) or ":\\" in text else ""
    return re.compile(re.escape(text) + after)


def _word(text: str) -> re.Pattern[str]:
    return re.compile(r"(?<![\w-])" + re.escape(text) + r"(?![\w-])")
