"""The bytes of `sitemaf.toml` → `Config`, or every problem that stands in the file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import PurePosixPath

import msgspec

from site_builder.config.places import find_keys, line_of
from site_builder.config.rules import find_faults
from site_builder.config.settings import Config, FooterLink, Limits, Paths, Theme
from site_builder.config.shapes import Fault, File, read_table
from site_builder.model import Problem, Where

_LARGEST = 1 << 20  # bytes; a configuration is some dozen lines
_PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


def parse_config(data: bytes, path: str) -> Config | tuple[Problem, ...]:
    """Read the file; `path` is what messages call it."""
    text = _decode(data, path)
    if isinstance(text, Problem):
        return (text,)
    if not text.strip():
        return (_problem(path, 1, "the file is empty", 'begin with [site] and `languages = ["…"]`'),)
    table = _load(text, path)
    if isinstance(table, Problem):
        return (table,)
    if "site" not in table:
        return (_no_site(table, path),)
    file, faults = read_table(table, File)
    if not any(fault.keys == ("site",) for fault in faults):
        mistyped = {fault.keys[:2] for fault in faults}
        # A setting that could not be read is not judged a second time by its default.
        faults += [fault for fault in find_faults(file) if fault.keys[:2] not in mistyped]
    if faults:
        return _problems(faults, text, path)
    return _config(file, find_keys(text))


def _decode(data: bytes, path: str) -> str | Problem:
    if len(data) > _LARGEST:
        return _problem(path, None, f"the file has {len(data):,} bytes", "keep the configuration below 1 MiB")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return _problem(path, line, f"byte {error.start} is not UTF-8", "save the file as UTF-8")
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _load(text: str, path: str) -> dict[str, object] | Problem:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        place = _PLACE.search(said)
        message = _PLACE.sub("", said)
        line = int(place["line"]) if place and place["line"] else text.rstrip("\n").count("\n") + 1
        column = int(place["column"]) if place and place["column"] else None
        return _problem(
            path,
            line,
            f"this is no TOML: {message[:1].lower()}{message[1:]}",
            "TOML writes `key = value`, texts in quotes, tables as `[name]`",
            column,
        )
    except RecursionError:
        return _problem(path, None, "lists or tables are nested too deeply", "write the file flat")
    except ValueError:  # TOML knows no end of digits, Python does
        return _problem(path, _long_number(text), "a number has too many digits", "write a smaller one")


def _long_number(text: str) -> int | None:
    found = re.search(r"[0-9_]{1000}", text)
    return text.count("\n", 0, found.start()) + 1 if found else None


def _no_site(table: dict[str, object], path: str) -> Problem:
    help = 'add [site] with `languages = ["…"]` and a [site.title]'
    if "languages" in table or "title" in table:
        help = "put `[site]` above `languages`"
    return _problem(path, 1, "the file has no [site]", help)


def _problems(faults: list[Fault], text: str, path: str) -> tuple[Problem, ...]:
    lines = find_keys(text)
    found = [_problem(path, line_of(lines, one.keys), one.message, one.help) for one in faults]
    return tuple(sorted(found, key=lambda problem: (problem.where.line or 0, problem.message)))


def _problem(path: str, line: int | None, message: str, help: str, column: int | None = None) -> Problem:
    return Problem(
        where=Where(path=path, line=line, column=column), code="config", message=message, help=help
    )


def _config(file: File, lines: Mapping[tuple[str, ...], int]) -> Config:
    site, theme = file.site, file.theme
    base_url = None if site.base_url is None else site.base_url.rstrip("/") + "/"
    repository = None if site.repository is None else site.repository.rstrip("/").removesuffix(".git")
    paths = {name: str(PurePosixPath(folder)) for name, folder in msgspec.structs.asdict(file.paths).items()}
    return Config(
        languages=tuple(site.languages),
        title=dict(site.title),
        base_url=base_url,
        repository=repository,
        missing=site.missing,
        html=site.html,
        search=site.search,
        paths=Paths(**paths),
        theme=Theme(
            accent=theme.accent,
            accent_dark=theme.accent_dark,
            lines={key: lines["theme", key] for key in ("accent", "accent_dark") if ("theme", key) in lines},
            logo=theme.logo,
            fonts=dict(theme.fonts),
            footer=tuple(FooterLink(title=dict(link.title), url=link.url) for link in theme.footer),
            strings={tag: dict(texts) for tag, texts in theme.strings.items()},
        ),
        limits=Limits(**msgspec.structs.asdict(file.limits)),
    )
