"""One declared run → its `Transcript`, or the `RunFailure` that says why there is none.

The real runner: it starts the demo's program (or sitemaf's own client) in its folder, with the recorder
before the server, within the run's deadline and caps, and leaves nothing behind. Runs do not share anything,
so several may go at a time, from several threads.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path, PurePath

from site_builder.effects.patterns import PatternTakesTooLong
from site_builder.effects.processes import Program, run_program
from site_builder.effects.recordings import read_recordings, write_recorder
from site_builder.effects.run_failures import Story, failure_of
from site_builder.effects.run_inputs import read_inputs, snapshot
from site_builder.effects.scratch import scratch_folder
from site_builder.effects.surroundings import environment, normalizer
from site_builder.model import Demo, Run, RunFailure, Transcript
from site_builder.transcripts.keys import run_key
from site_builder.transcripts.placeholders import placeholder

_PROBE = Path(__file__).with_name("probe.py")


class RealRunner:
    """Implements `Runner`; `root` is the project folder."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def run(self, demo: Demo, run: Run) -> Transcript | RunFailure:
        """Run once. Raises EnvironmentProblem if this machine can start no process or keep no file."""
        with scratch_folder() as scratch:
            try:
                return self._run(demo, run, scratch)
            except PatternTakesTooLong as late:
                return RunFailure(demo=demo.name, run=run.name, problem=late.problem(run))

    def key(self, demo: Demo, run: Run) -> str:
        """Under which the transcript of this run may be kept; failures never are."""
        return run_key(demo, run, read_inputs(demo, run, self.root))

    def _run(self, demo: Demo, run: Run, scratch: Path) -> Transcript | RunFailure:
        folder = self.root / demo.folder
        (scratch / "tmp").mkdir()
        given = environment(run, scratch)
        logs = scratch / "logs"
        if run.server is not None:
            command = _filled(run.server, scratch)
            write_recorder(scratch / "server.py", logs, command, folder, given)
        before = snapshot(folder)
        program = Program(
            command=_command(run, scratch),
            folder=folder,
            environment={name: _fill(text, scratch) for name, text in given.items()},
            scratch=scratch,
            deadline=run.deadline,
            stdin=run.stdin,
            waits=_is_python(run),
        )
        ended = run_program(program)
        recorded = read_recordings(logs)
        after = snapshot(folder)
        written = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
        rules = normalizer(run, self.root, scratch)
        story = Story(run=run, ended=ended, recorded=recorded, written=tuple(written), program=program)
        failure = failure_of(story, rules)
        if failure is not None:
            return failure
        transcript = Transcript(
            demo=demo.name,
            run=run.name,
            command=tuple(_shown(word) for word in run.command or ()),
            console=ended.lines if run.command is not None else (),
            exit_code=ended.exit_code or 0,
            frames=recorded.frames,
            server_stderr=recorded.stderr,
        )
        return rules.transcript(transcript)


def _command(run: Run, scratch: Path) -> tuple[str, ...]:
    """The declared command, or sitemaf's own client with its settings in a file."""
    if run.command is not None:
        return _filled(run.command, scratch)
    settings = scratch / "calls.json"
    calls = [
        {"kind": call.kind, "name": call.name, "arguments": call.arguments, "deadline": call.deadline}
        for call in run.calls or ()
    ]
    asked = {"command": [str(scratch / "server.py")], "handshake": run.handshake, "calls": calls}
    settings.write_text(json.dumps(asked), encoding="utf-8")
    return (sys.executable, "-ISB", str(_PROBE), str(settings))


def _is_python(run: Run) -> bool:
    """Python writes to a pipe and waits. Of other programs that is not known: Node.js, for one, does not."""
    name = PurePath(run.command[0]).name if run.command else ""
    return name == "{python}" or name.startswith("python")


def _filled(words: tuple[str, ...], scratch: Path) -> tuple[str, ...]:
    return tuple(_fill(word, scratch) for word in words)


def _fill(word: str, scratch: Path) -> str:
    return word.replace("{python}", sys.executable).replace("{server}", str(scratch / "server.py"))


def _shown(word: str) -> str:
    """A command as a reader would type it."""
    return word.replace("{python}", "python").replace("{server}", placeholder("SERVER"))
