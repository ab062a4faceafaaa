"""Accept translations: which state of the original each was reviewed against → reviews, and what is stale.

A translation is recorded when it is new; afterwards only the author can say that it was read again. What
`accept` itself writes into an original is no reason to review its translations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from site_builder.excerpts.source import blob_id
from site_builder.model import Page, Plan, Problem, Translation, Where, value
from site_builder.verbs.acceptance import Change, Part
from site_builder.verbs.naming import Names


@value
class AcceptedReviews:
    part: Part
    reviews: Mapping[str, str]


def accept_reviews(
    plan: Plan, default_language: str, names: Names, written: Mapping[str, bytes | None]
) -> AcceptedReviews:
    """`written` holds the pages that accepting moved excerpts has edited."""
    reviews = dict(plan.lock.reviews)
    changes: list[Change] = []
    problems: list[Problem] = []
    for original, translation in _pairs(plan.pages, default_language):
        reviewed = reviews.get(translation.path)
        edited = written.get(original.path)
        now = original.blob if edited is None else blob_id(edited, original.blob)
        if reviewed in (original.blob, now):
            reviews[translation.path] = now
        elif reviewed is None or names.page(translation.path):
            reviews[translation.path] = now
            changes.append(_change(original, translation, reviewed))
        else:
            problems.append(_stale(original, translation))
    return AcceptedReviews(part=Part(changes=tuple(changes), problems=tuple(problems)), reviews=reviews)


def _pairs(pages: tuple[Page, ...], default_language: str) -> Iterator[tuple[Translation, Translation]]:
    for page in pages:
        original = page.translations.get(default_language) or next(iter(page.translations.values()))
        for translation in page.translations.values():
            if translation is not original:
                yield original, translation


def _change(original: Translation, translation: Translation, reviewed: str | None) -> Change:
    word = "recorded" if reviewed is None else "reviewed"
    return Change(
        where=Where(path=translation.path),
        sentence=f"{word} `{translation.path}` as the translation of `{original.path}` as it is now",
        finding=None if reviewed is None else _stale(original, translation),
    )


def _stale(original: Translation, translation: Translation) -> Problem:
    return Problem(
        where=Where(path=translation.path),
        code="translation-stale",
        message=f"`{original.path}` changed after this translation was reviewed",
        help=f"bring the translation up to date, then run `sitemaf accept {translation.path}`",
    )
