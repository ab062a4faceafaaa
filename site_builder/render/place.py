"""Where something is being rendered: one page in one language, and what it needs of the site."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from site_builder.model import LineRange
from site_builder.render.links import relative
from site_builder.render.site import DemoCard, SiteView
from site_builder.render.strings import Words
from site_builder.render.theme import Theme


class Place:
    """`written_in`: the language of the text around, where that is not the reader's."""

    def __init__(
        self, url: str, language: str, site: SiteView, theme: Theme, written_in: str | None = None
    ) -> None:
        self.url, self.language, self.site, self.theme = url, language, site, theme
        self.written_in = written_in or language
        self.words: Words = theme.words(self.written_in)

    def link(self, target: str) -> str:
        """A site path as this page writes it."""
        return relative(target, self.url)

    def figure(self, template: str, **values: object) -> Markup:
        """Render a figure's template; every one gets the words as `t` and this place as `place`."""
        return Markup(self.theme.render(f"figures/{template}", t=self.words, place=self, **values))

    def source(self, repo_path: str, commit: str | None, line: int | None = None) -> str:
        """The file in the source browser, at a line."""
        anchor = f"#L{line}" if line is not None else ""
        return self.link(self.site.source_url(repo_path, commit) + anchor)

    def forge(self, repo_path: str, commit: str | None, ranges: Sequence[LineRange] = ()) -> str | None:
        forge = self.site.forge
        return forge.file(repo_path, commit, ranges) if forge and commit else None

    def demo(self, card: DemoCard) -> str:
        return self.link(self.site.demo_url(card.name, self.language))

    def demo_title(self, card: DemoCard) -> str:
        return (
            card.title.get(self.written_in) or card.title.get(self.site.config.default_language) or card.name
        )
