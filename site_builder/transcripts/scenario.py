"""The bytes of a `demo.toml` → `Demo`, or everything that is wrong with it.

A run is declared by few keys, and `[defaults]` may hold any of them; a run's own key replaces the default
whole. Commands are lists and never split, since no shell ever sees them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import PurePosixPath

from site_builder.model import Demo, Problem, Run, Where
from site_builder.transcripts.reading import Reader, is_table
from site_builder.transcripts.scenario_run import RUN_KEYS, read_run, read_title
from site_builder.transcripts.toml_places import key_lines

DEMO_KEYS = ("title", "sources", "server", "defaults", "runs")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_MANY_DIGITS = "a number has too many digits"  # TOML knows no end of them, Python does
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def read_demo(path: str, data: bytes, languages: Iterable[str]) -> Demo | tuple[Problem, ...]:
    """Read one declaration. `path` is `<demos folder>/<Demo>/demo.toml`; the folder's name is the demo's."""
    return _read(path, data, tuple(languages))


@lru_cache(maxsize=64)  # a build asks twice: to start the runs at once, and for its plan
def _read(path: str, data: bytes, spoken: tuple[str, ...]) -> Demo | tuple[Problem, ...]:
    parsed = _parse(path, data)
    if isinstance(parsed, Problem):
        return (parsed,)
    document, text = parsed
    reader = Reader(path, key_lines(text))
    folder = PurePosixPath(path).parent
    reader.known((), document, DEMO_KEYS)
    demo = Demo(
        name=folder.name,
        folder=folder.as_posix(),
        where=Where(path=path, line=1),
        title=_demo_title(reader, document, spoken, folder.name),
        sources=_sources(reader, document),
        runs=_runs(reader, document, spoken, folder.name),
    )
    return tuple(reader.problems) or demo


def _parse(path: str, data: bytes) -> tuple[Mapping[str, object], str] | Problem:
    try:
        text = data.decode("utf-8-sig")
        return tomllib.loads(text), text
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"the file is not UTF-8: byte {error.start} cannot be read"
        return Problem(where=Where(path=path, line=line), code="config", message=message)
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        place = _TOML_PLACE.search(said)
        where = Where(path=path)
        if place and place[1]:
            where = Where(path=path, line=int(place[1]), column=int(place[2]))
        message = "this is no TOML: " + _TOML_PLACE.sub("", said).lower()
        return Problem(where=where, code="config", message=message)
    except (RecursionError, ValueError) as error:
        what = "lists or tables are nested too deeply" if isinstance(error, RecursionError) else _MANY_DIGITS
        return Problem(where=Where(path=path, line=1), code="config", message=what)


def _demo_title(
    reader: Reader, document: Mapping[str, object], languages: tuple[str, ...], name: str
) -> Mapping[str, str]:
    if "title" in document:
        return read_title(reader, ("title",), document["title"], languages)
    example = ", ".join(f'{language} = "…"' for language in languages)
    reader.report((), f"demo {name} has no title", f"write `title = {{ {example} }}`")
    return {}


def _sources(reader: Reader, document: Mapping[str, object]) -> tuple[str, ...]:
    """Globs below the demo's folder; none are needed for a demo of somebody else's program."""
    if "sources" not in document or document["sources"] == []:
        return ()
    globs = reader.texts(("sources",), document["sources"], '["client/*.py"]')
    for index, glob in enumerate(globs):
        path = PurePosixPath(glob)
        if path.is_absolute() or ".." in path.parts:
            reader.report(("sources", index), f"source `{glob}` leaves the demo's folder")
    return globs


def _runs(
    reader: Reader, document: Mapping[str, object], languages: tuple[str, ...], demo: str
) -> tuple[Run, ...]:
    defaults = _defaults(reader, document)
    declared = document.get("runs")
    if declared is None or declared == {}:
        reader.report(
            (), f"demo {demo} declares no run", 'write `[runs.NAME]` and below it `command = ["…"]`'
        )
        return ()
    runs: list[Run] = []
    for name, table in reader.table(("runs",), declared, "[runs.NAME]").items():
        key = ("runs", name)
        if not _NAME.fullmatch(name):
            reader.report(key, f"`{name}` is no name for a run", "use letters, digits, dots, `_` and `-`")
        own = reader.table(key, table, f"[runs.{name}]")
        reader.known(key, own, RUN_KEYS)
        runs.append(read_run(reader, demo, name, own, defaults, languages))
    return tuple(runs)


def _defaults(reader: Reader, document: Mapping[str, object]) -> Mapping[str, object]:
    """What every run has unless it says otherwise; the demo's `server` is one of these."""
    found = document.get("defaults", {})
    table = reader.table(("defaults",), found, "[defaults]")
    reader.known(("defaults",), table, RUN_KEYS)
    if "server" in document and "server" not in table:
        return {**table, "server": document["server"]}
    return table if is_table(table) else {}
