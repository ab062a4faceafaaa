"""Inline rules that remember where they matched: links, images, and MyST's roles `` {name}`text` ``."""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it.rules_inline import StateInline

Rule = Callable[[StateInline, bool], bool]
PLACE = "place"
_ROLE = re.compile(r"\{([A-Za-z][A-Za-z0-9_+-]*)\}(`+)")


def placed(rule: Rule, opening: str, token_type: str) -> Rule:
    """`rule`, noting the offset of what it found in the token of `token_type` that it pushed."""

    def noting(state: StateInline, silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        if state.src[start] != opening or not rule(state, silent):
            return False
        if not silent:
            for token in state.tokens[before : before + 2]:  # a pending text may come first
                if token.type == token_type:
                    token.meta[PLACE] = start
                    break
        return True

    return noting


def role(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "{":
        return False
    opening = _ROLE.match(state.src, state.pos, state.posMax)
    if opening is None:
        return False
    ticks = opening[2]
    end = opening.end()
    while (end := state.src.find(ticks, end, state.posMax)) >= 0:
        after = end + len(ticks)
        if state.src[after : after + 1] != "`" and state.src[end - 1] != "`":
            break
        while after < state.posMax and state.src[after] == "`":
            after += 1
        end = after
    if end < 0:
        return False
    if not silent:
        token = state.push("role", "", 0)
        token.info = opening[1]
        token.content = state.src[opening.end() : end].replace("\n", " ").strip()
        token.meta[PLACE] = state.pos
    state.pos = end + len(ticks)
    return True
