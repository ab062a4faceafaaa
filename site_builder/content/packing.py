"""A translation → bytes and back, for the way between processes and from build to build.

Blocks of one kind travel together, and a letter for each says in which order they stand: a decoder that
knows what comes next is many times faster than one that must look. Nothing in the bytes is ever executed;
bytes that hold no translation give None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from site_builder.excerpts.address import parse_address, print_address
from site_builder.model import (
    Block,
    CodeSample,
    ContractRequest,
    ExcerptRequest,
    Heading,
    HeadingId,
    LineRange,
    LinkTarget,
    Note,
    Problem,
    Prose,
    Section,
    SourcesRequest,
    TranscriptRequest,
    Translation,
    ValueRequest,
    Where,
)

Shared = str | bool | float | tuple[str, ...]  # what front matter can say of a page


class PackedExcerpt(msgspec.Struct, array_like=True):
    where: Where
    path: str
    address: str  # printed
    highlight: tuple[LineRange | str, ...]
    notes: tuple[Note, ...]
    caption: str
    language: str | None
    dedent: bool
    allow_partial: bool


class Columns(msgspec.Struct, array_like=True):
    """The blocks by kind; `order` has one letter a block."""

    order: str
    p: list[Prose] = []
    c: list[CodeSample] = []
    l: list[LinkTarget] = []  # noqa: E741 - a letter of `order`
    h: list[HeadingId] = []
    v: list[ValueRequest] = []
    e: list[PackedExcerpt] = []
    t: list[TranscriptRequest] = []
    k: list[ContractRequest] = []
    s: list[SourcesRequest] = []
    x: list[Problem] = []


class PackedTranslation(msgspec.Struct, array_like=True):
    key: str
    lang: str
    path: str
    url: str
    title: str
    blob: str
    lead: str
    description: str
    draft: bool
    shared: dict[str, Shared]
    words_differ: tuple[str, ...]
    blocks: Columns
    headings: tuple[Heading, ...]
    sections: tuple[Section, ...]
    containers: tuple[tuple[str, int], ...]
    lines: dict[str, int]
    problems: tuple[Problem, ...]


_LETTERS: Mapping[type, str] = {
    Prose: "p",
    CodeSample: "c",
    LinkTarget: "l",
    HeadingId: "h",
    ValueRequest: "v",
    ExcerptRequest: "e",
    TranscriptRequest: "t",
    ContractRequest: "k",
    SourcesRequest: "s",
    Problem: "x",
}
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(PackedTranslation)


def pack(one: Translation) -> bytes:
    return _encoder.encode(packed(one))


def unpack(data: bytes) -> Translation | None:
    try:
        return unpacked(_decoder.decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, StopIteration, RuntimeError, KeyError, ValueError):
        return None


def packed(one: Translation) -> PackedTranslation:
    fields: dict[str, Any] = {name: getattr(one, name) for name in PackedTranslation.__struct_fields__}
    return PackedTranslation(**{**fields, "blocks": _columns(one.blocks)})


def unpacked(one: PackedTranslation) -> Translation:
    fields: dict[str, Any] = {name: getattr(one, name) for name in PackedTranslation.__struct_fields__}
    return Translation(**{**fields, "blocks": tuple(_blocks(one.blocks))})


def _columns(blocks: Iterable[Block]) -> Columns:
    columns: dict[str, list[Any]] = {letter: [] for letter in _LETTERS.values()}
    order = []
    for block in blocks:
        letter = _LETTERS[type(block)]
        order.append(letter)
        columns[letter].append(_packed_excerpt(block) if isinstance(block, ExcerptRequest) else block)
    return Columns("".join(order), **columns)


def _blocks(columns: Columns) -> Iterator[Block]:
    waiting: dict[str, Iterator[Any]] = {
        letter: iter(getattr(columns, letter)) for letter in _LETTERS.values()
    }
    waiting["e"] = map(_excerpt, columns.e)
    for letter in columns.order:
        yield next(waiting[letter])


def _packed_excerpt(one: ExcerptRequest) -> PackedExcerpt:
    return PackedExcerpt(
        where=one.where,
        path=one.path,
        address=print_address(one.address),
        highlight=one.highlight,
        notes=one.notes,
        caption=one.caption,
        language=one.language,
        dedent=one.dedent,
        allow_partial=one.allow_partial,
    )


def _excerpt(one: PackedExcerpt) -> ExcerptRequest:
    address = parse_address(one.address)
    if isinstance(address, str):
        raise ValueError(address)
    return ExcerptRequest(
        where=one.where,
        path=one.path,
        address=address,
        highlight=one.highlight,
        notes=one.notes,
        caption=one.caption,
        language=one.language,
        dedent=one.dedent,
        allow_partial=one.allow_partial,
    )
