"""Two transcripts of one run, made one after the other → where they differ by nature, what would settle it.

A time, a process number or a random name changes with every run. A named pattern in `demo.toml` puts a
placeholder there; this module proposes one wherever it can prove that it makes both executions equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from site_builder.model import Problem, Run, Transcript, value
from site_builder.transcripts.compare import differences
from site_builder.transcripts.normalize import Normalizer

MOST = 6  # patterns that are proposed for one run
CONTEXT = 16  # characters before a bare number that tell which number is meant
# What a changing word may look like, the most telling first: name, pattern, whether it needs its context.
SHAPES: tuple[tuple[str, str, bool], ...] = (
    ("ID", r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}", False),
    ("TIMESTAMP", r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?", False),
    ("DATE", r"\d{4}-\d\d-\d\d", False),
    ("TIME", r"\d\d:\d\d:\d\d(?:[.,]\d+)?", False),
    ("ADDRESS", r"0x[0-9a-fA-F]+", False),
    ("DURATION", r"\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s)\b", False),
    ("NUMBER", r"\b\d+(?:\.\d+)?\b", True),
    ("DIGEST", r"\b[0-9a-f]{7,}\b", True),
    ("WORD", r"[0-9A-Za-z_.-]+", True),
)


@value
class Changing:
    """A place where two executions differ, and the pattern that would make them equal, if one was found."""

    place: str
    one: str
    other: str
    patterns: Mapping[str, str]


def by_nature(first: Transcript, second: Transcript, run: Run) -> Problem | None:
    """The problem that refuses to accept a run which never says the same twice; None if it does."""
    found = next(differences(first, second), None)
    if found is None:
        return None
    places = list(_changing(first, second))
    patterns = {name: pattern for place in places for name, pattern in place.patterns.items()}
    where = places[0].place if places else found[0]
    message = f"run {run.id} differs from one execution to the next: {where}"
    return Problem(
        where=run.where,
        code="transcript-drift",
        message=message,
        help=_help(run, patterns),
        diff=found[1],
    )


def _help(run: Run, patterns: Mapping[str, str]) -> str:
    if not patterns:
        return "make the program say the same each time, or name a pattern for what changes in `normalize`"
    spelled = ", ".join(f"{name} = '{pattern}'" for name, pattern in list(patterns.items())[:MOST])
    return f"write `normalize = {{ {spelled} }}` in [runs.{run.name}], or make the program say the same"


def _changing(first: Transcript, second: Transcript) -> Iterator[Changing]:
    taken: dict[str, str] = dict.fromkeys(("",), "")
    for place, one, other in _pairs(first, second):
        patterns = _propose(one, other, taken)
        taken |= patterns
        yield Changing(place=place, one=one, other=other, patterns=patterns)


def _pairs(first: Transcript, second: Transcript) -> Iterator[tuple[str, str, str]]:
    """Texts that stand at the same place and differ; nothing where there are more of them in one."""
    groups: tuple[tuple[str, Sequence[str], Sequence[str]], ...] = (
        ("line {} of its output", [one.text for one in first.console], [one.text for one in second.console]),
        ("message {} between client and server", *_texts(first, second)),
        ("line {} of the server's standard error", first.server_stderr, second.server_stderr),
    )
    for form, left, right in groups:
        if len(left) == len(right):
            for number, (one, other) in enumerate(zip(left, right, strict=True), 1):
                if one != other:
                    yield form.format(number), one, other


def _texts(first: Transcript, second: Transcript) -> tuple[Sequence[str], Sequence[str]]:
    return [frame.text for frame in first.frames], [frame.text for frame in second.frames]


def _propose(one: str, other: str, taken: Mapping[str, str]) -> dict[str, str]:
    """Patterns that make the two texts equal; none if these do not suffice."""
    found: dict[str, str] = {}
    known = dict(taken)
    known.pop("", None)
    for _ in range(MOST):
        rules = Normalizer({}, {}, {**known, **found})
        left, right = rules.text(one), rules.text(other)
        if left == right:
            return found
        shaped = _shape(left, right)
        if shaped is None or shaped[1] in found.values():
            return {}
        name, pattern = shaped
        number = 2
        while name in found or name in known:
            name, number = f"{shaped[0]}_{number}", number + 1
        found[name] = pattern
    return {}


def _shape(one: str, other: str) -> tuple[str, str] | None:
    """The first difference, widened to whole words until both sides have a known shape."""
    start = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), -1)
    if start < 0:
        return None
    for name, pattern, needs_context in SHAPES:
        left, right = _covering(pattern, one, start), _covering(pattern, other, start)
        if left is None or right is None or left.start() != right.start():
            continue
        before = one[max(0, left.start() - CONTEXT) : left.start()]
        context = re.search(r"[^\s⟩]*[\s\W]*$", before) if needs_context else None
        behind = f"(?<={_literal(context.group())})" if context is not None and context.group() else ""
        return name, behind + pattern
    return None


def _covering(pattern: str, text: str, at: int) -> re.Match[str] | None:
    for match in re.finditer(pattern, text):
        if match.start() <= at < match.end():
            return match
    return None


def _literal(text: str) -> str:
    return re.escape(text).replace("\\ ", " ").replace("'", r"\x27").replace('\\"', '"')
