"""Strings files → the theme's words in each language; `Words` fills in and picks plural forms.

A strings file is TOML: `key = "text with {name}"`, or `key = { one = "…", other = "…" }` with the plural
forms of CLDR that whole numbers of the language take. Read flat: `verified-runs.one`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache

import msgspec
from markupsafe import Markup, escape

from site_builder.config import Config
from site_builder.model import Problem, Where
from site_builder.render.languages import lineage, locale_of, script

Strings = Mapping[str, str]
_PLACEHOLDER = re.compile(r"\{([a-z]+)\}")


class UnknownString(KeyError):
    """A template asked for a word that the theme does not have."""


def load(
    config: Config, overrides: Mapping[str, bytes], builtin: Mapping[str, bytes], judge: bool = True
) -> tuple[Mapping[str, Strings], tuple[Problem, ...]]:
    """Language → key → text: the built-in files, `templates/strings/` over them, `[theme.strings]` last.

    A file of `pt-BR` holds what differs from `pt`; either may lack. To `judge` them costs many times what
    reading them does, for the plural forms of each language must be found.
    """
    example = _example(config, builtin)
    model, problems = _read(example, builtin[example])
    found: dict[str, Strings] = {}
    for language in config.languages:
        words: dict[str, str] = {}
        for files, folder in ((builtin, ""), (overrides, f"{config.paths.templates}/")):
            for name in _files_for(language, files):
                read, faults = _read(f"{folder}{name}", files[name])
                problems += faults
                words |= read
        settings = config.theme.strings.get(language, {})
        if judge:
            place = Where(path="sitemaf.toml")
            problems += _misfits(settings, model, place, f"[theme.strings.{language}]", example)
        words |= settings
        if judge:
            problems += _misfits_of_file(language, words, model, config, example)
        # What is missing has been reported; the model's text keeps the rest of the report readable.
        found[language] = {**model, **words}
    return found, tuple(problems)


def _example(config: Config, builtin: Mapping[str, bytes]) -> str:
    """The built-in file whose keys are the theme's: all have the same; the site's first language decides."""
    named = (name for language in config.languages for name in _files_for(language, builtin)[:1])
    every = (name for name in sorted(builtin) if name.startswith("strings/"))
    return next(named, None) or next(every)


def _files_for(language: str, files: Mapping[str, bytes]) -> list[str]:
    """The files that serve a tag, the nearest last; none that is written in another script."""
    known = {name.lower(): name for name in files if name.startswith("strings/")}
    tags = [tag for tag in reversed(lineage(language)) if script(tag) == script(language)]
    return [known[name] for tag in tags if (name := f"strings/{tag.lower()}.toml") in known]


def _read(path: str, data: bytes) -> tuple[dict[str, str], list[Problem]]:
    try:
        table = msgspec.toml.decode(data, type=dict[str, str | dict[str, str]])
    except (msgspec.DecodeError, ValueError, RecursionError) as fault:
        message = f"this strings file is no TOML table of texts: {fault}"
        help = 'write `key = "text"` or `key = { one = "…", other = "…" }`'
        return {}, [Problem(where=Where(path=path), code="config", message=message, help=help)]
    flat: dict[str, str] = {}
    for key, text in table.items():
        if isinstance(text, str):
            flat[key] = text
        else:
            flat |= {f"{key}.{form}": one for form, one in text.items()}
    return flat, []


def _misfits_of_file(
    language: str, words: Strings, model: Strings, config: Config, example: str
) -> list[Problem]:
    path = f"{config.paths.templates}/strings/{language}.toml"
    problems = _misfits(words, model, Where(path=path), path, example)
    missing = missing_keys(language, words, model)
    if missing:
        shown = ", ".join(f"`{key}`" for key in missing[:5]) + (" …" if len(missing) > 5 else "")
        message = f"the theme has no text in `{language}` for {len(missing)} of its keys: {shown}"
        spoken = example.removeprefix("strings/").removesuffix(".toml")
        help = f"add them to {path}; pages show those of the built-in {example}, in `{spoken}`, until then"
        problems.append(Problem(where=Where(path=path), code="parity-strings", message=message, help=help))
    return problems


def _misfits(words: Strings, model: Strings, where: Where, named: str, example: str) -> list[Problem]:
    """Keys that no template asks for, and placeholders that nothing fills in."""
    stems = {stem(key): _placeholders(text) for key, text in model.items()}
    problems = []
    for key, text in words.items():
        if stem(key) not in stems:
            near = get_close_matches(key, stems, n=1)
            help = f"did you mean `{near[0]}`?" if near else f"the built-in {example} lists every key"
            message = f"{named} has a text for `{key}`, which is no key of the theme"
            problems.append(Problem(where=where, code="config", message=message, help=help))
        elif not _placeholders(text) <= stems[stem(key)]:
            odd = ", ".join(sorted(f"{{{name}}}" for name in _placeholders(text) - stems[stem(key)]))
            known = ", ".join(sorted(f"{{{name}}}" for name in stems[stem(key)])) or "none"
            message = f"{named} writes {odd} in `{key}`, and nothing fills that in"
            help = f"placeholders of this text: {known}"
            problems.append(Problem(where=where, code="config", message=message, help=help))
        elif set("{}") & set(_PLACEHOLDER.sub("", text)):
            message = f"{named} has a brace in `{key}` that belongs to no placeholder"
            help = "write placeholders as `{name}`, and no other brace"
            problems.append(Problem(where=where, code="config", message=message, help=help))
    return problems


def missing_keys(language: str, words: Strings, model: Strings) -> Sequence[str]:
    """Keys of the model that `words` lacks, plural forms counted as the language counts."""
    wanted: list[str] = []
    for key in model:
        if "." not in key:
            wanted.append(key)
        elif key.endswith(".other"):
            wanted += [f"{stem(key)}.{form}" for form in plural_forms(language)]
    return [key for key in wanted if key not in words]


def stem(key: str) -> str:
    return key.split(".")[0]


def _placeholders(text: str) -> set[str]:
    return set(_PLACEHOLDER.findall(text))


@cache
def _plural_rule(language: str) -> Callable[[int], str]:
    locale = locale_of(language)
    return locale.plural_form if locale is not None else lambda number: "other"


@cache
def plural_forms(language: str) -> tuple[str, ...]:
    """The forms that counts up to a thousand take; what only a million takes falls back to `other`."""
    rule = _plural_rule(language)
    return tuple(sorted({rule(number) for number in range(1001)} | {"other"}))


class Words:
    """The words of one language. Texts are plain; what is filled in is escaped unless it is Markup."""

    def __init__(self, language: str, strings: Strings) -> None:
        self.language, self.strings = language, strings
        self._markup = {key: Markup(escape(text)) for key, text in strings.items()}

    def __call__(self, key: str, **values: object) -> Markup:
        text = self._markup.get(key)
        if text is None:
            raise UnknownString(key)
        return text.format(**values) if values else text

    def plain(self, key: str, **values: object) -> str:
        """Not escaped: for attributes that a template escapes, and for text formats."""
        text = self.strings.get(key)
        if text is None:
            raise UnknownString(key)
        return text.format(**values) if values else text

    def count(self, key: str, count: int) -> Markup:
        form = f"{key}.{_plural_rule(self.language)(count)}"
        if form not in self._markup:
            form = f"{key}.other"
        return self(form, count=count)
