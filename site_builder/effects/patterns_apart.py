"""A process of its own that applies an author's patterns, for nobody can tell beforehand how long one takes.

In: a file of JSON with texts and patterns, and the seconds of computing that they may take. Out: a file of
JSON with the texts settled, or with the name of the pattern that was at work when time was over. Standard
library only and, like the supervisor, started by path; a regular expression looks for signals while it works.
"""

from __future__ import annotations

import json
import re
import signal
import sys
from pathlib import Path
from types import FrameType


class OutOfTime(Exception):
    pass


class Watched:
    """A pattern that says when it is at work."""

    at_work = ""

    def __init__(self, name: str, pattern: str) -> None:
        self.name, self.rule = name, re.compile(pattern)

    def search(self, text: str, at: int, /) -> re.Match[str] | None:
        Watched.at_work = self.name
        return self.rule.search(text, at)


def main(asked: Path, answer: Path, seconds: float) -> None:
    sys.path.append(str(Path(__file__).resolve().parents[2]))
    from site_builder.transcripts.placeholders import settle

    signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    given = json.loads(asked.read_bytes())
    said: dict[str, object]
    try:
        rules = [(name, Watched(name, pattern)) for name, pattern in given["patterns"].items()]
        said = {"texts": [settle(text, rules) for text in given["texts"]]}
    except (OutOfTime, MemoryError):
        said = {"late": Watched.at_work}
    signal.setitimer(signal.ITIMER_PROF, 0)
    answer.write_text(json.dumps(said), encoding="ascii")


def ring(number: int, frame: FrameType | None) -> None:
    raise OutOfTime


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]))
