"""`sitemaf init`: a small site that builds – one page in two languages, one demo, a CI file.

In: a folder. Out: the files, all or none of them. Nothing that exists is touched.
"""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path
from typing import Final

from site_builder.effects.tops import find_top
from site_builder.model import EnvironmentProblem
from site_builder.verbs.ending import CLEAN, say

CI: Final = ".github/workflows/site.yml"
STARTER: Final = (  # path in the project, name in the package's folder `starter`
    ("sitemaf.toml", "sitemaf.toml"),
    ("content/index.en.md", "index.en.md"),
    ("content/index.fr.md", "index.fr.md"),
    ("demos/Greeting/demo.toml", "demo.toml"),
    ("demos/Greeting/greet.py", "greet.py.txt"),
    (CI, "ci.yml"),
    (".gitignore", "gitignore"),
)
_OPTIONAL = (".gitignore",)  # a folder that has one keeps it


def init(directory: Path, *, quiet: bool = False) -> int:
    """Write the starter site into `directory`, which is made if it is missing. Refuses to overwrite."""
    present = [path for path, _ in STARTER if os.path.lexists(directory / path)]
    in_the_way = [path for path in present if path not in _OPTIONAL]
    if in_the_way:
        raise EnvironmentProblem(
            f"`{directory / in_the_way[0]}` is there already, and `init` overwrites nothing",
            "name an empty folder: `sitemaf init DIR`",
        )
    made: list[Path] = []
    try:
        for path, name in STARTER:
            if path not in present:
                _write(directory / path, (files(__package__) / "starter" / name).read_bytes(), made)
    except OSError as error:
        for path_ in reversed(made):
            path_.unlink()
        raise EnvironmentProblem(
            f"the site cannot be written to `{directory}`: {(error.strerror or str(error)).lower()}",
            "name a folder that you may write to",
        ) from None
    _say_what_next(directory, present, quiet)
    return CLEAN


def _write(target: Path, content: bytes, made: list[Path]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("xb") as file:
        made.append(target)
        file.write(content)


def _say_what_next(directory: Path, present: list[str], quiet: bool) -> None:
    enter = "" if directory == Path() else f"cd {directory}\n  "
    begin = "" if find_top(directory) else "git init\n  "
    say(f"a small site is in `{directory.resolve()}`", quiet=quiet)
    if ".gitignore" in present:
        say("add `output/` and `.sitemaf/` to your .gitignore", quiet=quiet)
    say(
        f"next:\n  {enter}{begin}git add . && git commit -m 'Begin a site'\n"
        "  sitemaf accept     # pins the excerpt, accepts what the demo says\n"
        "  sitemaf serve      # shows it, and follows every change",
        quiet=quiet,
    )
    if not _from_an_index():
        say(
            f"before you publish: `{CI}` says `pip install sitemaf`, but this sitemaf came from elsewhere; "
            "write there where a build machine gets it",
            quiet=quiet,
        )


def _from_an_index() -> bool:
    """Whether pip was given the name alone: what it installs from elsewhere, it notes (PEP 610)."""
    try:
        return distribution("sitemaf").read_text("direct_url.json") is None
    except PackageNotFoundError:
        return False
