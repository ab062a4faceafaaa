"""The commands and their options: arguments → verbs → exit codes.

Only click is imported here; each command imports its verb when it runs, so that help is quick.
Exit codes are constants: 0 clean, 1 problems, 2 usage, configuration or environment, 70 our bug,
130 interrupted, 143 terminated.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from site_builder import __version__

if TYPE_CHECKING:
    from site_builder.model import EnvironmentProblem

USAGE, OUR_BUG, INTERRUPTED = 2, 70, 130
_COMPLETE = "_SITEMAF_COMPLETE"
REPORT_HERE = "this is a fault of sitemaf; run again with --verbose and report what it prints"

Command = Callable[..., None]


def _shared(command: Command) -> Command:
    """The options that every command takes."""
    options = [
        click.option(
            "--project",
            type=click.Path(path_type=Path),
            help="The project's folder (default: the nearest parent with a sitemaf.toml).",
        ),
        click.option("--quiet", is_flag=True, help="Print results only."),
        click.option(
            "--verbose", is_flag=True, help="Say what is being done; show the trace of a fault of ours."
        ),
        click.version_option(__version__, prog_name="sitemaf", message="%(prog)s %(version)s"),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def _format(command: Command) -> Command:
    return click.option(
        "--format",
        "report_format",
        type=click.Choice(["text", "json", "github", "sarif"]),
        default="text",
        show_default=True,
        help="How findings are printed.",
    )(command)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="sitemaf", message="%(prog)s %(version)s")
def cli() -> None:
    """Documentation sites whose code excerpts and program transcripts are proved, not pasted."""


@cli.command()
@_shared
@_format
@click.option(
    "--output", type=click.Path(path_type=Path), help="Write the site here instead of the configured folder."
)
@click.option("--base-url", help="Address of the published site: canonical links, site map, feed.")
@click.option("--fresh", is_flag=True, help="Run the demos even if nothing changed.")
@click.option(
    "--accepted", is_flag=True, help="Show accepted transcripts instead of running the demos; pages say so."
)
@click.option("--jobs", type=click.IntRange(min=1), help="Worker processes (default: one a core).")
@click.option("--drafts", is_flag=True, help="Include draft pages.")
@click.option("--clean", is_flag=True, help="Forget the cache first.")
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
def build(**options: Any) -> None:
    """Run each demo once, resolve excerpts, render all pages."""
    from site_builder.verbs.build import BuildOptions, build

    sys.exit(build(BuildOptions(**options)))


@cli.command()
@_shared
@click.option("--port", type=click.IntRange(0, 65535), help="Port (default: 8000, or the next free one).")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--open", "open_browser", is_flag=True, help="Open the site in a browser.")
@click.option("--no-reload", is_flag=True, help="Do not reload pages when files change.")
def serve(**options: Any) -> None:
    """Preview the site; pages follow every change."""
    from site_builder.verbs.serve import ServeOptions, serve

    sys.exit(serve(ServeOptions(**options)))


@cli.command()
@_shared
@_format
@click.option("--skip-demos", is_flag=True, help="Do not run the demos.")
@click.option("--skip-site", is_flag=True, help="Do not compare the built site.")
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
@click.option(
    "--site",
    type=click.Path(path_type=Path),
    help="Check this copy of the site instead of the output folder.",
)
@click.option("--jobs", type=click.IntRange(min=1), help="Worker processes (default: one a core).")
def verify(**options: Any) -> None:
    """Check excerpts, transcripts, translations, links, and the built site against the sources."""
    from site_builder.verbs.verify import VerifyOptions, verify

    sys.exit(verify(VerifyOptions(**options)))


@cli.command()
@_shared
@_format
@click.argument("what", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Name every change.")
@click.option("--dry-run", is_flag=True, help="Show what would be accepted; write nothing.")
@click.option("--prune", is_flag=True, help="Drop pins that no page cites.")
@click.option("--follow", is_flag=True, help="Follow renamed files: rewrite their paths in the pages.")
def accept(**options: Any) -> None:
    """Show the differences, then pin excerpts and accept transcripts.

    WHAT is a page, a source path, PATH#L39-L49, PATH#symbol:NAME, a value
    (PATH::NAME) or DEMO/RUN.
    """
    from site_builder.verbs.accept import AcceptOptions, accept

    sys.exit(accept(AcceptOptions(**options)))


@cli.command()
@_shared
@click.argument("place", metavar="PATH[:LINE]")
@click.option(
    "--format", "report_format", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def where(**options: Any) -> None:
    """List the pages that quote a file, or one of its lines."""
    from site_builder.verbs.where import WhereOptions, where

    sys.exit(where(WhereOptions(**options)))


@cli.command()
@_shared
@click.argument("code")
def explain(code: str, **_: Any) -> None:
    """Say what a problem means and how to mend it."""
    from site_builder.verbs.explain import explain

    sys.exit(explain(code))


@cli.command()
@_shared
@click.argument("directory", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
def init(directory: Path, quiet: bool, **_: Any) -> None:
    """Make a small site that builds: one page, two languages, one demo, CI file."""
    from site_builder.verbs.init import init

    sys.exit(init(directory, quiet=quiet))


def run() -> None:
    """Do what the command line says; every way out is an exit code that is documented."""
    try:
        _complete()
        cli.main(standalone_mode=False, complete_var=_COMPLETE)
    except click.exceptions.Abort:
        sys.exit(INTERRUPTED)
    except click.ClickException as usage:
        usage.show()
        sys.exit(USAGE)
    except Exception as fault:
        end_with(fault)


def _complete() -> None:
    """Answer a shell that completes a command line. Its variables may hold anything, also nothing."""
    asked = os.environ.get(_COMPLETE)
    if not asked:
        return
    from click.shell_completion import shell_complete

    try:
        understood = shell_complete(cli, {}, "sitemaf", _COMPLETE, asked) == 0
    except (KeyError, ValueError, IndexError, RuntimeError):
        understood = False
    if not understood:
        _complain(
            f"the variables beside {_COMPLETE} are not those of a shell that completes a command line",
            f"leave {_COMPLETE} to the line that your shell's start file evaluates",
        )
    sys.exit(0 if understood else USAGE)


def end_with(fault: Exception) -> NoReturn:
    """Say what the machine cannot do, or that the fault is ours."""
    from site_builder.model import EnvironmentProblem

    if isinstance(fault, EnvironmentProblem):
        _complain(fault.message, fault.help)
        sys.exit(USAGE)
    if "--verbose" in sys.argv:
        raise fault
    if (starved := _of_the_machine(fault)) is not None:
        _complain(starved.message, starved.help)
        sys.exit(USAGE)
    _complain(f"{type(fault).__name__}: {fault}", REPORT_HERE)
    sys.exit(OUR_BUG)


def _of_the_machine(fault: Exception) -> EnvironmentProblem | None:
    """A full disk, too many open files and their like, wherever they struck: no fault of ours."""
    if not isinstance(fault, OSError):
        return None
    from site_builder.effects.publish_refusals import explain, is_known

    return (
        explain(fault, f"using `{fault.filename}`" if fault.filename else "at work")
        if is_known(fault)
        else None
    )


def _complain(message: str, help: str) -> None:
    from site_builder.report.escaping import plain, short

    with suppress(OSError):  # the exit code says it, even where nothing can be printed
        click.echo(f"{click.style('error', fg='red', bold=True)}: {plain(short(message))}", err=True)
        if help:
            click.echo(f"help: {plain(short(help))}", err=True)
