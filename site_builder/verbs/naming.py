"""What an author names on the command line: words → which excerpts, values, runs and pages they mean.

A word is a page, a source path, `path#L39-L49`, `path#symbol:NAME`, a value (`path::NAME`, `path::/pointer`,
`Demo/run#/pointer`) or `Demo/run`. A word that means nothing here is a usage error, so that a misspelt name
never passes for an accepted one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from posixpath import normpath
from typing import Protocol

from site_builder.excerpts.address import parse_address, print_address
from site_builder.excerpts.values import value_key
from site_builder.model import EnvironmentProblem, ExcerptRequest, Plan, ValueRequest
from site_builder.pipeline import requested_excerpts, requested_values


class Paths(Protocol):
    def repo_path(self, path: str) -> str: ...


class Names:
    """Asked one by one whether something was named; `everything` names all."""

    def __init__(self, words: Sequence[str], everything: bool, plan: Plan, files: Paths) -> None:
        self._everything, self._files = everything, files
        self._words = {_spelled(word) for word in words}
        self._pages = {one.path: page.key for page in plan.pages for one in page.translations.values()}
        known = self._known(plan)
        for word in words:
            if _spelled(word) not in known:
                raise _unknown(word, known)

    def excerpt(self, request: ExcerptRequest) -> bool:
        address = print_address(request.address)
        return self.page(request.where.path) or any(
            self._has(name, f"{name}#{address}") for name in self._spellings(request.path)
        )

    def value(self, request: ValueRequest) -> bool:
        return self.page(request.where.path) or self._has(*self._values(request))

    def run(self, id: str) -> bool:
        return self._has(id)

    def page(self, path: str) -> bool:
        return self._has(path, self._pages.get(path, path))

    def _has(self, *names: str) -> bool:
        return self._everything or not self._words.isdisjoint(names)

    def _spellings(self, path: str) -> set[str]:
        """A source as pages cite it, and from the repository's top, as reports print it."""
        return {path, normpath(path), self._files.repo_path(path)}

    def _values(self, request: ValueRequest) -> set[str]:
        """A value alone, as `accept` and the lock name it, and all values of its file or run."""
        sources = self._spellings(request.source) if request.kind == "constant" else {request.source}
        return {name for source in sources for name in (source, value_key(replace(request, source=source)))}

    def _known(self, plan: Plan) -> set[str]:
        known = {run.id for demo in plan.demos for run in demo.runs}
        known |= {*self._pages, *self._pages.values()}
        for request in requested_excerpts(plan.pages):
            for name in self._spellings(request.path):
                known |= {name, f"{name}#{print_address(request.address)}"}
        for asked in requested_values(plan.pages):
            known |= self._values(asked)
        return known


def _spelled(word: str) -> str:
    """The word as it is compared: no `./`, an address in its canonical form."""
    path, hash, address = word.partition("#")
    name = normpath(path) if path else path
    if not hash:
        return name
    parsed = parse_address(address)
    return f"{name}#{address if isinstance(parsed, str) else print_address(parsed)}"


def _unknown(word: str, known: Iterable[str]) -> EnvironmentProblem:
    near = get_close_matches(_spelled(word), sorted(known), n=3)
    listed = ", ".join(f"`{one}`" for one in near)
    return EnvironmentProblem(
        f"nothing here is called `{word}`",
        f"did you mean {listed}?" if near else "name a page, a quoted file, `path#L39-L49` or `Demo/run`",
    )
