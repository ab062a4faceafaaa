"""Calling git so that nothing a repository says can run a program: arguments → bytes.

A repository's own configuration is data of strangers: it may name hooks, pagers, diff programs, a file
monitor, a signature checker or a transport. Every call switches them off, drops `GIT_*` from the environment,
never prompts, takes no lock, ignores replacement objects and ends by a deadline. The user's own configuration
stays in force, for it holds `safe.directory`.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Timer
from typing import IO

from site_builder.effects.gitfolder import find_any_trap, find_trap
from site_builder.model import EnvironmentProblem, value

DEADLINE = 120.0  # seconds; git answers in milliseconds, so this only ends what hangs
FIRST = 20.0  # seconds for the first question to a repository: one that hangs does so at once

_answering: set[Path] = set()  # folders in which git has answered
_SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.quotePath=false",
    "core.pager=cat",
    "core.sshCommand=false",
    "core.gitProxy=",
    "core.askPass=",
    "core.alternateRefsCommand=false",
    "credential.helper=",
    "diff.external=",
    "diff.orderFile=/dev/null",
    "diff.ignoreSubmodules=none",
    "log.showSignature=false",
    "gpg.program=false",
    "gpg.ssh.program=false",
    "gpg.x509.program=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "protocol.allow=never",
    "submodule.recurse=false",
)
_FLAGS = ("--no-pager", "--no-replace-objects", "--literal-pathspecs")
_FIXED = {
    "LC_ALL": "C",
    "GIT_ALLOW_PROTOCOL": "",  # a partial clone must not fetch behind our back
    "GIT_ASKPASS": "false",
    "GIT_FLUSH": "0",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat",
    "GIT_TERMINAL_PROMPT": "0",
    "SSH_ASKPASS": "false",
}


@value
class Answer:
    """What one git process said; `code` is its exit status."""

    code: int
    out: bytes
    err: str


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Our environment without `GIT_*`, with what keeps git quiet and still."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, **_FIXED, **(extra or {})}


@cache
def _prefix() -> tuple[str, ...]:
    settings = [part for setting in _SETTINGS for part in ("-c", setting)]
    return ("git", *_FLAGS, *settings)


def call(
    folder: Path,
    *arguments: str,
    sent: bytes = b"",
    extra: Mapping[str, str] | None = None,
) -> Answer:
    """Run one git command in `folder`; only what keeps git from answering at all raises."""
    _refuse_traps(folder)
    deadline = DEADLINE if folder in _answering else FIRST
    try:
        done = subprocess.run(
            [*_prefix(), "-C", str(folder), *arguments],
            input=sent,
            capture_output=True,
            timeout=deadline,
            env=environment(extra),
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _too_late(folder, arguments, deadline) from None
    except FileNotFoundError:
        raise missing_git() from None
    _answering.add(folder)
    return Answer(code=done.returncode, out=done.stdout, err=done.stderr.decode("utf-8", "replace").strip())


def ask(folder: Path, *arguments: str, sent: bytes = b"", extra: Mapping[str, str] | None = None) -> bytes:
    """Like `call`, for questions to which git always has an answer: another exit than 0 raises."""
    answer = call(folder, *arguments, sent=sent, extra=extra)
    if answer.code != 0:
        raise refusal(folder, answer)
    return answer.out


def records(out: bytes) -> list[bytes]:
    """What a command with `-z` printed, each record ended by NUL."""
    return out.split(b"\0")[:-1]


@contextmanager
def stream(folder: Path, arguments: Sequence[str]) -> Iterator[IO[bytes]]:
    """What a git command prints, to be read until enough is known; it ends with the block."""
    _refuse_traps(folder)
    try:
        process = subprocess.Popen(
            [*_prefix(), "-C", str(folder), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
    except FileNotFoundError:
        raise missing_git() from None
    assert process.stdout is not None
    timer = Timer(DEADLINE, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield process.stdout
    finally:
        timer.cancel()
        process.kill()
        process.stdout.close()
        process.wait()


def missing_git() -> EnvironmentProblem:
    return EnvironmentProblem(
        "the program git is not installed, or not on the PATH",
        "install git 2.25 or newer; captions and pins are made of what it remembers",
    )


def refusal(folder: Path, answer: Answer) -> EnvironmentProblem:
    """Why git gave no answer, in words that say what to do."""
    said = answer.err.splitlines()
    last = next((line for line in said if line.startswith(("fatal:", "error:"))), said[-1] if said else "")
    reason = last.removeprefix("fatal: ").removeprefix("error: ")
    if "dubious ownership" in answer.err or "unsafe repository" in answer.err:
        return EnvironmentProblem(
            f"git does not read `{folder}`: the repository belongs to another user",
            f"if you trust it: `git config --global --add safe.directory {folder}`",
        )
    if "promisor" in answer.err or "could not fetch" in answer.err:
        return EnvironmentProblem(
            f"the clone `{folder}` is partial, and the objects that excerpts need are not in it",
            "clone it without `--filter`, or run `git fetch --refetch --no-filter`",
        )
    return EnvironmentProblem(
        f"git gives no answer about `{folder}`: {reason or f'it ended with {answer.code}'}",
        "run `git status` and `git fsck` there; sitemaf reads the repository and changes nothing in it",
    )


@cache
def _refuse_traps(folder: Path) -> None:
    """Raise if git would wait for what is no file; looked at once a folder."""
    if (trap := find_trap(folder)) is not None:
        raise EnvironmentProblem(f"`{trap}` is a pipe, socket or device, and git would wait for it", _MEND)


def _too_late(folder: Path, arguments: Sequence[str], deadline: float) -> EnvironmentProblem:
    message = f"git did not answer within {deadline:.0f} seconds (`git {arguments[0]}` in `{folder}`)"
    if (trap := find_any_trap(folder)) is not None:
        return EnvironmentProblem(f"{message}: `{trap}` is a pipe, socket or device", _MEND)
    return EnvironmentProblem(
        message,
        "look for a dead network drive, a lock, or a named pipe that git's configuration names, and run "
        "`git status` there",
    )


_MEND = "put the file back, from another clone or by `git clone`, or remove what stands in its place"
