"""One `[runs.NAME]` table and the defaults → `Run`; every key of a run has its reader here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, cast

from site_builder.model import Run
from site_builder.transcripts.normalize import RESERVED
from site_builder.transcripts.reading import Reader, is_list, is_table, nearest
from site_builder.transcripts.scenario_calls import read_calls
from site_builder.transcripts.toml_places import KeyPath

RUN_KEYS = (
    "title",
    "command",
    "server",
    "calls",
    "handshake",
    "deadline",
    "exit_code",
    "stdin",
    "env",
    "normalize",
)
COMMAND_ONLY = ("exit_code", "stdin")
_RIVALS = {"command": "calls", "calls": "command"}  # a run's own key puts the default of the other aside
HOLES = ("{python}", "{server}")
_HOLE = re.compile(r"\{[a-z_]+\}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PATTERN_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_EXAMPLE = '["{python}", "main.py"]'


def read_run(
    reader: Reader,
    demo: str,
    name: str,
    own: Mapping[str, object],
    defaults: Mapping[str, object],
    languages: tuple[str, ...],
) -> Run:
    """Read a run; whatever cannot be used is reported to `reader` and replaced by the default."""
    keys = _Keys(reader, name, own, defaults)
    passed, fixed = keys.environment()
    run = Run(
        demo=demo,
        name=name,
        where=reader.where(("runs", name)),
        title=read_title(reader, found[0], found[1], languages) if (found := keys.find("title")) else {},
        command=keys.command(),
        server=keys.server(),
        calls=read_calls(reader, *found) if (found := keys.find("calls")) else None,
        handshake=keys.handshake(),
        deadline=reader.seconds(*found, 30.0) if (found := keys.find("deadline")) else 30.0,
        exit_code=keys.exit_code(),
        stdin=reader.text(*found) if (found := keys.find("stdin")) else None,
        env_passed=passed,
        env_fixed=fixed,
        normalize=keys.patterns(passed),
    )
    _check_shape(reader, run, own)
    return run


def read_title(reader: Reader, key: KeyPath, found: object, languages: tuple[str, ...]) -> Mapping[str, str]:
    """A title in every language; one text alone serves them all (a product's name)."""
    if isinstance(found, str):
        return dict.fromkeys(languages, _one_line(reader, key, found))
    example = ", ".join(f'{language} = "…"' for language in languages)
    table = reader.table(key, found, f"title = {{ {example} }}")
    for language in table:
        if language not in languages:
            message = f"the site has no language `{language}`"
            reader.report((*key, language), message, nearest(language, languages))
    for language in languages:
        if table and language not in table:
            reader.report(key, f"the title lacks the language `{language}`", f'add `{language} = "…"`')
    return {
        language: _one_line(reader, (*key, language), reader.text((*key, language), text))
        for language, text in table.items()
    }


def _one_line(reader: Reader, key: KeyPath, title: str) -> str:
    """A title stands among others' texts: nothing in it may steer a screen or reorder what is around."""
    if found := _CONTROL.search(title):
        reader.report(key, f"the title holds the control character U+{ord(found[0]):04X}", "take it out")
    return title


class _Keys:
    """The keys of one run: its own where it has them, else the defaults'."""

    def __init__(
        self, reader: Reader, name: str, own: Mapping[str, object], defaults: Mapping[str, object]
    ) -> None:
        self.reader, self.name, self.own, self.defaults = reader, name, own, defaults

    def find(self, key: str) -> tuple[KeyPath, object] | None:
        if key in self.own:
            return ("runs", self.name, key), self.own[key]
        if key in self.defaults and _RIVALS.get(key) not in self.own:
            top = key == "server" and ("defaults", "server") not in self.reader.lines
            return ((key,) if top else ("defaults", key)), self.defaults[key]
        return None

    def command(self) -> tuple[str, ...] | None:
        found = self.find("command")
        return None if found is None else self._words(*found)

    def server(self) -> tuple[str, ...] | None:
        found = self.find("server")
        if found is None or found[1] is False:
            return None
        words = self._words(*found)
        if "{server}" in words:
            self.reader.report(found[0], "the server's own command cannot hold `{server}`")
        return words

    def _words(self, key: KeyPath, found: object) -> tuple[str, ...]:
        words = self.reader.texts(key, found, _EXAMPLE)
        if words and not words[0]:
            self.reader.report(key, f"`{key[-1]}` names no program", f"write `{key[-1]} = {_EXAMPLE}`")
        for index, word in enumerate(words):
            if _HOLE.fullmatch(word) and word not in HOLES:
                self.reader.report((*key, index), f"nothing stands for `{word}`", nearest(word, HOLES))
            if "\0" in word:
                self.reader.report((*key, index), "a NUL character cannot be handed to a program")
        return words

    def handshake(self) -> Literal["auto", "initialize", "discover"]:
        found = self.find("handshake")
        known = ("auto", "initialize", "discover")
        chosen = self.reader.choice(*found, known) if found else "auto"
        return cast("Literal['auto', 'initialize', 'discover']", chosen)

    def exit_code(self) -> int:
        found = self.find("exit_code")
        if found is None:
            return 0
        key, code = found
        if isinstance(code, int) and not isinstance(code, bool) and -64 <= code <= 255:
            return code
        self.reader.report(
            key,
            "`exit_code` must be a whole number from 0 to 255",
            "a program that ends by signal 15 has the exit code -15",
        )
        return 0

    def environment(self) -> tuple[tuple[str, ...], Mapping[str, str]]:
        """Names passed through and values fixed; a run's list and the defaults' table go together."""
        passed: tuple[str, ...] = ()
        fixed: Mapping[str, str] = {}
        for key, table in ((("defaults",), self.defaults), (("runs", self.name), self.own)):
            if "env" not in table:
                continue
            found = table["env"]
            place = (*key, "env")
            if is_list(found):
                passed = self.reader.texts(place, found, '["TOKEN"]') if found else ()
                self._variables(place, passed)
            elif is_table(found):
                self._variables(place, tuple(found))
                fixed = {name: self.reader.text((*place, name), text) for name, text in found.items()}
                for name in (name for name, text in fixed.items() if "\0" in text):
                    self.reader.report((*place, name), f"the value of `{name}` holds NUL", "take it out")
            else:
                self.reader.report(
                    place,
                    "`env` must be a list of names to pass through, or a table of fixed values",
                    'write `env = ["TOKEN"]` or `env = { MODE = "test" }`',
                )
        return passed, fixed

    def _variables(self, key: KeyPath, names: tuple[str, ...]) -> None:
        for name in names:
            if not _VARIABLE.fullmatch(name):
                self.reader.report(key, f"`{name}` is no name of an environment variable")

    def patterns(self, passed: tuple[str, ...]) -> Mapping[str, str]:
        found = self.find("normalize")
        if found is None:
            return {}
        key, table = found
        patterns: dict[str, str] = {}
        example = "normalize = { VERSION = '\\d+\\.\\d+' }"
        for name, pattern in self.reader.table(key, table, example).items():
            place = (*key, name)
            patterns[name] = self.reader.text(place, pattern)
            if not _PATTERN_NAME.fullmatch(name):
                self.reader.report(
                    place, f"`{name}` is no name of a placeholder", "use capitals, digits and `_`"
                )
            elif name in RESERVED or name in passed:
                self.reader.report(
                    place, f"⟨{name}⟩ is a placeholder of sitemaf's own", "choose another name"
                )
            self._pattern(place, patterns[name])
        return patterns

    def _pattern(self, key: KeyPath, pattern: str) -> None:
        try:
            re.compile(pattern)
        except (RecursionError, OverflowError):
            self.reader.report(key, f"the pattern of `{key[-1]}` is too large", "write a simpler one")
        except re.error as error:
            self.reader.report(key, f"the pattern of `{key[-1]}` is no regular expression: {error}")


def _check_shape(reader: Reader, run: Run, own: Mapping[str, object]) -> None:
    """What the keys of one run mean together."""
    key = ("runs", run.name)
    server_named = run.server is not None
    if (run.command is None) == (run.calls is None):
        what = "neither `command` nor `calls`" if run.command is None else "both `command` and `calls`"
        reader.report(key, f"run {run.name} has {what}", "a run is either a command or calls of a server")
    if run.calls is not None and not server_named:
        help = 'write `server = ["{python}", "server.py"]`'
        reader.report(key, f"run {run.name} has calls but no server to send them to", help)
    starts = "{server}" in " ".join((*(run.command or ()), *run.env_fixed.values()))
    if run.command is not None and starts and not server_named:
        reader.report((*key, "command"), "`{server}` stands for a server, and none is named")
    if run.command is not None and server_named and not starts:
        help = "write `{server}` where the program takes its server, or `server = false` in this run"
        reader.report((*key, "command"), f"the command of run {run.name} never starts its server", help)
    for name in COMMAND_ONLY:
        if run.calls is not None and name in own:
            reader.report((*key, name), f"`{name}` belongs to a run with a command", "remove it")
