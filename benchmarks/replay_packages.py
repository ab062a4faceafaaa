"""A real history of real text where no public repository can be cloned: the versions of a package, in turn.

In: a folder and the names of packages. Out: one git repository a package, made of its newest wheels, oldest
first; each file that a version changes is a commit of its own, deletions included, and each version ends in
a commit. Lost against the package's own repository: its branches, and the steps between two versions.
`python benchmarks/replay_packages.py FOLDER click jinja2 pygments [--versions 40]`
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
FIRST_DAY = 1_500_000_000


def versions(package: str, count: int) -> list[str]:
    """The newest versions, oldest of them first."""
    said = subprocess.run(
        [*PIP[:-1], "index", "versions", package], capture_output=True, check=True, text=True
    )
    listed = re.search(r"^Available versions: (.*)$", said.stdout, re.MULTILINE)
    assert listed is not None, said.stdout
    return listed[1].split(", ")[:count][::-1]


def wheel(package: str, version: str, cache: Path) -> Path | None:
    """The wheel of a version; None where it was published without one."""
    folder = cache / f"{package}-{version}"
    if not folder.is_dir():
        folder.mkdir(parents=True)
        command = [*PIP, "download", "--no-deps", "--only-binary", ":all:", "--dest", str(folder)]
        subprocess.run([*command, f"{package}=={version}"], check=False, capture_output=True)
    return next(iter(folder.glob("*.whl")), None)


class History:
    """A repository that is given one file after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.count = folder, 0
        folder.mkdir(parents=True)
        self.git("init", "-q")

    def git(self, *arguments: str) -> str:
        day = f"{FIRST_DAY + 3600 * self.count} +0000"
        names = {"GIT_AUTHOR_NAME": "Replay", "GIT_AUTHOR_EMAIL": "replay@example.org"}
        both = names | {name.replace("AUTHOR", "COMMITTER"): said for name, said in names.items()}
        said = subprocess.run(
            ["git", "-c", "core.autocrlf=false", *arguments],
            cwd=self.folder,
            env={"PATH": "/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null", **both}
            | {"GIT_AUTHOR_DATE": day, "GIT_COMMITTER_DATE": day},
            capture_output=True,
            check=True,
        )
        return said.stdout.decode()

    def commit(self, message: str) -> None:
        self.count += 1
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def add(self, version: str, files: dict[str, bytes]) -> None:
        """Deleted files first; a file that only moved is one commit, as its author's would be."""
        before = set(self.git("ls-files", "-z").split("\0")[:-1])
        for path in before - files.keys():
            (self.folder / path).unlink()
        for path, data in files.items():
            target = self.folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        self.git("add", "--all")
        fields = self.git("diff", "--cached", "--no-renames", "--name-only", "-z").split("\0")[:-1]
        pairs = self.git("diff", "--cached", "-M", "--diff-filter=R", "--name-status", "-z").split("\0")[:-1]
        moved = dict(zip(pairs[1::3], pairs[2::3], strict=True))
        if self.count:
            self.git("reset", "-q")
            for path in fields:
                if path not in moved.values():
                    self.git("add", "--all", "--", path, *([moved[path]] if path in moved else []))
                    self.commit(f"{version}: {path}")
        self.commit(version)
        self.git("tag", f"v{version}")


def contents(wheel: Path) -> dict[str, bytes]:
    """The package's own files, without what the wheel says of itself."""
    with ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/") and ".dist-info/" not in name]
        return {name: archive.read(name) for name in names}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("packages", nargs="+")
    parser.add_argument("--versions", type=int, default=40)
    given = parser.parse_args()
    for package in given.packages:
        target = given.folder / package
        shutil.rmtree(target, ignore_errors=True)
        history = History(target)
        for version in versions(package, given.versions):
            if found := wheel(package, version, given.folder / "wheels"):
                history.add(version, contents(found))
        print(f"{target}: {history.count} commits")


if __name__ == "__main__":
    main()
