"""Build the excerpt that a page shows: request, lines and provenance → `Excerpt`, or the limit it breaks."""

from __future__ import annotations

from site_builder.config import Limits
from site_builder.excerpts.caption import ranges_text
from site_builder.excerpts.highlight import highlighted
from site_builder.excerpts.languages import language_of
from site_builder.excerpts.locate import Placement, numbers
from site_builder.excerpts.source import dedent
from site_builder.model import Excerpt, ExcerptDetail, ExcerptRequest, LineRange, Problem, value


@value
class Showing:
    """The lines to show, under the numbers and the commit that the caption gives them."""

    repo_path: str
    lines: list[str]
    ranges: tuple[LineRange, ...]
    commit: str | None
    state: str
    problems: tuple[Problem, ...] = ()


def show(request: ExcerptRequest, showing: Showing, limits: Limits) -> Excerpt | Problem:
    lines = dedent(showing.lines) if request.dedent else showing.lines
    if breach := _breach(request, lines, showing.ranges, limits):
        return breach
    shown = numbers(showing.ranges)
    marked: frozenset[int] = frozenset()
    problems: tuple[Problem, ...] = ()
    if request.highlight or request.notes:
        source = dict(zip(shown, showing.lines, strict=True))
        marked, problems = highlighted(request, source, showing.ranges)
    return Excerpt(
        request=request,
        repo_path=showing.repo_path,
        ranges=showing.ranges,
        rows=tuple(zip(shown, lines, strict=True)),
        commit=showing.commit,
        language=request.language or language_of(showing.repo_path),
        highlighted=marked,
        state=showing.state,
        problems=(*showing.problems, *problems),
    )


def lines_of(text: str) -> list[str]:
    return text.split("\n")[:-1]


def _breach(request: ExcerptRequest, lines: list[str], ranges: Placement, limits: Limits) -> Problem | None:
    """Nothing is cut silently: an excerpt that is too large for a page is a problem."""
    if len(lines) > limits.excerpt_lines:
        return Problem(
            where=request.where,
            code="excerpt-address",
            message=f"the excerpt has {len(lines)} lines; a page shows at most {limits.excerpt_lines}",
            help="show fewer lines, or raise `excerpt_lines` under `[limits]` in sitemaf.toml",
        )
    widest = max(range(len(lines)), key=lambda index: len(lines[index]), default=None)
    if widest is None or len(lines[widest]) <= limits.excerpt_columns:
        return None
    number = numbers(ranges)[widest]
    return Problem(
        where=request.where,
        code="excerpt-address",
        message=f"L{number} of `{request.path}` has {len(lines[widest])} columns; a page shows at most "
        f"{limits.excerpt_columns}",
        help="show other lines, or raise `excerpt_columns` under `[limits]` in sitemaf.toml",
        excerpt=ExcerptDetail(repo_path=request.path, address=ranges_text(ranges), ranges=ranges),
    )
