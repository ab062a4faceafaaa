"""Make `output/` the new site, whole or not at all.

In: artifacts, the project's root, the output folder. Out: `Published`, or an EnvironmentProblem and the old
site untouched. The new site grows in a staging folder beside `output/`; one exchange of names makes it the
site. Afterwards the old folder is kept in `.sitemaf/spare`, if that is on the same disk, as the next build's
staging folder: a build that changes one page writes one page.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType

from site_builder.effects.lock import STATE, output_lock, take
from site_builder.effects.publish_exchange import exchange
from site_builder.effects.publish_refusals import KEPT, MARKER, NOT_SITE, check_folder, check_place, explain
from site_builder.effects.publish_tree import Tree, remove, set_folder_mode
from site_builder.effects.store_listing import output_listing, read_output_listing, write_listing
from site_builder.model import Artifact, value

__all__ = ["MARKER", "NOT_SITE", "Publication", "Published", "output_lock", "publish"]

_MARK = b"This folder was made by sitemaf, and the next build replaces it whole.\n"


@value
class Published:
    files: int
    written: int  # the others were the same in the old site
    atomic: bool  # False: this system cannot exchange folders, and readers may have seen none for a moment


def publish(
    artifacts: Iterable[Artifact], root: Path, output: Path, waiting: Callable[[], None] | None = None
) -> Published:
    """Write all artifacts and exchange the folders; `waiting` is called if another build is publishing."""
    with Publication(root, output, waiting) as publication:
        for artifact in artifacts:
            publication.add(artifact)
        return publication.commit()


class Publication:
    """A staging folder for the length of a `with` block; without `commit` nothing has happened."""

    def __init__(self, root: Path, output: Path, waiting: Callable[[], None] | None = None) -> None:
        self.root = root.absolute()
        self.output = Path(os.path.normpath(self.root / output))
        self._waiting = waiting
        self._held = contextlib.ExitStack()
        self._staging = self._beside("new")
        self._descriptor = -1
        self._reused = self._committed = False

    def __enter__(self) -> Publication:
        check_place(self.root, self.output)
        try:
            self.output.parent.mkdir(parents=True, exist_ok=True)
            self._held.enter_context(output_lock(self.root, self._waiting))
            _sweep(self.output)
            self._replaces = check_folder(self.output)
            self._open_staging()
        except OSError as error:
            self._discard()
            raise explain(error, f"preparing `{self.output}`") from None
        except BaseException:
            self._discard()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._discard()

    def has(self, path: str, digest: str) -> bool:
        """Whether the live site holds just this file, as far as its size and times tell."""
        return self._tree.is_published(path, digest)

    def take(self, artifact: Artifact) -> Artifact:
        """Write a file, also from a worker: its content need not travel. `add` wants what comes back."""
        if artifact.copy_of is not None or artifact.digest:
            return artifact
        _check_path(artifact.path, ())
        try:
            digest, written = self._tree.put(artifact.path, artifact.content)
        except OSError as error:
            raise explain(error, f"writing `{artifact.path}`") from None
        return Artifact(path=artifact.path, digest=digest, new=written)

    def add(self, artifact: Artifact) -> None:
        _check_path(artifact.path, self._tree.files)
        try:
            if artifact.digest:
                self._tree.note(artifact.path, artifact.digest, artifact.new)
            elif artifact.copy_of is None:
                self._tree.add(artifact.path, artifact.content)
            else:
                self._tree.copy(artifact.path, self.root / artifact.copy_of)
        except OSError as error:
            raise explain(error, f"writing `{artifact.path}`") from None

    def keep_rest(self) -> None:
        """Take over whatever the live site has besides the files that were added."""
        for path, (_, digest) in self._tree.known.items():
            if path and not path.endswith("/") and path not in self._tree.files and path not in NOT_SITE:
                self.add(Artifact(path=path, digest=digest))

    def commit(self) -> Published:
        try:
            files, written = len(self._tree.files), self._tree.written  # without what marks the folder
            self._carry()
            if self._reused:
                self._tree.drop_strays()
            atomic = self._exchange()
            self._committed = True
        except OSError as error:
            raise explain(error, f"putting the new site in the place of `{self.output}`") from None
        with contextlib.suppress(OSError):  # the site is published: this only saves the next build time
            listing = output_listing(self.output, self._tree.files, self._tree.seen)
            write_listing(f"{self.root}/{STATE}/published", listing)
        return Published(files=files, written=written, atomic=atomic)

    def _beside(self, kind: str) -> Path:
        token = f"{os.getpid()}-{os.urandom(4).hex()}"
        return self.output.parent / f"{_prefix(self.output)}{kind}-{token}"

    def _open_staging(self) -> None:
        spare = self.root / STATE / "spare"
        known = read_output_listing(f"{self.root}/{STATE}/published", self.output)
        if known and not spare.is_symlink():
            with contextlib.suppress(OSError):
                spare.rename(self._staging)
                self._reused = True
        if not self._reused:
            self._staging.mkdir(mode=0o755)
        self._descriptor = os.open(self._staging, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        take(self._descriptor, wait=False)  # tells other builds that this is no junk
        set_folder_mode(str(self._staging))
        self._tree = Tree(str(self._staging), str(self.output), known)

    def _carry(self) -> None:
        """Bring along what the repository keeps in the folder, and mark the folder as ours."""
        for name in KEPT:
            kept = self.output / name
            if name not in self._tree.files and kept.is_file() and not kept.is_symlink():
                self._tree.copy(name, kept)
        self._tree.add(MARKER, _MARK)

    def _exchange(self) -> bool:
        if not self._replaces:
            self._staging.rename(self.output)
            return True
        aside = self._beside("old")
        atomic = exchange(self._staging, self.output, aside)
        _retire(self._staging if atomic else aside, self.root / STATE / "spare")
        return atomic

    def _discard(self) -> None:
        """Close everything first, so that clearing away works when descriptors have run out."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        if self._reused and not self._committed:
            # What an earlier site left is as good as before: whatever was changed in it is written again.
            with contextlib.suppress(OSError):
                self._staging.rename(self.root / STATE / "spare")
        remove(str(self._staging))
        self._held.close()


def _check_path(path: str, taken: Iterable[str]) -> None:
    parts = path.split("/")
    if any(part in ("", ".", "..") or "\0" in part for part in parts) or path == MARKER:
        raise ValueError(f"an artifact cannot be at {path!r}")
    if path in taken:
        raise ValueError(f"two artifacts at {path!r}")


def _prefix(output: Path) -> str:
    return f".{output.name}.sitemaf-"


def _retire(old: Path, spare: Path) -> None:
    remove(str(spare))
    try:
        old.rename(spare)
    except OSError:  # another disk, or a project that cannot be written
        remove(str(old))


def _sweep(output: Path) -> None:
    """Clear away what killed builds left; bring back an old site that one of them had set aside."""
    prefix = _prefix(output)
    with os.scandir(output.parent) as entries:
        found = [entry for entry in entries if entry.name.startswith(prefix)]
    for entry in sorted(found, key=lambda entry: entry.name):
        try:
            descriptor = os.open(entry.path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            if not take(descriptor, wait=False):
                continue
            if entry.name.startswith(f"{prefix}old-") and not os.path.lexists(output):
                Path(entry.path).rename(output)
                continue
        finally:
            os.close(descriptor)
        remove(entry.path)
