"""Set a paragraph's texts as one: inline tokens → the same tokens, their texts as the language wants them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

from markdown_it.token import Token

from site_builder.content.prose.writer import PLAIN
from site_builder.content.typography import OBJECT, apply, find_edits

_TEXTS = frozenset({"text", "text_special"})
_WORDS = frozenset({"code_inline", "role", "image", "footnote_ref"})
HARD_BREAK = "\u2028"  # white space that no rule replaces


def set_texts(children: Sequence[Token], lang: str) -> str:
    """Change the tokens' texts in place; returns the paragraph's prose as written, objects for the rest."""
    if len(children) == 1 and children[0].info == PLAIN:
        return ""
    parts = [child.content if child.type == "text" else _part(child) for child in children]
    _hide_addresses(children, parts)
    whole = "".join(parts)
    edits = find_edits(whole, lang)
    if edits:
        _apply(edits, children, parts)
    return whole


def _part(child: Token) -> str:
    kind = child.type
    if kind in _TEXTS:
        return child.content
    if kind == "softbreak":
        return "\n"
    if kind in _WORDS:
        return OBJECT
    return HARD_BREAK if kind == "hardbreak" else ""


def _hide_addresses(children: Sequence[Token], parts: list[str]) -> None:
    """`<https://…>` shows its address, which is no prose."""
    for index, child in enumerate(children):
        if child.type == "link_open" and child.info == "auto":
            parts[index + 1] = OBJECT


def _apply(edits: Mapping[int, str], children: Sequence[Token], parts: Sequence[str]) -> None:
    starts = list(accumulate((len(part) for part in parts), initial=0))
    changed: dict[int, list[tuple[int, str]]] = {}
    for edit in sorted(edits.items()):
        changed.setdefault(bisect_right(starts, edit[0]) - 1, []).append(edit)
    for piece, inside in changed.items():
        child = children[piece]
        if child.type == "softbreak":
            child.type = "text"
        if child.type in _TEXTS:
            child.content = apply(parts[piece], inside, starts[piece])
