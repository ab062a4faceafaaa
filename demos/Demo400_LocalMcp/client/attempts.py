"""The client's own record of what was attempted, and the rule that reads success from it.

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
        return quoted(self.arguments["incidentId"]) if "incidentId" in self.arguments else "-"

    def __str__(self) -> str:
        return f"{quoted(self.tool)} {self.argument} {'succeeded' if self.succeeded else 'failed'}"


def verdict(attempts: Sequence[Attempt]) -> Outcome:
    """Judge an agent run by what it did: convincing prose without these calls is Incomplete."""
    looked_up = {attempt.argument for attempt in attempts if attempt.tool == "get_incident_status"}
    complete = (
        all(attempt.succeeded for attempt in attempts)
        and any(attempt.tool == "list_priority_customers" for attempt in attempts)
        and looked_up >= REQUIRED_INCIDENTS
    )
    return Outcome.COMPLETED if complete else Outcome.INCOMPLETE
