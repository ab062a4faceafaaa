"""Accept values in prose: what constants and runs hold now → the values to be kept, and drift not named."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from site_builder.excerpts.values import current_value, same_value, shown, value_key
from site_builder.model import Facts, Plan, Problem, Transcript, ValueRequest, value
from site_builder.pipeline import requested_values
from site_builder.transcripts.codec import document
from site_builder.verbs.acceptance import Change, Part
from site_builder.verbs.naming import Names


@value
class AcceptedValues:
    part: Part
    values: Mapping[str, str]


def accept_values(
    plan: Plan, facts: Facts, accepted: Mapping[str, Transcript], names: Names
) -> AcceptedValues:
    """New values by themselves, changed ones where they were named; `accepted` are the runs to come."""
    groups: dict[str, list[ValueRequest]] = defaultdict(list)
    for request in requested_values(plan.pages):
        groups[value_key(request)].append(request)
    values = dict(plan.lock.values)
    changes: list[Change] = []
    problems: list[Problem] = []
    for key, requests in groups.items():
        current = current_value(requests[0], facts, accepted, document)
        before = values.get(key)
        if isinstance(current, Problem):
            problems.append(current)
        elif before is not None and same_value(before, current):
            continue
        elif before is None or any(names.value(request) for request in requests):
            values[key] = current
            changes.append(_change(key, before, current, _findings(requests, plan, current)))
        else:
            problems.extend(_findings(requests, plan, current))
    return AcceptedValues(part=Part(changes=tuple(changes), problems=tuple(problems)), values=values)


def _findings(requests: Sequence[ValueRequest], plan: Plan, current: str) -> list[Problem]:
    """Every sentence that states the value."""
    return [problem for request in requests for problem in shown(request, plan.lock, current)[1]]


def _change(key: str, before: str | None, current: str, findings: Sequence[Problem]) -> Change:
    was = (
        f"pinned the value of `{key}`, {current}"
        if before is None
        else f"accepted `{key}`: {before} is now {current}"
    )
    return Change(where=findings[0].where, sentence=was, finding=findings[0])
