"""Accept values in prose: what constants and runs hold now → the values to be kept, and drift not named."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.model import Facts, Plan, Transcript, value
from site_builder.verbs.acceptance import Part
from site_builder.verbs.naming import Names


@value
class AcceptedValues:
    part: Part
    values: Mapping[str, str]


def accept_values(
    plan: Plan, facts: Facts, accepted: Mapping[str, Transcript], names: Names
) -> AcceptedValues:
    return AcceptedValues(part=Part(), values=plan.lock.values)
