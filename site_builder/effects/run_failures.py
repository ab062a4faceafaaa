"""How a run went → the `RunFailure` that its author can act on, or None if it went as declared."""

from __future__ import annotations

import errno
import signal
from collections.abc import Sequence
from contextlib import suppress

from site_builder.effects.processes import Ended, Program
from site_builder.effects.recordings import Recorded
from site_builder.effects.stream_lines import LINE_LIMIT, MOST_LINES, RUN_LIMIT, spell_size
from site_builder.model import Problem, Run, RunFailure, value
from site_builder.transcripts.canonical import NotJson, read_json
from site_builder.transcripts.exchange import read_exchange
from site_builder.transcripts.normalize import Normalizer

SHOWN_LINES = 5  # of the end of standard error
SHOWN_CHARACTERS = 300  # of any line


@value
class Story:
    run: Run
    ended: Ended
    recorded: Recorded
    written: tuple[str, ...]  # files of the demo's folder that were written during the run
    program: Program


def failure_of(story: Story, rules: Normalizer) -> RunFailure | None:
    """The first thing that went wrong, in the order in which one is the cause of the next."""
    found = (
        _missing(story)
        or _too_much(story)
        or _too_long(story)
        or _client_gave_up(story)
        or _wrong_exit(story)
        or _wrote(story)
    )
    if found is None:
        return None
    code, message, help = found
    output, errors = _last_words(story) if code in ("demo-deadline", "demo-exit") else ("", ())
    message, help, output, *errors = rules.texts((message, help, output, *errors))
    if output:
        message += f"; last line: {_cut(output)}"
    if errors:
        message += "; standard error ended: " + " ⏎ ".join(map(_cut, errors))
    run = story.run
    problem = Problem(where=run.where, code=code, message=message, help=help)
    return RunFailure(demo=run.demo, run=run.name, problem=problem)


def _missing(story: Story) -> tuple[str, str, str] | None:
    run = story.run
    help = f"install it, or name its path in {run.where.path}"
    if story.ended.how == "not-started":
        name = story.program.command[0]
        return "demo-program", f"run {run.id}: the program `{name}` {story.ended.reason}", help
    if story.recorded.not_started is not None and run.server is not None:
        reason = "is not found" if story.recorded.not_started == errno.ENOENT else "cannot be started"
        return "demo-program", f"run {run.id}: the server's program `{run.server[0]}` {reason}", help
    return None


def _too_much(story: Story) -> tuple[str, str, str] | None:
    run, recorded = story.run, story.recorded
    help = "make it say less: a page could not show that much"
    if story.ended.how == "output-limit":
        return "demo-output-limit", f"run {run.id} printed {story.ended.reason}", help
    if recorded.limit == "line":
        size = spell_size(LINE_LIMIT)
        return "demo-output-limit", f"run {run.id}: a message is longer than {size}{_in_flight(story)}", help
    if recorded.limit == "lines":
        many = f"run {run.id}: client and server said more than {MOST_LINES:,} lines"
        return "demo-output-limit", many, help
    if recorded.limit or recorded.size > RUN_LIMIT:
        message = f"run {run.id}: client and server said more than {spell_size(RUN_LIMIT)}{_in_flight(story)}"
        return "demo-output-limit", message, help
    return None


def _too_long(story: Story) -> tuple[str, str, str] | None:
    run = story.run
    if story.ended.how == "interrupted":
        return "demo-exit", f"run {run.id} was interrupted", "run the command again"
    if story.ended.how != "deadline":
        return None
    message = f"run {run.id} did not end within its deadline of {run.deadline:g} s{_in_flight(story)}"
    return "demo-deadline", message, f"find out what it waits for, or raise `deadline` in {run.where.path}"


def _client_gave_up(story: Story) -> tuple[str, str, str] | None:
    """sitemaf's own client says in words what was impossible."""
    run, ended = story.run, story.ended
    if run.calls is None or ended.exit_code == 0:
        return None
    reason = "sitemaf's own client ended unexpectedly"
    for line in ended.lines:
        with suppress(NotJson):
            said = read_json(line.text)
            if isinstance(said, dict) and isinstance(said.get("failure"), str):
                reason = str(said["failure"])
    exits = [frame.text for frame in story.recorded.frames if frame.kind == "exit"]
    if exits and exits[-1] != "0":
        reason += f" and ended {_spell_exit(int(exits[-1]))}"
    return "demo-exit", f"run {run.id}: {reason}", "start the server by hand and look at what it says"


def _wrong_exit(story: Story) -> tuple[str, str, str] | None:
    run, code = story.run, story.ended.exit_code
    if run.calls is not None or code is None or code == run.exit_code:
        return None
    message = f"run {run.id} ended {_spell_exit(code)}, not {_spell_exit(run.exit_code)}{_in_flight(story)}"
    help = (
        f"mend the program, or write `exit_code = {code}` in {run.where.path} if this is what it should show"
    )
    return "demo-exit", message, help


def _wrote(story: Story) -> tuple[str, str, str] | None:
    if not story.written:
        return None
    names = ", ".join(f"`{name}`" for name in story.written[:3])
    more = f" and {len(story.written) - 3} more" if len(story.written) > 3 else ""
    message = f"run {story.run.id} wrote into the demo's folder: {names}{more}"
    help = (
        "let it write below the folder that TMPDIR names; if you just saved these files yourself, run again"
    )
    return "demo-wrote-source", message, help


def _in_flight(story: Story) -> str:
    """The last request that nobody answered, if client and server spoke at all."""
    open_steps = [step for step in read_exchange(story.recorded.frames).steps if step.state == "no-answer"]
    if not open_steps:
        return ""
    last = open_steps[-1]
    return f", waiting for {last.method}" + (f" ({last.subject})" if last.subject else "")


def _last_words(story: Story) -> tuple[str, Sequence[str]]:
    """The last line of output, and the end of what went to standard error."""
    lines = story.ended.lines if story.run.calls is None else ()
    said = [line.text for line in lines if line.stream == "stdout" and line.text.strip()]
    errors = [line.text for line in lines if line.stream == "stderr" and line.text.strip()]
    errors = errors or [line for line in story.recorded.stderr if line.strip()]
    return (said[-1] if said else ""), errors[-SHOWN_LINES:]


def _cut(line: str) -> str:
    return line if len(line) <= SHOWN_CHARACTERS else line[:SHOWN_CHARACTERS] + "…"


def _spell_exit(code: int) -> str:
    if code >= 0:
        return f"with exit code {code}"
    try:
        return f"by signal {signal.Signals(-code).name}"
    except ValueError:
        return f"by signal {-code}"
