"""The client's own record of what was attempted, and the rule that judges it.

No sentence of a model enters this record, so no sentence of a model can change it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from display import quoted
from outcomes import Outcome

REQUIRED_INCIDENTS = {"INC-318", "INC-999"}


@dataclass
class Attempt:
    """One request for a tool. It has failed until its result says otherwise."""

    tool: str
    arguments: Mapping[str, object]
    succeeded: bool = False

    @property
    def argument(self) -> str:
        """The one argument worth a word: the incident's identifier, or `-`."""
        if "incidentId" not in self.arguments:
            return "-"
        return quoted(self.arguments["incidentId"])

    def __str__(self) -> str:
        fate = "succeeded" if self.succeeded else "failed"
        return f"{quoted(self.tool)} {self.argument} {fate}"


def verdict(attempts: Sequence[Attempt]) -> Outcome:
    """Judge an agent run by what it did: convincing prose alone is Incomplete."""
    lookups = [one for one in attempts if one.tool == "get_incident_status"]
    complete = (
        all(attempt.succeeded for attempt in attempts)
        and any(attempt.tool == "list_priority_customers" for attempt in attempts)
        and {lookup.argument for lookup in lookups} >= REQUIRED_INCIDENTS
    )
    return Outcome.COMPLETED if complete else Outcome.INCOMPLETE
