"""What holds for every file and every address, not only for those that we thought of."""

from __future__ import annotations

import re
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from pinning import excerpt, judged
from site_builder.excerpts.address import parse_address, parse_lines, print_address
from site_builder.excerpts.caption import ranges_text
from site_builder.excerpts.locate import placements
from site_builder.excerpts.lockfile import read_lock, write_lock
from site_builder.excerpts.lockpins import PATH
from site_builder.excerpts.modes import Unresolved, resolve
from site_builder.excerpts.source import SourceText, decode, dedent, digest
from site_builder.model import (
    Address,
    FileAddress,
    LineRange,
    LinesAddress,
    Lock,
    Pin,
    Problem,
    RegionAddress,
    SymbolAddress,
    TextAddress,
)

# Everything that some program takes for a line end, and text around it.
PIECES = st.sampled_from(
    [
        "\n",
        "\r\n",
        "\r",
        "\x0c",
        "\x0b",
        "\x85",
        "\u2028",
        "\u2029",
        "\x1c",
        "\x1d",
        "\x1e",
        "\ufeff",
        " ",
        "\t",
        "a",
        "é",
        "𝛼",
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=3), max_size=30).map("".join)
BYTES = st.binary(max_size=60) | TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass"))
LINE_TEXT = st.text(min_size=1).filter(lambda text: bool(text.strip()))


@st.composite
def ranges(draw: st.DrawFn, most: int = 10**6) -> tuple[LineRange, ...]:
    ends = sorted(draw(st.sets(st.integers(1, most), min_size=2, max_size=8)))
    pairs = zip(ends[0::2], ends[1::2], strict=False)
    return tuple(LineRange(first=one, last=draw(st.sampled_from([one, other]))) for one, other in pairs)


def addresses() -> st.SearchStrategy[Address]:
    return st.one_of(
        ranges().map(lambda parts: LinesAddress(ranges=parts)),
        LINE_TEXT.map(lambda name: SymbolAddress(name=name)),
        LINE_TEXT.map(lambda name: RegionAddress(name=name)),
        st.builds(TextAddress, start=st.text(), end=st.text()),
        st.just(FileAddress()),
    )


def lines_by_the_definition(data: bytes) -> list[str] | None:
    """The text model, spelled out once more and slowly; None where the bytes are no text."""
    if b"\0" in data:
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if text[:1] == "\ufeff":
        text = text[1:]
    lines = text.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


@given(addresses())
def test_reading_what_was_printed_is_the_identity(address: Address) -> None:
    assert parse_address(print_address(address)) == address


@given(ranges())
def test_captions_can_be_pasted_back_into_a_page(parts: tuple[LineRange, ...]) -> None:
    assert parse_lines(ranges_text(parts)) == LinesAddress(ranges=parts)


@given(st.text())
def test_no_text_breaks_the_parser_and_what_it_accepts_prints_canonically(text: str) -> None:
    address = parse_address(text)
    if not isinstance(address, str):
        assert parse_address(print_address(address)) == address


@given(BYTES, ranges(most=12))
def test_lines_are_exactly_those_lines_of_any_bytes(data: bytes, parts: tuple[LineRange, ...]) -> None:
    expected, source = lines_by_the_definition(data), decode(data, "a.txt")
    if expected is None:
        assert isinstance(source, Problem)
        return
    assert isinstance(source, SourceText)
    assert source.line_count == len(expected)
    found = resolve(LinesAddress(ranges=parts), source, "a.txt")
    if parts[-1].last > len(expected):
        assert isinstance(found, Unresolved)
        assert source.part(parts) is None
        return
    wanted = [line for part in parts for line in expected[part.first - 1 : part.last]]
    assert found == parts
    assert source.part(parts) == "".join(f"{line}\n" for line in wanted)


@given(TEXTS, ranges(most=8))
def test_a_page_shows_exactly_the_lines_and_their_numbers(text: str, parts: tuple[LineRange, ...]) -> None:
    expected = lines_by_the_definition(text.encode("utf-8", "surrogatepass"))
    if expected is None or parts[-1].last > len(expected):
        return
    shown = excerpt(
        judged(text.encode(), text.encode(), print_address(LinesAddress(ranges=parts)), path="a.txt")
    )
    numbers = [number for part in parts for number in range(part.first, part.last + 1)]
    assert [number for number, _ in shown.rows] == numbers
    assert [line for _, line in shown.rows] == dedent([expected[number - 1] for number in numbers])


@given(st.lists(st.text(alphabet=" \tab", max_size=6), max_size=6))
def test_dedent_takes_the_same_from_every_line_and_no_more_is_common(lines: list[str]) -> None:
    shown = dedent(lines)
    filled = [(line, out) for line, out in zip(lines, shown, strict=True) if line.strip()]
    assert all(out == "" for line, out in zip(lines, shown, strict=True) if not line.strip())
    margins = {line[: len(line) - len(out)] for line, out in filled}
    assert len(margins) <= 1
    assert all(line.endswith(out) and not margin.strip() for line, out in filled for margin in margins)
    firsts = {out[0] for _, out in filled}
    assert not filled or len(firsts) > 1 or not firsts <= {" ", "\t"}


@given(
    st.lists(st.sampled_from("ab"), max_size=14),
    st.lists(st.lists(st.sampled_from("ab"), min_size=1, max_size=3), min_size=1, max_size=3),
)
def test_copies_are_found_as_by_trying_every_place(lines: list[str], parts: list[list[str]]) -> None:
    source = decode("".join(f"{line}\n" for line in lines).encode(), "a.txt")
    assert isinstance(source, SourceText)

    def places(at: int, rest: list[list[str]]) -> list[tuple[int, ...]]:
        if not rest:
            return [()]
        size = len(rest[0])
        here = [n for n in range(at, len(lines) - size + 1) if lines[n : n + size] == rest[0]]
        return [(n + 1, *more) for n in here for more in places(n + size, rest[1:])]

    wanted = set(places(0, parts))
    found = {
        tuple(part.first for part in place)
        for place in placements(["".join(f"{line}\n" for line in part) for part in parts], source)
    }
    assert found <= wanted
    assert len(found) == min(len(wanted), 2 if len(parts) > 1 else len(wanted))


PATHS = st.text(min_size=1, max_size=12).filter(lambda text: PATH.fullmatch(text) is not None)
FIRST_LINES = st.text(max_size=20).map(lambda text: re.sub(r"[\n\0]", "", text))
HEX = st.text(alphabet="0123456789abcdef", min_size=40, max_size=40)


@st.composite
def pins(draw: st.DrawFn) -> Pin:
    address = draw(addresses())
    parts = address.ranges if isinstance(address, LinesAddress) else draw(ranges())
    return Pin(
        repo_path=draw(PATHS),
        address=print_address(address),
        ranges=parts,
        commit=draw(HEX),
        blob=draw(HEX),
        sha256=sha256(draw(st.binary(max_size=4))).hexdigest(),
        first=draw(FIRST_LINES),
        last=draw(FIRST_LINES),
    )


@given(
    st.lists(pins(), max_size=5),
    st.dictionaries(st.text(), st.text(), max_size=3),
    st.dictionaries(PATHS, HEX, max_size=3),
)
def test_a_lock_is_read_as_it_was_written(
    several: list[Pin], values: dict[str, str], reviews: dict[str, str]
) -> None:
    lock = Lock(pins={(pin.repo_path, pin.address): pin for pin in several}, values=values, reviews=reviews)
    written = write_lock(lock)
    assert read_lock(written, "sitemaf.lock") == lock
    assert read_lock(written + b"# a remark\n", "sitemaf.lock") == lock


@given(
    st.binary(max_size=80)
    | st.text(max_size=80).map(lambda text: f"version = 1\n{text}".encode("utf-8", "surrogatepass"))
)
def test_no_bytes_break_the_reader_of_locks(data: bytes) -> None:
    found = read_lock(data, "sitemaf.lock")
    assert isinstance(found, Lock) or all(problem.code == "config" and problem.message for problem in found)


@given(TEXTS)
def test_the_hash_is_that_of_the_bytes_shown(text: str) -> None:
    source = decode(text.encode("utf-8", "surrogatepass"), "a.txt")
    if isinstance(source, SourceText) and source.line_count:
        whole = source.part([LineRange(first=1, last=source.line_count)])
        assert whole is not None
        assert digest(whole) == sha256(whole.encode()).hexdigest()
