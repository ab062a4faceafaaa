"""The same code words and numbers in each section, in whatever order a language wants them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from site_builder.model import Problem, Section, Translation, Where


def check_words(translation: Translation, original: Translation) -> Iterator[Problem]:
    """One warning a section; both translations have the same headings. `words_differ` excuses words."""
    excused = {*translation.words_differ, *original.words_differ}
    # A page that cannot be decoded has no section at all, and says so by a problem of its own.
    for index, (ours, theirs) in enumerate(zip(translation.sections, original.sections, strict=False)):
        said = [
            *_difference("", ours.words, theirs.words, excused),
            *_difference("the number ", ours.numbers, theirs.numbers, excused),
        ]
        if said:
            yield _problem(translation, original, index, ours, theirs, said)


def _difference(kind: str, ours: Sequence[str], theirs: Sequence[str], excused: set[str]) -> Iterator[str]:
    had, wanted = Counter(ours), Counter(theirs)
    for word, count in (wanted - had).items():
        if word not in excused:
            yield f"{kind}`{word}` is missing{_times(count)}"
    for word, count in (had - wanted).items():
        if word not in excused:
            yield f"{kind}`{word}` is not in the original{_times(count)}"


def _times(count: int) -> str:
    return f" ({count} times)" if count > 1 else ""


def _problem(
    translation: Translation,
    original: Translation,
    index: int,
    ours: Section,
    theirs: Section,
    said: Sequence[str],
) -> Problem:
    section = f"section “{translation.headings[index - 1].text}”" if index else "the text before the headings"
    more = f" and {len(said) - 6} more" if len(said) > 6 else ""
    return Problem(
        where=Where(path=translation.path, line=ours.line),
        code="parity-words",
        message=f"in {section}, {'; '.join(said[:6])}{more}",
        help=f"compare with {original.path}:{theirs.line}, or list what may differ in `words_differ`",
        related=(Where(path=original.path, line=theirs.line),),
    )
