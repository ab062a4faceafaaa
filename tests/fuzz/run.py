"""Fuzz the readers with atheris, guided by coverage: `python run.py [TARGET …] [--seconds N]`.

Each target has a process of its own and its share of the time. Out: how many inputs each saw; exit 1 and the
input of the first find, which also stays in `.fuzz/`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOUND = HERE.parent.parent / ".fuzz"


def main() -> int:
    arguments = ArgumentParser(description=__doc__)
    arguments.add_argument("targets", nargs="*")
    arguments.add_argument("--seconds", type=int, default=600, help="for all targets together")
    arguments.add_argument("--one", help="fuzz this target in this process")
    asked = arguments.parse_args()
    if asked.one:
        return fuzz(asked.one, asked.seconds)
    sys.path[:0] = [str(HERE), str(HERE.parent)]
    from targets import TARGETS

    names = asked.targets or list(TARGETS)
    share = max(1, asked.seconds // len(names))
    return max([watch(name, share) for name in names])


def watch(name: str, seconds: int) -> int:
    done = subprocess.run(
        [sys.executable, __file__, "--one", name, "--seconds", str(seconds)],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    runs = re.findall(r"^Done (\d+) runs|^#(\d+)\t", done.stderr, re.MULTILINE)
    count = next((int(one or other) for one, other in reversed(runs)), 0)
    print(f"{name:<20} {count:>9,} inputs in {seconds} s: {'a find' if done.returncode else 'nothing'}")
    if done.returncode:
        print(done.stdout[-3000:], done.stderr[-1000:], sep="\n")
    return int(done.returncode != 0)


def fuzz(name: str, seconds: int) -> int:
    import atheris

    sys.path[:0] = [str(HERE), str(HERE.parent)]
    with atheris.instrument_imports(include=["site_builder"]):
        from targets import SEEDS, TARGETS

    corpus = FOUND / name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(SEEDS[name]):
        (corpus / f"seed-{number}").write_bytes(seed)
    limits = [f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=2000", "-max_len=4096"]
    atheris.Setup([sys.argv[0], *limits, f"-artifact_prefix={FOUND}/{name}-", str(corpus)], TARGETS[name])
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
