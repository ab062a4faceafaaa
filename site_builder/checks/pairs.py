"""Two sequences that should be equal → the problems of their differences, each with both places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import TypeAlias

from site_builder.content.headings import same_structure
from site_builder.model import Problem, Translation, Where, value

Opcode: TypeAlias = tuple[str, int, int, int, int]  # as difflib's: tag, theirs from and to, ours from and to
_MANY = 2000  # items; beyond, sequences are compared one by one, which is linear


@value
class Item:
    """One thing on a page: equal `key`s are the same thing; `detail` says how it is shown.

    A `hint` helps to tell which of several equal things is the one that has no counterpart.
    """

    key: str
    name: str
    line: int
    detail: str = ""
    hint: str = ""


def differences(
    translation: Translation,
    original: Translation,
    code: str,
    read: Callable[[Translation], Sequence[Item]],
    hint: Callable[[Translation, Sequence[Item]], Sequence[Item]] | None = None,
) -> Iterator[Problem]:
    """What stands in one of the two only, what stands there instead, and what is shown otherwise."""
    ours, theirs = read(translation), read(original)
    if hint is not None and [one.key for one in ours] != [one.key for one in theirs]:
        ours, theirs = hint(translation, ours), hint(original, theirs)
    places = _Places(translation, original, ours, theirs)
    for tag, first, last, other, end in _opcodes(theirs, ours):
        if tag == "equal":
            for their, our in zip(theirs[first:last], ours[other:end], strict=True):
                if their.detail != our.detail:
                    yield places.problem(
                        code, f"{our.name} {our.detail} here, but {their.detail} in the original", our, their
                    )
            continue
        for their_one, our_one in zip_longest(theirs[first:last], ours[other:end]):
            yield places.problem(code, _said(our_one, their_one), our_one, their_one, other, first)


def _opcodes(theirs: Sequence[Item], ours: Sequence[Item]) -> Sequence[Opcode]:
    """How to make ours of theirs, in as few differences as can be told cheaply."""
    a, b = [one.key for one in theirs], [one.key for one in ours]
    if a == b:
        return [("equal", 0, len(a), 0, len(b))]
    if len(a) + len(b) > _MANY:
        same = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        return [("equal", 0, same, 0, same), ("replace", same, same + 1, same, same + 1)]
    ways: list[list[Opcode]] = [_diff(a, b)]
    if any(one.hint for one in theirs):
        ways.insert(0, _diff_by_hints(theirs, ours, a, b))
    if len(a) == len(b):
        pairwise: list[Opcode] = [
            ("equal" if x == y else "replace", n, n + 1, n, n + 1)
            for n, (x, y) in enumerate(zip(a, b, strict=True))
        ]
        ways.append(pairwise)
    return min(ways, key=_cost)


def _diff(a: Sequence[str], b: Sequence[str]) -> list[Opcode]:
    return list(SequenceMatcher(a=a, b=b, autojunk=False).get_opcodes())


def _diff_by_hints(
    theirs: Sequence[Item], ours: Sequence[Item], a: Sequence[str], b: Sequence[str]
) -> list[Opcode]:
    """Things with equal hints are paired first; what lies between, by key."""
    found: list[Opcode] = []
    whole = _diff([f"{one.key} {one.hint}" for one in theirs], [f"{one.key} {one.hint}" for one in ours])
    for tag, first, last, other, end in whole:
        if tag == "replace":
            found += [
                (inner, first + i, first + j, other + k, other + m)
                for inner, i, j, k, m in _diff(a[first:last], b[other:end])
            ]
        else:
            found.append((tag, first, last, other, end))
    return found


def _cost(way: Sequence[Opcode]) -> int:
    return sum(max(last - first, end - other) for tag, first, last, other, end in way if tag != "equal")


def _said(ours: Item | None, theirs: Item | None) -> str:
    if ours is None:
        return f"{theirs.name if theirs else ''} is missing here"
    if theirs is None:
        return f"{ours.name} is not in the original"
    return f"{ours.name} stands where the original has {theirs.name}"


class _Places:
    """Where a difference is seen in each file, also in the one that lacks the thing."""

    def __init__(
        self, translation: Translation, original: Translation, ours: Sequence[Item], theirs: Sequence[Item]
    ) -> None:
        self.translation, self.original, self.ours, self.theirs = translation, original, ours, theirs
        self.parallel = same_structure(translation.headings, original.headings)

    def problem(
        self,
        code: str,
        message: str,
        ours: Item | None,
        theirs: Item | None,
        at: int = 0,
        there: int = 0,
    ) -> Problem:
        if ours is not None:
            line = ours.line
        else:
            line = self._absent(self.translation, self.ours, at, self.original, theirs)
        if theirs is not None:
            other = theirs.line
        else:
            other = self._absent(self.original, self.theirs, there, self.translation, ours)
        return Problem(
            where=Where(path=self.translation.path, line=line),
            code=code,
            message=message,
            help=f"compare with {self.original.path}:{other}",
            related=(Where(path=self.original.path, line=other),),
        )

    def _absent(
        self, lacking: Translation, items: Sequence[Item], at: int, having: Translation, item: Item | None
    ) -> int:
        """The line of the thing before; the section's heading where that is nearer."""
        before = items[at - 1].line if 0 < at <= len(items) else 1
        if self.parallel and item is not None:
            index = sum(section.line <= item.line for section in having.sections) - 1
            before = max(before, lacking.sections[max(index, 0)].line)
        return before
