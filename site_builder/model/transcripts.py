"""Transcripts: what a demo declares, and what its runs said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from site_builder.model.places import LineRange, Where
from site_builder.model.problems import Problem
from site_builder.model.values import value


@value
class Call:
    """One request of sitemaf's own client; `arguments` is JSON text, sent as it is."""

    kind: Literal["tool", "prompt", "resource"]
    name: str
    arguments: str | None = None
    deadline: float | None = None  # seconds


@value
class Run:
    """One declared execution of a demo (`[runs.NAME]`); exactly one of `command` and `calls` is set."""

    demo: str
    name: str
    where: Where
    title: Mapping[str, str] = field(default_factory=dict)
    command: tuple[str, ...] | None = None
    server: tuple[str, ...] | None = None
    calls: tuple[Call, ...] | None = None
    handshake: Literal["auto", "initialize", "discover"] = "auto"
    deadline: float = 30.0  # seconds
    exit_code: int = 0
    stdin: str | None = None
    env_passed: tuple[str, ...] = ()  # names whose values come from our environment and are never shown
    env_fixed: Mapping[str, str] = field(default_factory=dict)
    normalize: Mapping[str, str] = field(default_factory=dict)  # placeholder name → pattern

    @property
    def id(self) -> str:
        return f"{self.demo}/{self.name}"


@value
class Demo:
    name: str
    folder: str
    where: Where
    title: Mapping[str, str]
    sources: tuple[str, ...]  # globs as written, relative to `folder`
    runs: tuple[Run, ...]  # in file order


@value
class ConsoleLine:
    """One line that the program printed, ANSI sequences kept, without its line end."""

    stream: Literal["stdout", "stderr"]
    text: str


@value
class Frame:
    """One line that crossed between client and server, or an event of the connection.

    `message` and `noise` (a line that is no JSON) carry the exact text without its line end; `eof` has none;
    `exit` carries the server's exit code as text.
    """

    number: int
    sender: Literal["client", "server"]
    kind: Literal["message", "noise", "eof", "exit"]
    text: str = ""


@value
class Transcript:
    """What one run said, normalised: placeholders such as ⟨PROJECT⟩ stand for what differs by nature."""

    demo: str
    run: str
    command: tuple[str, ...]  # as shown; empty for a run of sitemaf's own client
    console: tuple[ConsoleLine, ...]
    exit_code: int
    frames: tuple[Frame, ...] = ()
    server_stderr: tuple[str, ...] = ()
    accepted: bool = False  # shown from `transcripts/`, not run in this build

    @property
    def id(self) -> str:
        return f"{self.demo}/{self.run}"


@value
class RunFailure:
    """A run that gave no transcript: the problem stands wherever the transcript would have."""

    demo: str
    run: str
    problem: Problem


@value
class TranscriptRequest:
    where: Where
    demo: str
    run: str
    view: Literal["console", "protocol", "both"] | None = None  # None: both if the run has a server
    frames: LineRange | None = None
    lines: LineRange | None = None


@value
class ContractRequest:
    where: Where
    demo: str
    run: str | None = None  # None: the run named `contract`, else the first with a server
    tool: str | None = None


@value
class SourcesRequest:
    where: Where
    demo: str


@value
class ValueRequest:
    """A file with a name or pointer, or `DEMO/run` with a JSON pointer; `source` is what stands before."""

    where: Where
    kind: Literal["constant", "run"]
    source: str
    pointer: str
