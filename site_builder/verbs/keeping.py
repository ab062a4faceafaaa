"""The cache around the pure functions: what was parsed or highlighted before is not done again.

Keys hold everything that a function is given, so what is found is what it would give. Workers look into the
store themselves; what they add travels back with their results, and the parent alone writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import TypeVar, cast

import msgspec

from site_builder.content.packing import pack, unpack
from site_builder.effects.pool import Pool
from site_builder.effects.publish import Publication
from site_builder.effects.store import Store
from site_builder.model import Artifact, Translation
from site_builder.pipeline import Each
from site_builder.render.code import Lines, highlighted
from site_builder.verbs.project import Project

A = TypeVar("A")
B = TypeVar("B")
Named = tuple[str, bytes]  # path and content of a page
Parse = Callable[[Named], Translation]
Rows = Sequence[tuple[bytes, bytes]]


class KeptTranslations:
    """`map` for the pages of a project: one that was read before comes from the store."""

    def __init__(self, project: Project, store: Store, each: Each) -> None:
        self._store, self._each = store, each
        given = (project.config, project.theme.strings)
        self._given = msgspec.msgpack.encode(given, order="deterministic")

    def __call__(self, function: Callable[[A], B], items: Iterable[A]) -> Iterable[B]:
        return cast(Iterable[B], self._read(cast(Parse, function), cast(Iterable[Named], items)))

    def _read(self, parse: Parse, named: Iterable[Named]) -> list[Translation]:
        found: dict[str, Translation | None] = {}
        missing: list[Named] = []
        for path, data in named:
            kept = self._store.get(self._key(path, data))
            found[path] = unpack(kept) if kept is not None else None
            if found[path] is None:
                missing.append((path, data))
        packed = self._each(partial(_packed, parse), missing)
        for (path, data), one in zip(missing, packed, strict=True):
            found[path] = fresh = unpack(one)
            # A page that took too long, or could not be read, is looked at again next time.
            if fresh is not None and all(problem.code != "page-encoding" for problem in fresh.problems):
                self._store.put(self._key(path, data), one)
        return [one for one in found.values() if one is not None]

    def _key(self, path: str, data: bytes) -> bytes:
        return self._store.key("translation", self._given, path, data)


def _packed(parse: Parse, named: Named) -> bytes:
    return pack(parse(named))


class KeptCode:
    """A highlighter that looks into the store first."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, text: str, language: str) -> Lines:
        key = self._store.key("code", language, text)
        kept = self._store.get(key)
        lines = _lines(kept) if kept is not None else None
        if lines is None or len(lines) != text.count("\n") + 1:
            lines = highlighted(text, language)
            self._store.put(key, msgspec.msgpack.encode(lines))
        return lines


def _lines(kept: bytes) -> Lines | None:
    try:
        return msgspec.msgpack.decode(kept, type=Lines)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


class KeptPages:
    """The pages of the live site, by what they are made of; their files are brought along as they are."""

    def __init__(self, store: Store, publication: Publication) -> None:
        self._store, self._publication = store, publication

    def find(self, ingredients: bytes) -> tuple[Artifact, ...] | None:
        kept = self._store.get(self._store.key("page", ingredients))
        files = _files(kept) if kept is not None else None
        if files is None or not all(self._publication.has(path, digest) for path, digest in files):
            return None
        return tuple(Artifact(path=path, digest=digest) for path, digest in files)

    def keep(self, ingredients: bytes, artifacts: Sequence[Artifact]) -> None:
        files = [(one.path, sha256(one.content).hexdigest()) for one in artifacts]
        self._store.put(self._store.key("page", ingredients), msgspec.msgpack.encode(files))


def _files(kept: bytes) -> list[tuple[str, str]] | None:
    try:
        return msgspec.msgpack.decode(kept, type=list[tuple[str, str]])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


class KeepingPool:
    """A pool whose workers may put into the store: the rows come back with the results."""

    def __init__(self, store: Store, pool: Pool) -> None:
        self._store, self._pool = store, pool

    def __call__(self, function: Callable[[A], B], items: Iterable[A]) -> Iterator[B]:
        for result, rows in self._pool.map(partial(_with_rows, function, self._store), items):
            for key, data in rows:
                self._store.put(key, data)
            yield result


def _with_rows(function: Callable[[A], B], store: Store, item: A) -> tuple[B, Rows]:
    result = function(item)
    return result, store.take_pending()
