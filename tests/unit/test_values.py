"""Values behave as frozen, slotted, keyword-only dataclasses do."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, field, replace

import pytest

from site_builder.model import LineRange, Where, value


@value
class Everything:
    plain: str
    with_default: int = 3
    fresh: Mapping[str, int] = field(default_factory=dict)
    unseen: int = field(default=0, compare=False, repr=False)


@value
class Nothing:
    """A value without fields."""


def test_fields_are_named_and_have_their_defaults() -> None:
    one = Everything(plain="a")
    assert (one.plain, one.with_default, one.fresh, one.unseen) == ("a", 3, {}, 0)
    assert one.fresh is not Everything(plain="a").fresh
    with pytest.raises(TypeError):
        Everything("a")  # type: ignore[misc]
    with pytest.raises(TypeError, match="plain"):
        Everything()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="other"):
        Everything(plain="a", other=1)  # type: ignore[call-arg]


def test_values_are_equal_by_their_fields_and_class() -> None:
    assert Where(path="a", line=1) == Where(path="a", line=1) != Where(path="a", line=2)
    assert hash(Where(path="a", line=1)) == hash(Where(path="a", line=1))
    assert Everything(plain="a", unseen=1) == Everything(plain="a", unseen=2)
    assert Nothing() == Nothing()
    assert len({Nothing(), Nothing()}) == 1
    assert Nothing() != Where(path="a")
    assert Where(path="a") != "a"


def test_nothing_can_be_set_added_or_deleted() -> None:
    one = Where(path="a")
    for name in ("path", "other"):
        with pytest.raises(FrozenInstanceError):
            setattr(one, name, "b")
        with pytest.raises(FrozenInstanceError):
            delattr(one, name)
    assert not hasattr(one, "__dict__")


def test_values_travel_and_are_copied_and_changed() -> None:
    one = Everything(plain="a", fresh={"b": 1}, unseen=4)
    for other in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one), replace(one)):
        assert other == one
        assert other.unseen == 4
    assert replace(one, plain="c").plain == "c"
    assert repr(one) == "Everything(plain='a', with_default=3, fresh={'b': 1})"
    assert str(LineRange(first=1, last=2)) == "L1–L2"  # what a class says itself stays
