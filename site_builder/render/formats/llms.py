"""`llms.txt` (llmstxt.org): the Markdown twin of every page, by language, each with a line about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from site_builder.model import Artifact
from site_builder.render.demo_page import MadeDemo
from site_builder.render.languages import language_name
from site_builder.render.links import encoded
from site_builder.render.page import MadePage
from site_builder.render.site import Entry, SiteView
from site_builder.render.theme import Theme


def render_llms(
    made: Iterable[MadePage], demos: Iterable[MadeDemo], site: SiteView, theme: Theme
) -> Iterator[Artifact]:
    config = site.config
    pages, shown = list(made), list(demos)
    home = site.entries[config.default_language].get("index")
    lines = [f"# {site.title(config.default_language)}", ""]
    if home and home.description:
        lines += [f"> {home.description}", ""]
    for code in config.languages:
        lines += [f"## {language_name(code)}", ""]
        lines += [_line(page.entry, site) for page in pages if page.language == code and page.listed]
        lines += [_line(demo.entry, site) for demo in shown if demo.language == code]
        lines.append("")
    yield Artifact(path="llms.txt", content="\n".join(lines).encode())


def _line(entry: Entry, site: SiteView) -> str:
    top = site.config.base_url or ""  # without one, from where this file lies: the site's top
    about = f": {entry.description}" if entry.description else ""
    title = entry.title.replace("[", "\\[").replace("]", "\\]")
    return f"- [{title}]({top}{encoded(entry.url[1:])}index.md){about}"
