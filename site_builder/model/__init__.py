"""Every value that crosses a stage of the pipeline; read this first.

read → plan → gather → make → sink. All of it is plain data: frozen, slotted, keyword-only. Failure is
data too: whatever could not be had becomes a `Problem` that stands in its place.

Paths are POSIX strings relative to the project folder, except those named `repo_path`, which start at the
top of the git repository. Lines and columns count
from 1. Language codes are BCP 47 tags. One module a subject, from `values` (lowest) to `stages` (highest).
"""

from site_builder.model.doors import Files, Patience, Revisions, Runner, endless
from site_builder.model.excerpts import (
    Address,
    Evidence,
    Excerpt,
    ExcerptRequest,
    FileAddress,
    Hunk,
    LinesAddress,
    Note,
    RegionAddress,
    SymbolAddress,
    TextAddress,
)
from site_builder.model.lock import Lock
from site_builder.model.pages import (
    Artifact,
    Block,
    CodeSample,
    Heading,
    HeadingId,
    LinkTarget,
    Outcome,
    Page,
    Prose,
    Request,
    Revision,
    Section,
    Translation,
)
from site_builder.model.places import LineRange, Where
from site_builder.model.problems import EnvironmentProblem, ExcerptDetail, Pin, Problem, Severity
from site_builder.model.protocol import Contract, Exchange, Parameter, Prompt, Resource, Step, StepState, Tool
from site_builder.model.stages import (
    Facts,
    FilledPage,
    Piece,
    Plan,
    ShownContract,
    ShownSources,
    ShownTranscript,
    SourceFile,
    Sources,
    Text,
)
from site_builder.model.transcripts import (
    Call,
    ConsoleLine,
    ContractRequest,
    Demo,
    Frame,
    Run,
    RunFailure,
    SourcesRequest,
    Transcript,
    TranscriptRequest,
    ValueRequest,
)
from site_builder.model.values import value

__all__ = [
    "Address",
    "Artifact",
    "Block",
    "Call",
    "CodeSample",
    "ConsoleLine",
    "Contract",
    "ContractRequest",
    "Demo",
    "EnvironmentProblem",
    "Evidence",
    "Excerpt",
    "ExcerptDetail",
    "ExcerptRequest",
    "Exchange",
    "Facts",
    "FileAddress",
    "Files",
    "FilledPage",
    "Frame",
    "Heading",
    "HeadingId",
    "Hunk",
    "LineRange",
    "LinesAddress",
    "LinkTarget",
    "Lock",
    "Note",
    "Outcome",
    "Page",
    "Parameter",
    "Patience",
    "Piece",
    "Pin",
    "Plan",
    "Problem",
    "Prompt",
    "Prose",
    "RegionAddress",
    "Request",
    "Resource",
    "Revision",
    "Revisions",
    "Run",
    "RunFailure",
    "Runner",
    "Section",
    "Severity",
    "ShownContract",
    "ShownSources",
    "ShownTranscript",
    "SourceFile",
    "Sources",
    "SourcesRequest",
    "Step",
    "StepState",
    "SymbolAddress",
    "Text",
    "TextAddress",
    "Tool",
    "Transcript",
    "TranscriptRequest",
    "Translation",
    "ValueRequest",
    "Where",
    "endless",
    "value",
]
