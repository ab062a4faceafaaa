"""Replace pins, all of them at once: pins, what is cited, new pins wanted → the pins after accepting.

Nothing is written over that another excerpt still needs: excerpts may change places, but none may take the
address of one that stays behind with another text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from site_builder.excerpts.repin import Cited, Key, Target
from site_builder.model import Pin, Problem, Severity


def settle(
    pins: Mapping[Key, Pin], cited: Iterable[Cited], wanted: Sequence[tuple[Target, Pin]]
) -> tuple[dict[Key, Pin], tuple[tuple[Target, Pin], ...], tuple[Problem, ...]]:
    """All pins after accepting, the targets reached, and those refused.

    A move onto an address whose own pin stays with another text is refused; so is, in turn, a move onto the
    address that a refused one could not leave.
    """
    by_key = {one.key: one for one in cited}
    going, problems = list(wanted), list[Problem]()
    while clash := _clash(pins, by_key, going):
        going.remove(clash)
        problems.append(_occupied(clash[0]))
    left = {target.cited.key for target, _ in going}
    kept = {key: pin for key, pin in pins.items() if key not in left}
    return {**kept, **{target.key: pin for target, pin in going}}, tuple(going), tuple(problems)


def _clash(
    pins: Mapping[Key, Pin], cited: Mapping[Key, Cited], going: Sequence[tuple[Target, Pin]]
) -> tuple[Target, Pin] | None:
    left = {target.cited.key for target, _ in going}
    stays = {key: pin.sha256 for key, pin in pins.items() if key in cited and key not in left}
    stays |= {target.key: pin.sha256 for target, pin in going if target.key == target.cited.key}
    for target, pin in going:
        if target.key != target.cited.key and stays.get(target.key, pin.sha256) != pin.sha256:
            return target, pin
    return None


def _occupied(target: Target) -> Problem:
    cited, (path, address) = target.cited, target.key
    assert cited.problem is not None
    return replace(
        cited.problem,
        severity=Severity.ERROR,
        fixable=False,
        message=f"{cited.problem.message}; but `{path}#{address}` is pinned with another text",
        help=f"settle that one first: `sitemaf accept '{path}#{address}'`, or correct its lines",
    )
