"""Publishing when the machine fails: a clean message, the old site untouched, nothing left behind."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.effects import publish_exchange, publish_tree
from site_builder.effects.publish import publish
from site_builder.model import Artifact, EnvironmentProblem

OLD = [Artifact(path=f"p{number}/index.html", content=b"old") for number in range(5)]
NEW = [Artifact(path=f"p{number}/index.html", content=b"new" * 40_000) for number in range(5)]


def old_site_stands(output: Path) -> bool:
    pages = sorted(path.relative_to(output).as_posix() for path in output.rglob("index.html"))
    return pages == [artifact.path for artifact in OLD] and all(
        (output / page).read_bytes() == b"old" for page in pages
    )


@pytest.fixture
def output(tmp_path: Path) -> Path:
    publish(OLD, tmp_path, tmp_path / "output")
    return tmp_path / "output"


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (errno.ENOSPC, r"the disk is full \(writing `p2/index.html`\)"),
        (errno.EDQUOT, "the disk quota is used up"),
        (errno.EIO, "input/output error"),
        (errno.EMFILE, "too many files are open"),
        (errno.ENAMETOOLONG, "a name is too long"),
        (errno.EROFS, "the disk is read-only"),
        (errno.ESTALE, "stale file handle"),
    ],
)
def test_an_error_while_writing_says_what_and_where(
    tmp_path: Path, output: Path, monkeypatch: pytest.MonkeyPatch, number: int, message: str
) -> None:
    write = os.write

    def failing(descriptor: int, data: memoryview) -> int:
        if "p2" in str(Path(f"/proc/self/fd/{descriptor}").readlink()):
            raise OSError(number, os.strerror(number))
        return write(descriptor, data)

    monkeypatch.setattr(publish_tree.os, "write", failing)
    with pytest.raises(EnvironmentProblem, match=message) as raised:
        publish(NEW, tmp_path, output)
    assert "the site that was there is untouched" in raised.value.help
    monkeypatch.undo()
    assert old_site_stands(output)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".sitemaf", "output"]
    publish(NEW, tmp_path, output)
    assert (output / "p2/index.html").read_bytes() == NEW[2].content


@pytest.mark.parametrize("number", [errno.EXDEV, errno.EBUSY, errno.EIO])
def test_an_error_in_the_exchange_leaves_the_old_site(
    tmp_path: Path, output: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def failing(one: Path, other: Path) -> bool:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(publish_exchange, "_swap", failing)
    with pytest.raises(EnvironmentProblem, match="putting the new site in the place of"):
        publish(NEW, tmp_path, output)
    assert old_site_stands(output)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".sitemaf", "output"]


def test_an_error_after_the_old_site_was_set_aside_brings_it_back(
    tmp_path: Path, output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publish_exchange, "_swap", lambda one, other: False)
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if ".sitemaf-new-" in self.name and target.name == "output":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(EnvironmentProblem, match="input/output error"):
        publish(NEW, tmp_path, output)
    assert old_site_stands(output)


LIMITED = """
import resource, sys
from pathlib import Path
from site_builder.effects.publish import publish
from site_builder.model import Artifact, EnvironmentProblem
root = Path(sys.argv[1])
resource.setrlimit(getattr(resource, sys.argv[2]), (int(sys.argv[3]),) * 2)
pages = [Artifact(path=f"p{n}/index.html", content=b"new" * 40_000) for n in range(5)]
try:
    publish(pages, root, root / "output")
except EnvironmentProblem as problem:
    sys.exit(problem.message)
"""


@pytest.mark.parametrize(
    ("limit", "amount", "message"),
    [
        ("RLIMIT_FSIZE", 50_000, "a file is larger than the limit"),
        ("RLIMIT_NOFILE", 5, "too many files are open"),
    ],
)
def test_limits_of_the_process_are_clean_failures(
    tmp_path: Path, output: Path, limit: str, amount: int, message: str
) -> None:
    assert hasattr(resource, limit)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, tmp_path, limit, str(amount)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, message in done.stderr) == (1, True), done.stderr
    assert old_site_stands(output)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".sitemaf", "output"]


def test_an_interruption_clears_the_staging_folder_away(tmp_path: Path, output: Path) -> None:
    script = LIMITED.replace("publish(pages", "publish(interrupted(pages)").replace(
        "try:",
        """
from site_builder.effects.interrupts import interruptible
import os, signal
def interrupted(pages):
    for page in pages:
        yield page
        for _ in range(3):
            os.kill(os.getpid(), int(sys.argv[4]))
try:
  with interruptible():
""",
        1,
    )
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
        done = subprocess.run(
            [sys.executable, "-c", script, tmp_path, "RLIMIT_NOFILE", "100", str(int(number))],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (code, "")
        assert old_site_stands(output)
        assert sorted(path.name for path in tmp_path.iterdir()) == [".sitemaf", "output"]
