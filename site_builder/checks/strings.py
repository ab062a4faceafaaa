"""The theme's strings: every language has the same keys, and every text the same `{placeholders}`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from site_builder.content.nearest import suggest
from site_builder.model import Problem, Where

Strings = Mapping[str, Mapping[str, object]]
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def check(strings: Strings, model: str, paths: Mapping[str, str]) -> tuple[Problem, ...]:
    """`strings` by language; `model` is the language that the others follow; `paths` name the files."""
    return tuple(problem for lang in strings for problem in _compare(strings, lang, model, paths))


def _compare(strings: Strings, lang: str, model: str, paths: Mapping[str, str]) -> Iterator[Problem]:
    ours, theirs = strings[lang], strings.get(model, {})
    where, related = Where(path=paths.get(lang, lang)), (Where(path=paths.get(model, model)),)
    for key in theirs:
        if key not in ours:
            yield Problem(
                where=where,
                code="config",
                message=f"the theme has no text `{key}` in `{lang}`",
                help=f'add `{key} = "…"`',
                related=related,
            )
        elif (had := placeholders(ours[key])) != (wanted := placeholders(theirs[key])):
            yield Problem(
                where=where,
                code="config",
                message=f"`{key}` in `{lang}` holds {_list(had)} where `{model}` holds {_list(wanted)}",
                help="use the same placeholders",
                related=related,
            )
    for key in ours:
        if key not in theirs:
            yield Problem(
                where=where,
                code="config",
                message=f"`{key}` in `{lang}` is no text of the theme",
                help=suggest(key, list(theirs)),
                related=related,
            )


def placeholders(text: object) -> frozenset[str]:
    """The names in a text, or in all plural forms of one."""
    forms = text.values() if isinstance(text, Mapping) else (text,)
    return frozenset(name for form in forms for name in _PLACEHOLDER.findall(str(form)))


def _list(names: frozenset[str]) -> str:
    return ", ".join(f"`{{{name}}}`" for name in sorted(names)) or "no placeholder"
