"""Build the same site with each generator, side by side, and write what it cost to RESULTS.md.

`python benchmarks/run.py [--pairs 500] [--rounds 5] [--slow-rounds 1] [--only sitemaf,hugo] [--growth 50,500]
[--work DIR]`. In: nothing but the network at the first run (tools are installed). Out: RESULTS.md beside this
file, and the same on the terminal. A quiet machine is up to whoever runs it: the load is printed as well.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from corpus import TOOLS, excerpts
from generators import GENERATORS, Generator, command, install, version
from measure import Cost, measure, median, ratio
from preview import edits
from results import kept

HERE = Path(__file__).parent
AIMS = {"hugo": 0.70, "eleventy": 1.0, "material": 0.10, "zensical": 0.10, "sphinx": 0.05}


class Bench:
    def __init__(self, work: Path, pairs: int, rounds: int, only: Sequence[str]) -> None:
        self.work, self.pairs, self.rounds = work, pairs, rounds
        self.generators = [one for one in GENERATORS if one.name in only]
        self.aside = work / "aside"
        self.lines: list[str] = []

    def project(self, generator: Generator, pairs: int | None = None) -> Path:
        """The generator's corpus, made once."""
        folder = self.work / f"{generator.name}-{pairs or self.pairs}"
        if not folder.exists():
            TOOLS[generator.name](folder, pairs or self.pairs)
            if generator.name == "sitemaf":
                commit(folder)
        install(generator, self.work / "tools", folder)
        return folder

    def run(self, generator: Generator, words: Sequence[str], pairs: int | None = None) -> Cost:
        return measure(command(words, generator, self.work / "tools"), self.project(generator, pairs))

    def clean(self, generator: Generator, pairs: int | None = None) -> Cost:
        """Build from nothing. What stood there is moved away, not deleted: for a minute or more after a
        deletion, ext4 looks over every inode that it freed before it gives one to a new file.
        """
        for name in generator.made:
            target = self.project(generator, pairs) / name
            if os.path.lexists(target):
                self.aside.mkdir(exist_ok=True)
                target.rename(self.aside / str(sum(1 for _ in self.aside.iterdir())))
        return self.run(generator, generator.build, pairs)

    def unchanged(self, generator: Generator) -> Cost:
        return self.run(generator, generator.unchanged or generator.build)

    def edited(self, generator: Generator) -> Cost:
        page = self.project(generator) / generator.page
        page.write_text(page.read_text() + "\nOne more sentence.\n")
        return self.run(generator, generator.unchanged or generator.build)

    def compare(
        self, title: str, act: Callable[[Generator], Cost], aims: dict[str, float], own: str, slow_rounds: int
    ) -> None:
        """Rounds in which every generator has its turn, so that a slow minute is slow for all.

        Generators whose build takes minutes have it in the first `slow_rounds` that count. `own` is the aim
        for sitemaf itself.
        """
        costs: dict[str, list[Cost]] = {one.name: [] for one in self.generators}
        for number in range(self.rounds + 1):  # the first round fills the system's caches
            for generator in self.generators:
                if not generator.slow or 1 <= number <= slow_rounds:
                    cost = act(generator)
                    costs[generator.name] += [cost] if number else []
        self.say(f"\n## {title}\n")
        self.say("| generator | rounds | wall s | CPU s | largest process MB | sitemaf's wall ÷ its | aim |")
        self.say("|---|---:|---:|---:|---:|---:|---:|")
        for name, found in costs.items():
            middle, aim = median(found), f"≤ {aims[name]:.2f}" if name in aims else ""
            ours = costs["sitemaf"][: len(found)]
            share, aim = (f"{ratio(ours, found):.2f}", aim) if name != "sitemaf" else ("", own)
            self.say(
                f"| {name} | {len(found)} | {middle.wall:.2f} | {middle.cpu:.2f} | {middle.memory:.0f} "
                f"| {share} | {aim} |"
            )

    def growth(self, sizes: Sequence[int]) -> None:
        sitemaf = self.generators[0]
        self.say("\n## Growth of sitemaf\n\n| pairs | wall s | CPU s | largest process MB | exponent |")
        self.say("|---:|---:|---:|---:|---:|")
        before: tuple[int, Cost] | None = None
        for pairs in sizes:
            cost = median([self.clean(sitemaf, pairs) for _ in range(3 if pairs <= 2000 else 1)])
            rise = f"{math.log(cost.cpu / before[1].cpu) / math.log(pairs / before[0]):.2f}" if before else ""
            self.say(f"| {pairs} | {cost.wall:.2f} | {cost.cpu:.2f} | {cost.memory:.0f} | {rise} |")
            before = (pairs, cost)

    def alone(self) -> None:
        """What has no counterpart elsewhere: start-up, and proving 1,000 excerpts over 2,000 files."""
        self.say("\n## sitemaf alone\n\n| what | wall s | aim |\n|---|---:|---:|")
        start = [sys.executable, "-m", "site_builder", "--version"]
        self.row("`sitemaf --version`", [measure(start, self.work) for _ in range(self.rounds * 4)], "≤ 0.08")
        folder = self.work / "excerpts"
        if not folder.exists():
            TOOLS["sitemaf"](folder, 500)
            excerpts(folder, 1000, 2000)
            measure([sys.executable, "-m", "site_builder", "accept", "--quiet"], folder)
        verify = [sys.executable, "-m", "site_builder", "verify", "--skip-demos", "--skip-site", "--quiet"]
        costs = [measure(verify, folder) for _ in range(self.rounds)]
        self.row("`verify --skip-demos --skip-site`, 1,000 excerpts in 1,042 pages", costs, "≈ 2.4")

    def row(self, what: str, costs: Sequence[Cost], aim: str) -> None:
        self.say(f"| {what} | {median(costs).wall:.3f} | {aim} |")

    def preview(self) -> None:
        seen = edits(self.project(self.generators[0]), 200)
        first, middle, last = seen.times[0], seen.times[len(seen.times) // 2], seen.times[-1]
        self.say("\n## Preview: from saving a page to seeing it in a browser\n")
        self.say(
            f"{len(seen.times)} edits in a row, none lost: median {middle:.0f} ms, least {first:.0f}, "
            f"most {last:.0f}; aim ≤ 50. The server's memory went from {seen.before:.1f} MB to "
            f"{seen.after:.1f} MB between the first tenth of them and the last."
        )

    def say(self, line: str) -> None:
        print(line, flush=True)
        self.lines.append(line)


def commit(folder: Path) -> None:
    git = ["git", "-c", "user.name=Corpus", "-c", "user.email=corpus@example.org"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "Corpus"]):
        subprocess.run([*git, *arguments], cwd=folder, check=True)


def machine() -> str:
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        platform.processor(),
    )
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**3
    return (
        f"{len(os.sched_getaffinity(0))} cores ({model}), {memory:.0f} GB, "
        f"Linux {platform.release().split('-')[0]}, "
        f"Python {platform.python_version()} ({whose()}); load at the start {os.getloadavg()[0]:.1f}"
    )


def whose() -> str:
    """Distributions build Python with its profile at hand, which those who compile it themselves may not."""
    if sys.base_prefix != "/usr":
        return "not the system's own"
    return f"of {platform.freedesktop_os_release()['PRETTY_NAME']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slow-rounds", type=int, default=1)
    parser.add_argument("--only", default=",".join(one.name for one in GENERATORS))
    parser.add_argument("--growth", default="50,500,2000,10000")
    parser.add_argument("--work", type=Path, default=Path.home() / ".cache" / "sitemaf-benchmarks")
    parser.add_argument("--results", type=Path, default=HERE / "RESULTS.md")
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    bench = Bench(given.work, given.pairs, given.rounds, ["sitemaf", *given.only.split(",")])
    bench.say(f"# Results of {date.today()}\n\n{machine()}.")
    bench.say(
        f"\n`python benchmarks/run.py {' '.join(sys.argv[1:])}`: {given.pairs} pairs, {given.rounds} rounds."
    )
    for generator in bench.generators:
        bench.project(generator)
    versions = [
        f"{one.name} {version(one, given.work / 'tools', bench.project(one))}" for one in bench.generators
    ]
    bench.say(f"\nVersions: {', '.join(versions)}.")
    bench.compare("Clean build", bench.clean, AIMS, "≤ 60 MB", given.slow_rounds)
    bench.compare("Nothing changed", bench.unchanged, {}, "≤ 0.10 s", given.rounds)
    bench.compare("One page changed", bench.edited, {}, "≤ 0.25 s", given.rounds)
    bench.alone()
    if given.growth:
        bench.growth([int(size) for size in given.growth.split(",")])
    bench.preview()
    shutil.rmtree(bench.aside, ignore_errors=True)
    others = kept(given.results, "What is missed, and why", "Languages", "Excerpts")
    given.results.write_text("\n".join(bench.lines) + "\n" + others, encoding="utf-8")


if __name__ == "__main__":
    main()
