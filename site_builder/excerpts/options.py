"""The `{excerpt}` directive: path and options as written → `ExcerptRequest`, or all that is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from site_builder.excerpts.modes.outcome import nearest
from site_builder.excerpts.option_values import (
    Draft,
    read_allow_partial,
    read_caption,
    read_dedent,
    read_from,
    read_highlight,
    read_language,
    read_lines,
    read_note,
    read_region,
    read_symbol,
    read_to,
)
from site_builder.model import (
    Address,
    ExcerptRequest,
    FileAddress,
    Problem,
    TextAddress,
    Where,
)

Read = Callable[[Draft, str], None]  # takes the value, or notes what is wrong with it

OPTIONS: Mapping[str, Read] = {
    "lines": read_lines,
    "symbol": read_symbol,
    "region": read_region,
    "from": read_from,
    "to": read_to,
    "highlight": read_highlight,
    "caption": read_caption,
    "language": read_language,
    "dedent": read_dedent,
    "allow-partial": read_allow_partial,
}
NOTE = re.compile(r"note-([0-9]{1,9})", re.ASCII)
ADDRESS_HELP = "keep one of `:lines:`, `:symbol:`, `:region:`, or `:from:` with `:to:`"


def read_excerpt(
    where: Where,
    argument: str,
    options: Sequence[tuple[str, str, int]],
    inline: Callable[[str], str],
) -> ExcerptRequest | tuple[Problem, ...]:
    """`options` are name, value and line; `inline` renders inline Markdown, for captions and notes."""
    draft = Draft(where=where, inline=inline)
    path = _path(draft, argument)
    seen: set[str] = set()
    for name, value, line in options:
        draft.place = Where(path=where.path, line=line)
        if name in seen:
            draft.refuse("option-unknown", f"`:{name}:` is written twice", "keep one of them")
            continue
        seen.add(name)
        if (note := NOTE.fullmatch(name)) and int(note[1]) > 0:
            read_note(draft, int(note[1]), value)
        elif name in OPTIONS:
            OPTIONS[name](draft, value.strip())
        else:
            known = nearest(name, [*OPTIONS, "note-1"]) or f"known options: {', '.join(OPTIONS)}, note-N"
            draft.refuse("option-unknown", f"`:{name}:` is no option of an excerpt", known)
    address = _address(draft, seen)
    if draft.problems:
        return tuple(draft.problems)
    return ExcerptRequest(
        where=where,
        path=path,
        address=address,
        highlight=tuple(draft.highlight),
        notes=tuple(sorted(draft.notes, key=lambda note: note.line)),
        caption=draft.caption,
        language=draft.language,
        dedent=draft.dedent,
        allow_partial=draft.allow_partial,
    )


def _path(draft: Draft, argument: str) -> str:
    """The path without empty steps; `..` stays, for the repository may be larger than the project."""
    path = argument.strip()
    if not path:
        draft.refuse("excerpt-file", "the excerpt names no file", "write its path after `{excerpt}`")
    elif path.startswith("/") or "\0" in path:
        draft.refuse(
            "excerpt-file",
            f"`{path}` is no path relative to the project folder",
            "write the path from the project folder, such as `src/main.py`",
        )
    return "/".join(step for step in path.split("/") if step not in {"", "."})


def _address(draft: Draft, seen: set[str]) -> Address:
    draft.place = draft.where
    ends = seen & {"from", "to"}
    kinds = [f"`:{name}:`" for name in ("lines", "symbol", "region", "from", "to") if name in seen]
    if len(kinds) - (len(ends) == 2) > 1:
        words = f"{', '.join(kinds[:-1])} and {kinds[-1]}"
        draft.refuse("excerpt-address", f"{words} each say what to show", ADDRESS_HELP)
    elif len(ends) == 1:
        has, lacks = ("from", "to") if "from" in seen else ("to", "from")
        draft.refuse(
            "excerpt-address",
            f"`:{has}:` stands without `:{lacks}:`",
            f"add `:{lacks}:` with text of one line",
        )
    if draft.start is not None and draft.end is not None:
        return TextAddress(start=draft.start, end=draft.end)
    return draft.address or FileAddress()
