"""The commonest change, a sentence in a page, taken over without looking at the rest of the project.

In: the state before and the paths that changed. Out: the next state, or None when an edit may be seen from
outside its page: by links, navigation, other translations' ids, git or the demos. Then all is read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from site_builder.effects.pool_deadline import within
from site_builder.effects.regular import read_regular
from site_builder.fill import Filler
from site_builder.model import Page, Problem, Translation
from site_builder.pipeline import read_page, requested_excerpts, requested_values
from site_builder.verbs.serve_state import State, quoted_files


def edited_state(root: Path, before: State, changed: frozenset[str]) -> State | None:
    """Pages are read anew and exchanged in the plan; everything else is as it was."""
    texts = _texts(root, before, changed)
    if texts is None:
        return None
    pages = {one.path: page for page in before.plan.pages for one in page.translations.values()}
    new: dict[str, Page] = {}
    problems = list(before.plan.problems)
    for path, data in texts.items():
        page = pages.get(path)
        if page is None:  # a draft, or one that another page displaced
            return None
        page = new.get(page.key, page)
        lang = path.rsplit(".", 2)[-2]
        old, fresh = page.translations[lang], _parsed(path, data, before)
        if not _looks_the_same(old, fresh):
            return None
        problems = _exchanged(problems, old, fresh)
        new[page.key] = replace(page, translations={**page.translations, lang: fresh})
    return _with_pages(before, new, tuple(problems), texts)


def _texts(root: Path, before: State, changed: frozenset[str]) -> dict[str, bytes] | None:
    """The new bytes of the pages that changed; None if anything else did."""
    if changed & quoted_files(before, root):
        return None
    texts: dict[str, bytes] = {}
    for place in changed:
        path = Path(place).relative_to(root).as_posix() if Path(place).is_relative_to(root) else ""
        if path in before.project.sources.pages:
            data = read_regular(place)
            if data is None:
                return None
            texts[path] = data
        elif Path(place).exists() or not _passing(path, before):
            return None
    return texts


def _passing(path: str, before: State) -> bool:
    """Whether a path that is not there was nothing before either: an editor's file of a moment."""
    sources, content = before.project.sources, f"{before.project.config.paths.content}/"
    inside = f"{path}/"
    known = (*sources.pages, *sources.assets)
    return path.startswith(content) and not any(one == path or one.startswith(inside) for one in known)


def _parsed(path: str, data: bytes, before: State) -> Translation:
    project = before.project
    return read_page((path, data), project.config, project.theme.strings, within)


def _looks_the_same(old: Translation, fresh: Translation) -> bool:
    """Whether everything that others see of a translation, and what it asks of the machine, is as before."""
    return _outside(old) == _outside(fresh) and _asked(old) == _asked(fresh)


def _outside(one: Translation) -> tuple[object, ...]:
    headings = tuple((heading.level, heading.text, heading.id, heading.explicit) for heading in one.headings)
    told = (one.key, one.lang, one.url, one.title, one.lead, one.description, one.draft, one.shared)
    return (*told, headings)


def _asked(one: Translation) -> set[tuple[object, ...]]:
    page = Page(key=one.key, translations={one.lang: one})
    excerpts = {(request.path, request.address) for request in requested_excerpts([page])}
    values = {(request.kind, request.source) for request in requested_values([page])}
    return {*excerpts, *values}


def _exchanged(problems: list[Problem], old: Translation, fresh: Translation) -> list[Problem]:
    gone = set(old.problems)
    return [problem for problem in problems if problem not in gone] + list(fresh.problems)


def _with_pages(
    before: State, new: Mapping[str, Page], problems: tuple[Problem, ...], texts: Mapping[str, bytes]
) -> State:
    pages = tuple(new.get(page.key, page) for page in before.plan.pages)
    plan = replace(before.plan, pages=pages, problems=problems)
    sources = replace(before.project.sources, pages={**before.project.sources.pages, **texts})
    filler = Filler(plan, before.facts, before.project.config)
    filler.links = before.filler.links  # addresses and anchors are what they were
    return replace(
        before,
        project=replace(before.project, sources=sources),
        plan=plan,
        filler=filler,
        pages={place: (new.get(page.key, page), lang) for place, (page, lang) in before.pages.items()},
        edited=frozenset(new),
    )
