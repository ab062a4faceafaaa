"""What a build knew, as bytes: enough to make a few edited pages anew without reading the others.

In: plan and what was made. Out: bytes; or the record that was read back, None if they hold none. Pages are
kept in outline: everything that others see of them, no text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import blake2b

import msgspec

from site_builder.content.packing import PackedTranslation, packed, unpacked
from site_builder.excerpts.address import print_address
from site_builder.model import (
    ContractRequest,
    ExcerptRequest,
    Plan,
    Problem,
    Revision,
    SourcesRequest,
    TranscriptRequest,
    Translation,
    ValueRequest,
)
from site_builder.pipeline import Made
from site_builder.render.site import DemoCard, Surroundings


class Record(msgspec.Struct, array_like=True):
    outlines: list[PackedTranslation]
    asked: dict[str, bytes]  # path of a translation → digest of what it asks of the machine
    assets: dict[str, str]
    revision: Revision
    demos: dict[str, DemoCard]
    quoted: dict[str, frozenset[str | None]]
    faces: dict[str, bytes]
    problems: list[Problem]
    counts: dict[str, int]

    @property
    def around(self) -> Surroundings:
        return Surroundings(revision=self.revision, demos=self.demos, quoted=self.quoted)

    def translations(self) -> dict[str, Translation]:
        return {one.path: unpacked(one) for one in self.outlines}

    def after(self, fresh: Mapping[str, Translation], problems: Iterable[Problem]) -> bytes:
        """The record of a site in which these translations stand for their namesakes."""
        outlines = [_outline(fresh[one.path]) if one.path in fresh else one for one in self.outlines]
        return _encoder.encode(msgspec.structs.replace(self, outlines=outlines, problems=list(problems)))


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Record)


def write_record(plan: Plan, made: Made, problems: Iterable[Problem], texts: int) -> bytes:
    """Nothing where some of the `texts` are left out: what is said of others may depend on a draft."""
    translations = [one for page in plan.pages for one in page.translations.values()]
    if len(translations) != texts:
        return b""
    return _encoder.encode(
        Record(
            outlines=[_outline(one) for one in translations],
            asked={one.path: asked(one) for one in translations},
            assets=dict(plan.assets),
            revision=made.around.revision,
            demos=dict(made.around.demos),
            quoted=dict(made.around.quoted),
            faces=dict(made.faces),
            problems=list(problems),
            counts=dict(made.outcome.counts),
        )
    )


def read_record(data: bytes) -> Record | None:
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def asked(one: Translation) -> bytes:
    """A digest of what a translation asks of files, history and demos; its order and places do not count."""
    found: set[tuple[str, ...]] = set()
    for block in one.blocks:
        match block:
            case ExcerptRequest():
                found.add(("excerpt", block.path, print_address(block.address)))
            case ValueRequest():
                found.add(("value", block.kind, block.source, block.pointer))
            case TranscriptRequest() | ContractRequest():
                found.add((type(block).__name__, block.demo, block.run or ""))
            case SourcesRequest():
                found.add(("sources", block.demo))
    return blake2b(msgspec.msgpack.encode(sorted(found)), digest_size=16).digest() if found else b""


def _outline(one: Translation) -> PackedTranslation:
    return packed(replace(one, blocks=(), sections=(), containers=(), problems=()))
