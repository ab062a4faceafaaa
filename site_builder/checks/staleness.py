"""Staleness: has the original changed since a translation was reviewed, and in which sections?

`lock.reviews` holds the blob id of the original that each translation was reviewed against. Where git
still has that text, its sections are compared with today's by digest, and only those that differ are named.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher

from site_builder.config import Config
from site_builder.content.addresses import original_of
from site_builder.content.translation import parse_translation
from site_builder.model import Lock, Page, Problem, Translation, Where

_NAMED = 4  # sections in one message


def stale_originals(page: Page, config: Config, lock: Lock) -> Mapping[str, str]:
    """Translation's path → blob id of the older original that it was reviewed against."""
    original = original_of(page, config)
    return {
        one.path: lock.reviews[one.path]
        for one in page.translations.values()
        if one is not original and lock.reviews.get(one.path, original.blob) != original.blob
    }


def check(page: Page, config: Config, lock: Lock, originals: Mapping[str, bytes]) -> tuple[Problem, ...]:
    """One problem a translation; `originals` are old texts by blob id, where history has them."""
    original = original_of(page, config)
    stale = stale_originals(page, config, lock)
    return tuple(
        _problem(one, original, originals.get(stale[one.path]), config)
        for one in page.translations.values()
        if one.path in stale
    )


def _problem(
    translation: Translation, original: Translation, before: bytes | None, config: Config
) -> Problem:
    changed: list[tuple[str, int, int]] = []
    if before is not None:
        # The old text is read for its sections only: a problem in it is nobody's concern now.
        changed = _changed(parse_translation(original.path, before, config, {}), original, translation)
    names = ", ".join(name for name, _, _ in changed[:_NAMED])
    more = f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else ""
    where = f": {names}{more}" if changed else ""
    lines = [line for _, line, _ in changed] or [1]
    return Problem(
        where=Where(path=translation.path, line=lines[0]),
        code="translation-stale",
        message=f"`{original.path}` has changed since this translation was reviewed{where}",
        help=f"compare the two, then run `sitemaf accept {translation.path}`",
        related=tuple(Where(path=original.path, line=line) for _, _, line in changed[:_NAMED])
        or (Where(path=original.path, line=1),),
    )


def _changed(old: Translation, new: Translation, translation: Translation) -> list[tuple[str, int, int]]:
    """What differs: name, line in the translation, line in the original as it is now."""
    found = []
    if (old.title, old.lead, old.description) != (new.title, new.lead, new.description):
        found.append(("the front matter", 1, 1))
    matcher = SequenceMatcher(
        a=[section.digest for section in old.sections],
        b=[section.digest for section in new.sections],
        autojunk=False,
    )
    for tag, old_first, old_last, first, last in matcher.get_opcodes():
        if tag == "equal":
            continue
        for index in range(first, last):
            found.append((_name(new, index), _line(translation, index), new.sections[index].line))
        for index in range(old_first + (last - first), old_last):
            here = min(last, len(new.sections) - 1)
            name = f"{_name(old, index)} (removed)"
            found.append((name, _line(translation, here), new.sections[here].line))
    return found


def _name(translation: Translation, index: int) -> str:
    return f"“{translation.headings[index - 1].text}”" if index else "the beginning"


def _line(translation: Translation, index: int) -> int:
    """The section's line in the translation, or that of the last section it has."""
    return translation.sections[min(index, len(translation.sections) - 1)].line
