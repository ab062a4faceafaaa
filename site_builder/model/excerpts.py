"""Excerpts: what an author points at, and what stands there."""

from __future__ import annotations

from typing import Literal, TypeAlias

from site_builder.model.places import LineRange, Where
from site_builder.model.problems import Problem
from site_builder.model.values import value


@value
class LinesAddress:
    ranges: tuple[LineRange, ...]  # ascending, disjoint


@value
class SymbolAddress:
    name: str  # qualified: `LocalMcpSession.connect`


@value
class RegionAddress:
    name: str


@value
class TextAddress:
    start: str  # literal text, found in exactly one line
    end: str


@value
class FileAddress:
    pass


Address: TypeAlias = LinesAddress | SymbolAddress | RegionAddress | TextAddress | FileAddress


@value
class Note:
    """A remark beside one source line; `html` is rendered inline Markdown."""

    line: int
    html: str
    text: str


@value
class ExcerptRequest:
    """A hole: what the author wrote to show lines of a file."""

    where: Where
    path: str
    address: Address
    highlight: tuple[LineRange | str, ...] = ()  # source lines, or a literal text
    notes: tuple[Note, ...] = ()
    caption: str = ""  # rendered inline HTML
    language: str | None = None  # lexer name; None: by file name
    dedent: bool = True
    allow_partial: bool = False


@value
class Excerpt:
    """A filled hole. `rows` are the lines shown, dedented; a gap is where two numbers are not neighbours."""

    request: ExcerptRequest
    repo_path: str
    ranges: tuple[LineRange, ...]
    rows: tuple[tuple[int, str], ...]
    commit: str | None  # None: working copy
    language: str  # lexer name, `text` if none fits
    highlighted: frozenset[int]
    state: str  # a state of the table: ok, moved, edited …
    problems: tuple[Problem, ...] = ()


@value
class Evidence:
    """What the machine said of one cited address: all that `judge` needs to name its state.

    Bytes are whole files. `history` says whether the pinned commit can be read: `shallow` and `absent`
    (squashed away) leave `pinned` None; `none` means that there is no repository.
    """

    repo_path: str
    current: bytes | Problem
    head: bytes | None = None  # the file in HEAD; None: not there
    pinned: bytes | None = None  # the file at the pinned commit
    history: Literal["here", "absent", "shallow", "none"] = "here"
    newest: str | None = None  # newest commit that changed the path, asked for unpinned excerpts only
    # pinned → current, asked where several copies compete or the lines changed; path gone: → `renamed_to`
    hunks: tuple[Hunk, ...] | None = None
    elsewhere: tuple[tuple[str, LineRange], ...] = ()  # copies in other tracked files (hull), asked if gone
    renamed_to: str | None = None
    absent: bool = False  # `current` is a problem because nothing stands at this path (gone or renamed)


@value
class Hunk:
    """One `@@ -old_first,old_count +new_first,new_count @@`; count 0: `first` is the line before."""

    old_first: int
    old_count: int
    new_first: int
    new_count: int
