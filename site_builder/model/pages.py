"""Pages: translations with holes, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Literal, TypeAlias

from site_builder.model.excerpts import ExcerptRequest
from site_builder.model.places import Where
from site_builder.model.problems import Problem
from site_builder.model.transcripts import ContractRequest, SourcesRequest, TranscriptRequest, ValueRequest
from site_builder.model.values import value


@value
class Prose:
    """HTML of the author's words; containers open in one piece and close in a later one."""

    html: str


@value
class CodeSample:
    """A fenced block that is no excerpt."""

    where: Where
    text: str
    language: str
    highlighted: frozenset[int] = frozenset()
    caption: str = ""


@value
class LinkTarget:
    """The text of an `href` or `src`, as the author wrote it; it stands inside an attribute."""

    where: Where
    target: str
    kind: Literal["link", "image"] = "link"


@value
class HeadingId:
    """The id of the translation's heading number `index` (from 0); it stands inside an attribute."""

    index: int


Request: TypeAlias = ExcerptRequest | TranscriptRequest | ContractRequest | SourcesRequest
Block: TypeAlias = Prose | CodeSample | LinkTarget | HeadingId | ValueRequest | Request | Problem


@value
class Heading:
    level: int
    text: str  # plain
    html: str  # inline HTML, without permalink
    id: str  # own id: explicit, or made from the text
    explicit: bool
    line: int


@value
class Section:
    """What parity compares per heading; section 0 is what stands before the first heading."""

    words: tuple[str, ...]  # inline code, in order
    numbers: tuple[str, ...]
    line: int
    digest: str  # of the section's source text


@value
class Translation:
    """One content file, read: front matter, and its body as a flat sequence of HTML and holes."""

    key: str  # the page: path below the content folder without `.<lang>.md`
    lang: str
    path: str
    url: str  # `/fr/guides/contrat/`
    title: str
    blob: str  # git blob id of the file's bytes
    lead: str = ""
    description: str = ""
    draft: bool = False
    shared: Mapping[str, object] = field(default_factory=dict)  # order, demo, related …
    words_differ: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()
    headings: tuple[Heading, ...] = ()
    sections: tuple[Section, ...] = ()
    containers: tuple[tuple[str, int], ...] = ()  # admonitions and figures in order: kind, line
    lines: Mapping[str, int] = field(default_factory=dict)  # front matter key → line
    problems: tuple[Problem, ...] = ()


@value
class Page:
    """One document in every language it has."""

    key: str
    translations: Mapping[str, Translation]
    order: float = 0.0
    demo: str | None = None
    related: tuple[str, ...] = ()  # page keys
    parent: str | None = None
    only: tuple[str, ...] = ()


@value
class Revision:
    commit: str | None  # None: no commit yet, or no repository
    shallow: bool = False
    repository: bool = True  # False: there is no `.git` at all


@value
class Artifact:
    path: str  # below the output folder
    content: bytes = b""
    copy_of: str | None = None  # a project file to copy instead, for assets
    digest: str = ""  # SHA-256 of a content that its place has taken already; `content` is empty then
    new: bool = False  # whether taking it meant writing it


@value
class Outcome:
    artifacts: tuple[Artifact, ...]
    problems: tuple[Problem, ...]
    counts: Mapping[str, int] = field(default_factory=dict)  # pages, excerpts, runs

    def also(self, found: Iterable[Problem]) -> Outcome:
        """The same outcome with more problems, each once."""
        return replace(self, problems=tuple(dict.fromkeys((*self.problems, *found))))
