"""`sitemaf.lock`: written to be reviewed, read to the letter."""

from __future__ import annotations

import re

import pytest

from pinning import pin_of
from site_builder.excerpts.lockfile import read_lock, write_lock
from site_builder.excerpts.locktoml import read_toml_lock
from site_builder.model import Lock, Pin, Problem

TEXT = b"def f():\n\treturn \"a\\n\" + 'b'\n\nend = 1 # \xe2\x80\xae\x1b\n"


def lock_of(*addresses: str, path: str = "src/code.py") -> Lock:
    pins = [pin_of(TEXT, address, path) for address in addresses]
    return Lock(
        pins={(pin.repo_path, pin.address): pin for pin in pins},
        values={"src/code.py::LIMIT": "15", "Demo/run#/stdout/0": 'said "x"\n'},
        reviews={"content/a.en.md": "a" * 40},
    )


LOCK = lock_of("1-2", "2", "4", "1,3-4", "file", "symbol:f", 'text:"def"…"end"')


def problems(data: bytes | str) -> list[Problem]:
    found = read_lock(data.encode() if isinstance(data, str) else data, "sitemaf.lock")
    assert isinstance(found, tuple), found
    assert all((one.code, one.where.path) == ("config", "sitemaf.lock") and one.help for one in found)
    return list(found)


def complaint(data: bytes | str) -> tuple[int | None, str]:
    (problem,) = problems(data)
    return problem.where.line, problem.message


def test_what_is_written_is_read_back() -> None:
    assert read_lock(write_lock(LOCK), "sitemaf.lock") == LOCK
    assert read_lock(write_lock(Lock()), "sitemaf.lock") == Lock()


def test_the_parser_reads_the_same_with_the_same_places() -> None:
    text = write_lock(LOCK).decode()
    quick, slow = read_lock(text.encode(), "sitemaf.lock"), read_toml_lock(text, "sitemaf.lock")
    assert isinstance(quick, Lock)
    assert isinstance(slow, Lock)
    assert quick == slow
    assert quick.places == slow.places
    lines = text.split("\n")
    assert all(lines[line - 1] == "[[pin]]" for line in quick.places.values())
    assert len(quick.places) == len(LOCK.pins)


def test_any_other_form_of_the_same_toml_is_the_same_lock() -> None:
    text = write_lock(LOCK).decode()
    for other in (
        text.replace("\n", "\r\n"),
        re.sub(r"(?m)^(\w+) = ", r"\1=", text) + "# a remark\n",
        "\ufeff" + text,
    ):
        assert read_lock(other.encode(), "sitemaf.lock") == LOCK


def test_the_order_of_making_does_not_show() -> None:
    turned = Lock(
        pins=dict(reversed(LOCK.pins.items())),
        values=dict(reversed(LOCK.values.items())),
        reviews=LOCK.reviews,
    )
    assert write_lock(turned) == write_lock(LOCK)


def test_pins_stand_in_order_of_path_and_line_one_key_a_line() -> None:
    text = write_lock(lock_of("4", "1-2")).decode()
    assert text.index('"L1-L2"') < text.index('"L4"')
    block = text[text.index("[[pin]]") :].split("\n\n")[0].split("\n")
    assert [line.partition(" = ")[0] for line in block[1:]] == (
        ["path", "address", "lines", "commit", "blob", "sha256", "first", "last"]
    )


def test_one_changed_pin_changes_only_its_own_lines() -> None:
    before, after = write_lock(lock_of("1-2", "4")).decode(), write_lock(lock_of("1-2", "3-4")).decode()
    gone = set(before.split("\n")) - set(after.split("\n"))
    assert {line.partition(" = ")[0] for line in gone} == {"address", "lines", "sha256", "first"}


def test_characters_that_would_deceive_a_reviewer_are_spelled_out() -> None:
    text = write_lock(LOCK).decode()
    assert "\\u202e\\u001b" in text
    assert "\u202e" not in text


def test_a_merge_conflict_says_so_with_its_line() -> None:
    text = write_lock(LOCK).decode()
    at = text.index("[[pin]]")
    line = text.count("\n", 0, at) + 1
    for mark in ("<<<<<<< HEAD", "=======", ">>>>>>> topic", "||||||| base"):
        place, message = complaint(f"{text[:at]}{mark}\n{text[at:]}")
        assert (place, message) == (line, f"the lock holds a merge conflict: `{mark}`")


def line_of(text: str, piece: str) -> int:
    return text.count("\n", 0, text.index(piece)) + 1


@pytest.mark.parametrize(
    "old, new, words",
    [
        ('lines = "L1-L2"', 'lines = "L1-L3"', "`L1-L3` are other lines than those of the address `L1-L2`"),
        ('lines = "L1-L2"', 'lines = "1-2"', "`1-2` are no lines as `accept` writes them"),
        ('lines = "L1-L2"', 'lines = "L2-L1"', "`L2-L1` are no lines as `accept` writes them"),
        ('address = "L1-L2"', 'address = "1-2"', "`1-2` is written `L1-L2`"),
        ('address = "L1-L2"', 'address = "symbol:"', "`symbol:` names no symbol"),
        ('commit = "9a895', 'commit = "xyz', "is no commit id"),
        ('sha256 = "', 'sha256 = "0', "is no sha256 id"),
        ('path = "src/code.py"', 'path = "../code.py"', "is no path from the top of the repository"),
        ('path = "src/code.py"', 'path = "/src/code.py"', "is no path from the top of the repository"),
        ('blob = "', 'bolb = "', "`bolb` is no key of a pin"),
        ('first = "def f():"', "first = 3", "the pin's `first` is no text"),
        ('first = "def f():"', 'first = "a\\nb"', "`first` is no single line of text"),
    ],
)
def test_a_wrong_pin_is_named_at_its_line(old: str, new: str, words: str) -> None:
    text = write_lock(lock_of("1-2")).decode()
    place, message = complaint(text.replace(old, new, 1))
    assert words in message
    assert place == line_of(text, old)


def test_a_missing_key_is_named_at_its_pin() -> None:
    text = write_lock(lock_of("1-2")).decode()
    cut = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("blob"))
    assert complaint(cut) == (line_of(text, "[[pin]]"), "the pin's `blob` is missing")


def test_a_pin_that_stands_twice_names_both_lines() -> None:
    text = write_lock(lock_of("1-2")).decode()
    block = text[text.index("[[pin]]") :]
    place, message = complaint(f"{text}\n{block}")
    assert message == f"`src/code.py#L1-L2` is pinned twice: here and in line {line_of(text, '[[pin]]')}"
    assert place == text.count("\n") + 2


def test_several_mistakes_are_reported_at_once() -> None:
    text = write_lock(lock_of("1-2", "4")).decode().replace('blob = "', 'blob = "-')
    assert len(problems(text)) == 2


@pytest.mark.parametrize(
    "data, line, words",
    [
        (b"version = 1\n\xff\n", 2, "no UTF-8"),
        (b"version = 1\nx = \n", 2, "is no TOML"),
        (b"version = 1\n[[pin]\n", 2, "is no TOML"),
        (b"", 1, "does not say its version"),
        (b"version = 2\n", 1, "is of version 2; this sitemaf reads version 1"),
        (b"version = true\n", 1, "is no version"),
        (b"version = 1\npins = 3\n", 2, "`pins` is no key of the lock"),
        (b"version = 1\npin = 3\n", 2, "`pin` is no list of pins"),
        (b"version = 1\nvalues = 3\n", 2, "`values` is no table"),
        (b"version = 1\n[values]\n'a::b' = 3\n", 3, "`a::b` in `[values]` is no text"),
        (b"version = 1\n[valeus]\n", 2, "`valeus` is no key of the lock"),
    ],
)
def test_a_file_that_is_no_lock_says_why_and_where(data: bytes, line: int, words: str) -> None:
    place, message = complaint(data)
    assert words in message
    assert place == line


def test_ten_thousand_pins_are_read_one_by_one() -> None:
    base = pin_of(TEXT, "1-2")
    pins = {}
    for number in range(10_000):
        pin = Pin(
            **{name: getattr(base, name) for name in Pin.__slots__} | {"repo_path": f"src/{number:05}.py"}
        )
        pins[pin.repo_path, pin.address] = pin
    found = read_lock(write_lock(Lock(pins=pins)), "sitemaf.lock")
    assert isinstance(found, Lock)
    assert found.pins == pins
