"""Everything of a site that is not one author's page: made of all pages together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from site_builder.model import Artifact, Facts, Plan, Problem, Where, value
from site_builder.render.body import late_code
from site_builder.render.code import was_late
from site_builder.render.demo_page import MadeDemo, Reader, render_demo
from site_builder.render.formats.chooser import render_chooser, render_not_found
from site_builder.render.formats.feed import render_feeds
from site_builder.render.formats.llms import render_llms
from site_builder.render.formats.manifest import render_manifest
from site_builder.render.formats.opengraph import draw_card
from site_builder.render.formats.robots import render_robots
from site_builder.render.formats.search import render_search
from site_builder.render.formats.sitemap import render_sitemap
from site_builder.render.formats.stylesheet import theme_files
from site_builder.render.index_az import render_index
from site_builder.render.page import MadePage
from site_builder.render.site import SiteView
from site_builder.render.source_browser import quoted_files, render_source
from site_builder.render.theme import Theme, ThemeFault

M = TypeVar("M")


@value
class Extras:
    artifacts: tuple[Artifact, ...]
    problems: tuple[Problem, ...] = ()


def render_extras(
    made: Sequence[MadePage], plan: Plan, facts: Facts, site: SiteView, theme: Theme, reader: Reader
) -> Extras:
    """Demo pages, source browser, indexes, and what programs read."""
    slow: list[Problem] = []

    def noticed(made: M, where: Where) -> M:
        if was_late():
            slow.append(late_code(where, site.config.limits.code_seconds))
        return made

    try:
        demos = [
            noticed(render_demo(demo, language, made, facts, site, theme, reader), demo.where)
            for demo in plan.demos
            for language in site.config.languages
        ]
        files = [
            noticed(render_source(file, site, theme), Where(path=file.repo_path))
            for file in quoted_files(made, facts)
        ]
        artifacts = (*files, *_artifacts(made, demos, facts, site, theme))
        return Extras(artifacts=artifacts, problems=(*theme.problems, *slow))
    except ThemeFault as fault:
        return Extras(artifacts=(), problems=(*theme.problems, fault.problem))


def _artifacts(
    made: Sequence[MadePage], demos: Sequence[MadeDemo], facts: Facts, site: SiteView, theme: Theme
) -> Iterator[Artifact]:
    for demo in demos:
        yield from demo.artifacts
    for language in site.config.languages:
        yield from render_index(language, made, demos, site, theme)
    yield from theme_files(theme)
    yield render_chooser(site, theme)
    yield render_not_found(site, theme)
    yield from render_sitemap(made, demos, site)
    yield render_robots(site)
    yield from render_llms(made, demos, site, theme)
    yield from render_feeds(made, site, theme)
    yield from render_search(site, theme)
    yield render_manifest(made, facts, site)
    if site.config.base_url:
        yield draw_card(site.config.theme.accent)
