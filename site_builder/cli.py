"""The front door: what can be answered at once is, before anything that takes time is imported.

A build with nothing to do, and the version; everything else is for `commands`.
"""

from __future__ import annotations

import sys
from typing import NoReturn

from site_builder import __version__
from site_builder.effects.interrupts import interruptible


def main() -> NoReturn:
    """Run a command; signals have their exit codes from the first moment."""
    words = sys.argv[1:]
    with interruptible():
        if words == ["--version"]:
            print(f"sitemaf {__version__}")
            sys.exit(0)
        if words[:1] == ["build"]:
            from site_builder.verbs.unchanged import repeat_build

            if repeat_build(words[1:]):
                sys.exit(0)
        from site_builder.commands import run

        run()
    sys.exit(0)
