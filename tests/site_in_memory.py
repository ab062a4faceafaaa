"""A site built in memory by the tool's own stages: files of a project → pages, problems. No disk, no git.

In: `sitemaf.toml` and content files as texts. Out: `MadeSite`, path below the output folder → text.
"""

from __future__ import annotations

from collections.abc import Mapping

from shown_site import builtin
from site_builder.config import Config, parse_config
from site_builder.model import Facts, Lock, Problem, Revision, Sources
from site_builder.pipeline import make, plan
from site_builder.render.ingredients import Shelf
from site_builder.render.theme import Theme


class MadeSite:
    def __init__(self, files: Mapping[str, str], problems: tuple[Problem, ...]) -> None:
        self.files, self.problems = files, problems

    def __getitem__(self, path: str) -> str:
        return self.files[path]

    def codes(self) -> list[str]:
        return [problem.code for problem in self.problems]


def build_site(
    config: str,
    pages: Mapping[str, str],
    demos: Mapping[str, str] | None = None,
    templates: Mapping[str, str] | None = None,
    lock: bytes | None = None,
    originals: Mapping[str, bytes] | None = None,
    shelf: Shelf | None = None,
) -> MadeSite:
    """`pages` are named inside the content folder, `demos` by their folder, `templates` inside theirs."""
    settings = parse_config(config.encode(), "sitemaf.toml")
    assert isinstance(settings, Config), settings
    theme = Theme(settings, {name: text.encode() for name, text in (templates or {}).items()}, builtin())
    sources = Sources(
        pages={f"content/{path}": text.encode() for path, text in pages.items()},
        demos={f"demos/{name}/demo.toml": text.encode() for name, text in (demos or {}).items()},
        templates=theme.overrides,
        lock=lock,
    )
    made = plan(sources, settings, theme.strings)
    assert isinstance(made.lock, Lock)
    facts = Facts(revision=Revision(commit=None, repository=False), originals=originals or {})
    outcome = make(made, facts, settings, theme, shelf=shelf).outcome
    texts = {one.path: one.content.decode() for one in outcome.artifacts if not one.path.endswith(".png")}
    return MadeSite(texts, outcome.problems)
