"""Follow files: folders go in, and each change calls back with the paths concerned.

In: folders to follow with all below them, and folders of which only the files directly inside matter (the
project's top, `.git`, folders of quoted files). Out: calls, from a thread, with absolute paths. Works by the
system's notifications; where those are used up or missing, by looking every 300 ms.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from watchfiles import Change, watch

_SKIPPED = frozenset((".sitemaf", "__pycache__", "node_modules", ".venv", ".DS_Store", ".mypy_cache"))
_TEMPORARY = (".swp", ".swx", "~", ".pyc", ".tmp", ".git/index.lock", ".git/HEAD.lock")
_SETTLE = 10  # milliseconds of quiet after which a change is told
_PATIENCE = 100  # milliseconds after which it is told without quiet


class Watch:
    """Follows until `stop`; `follow` changes what is followed."""

    def __init__(self, changed: Callable[[frozenset[str]], None], skipped: Iterable[Path] = ()) -> None:
        self._changed = changed
        self._skipped = tuple(f"{path}/" for path in skipped)
        self._deep: frozenset[Path] = frozenset()
        self._flat: frozenset[Path] = frozenset()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []
        self.slow = False  # the system's notifications cannot be had

    def follow(self, deep: Iterable[Path], flat: Iterable[Path]) -> None:
        """Follow exactly these; folders that do not exist are left out."""
        new_deep = frozenset(path for path in deep if path.is_dir())
        new_flat = frozenset(path for path in flat if path.is_dir()) - new_deep
        if (new_deep, new_flat) == (self._deep, self._flat):
            return
        self.stop()
        self._deep, self._flat, self._stop = new_deep, new_flat, threading.Event()
        self._threads = [
            threading.Thread(target=self._run, args=(paths, recursive, self._stop), daemon=True, name="watch")
            for paths, recursive in ((new_deep, True), (new_flat, False))
            if paths
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()
        self._threads = []
        self._deep = self._flat = frozenset()

    def _run(self, paths: frozenset[Path], recursive: bool, stop: threading.Event) -> None:
        polling = False
        while not stop.is_set():
            try:
                for changes in watch(
                    *sorted(paths),
                    watch_filter=self._matters,
                    debounce=_PATIENCE,
                    step=_SETTLE,
                    stop_event=stop,
                    rust_timeout=500,
                    raise_interrupt=False,
                    recursive=recursive,
                    force_polling=polling or None,
                    ignore_permission_denied=True,
                ):
                    self._changed(frozenset(path for _, path in changes))
            except FileNotFoundError:
                return  # a followed folder went: its parent's watch tells that
            except OSError:
                if polling:
                    return
                polling = self.slow = True

    def _matters(self, change: Change, path: str) -> bool:
        return not (
            path.startswith(self._skipped)
            or path.endswith(_TEMPORARY)
            or "/.#" in path
            or any(f"/{part}/" in f"{path}/" for part in _SKIPPED)
        )
