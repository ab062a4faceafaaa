"""Replacing pins all at once: excerpts may change places, but none may take an address that stays."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from site_builder.excerpts.repin import Cited, Target, moved_lines
from site_builder.excerpts.settle import settle
from site_builder.model import Evidence, ExcerptRequest, LineRange, LinesAddress, Pin, Problem, Where


def lines(first: int) -> tuple[LineRange, ...]:
    return (LineRange(first=first, last=first),)


def pinned(first: int, text: str) -> Pin:
    return Pin(
        repo_path="a.py",
        address=f"L{first}",
        ranges=lines(first),
        commit="1" * 40,
        blob="2" * 40,
        sha256=text,
        first=text,
        last=text,
    )


def cited(first: int, text: str, state: str = "moved") -> Cited:
    where = Where(path="content/a.fr.md", line=first)
    request = ExcerptRequest(where=where, path="a.py", address=LinesAddress(ranges=lines(first)))
    problem = Problem(where=where, code=f"excerpt-{state}", message="m")
    evidence = Evidence(repo_path="a.py", current=b"")
    return Cited(
        requests=(request,), evidence=evidence, pin=pinned(first, text), state=state, problem=problem
    )


def move(one: Cited, to: int) -> tuple[Target, Pin]:
    target = Target(
        cited=one, repo_path="a.py", address=LinesAddress(ranges=lines(to)), ranges=lines(to), text="t\n"
    )
    assert one.pin is not None
    return target, replace(one.pin, address=f"L{to}", ranges=lines(to))


def pins_of(*all_cited: Cited) -> dict[tuple[str, str], Pin]:
    return {one.key: one.pin for one in all_cited if one.pin is not None}


def texts(pins: dict[tuple[str, str], Pin]) -> dict[str, str]:
    return {address: pin.sha256 for (_, address), pin in pins.items()}


def test_two_excerpts_may_change_places() -> None:
    a, b = cited(1, "A"), cited(2, "B")
    pins, going, refused = settle(pins_of(a, b), [a, b], [move(a, 2), move(b, 1)])
    assert texts(pins) == {"L2": "A", "L1": "B"}
    assert (len(going), refused) == (2, ())


def test_a_move_onto_an_edited_address_is_refused_and_so_is_what_waits_behind_it() -> None:
    a, b, c = cited(1, "A"), cited(2, "B"), cited(3, "C", "edited")
    pins, going, refused = settle(pins_of(a, b, c), [a, b, c], [move(a, 2), move(b, 3)])
    assert texts(pins) == {"L1": "A", "L2": "B", "L3": "C"}
    assert going == ()
    assert len(refused) == 2
    assert "`a.py#L3` is pinned with another text" in refused[0].message


def test_a_pin_that_nobody_cites_gives_way() -> None:
    a = cited(1, "A")
    left = {("a.py", "L2"): pinned(2, "old")}
    pins, _, refused = settle({**pins_of(a), **left}, [a], [move(a, 2)])
    assert (texts(pins), refused) == ({"L2": "A"}, ())


def test_the_same_text_may_share_an_address() -> None:
    a, b = cited(1, "A"), cited(2, "A", "ok")
    pins, _, refused = settle(pins_of(a, b), [a, b], [move(a, 2)])
    assert (texts(pins), refused) == ({"L2": "A"}, ())


@given(st.lists(st.tuples(st.sampled_from("ABC"), st.integers(1, 6), st.booleans()), min_size=1, max_size=6))
def test_no_cited_excerpt_ever_loses_its_text(plan: list[tuple[str, int, bool]]) -> None:
    """Whatever moves where: each cited excerpt has a pin with its own text, at its old or its new address."""
    all_cited = [
        cited(number, text, "moved" if moves else "edited") for number, (text, _, moves) in enumerate(plan, 1)
    ]
    wanted = [move(one, to) for one, (_, to, moves) in zip(all_cited, plan, strict=True) if moves]
    # Two texts cannot be found at one place, so only plans that a file could give are tried.
    places: dict[int, str] = {}
    for text, to, moves in plan:
        if moves and places.setdefault(to, text) != text:
            return
    pins, going, refused = settle(pins_of(*all_cited), all_cited, wanted)
    reached = {target.cited.key: target.key for target, _ in going}
    for one in all_cited:
        assert one.pin is not None
        assert pins[reached.get(one.key, one.key)].sha256 == one.pin.sha256
    assert len(going) + len(refused) == len(wanted)


def test_lines_are_mapped_in_the_order_in_which_they_are_shown() -> None:
    old = (LineRange(first=2, last=3), LineRange(first=7, last=7))
    new = (LineRange(first=10, last=10), LineRange(first=12, last=13))
    assert moved_lines(old, new) == {2: 10, 3: 12, 7: 13}
    assert moved_lines(old, lines(1)) == {}
