"""What people wrote, read once: project folder and settings → `Sources`; also the built-in theme.

Nothing here may hang or leave the repository: pipes, devices and links that lead out are problems, files and
folders whose name begins with a dot are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from site_builder.config import Config
from site_builder.content.acting import find_acting
from site_builder.effects.regular import try_reading
from site_builder.effects.tops import find_top
from site_builder.effects.walk import walk
from site_builder.model import EnvironmentProblem, Problem, Sources, Where

CONFIG = "sitemaf.toml"
LOCK = "sitemaf.lock"
DEMO = "demo.toml"


def find_project(start: Path, exact: bool = False) -> Path:
    """The nearest folder with a `sitemaf.toml`, from `start` upwards; `exact`: `start` itself or nothing."""
    folder = start.resolve()
    candidates = (folder,) if exact else (folder, *folder.parents)
    for one in candidates:
        if (one / CONFIG).is_file():
            return one
    where = f"`{start}`" if exact else f"`{start}` and the folders above it"
    raise EnvironmentProblem(
        f"there is no {CONFIG} in {where}",
        "name the project with `--project DIR`, or begin one with `sitemaf init`",
    )


def read_config(root: Path) -> bytes:
    """The bytes of `sitemaf.toml`."""
    read = try_reading(root / CONFIG)
    if isinstance(read, str):
        raise EnvironmentProblem(f"`{root / CONFIG}` {read}", "make it a readable file")
    return read


def read_sources(root: Path, config: Config, *, with_content: bool = True) -> Sources:
    """Pages, demos, accepted transcripts, template overrides and the lock, with what could not be read."""
    root = root.resolve()
    edge = find_top(root) or root
    problems: list[Problem] = []

    def files_in(folder: str) -> dict[str, Path]:
        found, trouble = walk(root, folder, edge)
        problems.extend(trouble)
        return found

    def contents(files: Mapping[str, Path]) -> dict[str, bytes]:
        read = {path: _read(path, file) for path, file in files.items()}
        problems.extend(one for one in read.values() if isinstance(one, Problem))
        return {path: one for path, one in read.items() if not isinstance(one, Problem)}

    content = files_in(config.paths.content) if with_content else {}
    demos = files_in(config.paths.demos)
    templates = contents(files_in(config.paths.templates))
    pages = {path: file for path, file in content.items() if _language_of(path) in config.languages}
    nameless = [path for path in content if path.endswith(".md") and path not in pages]
    assets = {path: file for path, file in content.items() if path not in pages and path not in nameless}
    problems.extend(_nameless(path, config) for path in nameless)
    problems.extend(_missing(root, edge, config))
    copied = contents(assets)
    problems.extend(one for path, data in copied.items() if (one := find_acting(path, data)))
    prefix = "" if config.paths.templates == "." else f"{config.paths.templates}/"
    return Sources(
        lock=contents({LOCK: root / LOCK}).get(LOCK)
        if (root / LOCK).is_symlink() or (root / LOCK).exists()
        else None,
        pages=contents(pages),
        assets={path: sha256(data).hexdigest() for path, data in copied.items()},
        demos=contents(dict(_at_depth(demos, config.paths.demos, 2, DEMO))),
        transcripts=contents(dict(_at_depth(demos, config.paths.demos, 3, ".json", "transcripts"))),
        templates={path.removeprefix(prefix): data for path, data in templates.items()},
        problems=tuple(problems),
    )


def read_site(folder: Path) -> Mapping[str, bytes]:
    """The HTML files of a built site, by path inside it; nothing where there is no folder."""
    files, _ = walk(folder, ".", folder.resolve())
    pages = {path: try_reading(file) for path, file in files.items() if path.endswith(".html")}
    return {path: data for path, data in pages.items() if isinstance(data, bytes)}


def read_builtin_theme() -> Mapping[str, bytes]:
    """The theme that ships with sitemaf, by name inside its folder: in the wheel, else beside the package."""
    package = Path(__file__).resolve().parents[1]
    folder = package / "_templates"
    if not folder.is_dir():
        folder = package.parent / "templates"
    if not folder.is_dir():
        raise EnvironmentProblem(
            "the built-in theme is not where sitemaf is installed", "install sitemaf again"
        )
    files, _ = walk(folder, ".", folder)
    return {path: file.read_bytes() for path, file in files.items()}


def _read(path: str, file: Path) -> bytes | Problem:
    read = try_reading(file)
    if isinstance(read, bytes):
        return read
    return Problem(
        where=Where(path=path),
        code="page-encoding",
        message=f"`{path}` {read}",
        help="make it a readable file, or take it out of the folder",
    )


def _language_of(path: str) -> str | None:
    """`guide.fr.md` → `fr`; None for what is no page."""
    parts = path.rpartition("/")[2].split(".")
    return parts[-2] if len(parts) > 2 and parts[-1] == "md" and parts[0] else None


def _missing(root: Path, edge: Path, config: Config) -> Iterable[Problem]:
    """The logo and fonts that the settings name and a build would copy, where they are no files."""
    named = {f"theme.fonts.{role}": path for role, path in config.theme.fonts.items()}
    if config.theme.logo is not None:
        named["theme.logo"] = config.theme.logo
    for key, path in named.items():
        real = (root / path).resolve()
        if real.is_file() and real.is_relative_to(edge):
            continue
        yield Problem(
            where=Where(path=CONFIG),
            code="config",
            message=f"`{key}` names `{path}`, which is no file of the repository",
            help="write the path of a file, from the project folder",
        )


def _nameless(path: str, config: Config) -> Problem:
    """A page whose name ends in no language of the site: in another one, in other letter case, or in none."""
    stem, said = path.removesuffix(".md"), _language_of(path) or ""
    meant = [one for one in config.languages if one.lower() == said.lower().replace("_", "-")]
    bare = stem.removesuffix(f".{said}") if meant or _is_tag(said) else stem
    names = " or ".join(f"`{bare}.{language}.md`" for language in meant or config.languages)
    declare = f"add `{said}` to `languages` in sitemaf.toml, or " if bare != stem and not meant else ""
    return Problem(
        where=Where(path=path),
        code="translation-missing",
        message=f"`{said}` is no language of the site"
        if declare
        else f"the name of `{path}` ends in no language of the site",
        help=f"{declare}call it {names}, or move it out of the content folder",
    )


def _is_tag(name: str) -> bool:
    """Whether a part of a file name looks like a language, as `nl`, `pt-BR` and `zh_Hant` do."""
    return re.fullmatch(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*", name) is not None


def _at_depth(
    files: Mapping[str, Path], folder: str, depth: int, end: str, parent: str | None = None
) -> Iterable[tuple[str, Path]]:
    """Files `depth` names below `folder` whose last name ends with `end`, in a folder called `parent`."""
    above = 0 if folder == "." else folder.count("/") + 1
    for path, file in files.items():
        names = path.split("/")[above:]
        if len(names) == depth and names[-1].endswith(end) and parent in (None, names[-2]):
            yield path, file
