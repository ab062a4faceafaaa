"""Rendered pages → the index that the search page asks, made by Pagefind's own program (an extra).

In: the artifacts of a site that set `search = "pagefind"`. Out: the artifacts of the `pagefind` folder. The
pages are written to a private folder for the program, and nothing of it stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from site_builder.effects.processes import Program, run_program
from site_builder.model import Artifact, EnvironmentProblem

FOLDER = "pagefind"
SECONDS = 300.0
_MARK = b" data-pagefind-body"  # pages that want to be found say so
_UNUSED = ("pagefind-ui", "pagefind-modular-ui", "pagefind-component-ui", "pagefind-highlight", "playground")


def index_search(artifacts: Iterable[Artifact]) -> tuple[Artifact, ...]:
    """Raises `EnvironmentProblem` where the program is missing or fails."""
    program = _find_program()
    with TemporaryDirectory(prefix="sitemaf-search-") as name:
        folder, scratch = Path(name, "site"), Path(name, "scratch")
        scratch.mkdir()
        for artifact in artifacts:
            if artifact.path.endswith(".html") and _MARK in artifact.content:
                target = folder / artifact.path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(artifact.content)
        if not folder.exists():
            return ()
        _run(program, folder, scratch)
        bundle = folder / FOLDER
        return tuple(
            Artifact(path=path.relative_to(folder).as_posix(), content=path.read_bytes())
            for path in sorted(bundle.rglob("*"))
            if path.is_file() and not path.relative_to(bundle).as_posix().startswith(_UNUSED)
        )


def _find_program() -> Path:
    try:
        from pagefind_bin import get_executable  # type: ignore[import-not-found,import-untyped,unused-ignore]

        return Path(get_executable())
    except (ImportError, FileNotFoundError):
        raise EnvironmentProblem(
            'the site asks for search = "pagefind", and its program is not installed',
            "install it with `pip install 'sitemaf[search]'`, or set search = \"none\"",
        ) from None


def _run(program: Path, folder: Path, scratch: Path) -> None:
    ended = run_program(
        Program(
            command=(str(program), "--site", str(folder), "--output-subdir", FOLDER, "--quiet"),
            folder=folder,
            environment={"HOME": str(scratch), "TMPDIR": str(scratch)},
            scratch=scratch,
            deadline=SECONDS,
        )
    )
    if ended.exit_code != 0:
        last = ended.lines[-1].text if ended.lines else ended.reason or ended.how
        raise EnvironmentProblem(f"the search index could not be made: {last}", "run the build again")
