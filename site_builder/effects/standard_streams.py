"""The three standard streams, whatever we were started with.

A stream that is closed leaves its number to the next file that is opened, and what is printed would land in
that file; `sys.stdout` is then None. Here each closed one becomes a stream that leads nowhere.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


def open_closed_streams() -> None:
    """Call this before any file is opened."""
    for number, (name, mode) in enumerate(_STREAMS):
        if getattr(sys, name) is not None:
            continue
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: those below are taken by now
        setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
