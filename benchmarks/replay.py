"""Replay history against sitemaf: excerpts pinned at one commit, judged at a later one, compared with an
oracle.

In: any git repository, which is only read. Out: a table of states and the number of disagreements; exit 1 if
there is one. The commands are sitemaf's own, run as a user runs them, on a clone with a site of its own; the
oracle uses nothing of sitemaf. `python benchmarks/replay.py PATH [--excerpts K] [--from REV] [--to REV]
[--pairs N] [--distance N] [--seed N]`
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from replay_history import History, git
from replay_oracle import Fate, Oracle
from replay_sample import Quoted, is_python, sample, sizes
from replay_site import Place, ReplaySite, Verdict

STATES = (
    "ok",
    "moved",
    "address-moved",
    "renamed",
    "ambiguous",
    "whitespace",
    "edited",
    "out-of-range",
    "address",
    "gone",
    "file",
)
FOLLOWED = ("moved", "address-moved", "renamed")
SHOWN = 20  # disagreements printed


@dataclass
class Replay:
    """What all pairs of commits gave together."""

    quoted: list[Quoted] = field(default_factory=list)
    states: Counter[str] = field(default_factory=Counter)
    placed: Counter[str] = field(default_factory=Counter)
    followed: Counter[str] = field(default_factory=Counter)
    unjudged: int = 0  # paths that are links now
    captions: int = 0
    other_commits: int = 0  # pins whose commit is not the one that `git log -1 -- PATH` names
    disagreements: list[str] = field(default_factory=list)

    def disagree(self, one: Quoted, pair: str, what: str) -> None:
        self.disagreements.append(f"{pair} {one.path} {one.option}: {what}")


def replay(path: Path, count: int, pairs: list[tuple[str, str]], seed: int) -> Replay:
    chance, found = Random(seed), Replay()
    share = -(-count // len(pairs))
    for then, now in pairs:
        with tempfile.TemporaryDirectory(prefix="replay-") as name:
            folder = Path(name) / "clone"
            # Objects are borrowed, so that a large repository costs no copy; PATH itself is never written to.
            git(Path(name), "clone", "-q", "--shared", "--no-checkout", str(path.resolve()), str(folder))
            history = History(folder)
            try:
                _pair(history, sample(history, then, share, chance), (then, now), found)
            finally:
                history.close()
    return found


def _pair(history: History, drawn: list[Quoted], pair: tuple[str, str], found: Replay) -> None:
    then, now = pair
    named = f"{then[:8]}..{now[:8]}"
    site = ReplaySite(history.folder, drawn)
    site.check_out(then)
    site.accept()
    pinned = _check_pins(history, site, then, named, found)
    site.check_out(now)
    oracle = Oracle(history, then, now)
    verdicts = site.verify()
    fates: dict[Quoted, Fate] = {}
    for one in pinned:
        fate = oracle.fate(one)
        if fate is None:
            found.unjudged += 1
            continue
        fates[one] = fate
        found.quoted.append(one)
        found.states[fate.state] += 1
        _compare(one, fate, verdicts[one], named, found)
    site.accept("--follow")
    after, places = site.verify(), site.places()
    for one, fate in fates.items():
        _check_follow(history, one, fate, after[one], places[one], now, named, found)


def _check_pins(history: History, site: ReplaySite, then: str, named: str, found: Replay) -> list[Quoted]:
    """Each caption proved by git; those refused are none to judge."""
    pins, good = site.pins(), []
    for one in site.drawn:
        pin = pins.get((one.path, one.symbol or one.spans))
        if pin is None:
            found.disagree(one, named, "was not pinned")
            continue
        good.append(one)
        held = history.tree(pin.commit).get(one.path, ("", ""))[1]
        lines = history.lines(held, is_python(one.path)) if held else None
        if lines is None or [line for a, b in pin.spans for line in lines[a - 1 : b]] != one.flat:
            found.disagree(one, named, f"its caption names {pin.commit[:12]}, which has other text there")
        found.captions += 1
        found.other_commits += pin.commit != history.newest(then, one.path)
    return good


def _compare(one: Quoted, fate: Fate, verdict: Verdict, named: str, found: Replay) -> None:
    if verdict.state != fate.state:
        found.disagree(one, named, f"sitemaf says {verdict.state}, the oracle {fate.state}")
    elif fate.state in FOLLOWED:
        ((path, spans),) = fate.places
        # Of a file that became another, the report names the first and the last line.
        ours = (path, ((spans[0][0], spans[-1][1]),)) if fate.state == "renamed" else (path, spans)
        found.placed[fate.state] += 1
        if verdict.place != ours:
            found.disagree(one, named, f"sitemaf finds it at {verdict.place}, the oracle at {ours}")
    elif fate.state == "ambiguous" and len(one.spans) == 1:
        candidates = {(path, spans[0]) for path, spans in fate.places}
        found.placed[fate.state] += 1
        if set(verdict.candidates) != candidates and len(candidates) < 50:  # 50 tell an author enough
            found.disagree(one, named, f"candidates {verdict.candidates}, the oracle's {sorted(candidates)}")


def _check_follow(
    history: History,
    one: Quoted,
    fate: Fate,
    after: Verdict,
    place: Place,
    now: str,
    named: str,
    found: Replay,
) -> None:
    """After `accept --follow`: what could follow shows the same text at its new place and is clean."""
    if fate.state not in FOLLOWED:
        return
    if after.state != "ok":
        found.followed[f"not followed, {after.state}"] += 1
        return
    found.followed[fate.state] += 1
    if one.symbol and fate.state != "renamed":
        return  # the page names the symbol; nothing in it had to change
    path, spans = place
    lines = history.lines(history.tree(now)[path][1], is_python(path)) or []
    if spans and [line for first, last in spans for line in lines[first - 1 : last]] != one.flat:
        found.disagree(one, named, f"accept followed it to {path} {spans}, which has other text")


def choose(path: Path, given: argparse.Namespace) -> list[tuple[str, str]]:
    """Pairs of commits on the main line: the two that were named, or some at a distance, spread over it."""
    history = History(path)
    try:
        last = history.commit(given.to)
        if given.start and given.pairs is None:
            return [(history.commit(given.start), last)]
        line = history.main_line(history.commit(given.start) if given.start else None, last)
    finally:
        history.close()
    distance = min(given.distance, len(line) - 1)
    room, pairs = len(line) - 1 - distance, given.pairs or 4
    starts = sorted({round(room * (number + 1) / pairs) for number in range(pairs)})
    return [(line[start], line[start + distance]) for start in starts]


def table(found: Replay) -> str:
    total = sum(found.states.values())
    rows = [f"{'state':<16}{'excerpts':>9}{'share':>8}{'places compared':>17}{'followed':>10}"]
    for state in STATES:
        if count := found.states[state]:
            placed = found.placed.get(state, "–")
            followed = found.followed[state] if state in FOLLOWED else "–"
            rows.append(f"{state:<16}{count:>9}{count / total:>8.1%}{placed:>17}{followed:>10}")
    rows.append(f"{'all':<16}{total:>9}   ({sizes(found.quoted)})")
    rows.append(
        f"captions proved by git: {found.captions}, of them not `git log -1`'s: {found.other_commits}"
    )
    rows.extend(f"{what}: {count}" for what, count in found.followed.items() if what not in STATES)
    if found.unjudged:
        rows.append(f"links now, not judged: {found.unjudged}")
    rows.append(f"disagreements: {len(found.disagreements)}")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path)
    parser.add_argument("--excerpts", type=int, default=400)
    parser.add_argument("--from", dest="start", metavar="REV", help="the first commit, or where pairs begin")
    parser.add_argument("--to", metavar="REV", default="HEAD")
    parser.add_argument("--pairs", type=int, help="pairs of commits (default: the two named, else 4)")
    parser.add_argument("--distance", type=int, default=100, help="commits between the two of a pair")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    pairs = choose(given.path, given)
    print(f"{given.path.resolve().name}: {len(pairs)} pairs, seed {given.seed}")
    found = replay(given.path, given.excerpts, pairs, given.seed)
    print(table(found) if found.quoted else "no text file to quote")
    for line in found.disagreements[:SHOWN]:
        print(f"  {line}")
    sys.exit(1 if found.disagreements else 0)


if __name__ == "__main__":
    main()
