"""Accept translations: which state of the original each was reviewed against → reviews, and what is stale.

A translation is recorded when it is new; afterwards only the author can say that it was read again. What
`accept` itself writes into an original is no reason to review its translations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from site_builder.checks import staleness
from site_builder.config import Config
from site_builder.content.addresses import original_of
from site_builder.excerpts.source import blob_id
from site_builder.model import Page, Plan, Problem, Translation, Where, value
from site_builder.verbs.acceptance import Change, Part
from site_builder.verbs.naming import Names


@value
class AcceptedReviews:
    part: Part
    reviews: Mapping[str, str]


def accept_reviews(
    plan: Plan,
    config: Config,
    originals: Mapping[str, bytes],
    names: Names,
    written: Mapping[str, bytes | None],
) -> AcceptedReviews:
    """`originals` are old texts by blob id; `written` holds the pages edited for moved excerpts."""
    reviews = dict(plan.lock.reviews)
    stale = {
        found.where.path: found
        for page in plan.pages
        for found in staleness.check(page, config, plan.lock, originals)
    }
    changes: list[Change] = []
    problems: list[Problem] = []
    for original, translation in _pairs(plan.pages, config):
        reviewed = reviews.get(translation.path)
        edited = written.get(original.path)
        now = original.blob if edited is None else blob_id(edited, original.blob)
        if reviewed in (original.blob, now):
            reviews[translation.path] = now
        elif reviewed is None or names.page(translation.path):
            reviews[translation.path] = now
            changes.append(_change(original, translation, stale.get(translation.path)))
        else:
            problems.append(stale[translation.path])
    return AcceptedReviews(part=Part(changes=tuple(changes), problems=tuple(problems)), reviews=reviews)


def _pairs(pages: tuple[Page, ...], config: Config) -> Iterator[tuple[Translation, Translation]]:
    for page in pages:
        original = original_of(page, config)
        for translation in page.translations.values():
            if translation is not original:
                yield original, translation


def _change(original: Translation, translation: Translation, stale: Problem | None) -> Change:
    word = "recorded" if stale is None else "reviewed"
    return Change(
        where=Where(path=translation.path),
        sentence=f"{word} `{translation.path}` as the translation of `{original.path}` as it is now",
        finding=stale,
    )
