"""A build that has little to do: the words of the command line → what the last build said, printed again, or
the few pages that were edited since, made anew.

Asked before anything that costs time is imported, so this module imports next to nothing. Words that it does
not know, a build that asks for work (`--fresh`, `--clean`), and every doubt are left to the build itself.
"""
# Nothing loads pathlib on this path.
# ruff: noqa: PTH109, PTH113, PTH120

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter

from site_builder.effects.store_stamp import look

FLAGS = ("--quiet", "--strict", "--drafts", "--accepted")
VALUES = ("--project", "--output", "--base-url", "--format", "--jobs")
FORMATS = ("text", "json", "github", "sarif")
# What decides how a report looks, besides whether a terminal shows it.
SURROUNDINGS = ("NO_COLOR", "FORCE_COLOR", "TERM")

Asked = dict[str, str]  # option → its text; a flag has none


def build_quickly(words: Sequence[str]) -> int | None:
    """The exit code, if nothing or little changed since the last build of the same question; else None."""
    started = perf_counter()
    asked = _read(words)
    root = _find(asked.get("--project")) if asked is not None else None
    if asked is None or root is None:
        return None
    stamp = look(root, question(asked))
    if stamp is None:
        return None
    if stamp.edited:
        from pathlib import Path

        from site_builder.verbs.edited import build_edited

        return build_edited(Path(root), asked, stamp, started)
    _repeat(stamp.answer, "--quiet" in asked, started)
    return 0


def _repeat(answer: bytes, quiet: bool, started: float) -> None:
    told, _, report = answer.decode("utf-8").partition("\n")
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(report.encode(encoding, "backslashreplace").decode(encoding))
    sys.stdout.flush()
    if not quiet:
        with suppress(OSError):  # nothing had to be done, whether or not anybody can be told
            print(f"nothing changed: {told}; {perf_counter() - started:.2f} s", file=sys.stderr, flush=True)


def question(asked: Asked) -> str:
    """Everything besides files that the site and the report depend on; not what only costs time."""
    shown = {name: text for name, text in asked.items() if name not in ("--quiet", "--project", "--jobs")}
    if "--output" in shown:
        shown["--output"] = os.path.normpath(shown["--output"])
    parts = [f"{name}={shown[name]}" for name in sorted(shown)]
    return "\0".join((*parts, sys.executable, str(sys.stdout.encoding), str(sys.stdout.isatty())))


def _read(words: Sequence[str]) -> Asked | None:
    """The options, the last of a name counting; None where click must judge them."""
    asked: Asked = {"--format": "text"}
    waiting = iter(words)
    for word in waiting:
        name, given, text = word.partition("=")
        if word in FLAGS:
            asked[word] = ""
        elif name in VALUES:
            value = text if given else next(waiting, None)
            if value is None:
                return None
            asked[name] = value
        else:
            return None
    jobs = asked.get("--jobs", "1")
    sound = asked["--format"] in FORMATS and jobs.isascii() and jobs.isdigit() and int(jobs) > 0
    return asked if sound else None


def _find(named: str | None) -> str | None:
    """The project's folder as a build would find it."""
    try:
        folder = os.path.realpath(named if named is not None else os.getcwd())
    except OSError:  # the folder we are in is gone; a build says so
        return None
    while not os.path.isfile(f"{folder}/sitemaf.toml"):
        parent = os.path.dirname(folder)
        if named is not None or parent == folder:
            return None
        folder = parent
    return folder
