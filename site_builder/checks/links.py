"""Links: every internal link and image of every translation ends somewhere, and so does what heads a page."""

from __future__ import annotations

from collections.abc import Collection

from site_builder.config import Config
from site_builder.content.addresses import original_of
from site_builder.content.links import LinkTable
from site_builder.content.nearest import suggest
from site_builder.model import LinkTarget, Page, Problem, Where


def check(page: Page, config: Config, table: LinkTable, demos: Collection[str]) -> tuple[Problem, ...]:
    problems: list[Problem] = []
    for lang, translation in page.translations.items():
        for block in translation.blocks:
            if isinstance(block, LinkTarget):
                found = table.resolve(block, lang, translation.path)
                problems += [found] if isinstance(found, Problem) else []
    if page.demo is not None and page.demo not in demos:
        original = original_of(page, config)
        problems.append(
            Problem(
                where=Where(path=original.path, line=original.lines.get("demo")),
                code="front-matter",
                message=f"`demo` names `{page.demo}`, which does not exist",
                help=suggest(page.demo, demos, "the project has no demo"),
            )
        )
    return tuple(problems)
