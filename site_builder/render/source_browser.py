"""Quoted files, whole → one page each: every line with an anchor, quoted lines marked, links back.

A page stands at `/source/<repo path>/`, outside the languages: its few words are the default language's.
Very long files are shown around the lines that pages quote, with visible gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise

from markupsafe import Markup

from site_builder.excerpts.address import print_address
from site_builder.excerpts.source import SourceText, decode
from site_builder.model import Artifact, Evidence, Excerpt, Facts, LineRange, value
from site_builder.render.code import hanging, highlight
from site_builder.render.page import MadePage
from site_builder.render.place import Place
from site_builder.render.shell import frame
from site_builder.render.site import SiteView
from site_builder.render.theme import Theme

WHOLE = 3000  # lines of a file that is shown whole
AROUND = 60  # lines shown before and after a quoted part of a longer one


@value
class Citation:
    """Lines of a file as one page quotes them."""

    lines: LineRange
    language: str
    title: str
    url: str  # site path of the figure


@value
class QuotedFile:
    repo_path: str
    commit: str | None
    text: SourceText
    language: str
    citations: tuple[Citation, ...]


def quoted_files(made: Iterable[MadePage], facts: Facts) -> list[QuotedFile]:
    """Every file that a page quotes, at each commit it is quoted at; texts come from the evidence."""
    citations: dict[tuple[str, str | None], list[Citation]] = {}
    texts: dict[tuple[str, str | None], tuple[SourceText, str]] = {}
    for page in made:
        for quote in page.quotes:
            excerpt = quote.excerpt
            key = (excerpt.repo_path, excerpt.commit)
            if key not in texts:
                text = _text(excerpt, facts)
                if text is None:
                    continue
                texts[key] = (text, excerpt.language)
            url = f"{page.entry.url}#{quote.id}"
            citations.setdefault(key, []).extend(
                Citation(lines=lines, language=page.language, title=page.entry.title, url=url)
                for lines in excerpt.ranges
            )
    order = sorted(texts, key=lambda key: (key[0], key[1] or ""))
    return [
        QuotedFile(
            repo_path=path,
            commit=commit,
            text=texts[path, commit][0],
            language=texts[path, commit][1],
            citations=tuple(citations[path, commit]),
        )
        for path, commit in order
    ]


def _text(excerpt: Excerpt, facts: Facts) -> SourceText | None:
    """The version of the file that has the shown lines where the caption says they are."""
    request = excerpt.request
    evidence = facts.evidence.get((request.path, print_address(request.address)))
    for data in _versions(evidence) if evidence else ():
        text = decode(data, excerpt.repo_path)
        if isinstance(text, SourceText) and _has(text, excerpt):
            return text
    return None


def _versions(evidence: Evidence) -> Iterable[bytes]:
    candidates = (evidence.pinned, evidence.head, evidence.current)
    return (data for data in candidates if isinstance(data, bytes))


def _has(text: SourceText, excerpt: Excerpt) -> bool:
    """Rows are dedented, so a line ends with its row; blank ones may have lost their white space."""
    if not all(map(text.holds, excerpt.ranges)):
        return False
    lines = [line for part in excerpt.ranges for line in text.lines(part)]
    return len(lines) == len(excerpt.rows) and all(
        line.endswith(row) for line, (_, row) in zip(lines, excerpt.rows, strict=True)
    )


def render_source(file: QuotedFile, site: SiteView, theme: Theme) -> Artifact:
    language = site.config.default_language
    place = Place(site.source_url(file.repo_path, file.commit), language, site, theme)
    name = file.repo_path.rpartition("/")[2]
    addresses = {code: theme.navigation(site, code).home() for code in site.config.languages}
    quoted = {number for one in file.citations for number in range(one.lines.first, one.lines.last + 1)}
    text = theme.render(
        "source.html",
        page=frame(
            place,
            name,
            addresses,
            full_title=f"{site.source_path(file.repo_path, file.commit)[7:]} · {site.title(language)}",
            description=place.words.plain("source-of", path=file.repo_path),
            hidden=True,
        ),
        site=site,
        t=place.words,
        file=file,
        code=_code(file, quoted, place),
        citations=_grouped(file.citations, place),
        forge=place.forge(file.repo_path, file.commit),
    )
    path = site.source_path(file.repo_path, file.commit)
    return Artifact(path=f"{path}/index.html", content=text.encode())


def _code(file: QuotedFile, quoted: set[int], place: Place) -> Markup:
    """Each line has an id, and its number is a link to it that no Tab stops at."""
    shown = _shown_lines(file.text.line_count, quoted)
    rows = [(number, line) for part in shown for number, line in enumerate(file.text.lines(part), part.first)]
    pieces = highlight("\n".join(line for _, line in rows), file.language)
    parts, before = [f'<code class="g{min(len(str(file.text.line_count)), 6)}">'], 0
    for (number, line), html in zip(rows, pieces, strict=True):
        if number != before + 1:
            parts.append(
                f'<span class="gap" data-n="{place.words.count("gap", number - before - 1)}"></span>'
            )
        before = number
        kind = "mark" if number in quoted else "span"
        parts.append(
            f'<{kind} class="l{hanging(line)}" id="L{number}"><a href="#L{number}" data-n="{number}" '
            f'tabindex="-1" aria-hidden="true"></a>{html}\n</{kind}>'
        )
    return Markup("".join((*parts, "</code>")))


def _shown_lines(count: int, quoted: set[int]) -> Sequence[LineRange]:
    if count <= WHOLE:
        return [LineRange(first=1, last=count)] if count else []
    wanted = sorted(
        {n for line in quoted for n in range(max(1, line - AROUND), min(count, line + AROUND) + 1)}
    )
    starts = [wanted[0], *(after for before, after in pairwise(wanted) if after != before + 1)]
    ends = [*(before for before, after in pairwise(wanted) if after != before + 1), wanted[-1]]
    return [LineRange(first=first, last=last) for first, last in zip(starts, ends, strict=True)]


def _grouped(citations: Sequence[Citation], place: Place) -> Sequence[Mapping[str, object]]:
    """Quoted lines in file order, each once; pages in the site's order of languages."""
    rank = {code: index for index, code in enumerate(place.site.config.languages)}
    ordered = sorted(
        citations, key=lambda one: (one.lines.first, one.lines.last, rank[one.language], one.url)
    )
    return [
        {
            "lines": str(lines),
            "anchor": f"#L{lines.first}",
            "pages": [
                {"language": one.language, "title": one.title, "link": place.link(one.url)} for one in quoting
            ],
        }
        for lines, quoting in groupby(ordered, key=lambda one: one.lines)
    ]
