"""The pool: results in order, deadlines kept, deaths reported, nobody left behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from site_builder.effects.pool import Pool, name_of

# Each script runs in a process of its own: the pool forks only where no other thread lives.
START = """
import os, re, signal, sys, time
from pathlib import Path
from site_builder.effects.interrupts import interruptible
from site_builder.effects.pool import Pool
from site_builder.model import EnvironmentProblem
"""


def run(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", START + script, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    done = run(
        """
def made(item):
    time.sleep(0.002 * (item % 3))
    return item, os.getpid()
results = list(Pool(int(sys.argv[1])).map(made, iter(range(60))))
assert [item for item, _ in results] == list(range(60))
print(len({process for _, process in results}), os.getpid() in {process for _, process in results})
""",
        jobs,
    )
    assert (done.stderr, done.stdout) == ("", f"{jobs} {jobs == 1}\n")


def test_more_items_than_a_pipe_holds_and_large_results_pass() -> None:
    done = run("""
assert list(Pool(2).map(lambda item: item * 2, range(40_000))) == [2 * item for item in range(40_000)]
assert [len(body) for body in Pool(2).map(lambda item: bytes(item * 100_000), range(32))] == [
    item * 100_000 for item in range(32)]
""")
    assert (done.stderr, done.returncode) == ("", 0)


def test_a_page_past_its_deadline_gives_what_the_caller_chose() -> None:
    script = """
def made(item):
    try:
        return re.match(r"(a+)+$", "a" * 40 + "b") if item == 3 else item
    except Exception:
        return "swallowed"
print(list(Pool(int(sys.argv[1])).map(made, range(17), seconds=0.2, late=lambda item: f"plain {item}")))
"""
    expected = [0, 1, 2, "plain 3", *range(4, 17)]
    assert run(script, 1).stdout == run(script, 2).stdout == f"{expected}\n"


def test_a_page_past_its_deadline_is_named_when_there_is_no_other_way() -> None:
    done = run("""
def made(page):
    while page[0] == "content/slow.md": pass
items = [(f"content/{name}.md", b"") for name in [*"abcdefghijklmnop", "slow"]]
try:
    list(Pool(2).map(made, items, seconds=0.1))
except EnvironmentProblem as problem:
    print(problem.message, problem.help, sep="|")
""")
    assert done.stdout == (
        "content/slow.md took longer than 0.1 s|raise the deadline under [limits] in sitemaf.toml\n"
    )


def test_the_death_of_a_worker_is_laid_at_the_items_door() -> None:
    done = run("""
def made(item):
    if item == 20: os.kill(os.getpid(), signal.SIGKILL)
    return item
try:
    list(Pool(2).map(made, range(64), name=lambda item: f"page {item}"))
except EnvironmentProblem as problem:
    print(problem.message)
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("no child is left")
""")
    assert done.stdout == "a worker process was ended by SIGKILL while it made page 20\nno child is left\n"


def test_a_fault_in_a_worker_reaches_the_caller_with_its_trace() -> None:
    done = run("""
class Odd(Exception):
    def __init__(self, one, two): super().__init__("odd")
def made(item):
    if item == 9: raise KeyError("nine")
    if item == 10: raise Odd(1, 2)
    if item == 11: raise EnvironmentProblem("no git", "install it")
    return item
for first in (9, 10, 11):
    try:
        list(Pool(2).map(made, [first, *range(20, 36)]))
    except EnvironmentProblem as problem:
        print(problem.message, problem.help)
    except Exception as fault:
        print(repr(fault), "in made" in fault.__notes__[0])
""")
    assert done.stdout.splitlines() == [
        "KeyError('nine') True",
        "RuntimeError('Odd: odd') True",
        "no git install it",
    ]


def test_an_interruption_leaves_no_worker(tmp_path: Path) -> None:
    done = run(
        """
def made(item):
    Path(sys.argv[1], str(os.getpid())).touch()
    if item == 0:
        for _ in range(3): os.kill(os.getppid(), signal.SIGINT)
    time.sleep(0.05)
with interruptible():
    for _ in Pool(2).map(made, range(400)): pass
""",
        tmp_path,
    )
    assert (done.returncode, done.stderr) == (130, "")
    workers = [int(path.name) for path in tmp_path.iterdir()]
    assert workers and not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_workers_go_when_the_parent_is_killed(tmp_path: Path) -> None:
    done = run(
        """
def made(item):
    Path(sys.argv[1], str(os.getpid())).touch()
    if item == 20: os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(0.01)
list(Pool(2).map(made, range(400)))
""",
        tmp_path,
    )
    assert done.returncode == -9
    workers = [int(path.name) for path in tmp_path.iterdir()]
    end = time.monotonic() + 20
    while any(Path(f"/proc/{worker}").exists() for worker in workers) and time.monotonic() < end:
        os.sched_yield()
    assert workers and not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_an_abandoned_iterator_leaves_no_worker() -> None:
    done = run("""
with Pool(2) as pool:
    results = pool.map(lambda item: item, range(5000))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("no child is left")
""")
    assert (done.stdout, done.stderr) == ("no child is left\n", "")


def test_beside_other_threads_everything_happens_in_this_process() -> None:
    done = run("""
import threading
gate = threading.Event()
threading.Thread(target=gate.wait).start()
print({process == os.getpid() for process in Pool(2).map(lambda item: os.getpid(), range(40))})
gate.set()
""")
    assert (done.stdout, done.stderr) == ("{True}\n", "")


def test_few_items_are_not_worth_a_process() -> None:
    assert set(Pool(8).map(lambda item: os.getpid(), range(8))) == {os.getpid()}


def test_messages_call_items_by_path_or_key() -> None:
    class Keyed:
        key = "guides/start"

    assert [name_of(item) for item in (("a.md", b""), "b.md", Keyed(), 7)] == [
        "a.md",
        "b.md",
        "guides/start",
        "7",
    ]
