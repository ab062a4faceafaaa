"""What a program printed → console rows: the command, stdout and stderr told apart, ANSI colours."""

from __future__ import annotations

import re
import shlex

from markupsafe import Markup

from site_builder.model import ConsoleLine, LineRange, Transcript
from site_builder.render.ansi import Pen
from site_builder.render.visible import shown

_PLACEHOLDER = re.compile(r"⟨[^⟨⟩<>]{1,80}⟩")


def console(transcript: Transcript, lines: LineRange | None) -> tuple[Markup, str]:
    """The rows, and which of them are shown (empty: all). Numbers count the printed lines from 1."""
    first, last = (lines.first, lines.last) if lines else (1, len(transcript.console))
    pens = {"stdout": Pen(), "stderr": Pen()}
    rows = []
    if transcript.command:
        rows.append(f'<span class="cmd">{mark_placeholders(shown(shell(transcript.command)))}\n</span>')
    for number, line in enumerate(transcript.console, 1):
        html = mark_placeholders(pens[line.stream].write(line.text))
        if first <= number <= last:
            rows.append(_row(line, html))
    return Markup("".join(rows)), (f"{first}–{min(last, len(transcript.console))}" if lines else "")


def _row(line: ConsoleLine, html: str) -> str:
    kind = "out" if line.stream == "stdout" else "err"
    return f'<span class="{kind}">{html}\n</span>'


def shell(command: tuple[str, ...]) -> str:
    """The command as one would type it; placeholders need no quotes."""
    return " ".join(
        part if _PLACEHOLDER.search(part) and " " not in part else shlex.quote(part) for part in command
    )


def mark_placeholders(html: str) -> str:
    """Normalised values and elisions are marked, so that nobody takes them for output."""
    return (
        _PLACEHOLDER.sub(lambda match: f'<span class="ph">{match[0]}</span>', html) if "⟨" in html else html
    )
