"""The block rule for `:::{name} argument`: containers nest, anything else becomes a fence.

A container is `directive_open`, its blocks, `directive_close`; `meta` holds the `Fence` and whether it was
closed. Lines keep their numbers, because the inside is parsed where it stands.
"""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock

from site_builder.content.markdown.fences import CONTAINERS, MARKER, read_options

_FENCE = re.compile(r"\s*(`{3,}(?=[^`]*$)|~{3,})")


def colon_fence(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    start = state.bMarks[first] + state.tShift[first]
    if not state.src.startswith(":::", start) or state.is_code_block(first):
        return False
    if silent:
        return True
    line = state.src[start : state.eMarks[first]]
    info = line.lstrip(":")
    colons = line[: len(line) - len(info)]
    named = MARKER.match(info)
    if not info.strip():
        _stray(state, first, colons)
        return True
    last = _find_closing(state, first, end, len(colons))
    closing = end if last is None else last
    if named is None or named[1] not in CONTAINERS:
        _leaf(state, first, closing, last is not None, info, colons)
    else:
        _container(state, first, closing, last is not None, info, colons)
    return True


def _find_closing(state: StateBlock, first: int, end: int, colons: int) -> int | None:
    """The line of colons that closes the fence of `first`; fences inside, of any kind, keep theirs."""
    open_fences = [colons]
    code: str | None = None
    for line in range(first + 1, end):
        start = state.bMarks[line] + state.tShift[line]
        if start < state.eMarks[line] and state.sCount[line] < state.blkIndent:
            return None
        mark = state.src[start : start + 3]
        if mark not in (":::", "```", "~~~"):
            continue
        text = state.src[start : state.eMarks[line]].rstrip()
        if code is not None:
            if text.startswith(code) and not text.strip(code[0]):
                code = None
        elif mark != ":::":
            fence = _FENCE.match(text)
            code = fence[1] if fence else None
        elif text.strip(":"):
            open_fences.append(len(text) - len(text.lstrip(":")))
        else:
            _close(open_fences, len(text))
            if not open_fences:
                return line
    return None


def _close(open_fences: list[int], colons: int) -> None:
    """A closing line ends the innermost fence of its own length, else the innermost shorter one."""
    if colons in open_fences:
        while open_fences.pop() != colons:
            pass
    elif open_fences[-1] < colons:
        open_fences.pop()


def _stray(state: StateBlock, first: int, colons: str) -> None:
    token = state.push("stray_fence", "", 0)
    token.map = [first, first + 1]
    token.markup = colons
    state.line = first + 1


def _leaf(state: StateBlock, first: int, closing: int, closed: bool, info: str, colons: str) -> None:
    token = state.push("fence", "code", 0)
    token.info = info
    token.markup = colons
    token.content = state.getLines(first + 1, closing, state.sCount[first], True)
    token.map = [first, closing + 1 if closed else closing]
    token.meta = {"closed": closed}
    state.line = token.map[1]


def _container(state: StateBlock, first: int, closing: int, closed: bool, info: str, colons: str) -> None:
    inside = state.getLines(first + 1, closing, state.sCount[first], True)
    options = read_options(inside)
    token = state.push("directive_open", "", 1)
    token.info, token.markup = info, colons
    token.map = [first, closing]
    token.content = inside
    token.meta = {"closed": closed}
    parent, last = state.parentType, state.lineMax
    state.parentType, state.lineMax = "directive", closing
    state.md.block.tokenize(state, first + 1 + options.lines, closing)
    state.parentType, state.lineMax = parent, last
    state.push("directive_close", "", -1)
    state.line = closing + 1 if closed else closing
