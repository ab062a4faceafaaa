"""One pinned excerpt with everything that judging it needs, read once.

In: request, pin and evidence. Out: `Case`, whose questions the states ask.
"""

from __future__ import annotations

from site_builder.excerpts.address import print_address
from site_builder.excerpts.locate import Placement, by_digest, holds_pin, hull, placements
from site_builder.excerpts.modes import Unresolved, resolve
from site_builder.excerpts.source import SourceText, decode
from site_builder.model import (
    Evidence,
    ExcerptDetail,
    ExcerptRequest,
    LineRange,
    LinesAddress,
    Pin,
    Problem,
    value,
)


@value
class Case:
    request: ExcerptRequest
    pin: Pin
    evidence: Evidence
    current: SourceText | Problem  # the file as it is
    pinned: SourceText | None  # the file at the pinned commit
    head: SourceText | None
    found: Placement | Unresolved  # what the address names now

    @property
    def is_lines(self) -> bool:
        return isinstance(self.request.address, LinesAddress)

    @property
    def named(self) -> str:
        """What `accept` takes to name this excerpt."""
        return f"{self.request.path}#{print_address(self.request.address)}"

    @property
    def pinned_parts(self) -> list[str] | None:
        return [self.pinned.slice(lines) for lines in self.pin.ranges] if self.pinned else None

    def is_committed(self, ranges: Placement) -> bool:
        """Whether HEAD has, at these lines, what the file has there."""
        if self.head is None or isinstance(self.current, Problem):
            return False
        if self.head is self.current:
            return True
        text = self.head.part(ranges)
        return text is not None and text == self.current.part(ranges)

    def can_accept(self, ranges: Placement) -> bool:
        """Whether `accept` may pin these lines: committed, and with a history that can name the commit."""
        return self.evidence.history in {"here", "absent"} and self.is_committed(ranges)

    def copies(self) -> tuple[Placement, ...]:
        """Every other place of the pinned text in the file; by its hash where history cannot give it."""
        if isinstance(self.current, Problem):
            return ()
        parts = self.pinned_parts
        found = placements(parts, self.current) if parts else by_digest(self.pin, self.current)
        return tuple(place for place in found if place != self.pin.ranges)

    def detail(
        self,
        now: Placement = (),
        path: str | None = None,
        candidates: tuple[tuple[str, LineRange], ...] = (),
    ) -> ExcerptDetail:
        """`ranges` are where the lines stand now, or the pinned ones where nobody knows."""
        return ExcerptDetail(
            repo_path=self.evidence.repo_path,
            address=print_address(self.request.address),
            pinned=self.pin,
            current=(path or self.evidence.repo_path, hull(now)) if now else None,
            ranges=now or self.pin.ranges,
            candidates=candidates,
        )


def open_case(request: ExcerptRequest, pin: Pin, evidence: Evidence) -> Case:
    current = read(evidence.current, request.path)
    found: Placement | Unresolved = Unresolved(message="cannot be read", help="")
    if isinstance(request.address, LinesAddress):
        found = request.address.ranges
    elif isinstance(current, SourceText):
        found = resolve(request.address, current, request.path)
    return Case(
        request=request,
        pin=pin,
        evidence=evidence,
        current=current,
        pinned=_past(evidence.pinned, evidence, current, request.path),
        head=_past(evidence.head, evidence, current, request.path),
        found=found,
    )


def read(data: bytes | Problem, path: str) -> SourceText | Problem:
    return data if isinstance(data, Problem) else decode(data, path)


def _past(
    data: bytes | None, evidence: Evidence, current: SourceText | Problem, path: str
) -> SourceText | None:
    """Unchanged files are the same bytes, and are read once."""
    text = current if data is evidence.current else decode(data, path) if data is not None else None
    return text if isinstance(text, SourceText) else None


def holds(case: Case, ranges: Placement) -> bool:
    """Whether the file has the pinned text at these lines."""
    current = case.current
    if isinstance(current, Problem):
        return False
    return (current is case.pinned and ranges == case.pin.ranges) or holds_pin(ranges, case.pin, current)
