"""Pygments' lexers, driven faster: (lexer, text) → tokens, the very ones that the lexer itself gives.

A lexer by regular expressions tries its rules one by one at every position, some thirty for a token of
Python. Most of them cannot match there, for what they match begins with another character; here only those
are tried that can (see `openings`). Lexers that read text in a way of their own do so here too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from re import Match, Pattern
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from pygments.lexer import Lexer, RegexLexer
from pygments.token import Error, Whitespace, _TokenType

from site_builder.render.openings import EVERY, openings

Token: TypeAlias = tuple[_TokenType, str]
# A rule as Pygments compiles it: match, what to make of the match (a type, None, a function), where to go.
_Rule: TypeAlias = tuple[Callable[[str, int], Match[str] | None], Any, Any]

OFTEN = 64  # visits of a state that make looking at its rules worth a millisecond

_known: WeakKeyDictionary[Lexer, dict[str, _State]] = WeakKeyDictionary()


class _State:
    """The rules of one state: all of them, and by the character that a match would begin with."""

    def __init__(self, rules: Sequence[_Rule]) -> None:
        self.every, self.visits = rules, 0
        self.by_opening: Mapping[str, Sequence[_Rule]] = {}

    def sort(self) -> None:
        opened = [(openings(pattern) if (pattern := _pattern(one)) else EVERY, one) for one in self.every]
        self.by_opening = {
            character: tuple(rule for signs, rule in opened if character in signs) for character in EVERY
        }


def read_tokens(lexer: Lexer, text: str) -> list[Token]:
    """All tokens of `text`, in order."""
    if isinstance(lexer, RegexLexer) and _is_plain(type(lexer)):
        return _drive(lexer, text, _known.setdefault(lexer, {}))
    return [(token, part) for _, token, part in lexer.get_tokens_unprocessed(text)]


def _is_plain(kind: type[RegexLexer]) -> bool:
    return kind.get_tokens_unprocessed is RegexLexer.get_tokens_unprocessed


def _drive(lexer: RegexLexer, text: str, states: dict[str, _State]) -> list[Token]:
    tokens: list[Token] = []
    stack = ["root"]
    state = _enter(lexer, "root", states)
    at, end = 0, len(text)
    while True:
        rules = state.by_opening.get(text[at], state.every) if at < end else state.every
        for match_at, action, going in rules:
            found = match_at(text, at)
            if found is None:
                continue
            if type(action) is _TokenType:
                tokens.append((action, found[0]))
            elif action is not None:
                tokens += [(token, part) for _, token, part in action(lexer, found)]
            at = found.end()
            if going is not None:
                _go(stack, going)
                state = _enter(lexer, stack[-1], states)
            break
        else:
            if at >= end:
                return tokens
            if text[at] == "\n":  # what no rule expects ends with its line
                stack = ["root"]
                state = _enter(lexer, "root", states)
                tokens.append((Whitespace, "\n"))
            else:
                tokens.append((Error, text[at]))
            at += 1


def _enter(lexer: RegexLexer, name: str, states: dict[str, _State]) -> _State:
    state = states.get(name)
    if state is None:
        state = states[name] = _State(lexer._tokens[name])  # type: ignore[attr-defined]
    state.visits += 1
    if state.visits == OFTEN:
        state.sort()
    return state


def _go(stack: list[str], going: Any) -> None:
    """Follow a transition: names to enter, `#pop`, `#push`, or how many states to leave (negative)."""
    for step in going if isinstance(going, tuple) else (going,):
        if step == "#push":
            stack.append(stack[-1])
        elif step == "#pop" or isinstance(step, int):
            leaving = step if isinstance(step, int) else -1
            del stack[max(1, len(stack) + leaving) :]  # the outermost state is never left
        else:
            stack.append(step)


def _pattern(rule: _Rule) -> Pattern[str] | None:
    found = getattr(rule[0], "__self__", None)
    return found if isinstance(found, Pattern) else None
