"""Publishing killed at each change it makes to the disk, in every way it can go.

First site, next site, next site with a spare folder, and without an exchange. A process of its own forks for
each kill, so that none costs a start.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

KILLING = '''
import os, shutil, signal, sys
from pathlib import Path
from site_builder.effects import publish_exchange
from site_builder.effects.publish import publish
from site_builder.model import Artifact

root, way = Path(sys.argv[1]), sys.argv[2]
root.mkdir()
output = root / "output"
CHANGES = {"os.rename", "os.link", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "ctypes.call_function"}
target = seen = 0

def site(word, first):
    """Ten pages of which two are the same in every site; one is new and one is gone from site to site."""
    return [
        Artifact(path=f"{n}/index.html", content=(b"same" if n in (4, 5) else f"{word}{n}".encode()) * 2000)
        for n in range(first, first + 10)
    ]

def change():
    global seen
    seen += 1
    if seen == target:
        os.kill(os.getpid(), signal.SIGKILL)

def hook(event, arguments):
    if event in CHANGES or (event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_CREAT):
        change()

def child(number):
    """Publish the new site in a fork; the changes made, or None if it was killed."""
    global target, seen
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        target, seen, write = number, 0, os.write
        os.write = lambda descriptor, data: (change(), write(descriptor, data))[1]
        sys.addaudithook(hook)
        publish(site("new", 2), root, output)
        write(writing, b"%d" % seen)
        os._exit(0)
    os.close(writing)
    said = os.read(reading, 20)
    os.close(reading)
    os.waitpid(process, 0)
    return int(said) if said else None

def begin():
    shutil.rmtree(root)
    root.mkdir()
    for round in range({"first": 0, "next": 1, "spare": 3, "aside": 2}[way]):
        publish(site(f"old{round}", 1), root, output)

def standing():
    return {p.relative_to(output).as_posix(): p.read_bytes() for p in sorted(output.rglob("*.html"))}

if way == "aside":
    publish_exchange._swap = lambda one, other: False
begin()
old = standing()
total = child(0)
new = standing()
assert new == {artifact.path: artifact.content for artifact in site("new", 2)}
tally = {"old": 0, "new": 0, "gap": 0}
for number in range(1, total + 1):
    begin()
    assert child(number) is None, number
    if way == "aside" and not output.exists():
        tally["gap"] += 1
    else:
        found = standing()
        assert found in (old, new), (number, sorted(found))
        tally["old" if found == old else "new"] += 1
    publish(site("new", 2), root, output)
    assert standing() == new, number
    assert sorted(p.name for p in root.iterdir()) == [".sitemaf", "output"], (number, list(root.iterdir()))
print(way, total, tally["old"], tally["new"], tally["gap"])
'''


@pytest.mark.parametrize("way", ["first", "next", "spare", "aside"])
def test_killed_at_each_change_it_is_the_old_site_or_the_new_one(tmp_path: Path, way: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLING, tmp_path / "project", way],
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr
    total, old, new, gap = map(int, done.stdout.split()[1:])
    print(done.stdout)
    assert total == old + new + gap > 20
    assert old and new
    assert gap == (1 if way == "aside" else 0)
