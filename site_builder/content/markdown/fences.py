"""A directive's fence and the option lines below it: text → name, argument, options, body."""

from __future__ import annotations

import re

from site_builder.model import value

MARKER = re.compile(r"[ \t]*\{([^\s{}]*)\}[ \t]*(.*?)[ \t]*$")
CONTAINERS = frozenset({"note", "tip", "important", "warning", "caution", "details", "tabs", "tab"})
_OPTION = re.compile(r"[ \t]*:([A-Za-z][\w-]*):(?:[ \t]+(.*?))?[ \t]*$")
_YAML_OPTION = re.compile(r"([A-Za-z][\w-]*):(?:[ \t]+(.*?))?[ \t]*$")
_QUOTED = re.compile(r"""(["'])(.*)\1""")


@value
class Options:
    """`found` are (name, value, line in the fence from 0); `lines` is how many lines they take."""

    found: tuple[tuple[str, str, int], ...]
    lines: int
    body: str


def read_options(inside: str) -> Options:
    """`:name: value` lines, or MyST's block of `name: value` lines between two `---`."""
    lines = inside.split("\n")
    found: list[tuple[str, str, int]] = []
    taken = 0
    if lines[0].rstrip() == "---" and "---" in [line.rstrip() for line in lines[1:]]:
        taken = 1
        while lines[taken].rstrip() != "---":
            if option := _YAML_OPTION.match(lines[taken]):
                found.append((option[1], _unquote(option[2] or ""), taken))
            elif lines[taken].strip():
                found.append((lines[taken].strip(), "", taken))
            taken += 1
        taken += 1
    else:
        while taken < len(lines) and (option := _OPTION.match(lines[taken])):
            found.append((option[1], option[2] or "", taken))
            taken += 1
    return Options(found=tuple(found), lines=taken, body="\n".join(lines[taken:]))


def _unquote(text: str) -> str:
    quoted = _QUOTED.fullmatch(text)
    return quoted[2] if quoted else text
