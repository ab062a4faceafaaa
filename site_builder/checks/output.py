"""The built site against git and against what would be built now: HTML files → output-mismatch, output-stale.

A caption is a promise made to readers, so it is read from the files that they get, and asked of git alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from site_builder.checks.figures import Claim, Figure, read_figures
from site_builder.excerpts.caption import caption_text
from site_builder.excerpts.source import SourceText, decode, dedent
from site_builder.model import Artifact, Problem, Where

Figures = Mapping[str, tuple[Figure, ...]]  # by path in the built site
Past = Mapping[tuple[str, str], bytes | None]  # (commit, repo path) → content; None: the commit lacks it
_LISTED = 3


def figures_of(site: Mapping[str, bytes]) -> Figures:
    """Every excerpt that the site shows. Reading HTML is most of a check, so it is done once."""
    return {path: read_figures(html) for path, html in site.items()}


def quoted(figures: Figures) -> tuple[tuple[str, str], ...]:
    """(commit, repo path) of every caption: what has to be asked of git to check the site."""
    claims = (figure.read() for shown in figures.values() for figure in shown)
    found = {(one.commit, one.repo_path) for one in claims if one is not None and one.commit is not None}
    return tuple(sorted(found))


def check_output(
    site: Mapping[str, bytes], shown: Figures, artifacts: Iterable[Artifact], past: Past, folder: str
) -> tuple[Problem, ...]:
    """`site`: the HTML files as they are, by path in `folder`; `artifacts`: as they would be made now.

    `shown`: the figures of `site`.
    """
    made = {one.path: one.content for one in artifacts if one.path.endswith(".html")}
    if not site:
        return (_stale(Where(path=folder), "there is no built site here"),)
    found = list(_pages(site, made, folder))
    for path, html in sorted(site.items()):
        where = f"{folder}/{path}"
        figures = shown[path]
        reasons = ((figure, _wrong(figure, past)) for figure in figures)
        found.extend(_mismatch(Where(path=where, line=one.line), why) for one, why in reasons if why)
        if made.get(path, html) != html:  # equal files show the same
            found.extend(_outdated(where, figures, read_figures(made[path])))
    return tuple(found)


def _pages(site: Mapping[str, bytes], made: Mapping[str, bytes], folder: str) -> Iterator[Problem]:
    for paths, what in ((made.keys() - site.keys(), "missing"), (site.keys() - made.keys(), "left over")):
        if paths:
            listed = ", ".join(f"`{path}`" for path in sorted(paths)[:_LISTED])
            more = f" and {len(paths) - _LISTED} more" if len(paths) > _LISTED else ""
            yield _stale(Where(path=folder), f"pages are {what} in the built site: {listed}{more}")


def _wrong(figure: Figure, past: Past) -> str:
    """Why git contradicts the figure; empty where it does not, or cannot say."""
    claim = figure.read()
    if claim is None:
        return f"`{figure.claim}` names no file, lines and commit"
    if claim.commit is None or (claim.commit, claim.repo_path) not in past:
        return ""
    lines = _lines(claim, past[claim.commit, claim.repo_path])
    caption = caption_text(claim.repo_path, claim.ranges, claim.commit)
    if lines is None:
        return f"git has no such lines: {caption}"
    if caption not in figure.caption:
        return f"the caption says `{figure.caption}`, the figure claims {caption}"
    if figure.text.removesuffix("\n").split("\n") not in (lines, dedent(lines)):
        return f"the text shown is not what git has: {caption}"
    return ""


def _lines(claim: Claim, data: bytes | None) -> list[str] | None:
    text = decode(data, claim.repo_path) if data is not None else None
    part = text.part(claim.ranges) if isinstance(text, SourceText) else None
    return None if part is None else part.split("\n")[:-1]


def _outdated(where: str, shown: tuple[Figure, ...], made: tuple[Figure, ...]) -> Iterator[Problem]:
    """What differs from the page as it would be made now; the first difference explains the rest."""
    for old, new in zip_longest(shown, made):
        if old is None:
            yield _stale(Where(path=where), f"does not show {_said(new)}")
        elif new is None:
            yield _stale(Where(path=where, line=old.line), f"still shows {_said(old)}")
        elif old.claim != new.claim:
            yield _stale(Where(path=where, line=old.line), f"shows {_said(old)} instead of {_said(new)}")
        else:
            continue
        return


def _said(figure: Figure) -> str:
    claim = figure.read()
    return caption_text(claim.repo_path, claim.ranges, claim.commit) if claim else f"`{figure.claim}`"


def _stale(where: Where, message: str) -> Problem:
    help = "run `sitemaf build`, or `sitemaf verify --skip-site` to look at the sources alone"
    return Problem(where=where, code="output-stale", message=message, help=help)


def _mismatch(where: Where, message: str) -> Problem:
    help = "build the site again, and let no later step change its code"
    return Problem(where=where, code="output-mismatch", message=message, help=help)
