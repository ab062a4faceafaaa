"""What passes from stage to stage: Sources → Plan → Facts → Outcome, and pages on their way between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from site_builder.model.excerpts import Evidence, Excerpt
from site_builder.model.lock import Lock
from site_builder.model.pages import CodeSample, Page, Prose, Revision, Translation
from site_builder.model.problems import Problem
from site_builder.model.protocol import Contract, Exchange
from site_builder.model.transcripts import (
    ContractRequest,
    Demo,
    RunFailure,
    SourcesRequest,
    Transcript,
    TranscriptRequest,
)
from site_builder.model.values import value


@value
class Sources:
    """What people wrote, as bytes, each file read once. Keys are project paths."""

    lock: bytes | None = None
    pages: Mapping[str, bytes] = field(default_factory=dict)  # content/**/*.<lang>.md
    assets: Mapping[str, str] = field(default_factory=dict)  # other content files → sha256
    demos: Mapping[str, bytes] = field(default_factory=dict)  # demos/*/demo.toml
    transcripts: Mapping[str, bytes] = field(default_factory=dict)  # accepted ones
    templates: Mapping[str, bytes] = field(default_factory=dict)  # overrides, by name inside the folder
    problems: tuple[Problem, ...] = ()


@value
class Plan:
    """What must be asked of the machine, and everything that needs no asking."""

    pages: tuple[Page, ...]
    demos: tuple[Demo, ...]
    lock: Lock
    accepted: Mapping[str, Transcript]  # `Demo/run` → accepted transcript
    assets: Mapping[str, str]
    problems: tuple[Problem, ...] = ()
    drafted: tuple[tuple[str, str], ...] = ()  # excerpts of drafts left out: path as cited, address
    unread: tuple[Demo, ...] = ()  # demos whose file cannot be used, by name and place alone

    @property
    def named_demos(self) -> tuple[Demo, ...]:
        """Every demo that a page may name: of one that cannot be read, its file says enough."""
        return (*self.demos, *self.unread)


@value
class Facts:
    """What the machine said."""

    revision: Revision
    evidence: Mapping[tuple[str, str], Evidence] = field(default_factory=dict)  # path as cited, address
    runs: Mapping[str, Transcript | RunFailure] = field(default_factory=dict)  # `Demo/run`
    constants: Mapping[str, bytes | Problem] = field(default_factory=dict)  # files named by {value}
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # demo → tracked repo paths
    originals: Mapping[str, bytes] = field(default_factory=dict)  # blob id → what was translated


@value
class Text:
    """Plain text to be escaped where it stands: an address in an attribute, a value in a sentence."""

    text: str
    kind: Literal["attribute", "link", "value"] = "attribute"
    problems: tuple[Problem, ...] = ()


@value
class ShownTranscript:
    request: TranscriptRequest
    transcript: Transcript
    title: str
    exchange: Exchange | None = None


@value
class ShownContract:
    request: ContractRequest
    contract: Contract


@value
class ShownSources:
    request: SourcesRequest
    demo: Demo
    repo_paths: tuple[str, ...]


Piece: TypeAlias = (
    Prose | CodeSample | Text | Excerpt | ShownTranscript | ShownContract | ShownSources | Problem
)


@value
class FilledPage:
    """A translation whose holes are filled: what the renderer turns into one HTML page."""

    page: Page
    translation: Translation  # the default one under a notice, where `language` has none
    language: str
    ids: tuple[str, ...]  # one an heading, inherited from the default language where structures agree
    pieces: tuple[Piece, ...]
    problems: tuple[Problem, ...] = ()
    notice: Literal["missing", "stale"] | None = None  # stale: the original changed since the review


@value
class SourceFile:
    """A quoted file, whole, for the source browser."""

    repo_path: str
    commit: str | None
    text: str
    language: str
    quoted_by: tuple[tuple[str, int, int], ...] = ()  # page key, first line, last line
