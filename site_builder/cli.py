"""The front door: what can be answered at once is, before anything that takes time is imported.

A build with nothing to do, and the version; everything else is for `commands`.
"""

from __future__ import annotations

import sys

from site_builder import __version__
from site_builder.effects.interrupts import interruptible

TYPE_CHECKING = False
if TYPE_CHECKING:  # to load it takes longer than all else until signals are ours
    from typing import NoReturn


def main() -> NoReturn:
    """Run a command; signals have their exit codes from the first moment."""
    words = sys.argv[1:]
    with interruptible():
        from site_builder.effects.standard_streams import open_closed_streams

        open_closed_streams()
        if words == ["--version"]:
            _say_version()
            sys.exit(0)
        if words[:1] == ["build"]:
            _build(words[1:])
        from site_builder.commands import run

        run()
    sys.exit(0)


def _say_version() -> None:
    try:
        print(f"sitemaf {__version__}", flush=True)
    except OSError as fault:
        from site_builder.commands import end_with

        end_with(fault)


def _build(words: list[str]) -> None:
    """Exit if it was quick."""
    from site_builder.verbs.unchanged import build_quickly

    try:
        code = build_quickly(words)
    except Exception as fault:
        from site_builder.commands import end_with

        end_with(fault)
    if code is not None:
        sys.exit(code)
