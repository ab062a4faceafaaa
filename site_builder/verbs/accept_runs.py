"""Accept transcripts: what the runs say now → transcripts to be written, and drift that was not named.

A transcript that is to be accepted is made twice. What differs between the two differs by nature and would
drift for ever, so it is refused with the pattern that would settle it.
"""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.model import Demo, Plan, Problem, Run, RunFailure, Runner, Transcript, value
from site_builder.transcripts.codec import encode
from site_builder.transcripts.compare import compare
from site_builder.transcripts.nature import by_nature
from site_builder.transcripts.normalize import unused_patterns
from site_builder.verbs.acceptance import Change, Part
from site_builder.verbs.naming import Names


@value
class AcceptedRuns:
    """`accepted`: `Demo/run` → the transcript as it will be accepted when `part.files` are written."""

    part: Part
    accepted: Mapping[str, Transcript]


def accept_transcripts(plan: Plan, names: Names, runner: Runner) -> AcceptedRuns:
    """Record new runs; replace a transcript that differs only where `names.run(id)` says so."""
    acceptance = _Acceptance(plan, names, runner)
    for demo in plan.demos:
        for run in demo.runs:
            acceptance.judge(demo, run)
        acceptance.problems.extend(unused_patterns(demo, acceptance.said))
    part = Part(
        changes=tuple(acceptance.changes), problems=tuple(acceptance.problems), files=acceptance.files
    )
    return AcceptedRuns(part=part, accepted=acceptance.accepted)


class _Acceptance:
    """What has been found so far, run by run."""

    def __init__(self, plan: Plan, names: Names, runner: Runner) -> None:
        self.names, self.runner = names, runner
        self.accepted = dict(plan.accepted)
        self.said: dict[str, Transcript | RunFailure] = {}
        self.changes: list[Change] = []
        self.problems: list[Problem] = []
        self.files: dict[str, bytes | None] = {}

    def judge(self, demo: Demo, run: Run) -> None:
        fresh = self.said[run.id] = self.runner.run(demo, run)
        if isinstance(fresh, RunFailure):
            self.problems.append(fresh.problem)
            return
        before = self.accepted.get(run.id)
        drift = () if before is None else compare(before, fresh, run.where)
        if before is not None and (not drift or not self.names.run(run.id)):
            self.problems.extend(drift)
            return
        again = self.runner.run(demo, run)
        if isinstance(again, RunFailure):
            self.problems.append(again.problem)
            return
        refused = by_nature(fresh, again, run)
        if refused is not None:
            self.problems.append(refused)
            return
        self._accept(demo, run, fresh, drift)

    def _accept(self, demo: Demo, run: Run, fresh: Transcript, drift: tuple[Problem, ...]) -> None:
        self.accepted[run.id] = fresh
        self.files[transcript_path(demo, run)] = encode(fresh)
        if not drift:
            finding = Problem(
                where=run.where,
                code="transcript-unaccepted",
                message=f"run `{run.id}` has no accepted transcript",
                help=f"run `sitemaf accept {run.id}`",
                fixable=True,
            )
            self.changes.append(Change(where=run.where, sentence=f"recorded run {run.id}", finding=finding))
        for found in drift:
            sentence = f"accepted run {run.id}: {found.message}"
            self.changes.append(Change(where=run.where, sentence=sentence, diff=found.diff, finding=found))


def transcript_path(demo: Demo, run: Run) -> str:
    """Where the accepted transcript of a run stands, from the project folder."""
    return f"{demo.folder}/transcripts/{run.name}.json"
