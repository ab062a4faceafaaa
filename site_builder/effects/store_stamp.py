"""Whether there is anything to do: the last build's inputs by content, and its site, are as it left them.

In: the project, a question (options and whatever else the answer depends on). Out: what the last build
answered, and which pages were edited since; or None. This module and what it imports load nothing that costs
time: ask it before anything else is imported.

Inputs are read and hashed each time. The site is compared by signatures (see `store_listing`). A build whose
inputs changed while it ran leaves no stamp.
"""
# Nothing loads pathlib on this path.

from __future__ import annotations

import contextlib
from hashlib import sha256
from itertools import chain

from site_builder.effects.store_code import code_digest
from site_builder.effects.store_inputs import KINDS, Inputs, Pages, digest_inputs, newest_change
from site_builder.effects.store_listing import (
    TICK,
    names_digest,
    read_file,
    read_output_listing,
    replace_file,
    still_is,
)


class Stamp:
    """What is known of the last build; `edited` are the pages whose text differs by now."""

    __slots__ = ("answer", "base", "edited", "inputs", "output", "pages", "record")

    def __init__(self, base: str, output: str, inputs: dict[str, list[str]], pages: Pages) -> None:
        self.base, self.output, self.inputs, self.pages = base, output, inputs, pages
        self.record, self.answer = "", b""
        self.edited: tuple[str, ...] = ()


def look(root: str, question: str) -> Stamp | None:
    """The last build, if a build would come to the same answer but for the pages that were edited."""
    try:
        checksum, _, body = read_file(f"{root}/.sitemaf/stamp").partition(b"\n")
        if sha256(body).hexdigest().encode() != checksum:
            return None
        stamp = _read(body)
        base, pages = digest_inputs(root, stamp.inputs)
        if _base(base, question, stamp.output) != stamp.base or pages.keys() != stamp.pages.keys():
            return None
        stamp.edited = tuple(path for path, digest in pages.items() if stamp.pages[path] != digest)
        return stamp if _site_stands(root, stamp.output) else None
    except (OSError, ValueError, KeyError):
        return None


def remember(
    root: str,
    question: str,
    output: str,
    answer: bytes,
    started: int,
    inputs: Inputs,
    pages: Pages,
    record: bytes = b"",
) -> None:
    """Keep the answer of a build that began at `started` (`time.time_ns()`) and has just published.

    `pages` are the digests of the texts that it read. A file that is not there counts as that. Nothing is
    kept if any other input changed since the start.
    """
    kept = {kind: sorted(set(inputs.get(kind, ()))) for kind in KINDS}
    try:
        base, _ = digest_inputs(root, kept, with_pages=False)
        if newest_change(root, kept) < started - TICK:
            _write(root, Stamp(_base(base, question, output), output, kept, pages), answer, record)
    except OSError:
        return


def renew(root: str, stamp: Stamp, edited: Pages, answer: bytes, record: bytes) -> None:
    """Keep the answer of a build that made `edited` pages anew and found the rest as `stamp` has it."""
    after = Stamp(stamp.base, stamp.output, stamp.inputs, {**stamp.pages, **edited})
    with contextlib.suppress(OSError):
        _write(root, after, answer, record)


def read_record(root: str, stamp: Stamp) -> bytes | None:
    """The bytes that were kept with this very stamp."""
    try:
        record = read_file(f"{root}/.sitemaf/record")
    except OSError:
        return None
    return record if sha256(record).hexdigest() == stamp.record else None


def _base(digest: str, question: str, output: str) -> str:
    return sha256(
        "\0".join((code_digest(), question, output, digest)).encode("utf-8", "surrogateescape")
    ).hexdigest()


def _read(body: bytes) -> Stamp:
    head, _, answer = body.partition(b"\n\n")
    base, output, record, *lines = head.decode("utf-8", "surrogateescape").split("\n")
    stamp = Stamp(base, output, {kind: [] for kind in KINDS}, {})
    stamp.record, stamp.answer = record, answer
    for line in lines:
        kind, _, name = line.partition(" ")
        if kind == "page":
            digest, _, path = name.partition(" ")
            stamp.pages[path] = digest
        else:
            stamp.inputs[kind].append(name)
    return stamp


def _write(root: str, stamp: Stamp, answer: bytes, record: bytes) -> None:
    names = [stamp.output, *chain.from_iterable(stamp.inputs.values()), *stamp.pages]
    if any("\n" in name for name in names):
        return
    lines = [stamp.base, stamp.output, sha256(record).hexdigest()]
    lines += [f"{kind} {name}" for kind, names in stamp.inputs.items() for name in names]
    lines += [f"page {digest} {path}" for path, digest in stamp.pages.items()]
    body = "\n".join(lines).encode("utf-8", "surrogateescape") + b"\n\n" + answer
    replace_file(f"{root}/.sitemaf/record", record)
    replace_file(f"{root}/.sitemaf/stamp", sha256(body).hexdigest().encode() + b"\n" + body)


def _site_stands(root: str, output: str) -> bool:
    """Whether every file and folder of the site is as it was published, and nothing was added."""
    listing = read_output_listing(f"{root}/.sitemaf/published", output)
    for path, (expected, digest) in listing.items():
        place = f"{output}/{path}"
        if expected == "?" and path.endswith("/"):
            if names_digest(place) != digest:
                return False
        elif not still_is(place, expected, digest):
            return False
    return bool(listing)
