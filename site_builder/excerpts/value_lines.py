"""Where a value stands in its file: path, text and pointer → its lines, or none where nobody can tell.

Python by `ast`. YAML by its nodes, and JSON as YAML, which holds it. TOML's reader keeps no places: there a
line counts if it gives the key this value when it is read alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import PurePosixPath

from site_builder.config.places import find_keys
from site_builder.excerpts.constants import constant_lines
from site_builder.excerpts.documents import INDEX, unescaped
from site_builder.excerpts.source import PYTHON_SUFFIXES
from site_builder.model import LineRange


def value_lines(path: str, text: str, pointer: str) -> tuple[LineRange, ...]:
    suffix = PurePosixPath(path).suffix.lower()
    steps = [unescaped(step) for step in pointer.split("/")[1:]]
    if suffix in PYTHON_SUFFIXES:
        found = constant_lines(text, pointer)
    elif suffix == ".toml":
        found = _in_toml(text, steps)
    else:
        found = _in_yaml(text, steps)
    return () if found is None else (found,)


def _in_toml(text: str, steps: Sequence[str]) -> LineRange | None:
    number = find_keys(text).get(tuple(steps))
    if number is None:
        return None
    try:
        whole: object = tomllib.loads(text)
        alone: object = tomllib.loads(text.split("\n")[number - 1])
    except (ValueError, RecursionError):
        return None
    for step in steps:
        whole = whole.get(step) if isinstance(whole, dict) else None
    while isinstance(alone, dict) and len(alone) == 1:
        (alone,) = alone.values()
    return LineRange(first=number, last=number) if whole is not None and whole == alone else None


def _in_yaml(text: str, steps: Sequence[str]) -> LineRange | None:
    """From the key to the end of its value."""
    import yaml

    try:
        node: object = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    key: object = node
    for step in steps:
        match node:
            case yaml.MappingNode(value=pairs):
                known = [pair for pair in pairs if str(pair[0].value) == step]
            case yaml.SequenceNode(value=items) if INDEX.fullmatch(step):
                known = [(item, item) for item in items[int(step) :][:1]]
            case _:
                return None
        if len(known) != 1:
            return None
        key, node = known[0]
    if not isinstance(key, yaml.Node) or not isinstance(node, yaml.Node):
        return None
    # A block ends where the next line begins; an alias stands below what it means.
    last = node.end_mark.line + (node.end_mark.column > 0)
    first = min(key.start_mark.line, node.start_mark.line) + 1
    return LineRange(first=first, last=max(first, key.start_mark.line + 1, last))
