"""Findings: one place, one message, the next act."""

from __future__ import annotations

from enum import StrEnum

from site_builder.model.places import LineRange, Where
from site_builder.model.values import value


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@value
class Pin:
    """What `sitemaf.lock` remembers of an excerpt; keyed by `repo_path` and canonical `address`."""

    repo_path: str
    address: str
    ranges: tuple[LineRange, ...]
    commit: str  # 40 hex digits: the newest commit that changed the path
    blob: str
    sha256: str  # of the lines as in the file (LF, not dedented), parts joined in order
    first: str
    last: str


@value
class ExcerptDetail:
    """What a report says of the excerpt behind a problem (the `excerpt` member of the JSON format)."""

    repo_path: str
    address: str
    pinned: Pin | None = None
    current: tuple[str, LineRange] | None = None  # repo path and lines where the text is now
    ranges: tuple[LineRange, ...] = ()
    candidates: tuple[tuple[str, LineRange], ...] = ()


@value
class Problem:
    """One finding. `severity` None means: what the table of codes says for the verb that reports it."""

    where: Where
    code: str
    message: str
    help: str = ""
    severity: Severity | None = None
    fixable: bool = False  # `accept` mends it by itself
    excerpt: ExcerptDetail | None = None
    diff: str | None = None
    related: tuple[Where, ...] = ()


class EnvironmentProblem(Exception):
    """The machine cannot do what was asked (no git, port taken, disk full): one message, one help, exit 2."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message, self.help = message, help
