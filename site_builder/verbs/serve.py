"""`sitemaf serve`: the site in memory, on loopback, fresh after every change.

Four threads: this one renders and takes errands from the others (requests, changed files, finished runs), one
after the other; between errands it looks through the site for problems.
"""

from __future__ import annotations

import asyncio
import sys
import webbrowser
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeVar

from site_builder.effects.server import PreviewServer
from site_builder.effects.server_site import Remark, Served
from site_builder.effects.tops import find_top
from site_builder.effects.watch import Watch
from site_builder.model import Problem, RunFailure, Transcript, value
from site_builder.report import print_report
from site_builder.verbs.ending import CLEAN, say
from site_builder.verbs.project import find
from site_builder.verbs.serve_runs import BackgroundRuns
from site_builder.verbs.serve_site import LiveSite
from site_builder.verbs.serve_state import quoted_files

R = TypeVar("R")
_QUIET = 0.3  # seconds without an errand, after which the site is surveyed


@value
class ServeOptions:
    project: Path | None = None
    quiet: bool = False
    verbose: bool = False
    port: int | None = None
    host: str = "127.0.0.1"
    open_browser: bool = False
    no_reload: bool = False


def serve(options: ServeOptions) -> int:
    """Serve until interrupted. A project that cannot be read is served too: its problems are the page."""
    root = find(options.project).resolve()
    preview = Preview(root, options)
    try:
        preview.run()
    finally:
        preview.close()
    return CLEAN


class Preview:
    """Implements `SiteInMemory` for the server's thread; everything else happens in the main thread."""

    def __init__(self, root: Path, options: ServeOptions) -> None:
        self.root, self.options = root, options
        self.site = LiveSite(root)
        self.server = PreviewServer(self, options.host, options.port, reload=not options.no_reload)
        self.watch = Watch(self._files_changed)
        self.runs = BackgroundRuns(root, self._run_ended)
        self._errands: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._survey: Iterator[tuple[Problem, ...]] | None = None
        self._findings: tuple[Problem, ...] = ()

    def run(self) -> None:
        self.site.refresh()
        self._follow()
        self.runs.start()
        self.server.start()
        self._say_hello()
        while True:
            try:
                errand = self._errands.get(timeout=None if self._survey is None else _QUIET)
            except Empty:
                self._look_around()
            else:
                errand()

    def close(self) -> None:
        self.runs.stop()
        self.watch.stop()
        self.server.stop()

    async def get(self, path: str) -> Served | None:
        return await self._asked(lambda: self.site.get(path))

    async def remark(self, path: str) -> Remark:
        return await self._asked(lambda: self._remark(path))

    async def _asked(self, act: Callable[[], R]) -> R:
        answer: Future[R] = Future()

        def errand() -> None:
            try:
                answer.set_result(act())
            except Exception as fault:  # a fault of ours ends the answer, not the preview
                say(f"{type(fault).__name__}: {fault}")
                answer.set_exception(fault)

        self._errands.put(errand)
        return await asyncio.wrap_future(answer)

    def _remark(self, path: str) -> Remark:
        own = self.site.problems_of(path)
        others = len(set(self._findings) - set(own))
        return Remark(problems=own, notes=self._notes(path), others=others)

    def _notes(self, path: str) -> tuple[str, ...]:
        running = self.runs.running
        notes = []
        if running is not None:
            here = running in self.site.runs_on(path)
            notes.append(
                f"{running} is running; the transcript here is its last one"
                if here
                else f"{running} is running"
            )
        if self.site.trouble and self.site.state is not None:
            notes.append("the page is shown as it was before the error")
        return tuple(notes)

    def _files_changed(self, paths: frozenset[str]) -> None:
        self._errands.put(lambda: self._refresh(paths))

    def _run_ended(self, name: str, said: Transcript | RunFailure) -> None:
        self._errands.put(lambda: self._take_run(name, said))

    def _refresh(self, paths: frozenset[str]) -> None:
        self.site.refresh(paths)
        self.server.announce()
        self._follow()

    def _take_run(self, name: str, said: Transcript | RunFailure) -> None:
        self.site.take_run({name: said})
        self.server.announce()
        self._survey = self.site.survey()

    def _follow(self) -> None:
        """Watch what the site is made of just now, and have its runs looked at."""
        self._survey = self.site.survey()
        state = self.site.state
        if state is None:
            self.watch.follow((), (self.root,))
            return
        paths = state.project.config.paths
        top = find_top(self.root)
        quoted = {Path(path).parent for path in quoted_files(state, self.root)}
        self.watch.follow(
            [self.root / folder for folder in (paths.content, paths.demos, paths.templates)],
            [self.root, *([top / ".git"] if top else []), *quoted],
        )
        self.runs.follow(state.plan)

    def _look_around(self) -> None:
        """One survey to its end, unless an errand comes in between."""
        survey = self._survey
        assert survey is not None
        found: tuple[Problem, ...] = ()
        for found in survey:  # noqa: B007 – the last one counts
            if not self._errands.empty():
                return
        self._survey = None
        self._tell(found)

    def _tell(self, findings: tuple[Problem, ...]) -> None:
        """Say in the terminal what is new, and when nothing is wrong any more."""
        new = tuple(problem for problem in findings if problem not in set(self._findings))
        if self.runs.busy:  # a transcript that is on its way is not missing
            new = tuple(problem for problem in new if problem.code != "transcript-unaccepted")
        mended = bool(self._findings) and not findings
        changed, self._findings = findings != self._findings, findings
        if new:
            print_report(new, verb="serve", root=self.root, report_format="text", counts={}, out=sys.stdout)
        elif mended:
            say("every problem is mended", quiet=self.options.quiet)
        if changed:
            self.server.announce()

    def _say_hello(self) -> None:
        quiet = self.options.quiet
        if self.server.other_port:
            say(f"port 8000 is taken: serving on {self.server.port} instead", quiet=quiet)
        if self.server.open_to_others:
            say("other machines can reach this preview", quiet=quiet)
        say(f"serving {self.server.address} – Ctrl+C stops", quiet=quiet)
        if self.options.open_browser:
            webbrowser.open(self.server.address)
