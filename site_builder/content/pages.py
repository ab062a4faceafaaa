"""Translations → pages: paired by key, with what belongs to the page stated once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from posixpath import dirname, join, normpath

from site_builder.config import Config
from site_builder.content.addresses import original_of
from site_builder.content.collisions import find_collisions
from site_builder.content.front_matter import SHARED
from site_builder.content.nearest import suggest
from site_builder.model import Page, Problem, Translation, Where


def assemble(
    translations: Iterable[Translation],
    config: Config,
    assets: Collection[str] = (),
    demos: Collection[str] = (),
    drafts: Collection[str] = (),
) -> tuple[tuple[Page, ...], tuple[Problem, ...]]:
    """Pages by order and key. `assets` are paths of other content files, `demos` names, for collisions.

    `drafts` are paths of translations that are left out.
    """
    problems: list[Problem] = []
    grouped: dict[str, dict[str, Translation]] = {}
    for one in translations:
        grouped.setdefault(one.key, {})[one.lang] = one
    pages = []
    for key, unordered in grouped.items():
        in_order = {lang: unordered[lang] for lang in config.languages if lang in unordered}
        page, found = _page(key, in_order, config, grouped)
        pages.append(page)
        problems += [*found, *_missing(page, config, drafts)]
    pages.sort(key=lambda page: (page.order, page.key))
    problems += _circles(pages, config)
    problems += find_collisions(pages, config, assets, demos)
    return tuple(pages), tuple(problems)


def _page(
    key: str, translations: Mapping[str, Translation], config: Config, known: Collection[str]
) -> tuple[Page, list[Problem]]:
    original = next(iter(translations.values()))
    shared = original.shared
    problems: list[Problem] = []
    names = _texts(shared.get("only"))
    only = tuple(lang for lang in config.languages if lang in names)
    problems += _unknown_languages(names, original, config)
    related = [(name, _page_named(name, key, known, config)) for name in _texts(shared.get("related"))]
    problems += [_no_page(original, "related", name, known) for name, found in related if found is None]
    parent = _page_named(str(shared["parent"]), key, known, config) if "parent" in shared else None
    if "parent" in shared and parent is None:
        problems.append(_no_page(original, "parent", str(shared["parent"]), known))
    order, demo = shared.get("order"), shared.get("demo")
    page = Page(
        key=key,
        translations=translations,
        order=float(order) if isinstance(order, int | float) else 0.0,
        demo=demo if isinstance(demo, str) else None,
        related=tuple(dict.fromkeys(found for _, found in related if found is not None and found != key)),
        parent=parent,
        only=only,
    )
    problems += [*_contradictions(translations, original), *_not_meant(page)]
    return page, problems


def _contradictions(translations: Mapping[str, Translation], original: Translation) -> Iterator[Problem]:
    for one in translations.values():
        for name in SHARED:
            if name in one.shared and one.shared[name] != original.shared.get(name):
                stated = name in original.shared
                yield Problem(
                    where=Where(path=one.path, line=one.lines.get(name)),
                    code="front-matter",
                    message=f"`{name}` belongs to the page, and `{original.path}` "
                    + ("states another one" if stated else "does not state it"),
                    help=f"state `{name}` there, and the same here or not at all",
                    related=(Where(path=original.path, line=original.lines.get(name) or 1),),
                )


def _unknown_languages(names: tuple[str, ...], original: Translation, config: Config) -> Iterator[Problem]:
    for name in names:
        if name not in config.languages:
            yield Problem(
                where=Where(path=original.path, line=original.lines.get("only")),
                code="front-matter",
                message=f"`only` names `{name}`, which is no language of the site",
                help=suggest(name, config.languages),
            )


def _not_meant(page: Page) -> Iterator[Problem]:
    """`only: [en]` beside a French file: one of the two is wrong."""
    original = next(iter(page.translations.values()))
    for lang, one in page.translations.items():
        if page.only and lang not in page.only:
            yield Problem(
                where=Where(path=one.path, line=one.lines.get("only")),
                code="front-matter",
                message=f"the page is for {_list(page.only)} only, but this is its translation in `{lang}`",
                help=f"add `{lang}` to `only`, or remove this file",
                related=(Where(path=original.path, line=original.lines.get("only")),),
            )


def _missing(page: Page, config: Config, drafts: Collection[str]) -> Iterator[Problem]:
    if config.missing == "notice" and not page.only:
        return
    original = original_of(page, config)
    for lang in page.only or config.languages:
        if lang not in page.translations:
            path = f"{config.paths.content}/{page.key}.{lang}.md"
            there, draft = ", ".join(page.translations), path in drafts
            yield Problem(
                where=Where(path=original.path, line=1),
                code="translation-missing",
                message=f"the page has no translation in `{lang}`" + (" but a draft" if draft else ""),
                help=f"finish `{path}` and take `draft: true` out of it, or say it of every translation"
                if draft
                else f"write `{path}`, or say `only: [{there}]` in the front matter",
                related=(Where(path=path, line=1),) if draft else (),
            )


def _page_named(name: str, key: str, known: Collection[str], config: Config) -> str | None:
    """A page as front matter names it: its file, from this page's folder or from the content folder."""
    bare = name.removesuffix(".md")
    stem, _, lang = bare.rpartition(".")
    bare = stem if lang in config.languages and stem else bare
    beside = normpath(join(dirname(key), bare))
    return next((one for one in (beside, normpath(bare).lstrip("/")) if one in known), None)


def _no_page(original: Translation, name: str, wanted: str, known: Collection[str]) -> Problem:
    return Problem(
        where=Where(path=original.path, line=original.lines.get(name)),
        code="link-target",
        message=f"`{name}` names the page `{wanted}`, which does not exist",
        help=suggest(wanted, known),
    )


def _circles(pages: Iterable[Page], config: Config) -> Iterator[Problem]:
    parents = {page.key: page.parent for page in pages}
    for page in pages:
        seen, at = {page.key}, page.parent
        while at is not None and at not in seen:
            seen.add(at)
            at = parents.get(at)
        if at == page.key:
            original = original_of(page, config)
            yield Problem(
                where=Where(path=original.path, line=original.lines.get("parent")),
                code="front-matter",
                message=f"`parent: {page.parent}` makes the page its own ancestor",
                help="choose another parent, or none",
            )


def _texts(found: object) -> tuple[str, ...]:
    return tuple(str(one) for one in found) if isinstance(found, tuple) else ()


def _list(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
