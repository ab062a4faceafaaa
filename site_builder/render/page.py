"""A filled page → its artifacts (HTML and Markdown twin) and what the rest of the site must know of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from markupsafe import Markup, escape

from site_builder.config import Config
from site_builder.content.addresses import original_of
from site_builder.content.headings import inherited_ids
from site_builder.content.translation import late
from site_builder.model import (
    Artifact,
    Contract,
    Excerpt,
    FilledPage,
    Page,
    Problem,
    ShownContract,
    ShownTranscript,
    Where,
    value,
)
from site_builder.render.body import Body, figures
from site_builder.render.formats.markdown import markdown_twin
from site_builder.render.languages import language_name, show_date, spoken
from site_builder.render.links import output_path
from site_builder.render.place import Place
from site_builder.render.shell import Shell, absolute, alternates, frame, social_card, verified
from site_builder.render.site import Entry, SiteView
from site_builder.render.theme import Theme, ThemeFault

_PERMALINK = re.compile(r'<a class="permalink" href="#([^"]+)".*?</a>(?=</h[2-6]>)', re.DOTALL)
MARKED_LANGUAGES = 3  # with more, a heading's links to its translations would outshine the heading


@value
class Quote:
    """One excerpt as shown: id of its figure, provenance, lines."""

    id: str
    excerpt: Excerpt


@value
class MadePage:
    """What became of one page in one language; light enough to travel between processes."""

    artifacts: tuple[Artifact, ...]
    problems: tuple[Problem, ...]
    key: str
    language: str
    entry: Entry
    headings: tuple[tuple[int, str, str], ...] = ()  # level, text, id
    quotes: tuple[Quote, ...] = ()
    runs: tuple[tuple[str, str, bool], ...] = ()  # id of the figure, `Demo/run`, accepted
    contracts: tuple[tuple[str, Contract], ...] = ()  # id of the figure
    day: date | None = None

    @property
    def listed(self) -> bool:
        """Whether the page is a work in its own language: site map, feed and index name no other."""
        return self.entry.written_in == self.language


def render_page(filled: FilledPage, site: SiteView, theme: Theme) -> MadePage:
    """Pure, one page at a time. A template that cannot be rendered is a problem, and gives no artifact."""
    language = filled.language
    entry = site.entries[language][filled.page.key]
    place = Place(entry.url, language, site, theme)
    # Under a notice the body is the original's, and so are the words of its figures.
    body = Body(Place(entry.url, language, site, theme, written_in=entry.written_in))
    artifacts: tuple[Artifact, ...] = ()
    faults: tuple[Problem, ...] = ()
    try:
        html = body.render(filled.pieces)
        twin = markdown_twin(entry, html, site.config.base_url)
        path = output_path(entry.url)
        artifacts = (
            Artifact(path=path, content=_html(filled, entry, place, html).encode()),
            Artifact(path=f"{path.removesuffix('.html')}.md", content=twin.encode()),
        )
    except ThemeFault as fault:
        faults = (fault.problem,)
    return describe_page(filled, site, artifacts, (*faults, *body.problems))


def describe_page(
    filled: FilledPage, site: SiteView, artifacts: tuple[Artifact, ...], problems: tuple[Problem, ...] = ()
) -> MadePage:
    """The page to which these artifacts belong; `problems` came up while they were rendered."""
    day = day_of(filled, site.config)
    own = (*filled.problems, day) if isinstance(day, Problem) else filled.problems
    return MadePage(
        artifacts=artifacts,
        problems=(*own, *problems),
        key=filled.page.key,
        language=filled.language,
        entry=site.entries[filled.language][filled.page.key],
        headings=_headings(filled),
        quotes=tuple(Quote(id=id, excerpt=one) for id, one in figures(filled.pieces, Excerpt)),
        runs=tuple(
            (id, shown.transcript.id, shown.transcript.accepted)
            for id, shown in figures(filled.pieces, ShownTranscript)
        ),
        contracts=tuple((id, shown.contract) for id, shown in figures(filled.pieces, ShownContract)),
        day=None if isinstance(day, Problem) else day,
    )


def late_page(page: Page, language: str, site: SiteView) -> MadePage:
    """What stands for a page that took too long to make."""
    source = page.translations.get(language) or original_of(page, site.config)
    problem = late(source.path, site.config.limits.page_seconds)
    entry = site.entries[language][page.key]
    return MadePage(artifacts=(), problems=(problem,), key=page.key, language=language, entry=entry)


def _html(filled: FilledPage, entry: Entry, place: Place, html: Markup) -> str:
    return place.theme.render(
        "page.html",
        page=_shell(filled, entry, place),
        site=place.site,
        t=place.words,
        body=_with_translations(html, filled, place),
        notice=filled.notice,
        **_ways(filled.page.key, place),
    )


def _headings(filled: FilledPage) -> tuple[tuple[int, str, str], ...]:
    return tuple(
        (heading.level, heading.text, id)
        for heading, id in zip(filled.translation.headings, filled.ids, strict=True)
    )


def day_of(filled: FilledPage, config: Config) -> date | Problem | None:
    """A page dates itself with `date` in its front matter; the original's speaks for all."""
    original = original_of(filled.page, config)
    for one in (filled.translation, original):
        if written := one.shared.get("date"):
            try:
                return date.fromisoformat(str(written))
            except ValueError:
                message = f"`date: {written}` is no day of the calendar"
                help = "write it as year, month and day: `date: 2026-11-30`"
                return Problem(where=Where(path=one.path), code="front-matter", message=message, help=help)
    return None


def _shell(filled: FilledPage, entry: Entry, place: Place) -> Shell:
    page, site, language = filled.page, place.site, place.language
    card = site.cards[page.key]
    # A page shown for want of a translation belongs to its original, in search engines too.
    addresses = {
        code: site.entries[code][page.key].url
        for code in site.config.languages
        if page.key in site.entries[code]
    }
    written = {code: url for code, url in addresses.items() if code in card.languages}
    base, first = site.config.base_url, original_of(page, site.config)
    day = day_of(filled, site.config)
    quoted, said = figures(filled.pieces, Excerpt), figures(filled.pieces, ShownTranscript)
    missing, original = filled.notice == "missing", written.get(entry.written_in, entry.url)
    return frame(
        place,
        entry.title,
        addresses,
        written_in=entry.written_in,
        lead=entry.lead,
        description=entry.description,
        hidden=filled.translation.draft,
        canonical=absolute(base, original) if base else "",
        alternates=[] if missing else alternates(site, written, entry.url, chooser=page.key == "index"),
        card=_social_card(entry, place, original),
        twin="index.md",
        findable=site.config.search != "none",
        trail=_trail(page.key, place),
        contents=_contents(filled),
        verified=verified(place, len(quoted), len({shown.transcript.id for _, shown in said})),
        feed=place.link(f"/{language}/feed.xml") if base and language in site.dated else "",
        **_updated(day, place),
        original=place.link(first.url),
        original_language=first.lang,
        language_inline=language_name(language, within=language),
        original_inline=language_name(entry.written_in, within=language),
    )


def _social_card(entry: Entry, place: Place, original: str) -> list[tuple[str, str]]:
    kind = "website" if entry.key == "index" else "article"
    return social_card(place, entry.title, entry.description, kind, original, entry.written_in)


def _updated(day: date | Problem | None, place: Place) -> Mapping[str, str]:
    """The page's day, for readers and for programs."""
    if not isinstance(day, date):
        return {}
    shown = place.words.plain("updated", date=show_date(day, place.language))
    return {"updated": shown, "updated_on": day.isoformat()}


def _trail(key: str, place: Place) -> list[tuple[str, str | None]]:
    steps = place.theme.navigation(place.site, place.language).trail(key)
    if len(steps) < 2:
        return []
    named = [
        (place.words.plain("home") if one.key == "index" else _title(one, place), one.url) for one in steps
    ]
    return [*((name, place.link(url)) for name, url in named[:-1]), (named[-1][0], None)]


def _contents(filled: FilledPage) -> list[tuple[int, str, Markup]]:
    found = [
        (heading.level, id, Markup(heading.html))
        for heading, id in zip(filled.translation.headings, filled.ids, strict=True)
        if heading.level in (2, 3)
    ]
    return found if len(found) > 1 else []


def _ways(key: str, place: Place) -> Mapping[str, object]:
    """Related pages, the one before and the one after."""
    navigation = place.theme.navigation(place.site, place.language)
    related = [
        navigation.entries[other] for other in place.site.cards[key].related if other in navigation.entries
    ]
    before, after = navigation.neighbours(key)
    return {
        "related": [_way(one, place) for one in related],
        "previous": _way(before, place) if before else None,
        "next": _way(after, place) if after else None,
    }


def _way(entry: Entry, place: Place) -> Mapping[str, str]:
    return {
        "title": _title(entry, place),
        "lead": spoken(entry.lead, entry.written_in, place.language),
        "link": place.link(entry.url),
    }


def _title(entry: Entry, place: Place) -> str:
    return spoken(entry.title, entry.written_in, place.language)


def _with_translations(html: Markup, filled: FilledPage, place: Place) -> Markup:
    """Behind each permalink, the same section in the other languages: the switch that keeps the place."""
    others = _other_sections(filled, place)
    if not others:
        return html

    def links(match: re.Match[str]) -> str:
        return match[0] + "".join(
            f'<a class="permalink" href="{escape(place.link(url))}#{match[1]}" '
            f'hreflang="{code}" lang="{code}" title="{language_name(code)}">{code}</a>'
            for code, url, ids in others
            if match[1] in ids
        )

    return Markup(_PERMALINK.sub(links, html))


def _other_sections(filled: FilledPage, place: Place) -> Sequence[tuple[str, str, frozenset[str]]]:
    site, page, default = place.site, filled.page, place.site.config.default_language
    codes = [code for code in page.translations if code != place.language]
    if not codes or len(site.config.languages) > MARKED_LANGUAGES or filled.notice == "missing":
        return ()
    return [
        (
            code,
            page.translations[code].url,
            frozenset(map(str, map(escape, inherited_ids(page, code, default)))),
        )
        for code in codes
    ]
