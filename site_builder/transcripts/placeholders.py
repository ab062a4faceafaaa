"""Rules and a text → the text with placeholders; standard library only, for it also runs in a process apart.

At each place the longest match wins. The result holds no text that a rule still matches, so a second
application changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

PLACEHOLDER = re.compile(r"⟨[A-Za-z_][A-Za-z0-9_]*⟩")


class Rule(Protocol):
    def search(self, text: str, at: int, /) -> re.Match[str] | None: ...


Rules = Sequence[tuple[str, Rule]]  # placeholder's name, what it stands for


def placeholder(name: str) -> str:
    return f"⟨{name}⟩"


def settle_all(texts: Sequence[str], patterns: Mapping[str, str]) -> list[str]:
    """What an author's patterns make of the texts, however long that takes."""
    rules = [(name, re.compile(pattern)) for name, pattern in patterns.items()]
    return [settle(text, rules) for text in texts]


def settle(text: str, rules: Rules) -> str:
    """Apply until nothing changes. Each round shortens what is not yet a placeholder, so it ends."""
    while rules:
        changed = "".join(_parts(text, rules))
        if changed == text:
            break
        text = changed
    return text


def _parts(text: str, rules: Rules) -> Iterable[str]:
    end = 0
    for mark in PLACEHOLDER.finditer(text):
        yield _apply(text[end : mark.start()], rules)
        yield mark.group()
        end = mark.end()
    yield _apply(text[end:], rules)


def _apply(text: str, rules: Rules) -> str:
    """Replace from left to right; where several rules match at one place the longest match wins."""
    pieces: list[str] = []
    at = 0
    upcoming = [(name, rule, _search(rule, text, 0)) for name, rule in rules]
    while True:
        best: tuple[int, int, str] | None = None
        for index, (name, rule, match) in enumerate(upcoming):
            if match is not None and match.start() < at:
                match = _search(rule, text, at)
                upcoming[index] = (name, rule, match)
            if match is not None:
                found = (match.start(), -match.end(), name)
                best = found if best is None or found[:2] < best[:2] else best
        if best is None:
            return "".join((*pieces, text[at:]))
        start, minus_end, name = best
        pieces += [text[at:start], placeholder(name)]
        at = -minus_end


def _search(rule: Rule, text: str, at: int) -> re.Match[str] | None:
    """The next match of at least a character: `x*` matches nothing at all wherever there is no `x`."""
    match = rule.search(text, at)
    while match is not None and match.end() == match.start():
        match = rule.search(text, match.end() + 1) if match.end() < len(text) else None
    return match
