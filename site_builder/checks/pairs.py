"""Two sequences that should be equal → the problems of their differences, each with both places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from site_builder.content.headings import same_structure
from site_builder.model import Problem, Translation, Where, value

_MANY = 2000  # items; beyond, sequences are compared one by one, which is linear


@value
class Item:
    """One thing on a page: equal `key`s are the same thing; `detail` says how it is shown."""

    key: str
    name: str
    line: int
    detail: str = ""


def differences(
    translation: Translation,
    original: Translation,
    code: str,
    read: Callable[[Translation], Sequence[Item]],
) -> Iterator[Problem]:
    """What stands in one of the two only, what stands there instead, and what is shown otherwise."""
    ours, theirs = read(translation), read(original)
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


def _opcodes(theirs: Sequence[Item], ours: Sequence[Item]) -> Sequence[tuple[str, int, int, int, int]]:
    a, b = [one.key for one in theirs], [one.key for one in ours]
    if a == b:
        return [("equal", 0, len(a), 0, len(b))]
    if len(a) + len(b) > _MANY:
        same = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        return [("equal", 0, same, 0, same), ("replace", same, same + 1, same, same + 1)]
    return SequenceMatcher(a=a, b=b, autojunk=False).get_opcodes()


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
