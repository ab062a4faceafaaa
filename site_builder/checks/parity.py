"""Parity: do the translations of a page say, show and quote the same things in the same order?

Each difference is one problem, at its place in the translation, with the original's place as related. Where
a directive of either side could not be read, what it would have shown is not compared a second time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from site_builder.checks.pairs import Item, differences
from site_builder.checks.same_links import check_links
from site_builder.checks.same_words import check_words
from site_builder.config import Config
from site_builder.content.addresses import original_of
from site_builder.content.headings import same_structure
from site_builder.content.links import LinkTable
from site_builder.excerpts.address import print_address
from site_builder.model import (
    CodeSample,
    ContractRequest,
    ExcerptRequest,
    LineRange,
    Page,
    Problem,
    SourcesRequest,
    TranscriptRequest,
    Translation,
)


def check(page: Page, config: Config, table: LinkTable) -> tuple[Problem, ...]:
    original = original_of(page, config)
    problems: list[Problem] = []
    for translation in page.translations.values():
        if translation is not original:
            problems += _compare(translation, original, config, table)
    return tuple(problems)


def _compare(
    translation: Translation, original: Translation, config: Config, table: LinkTable
) -> Iterator[Problem]:
    yield from differences(translation, original, "parity-headings", _headings, _hinted)
    if not _unreadable(translation) and not _unreadable(original):
        yield from differences(translation, original, "parity-excerpts", _excerpts)
        yield from differences(translation, original, "parity-transcripts", _transcripts)
        yield from differences(translation, original, "parity-blocks", _blocks)
    yield from check_links(translation, original, config, table)
    if same_structure(translation.headings, original.headings):
        yield from check_words(translation, original)


def _unreadable(translation: Translation) -> bool:
    problems = [*translation.problems, *(one for one in translation.blocks if isinstance(one, Problem))]
    return any(_hides_blocks(problem) for problem in problems)


def _hides_blocks(problem: Problem) -> bool:
    return problem.code.startswith(("directive-", "option-", "excerpt-", "page-encoding")) or (
        problem.code == "link-target" and "image" in problem.message
    )


def _headings(translation: Translation) -> Sequence[Item]:
    return [
        Item(key=str(one.level), name=f"the heading “{one.text}” of level {one.level}", line=one.line)
        for one in translation.headings
    ]


def _hinted(translation: Translation, items: Sequence[Item]) -> Sequence[Item]:
    """Headings with what their sections hold that no language changes: code words, numbers, excerpts."""
    starts = [section.line for section in translation.sections]
    shown: dict[int, list[str]] = {}
    for block in translation.blocks:
        if isinstance(block, ExcerptRequest | TranscriptRequest | ContractRequest | CodeSample):
            shown.setdefault(bisect_right(starts, block.where.line or 1) - 1, []).append(type(block).__name__)
    return [
        replace(item, hint=f"{sorted(section.words)} {sorted(section.numbers)} {shown.get(index)}")
        for index, (item, section) in enumerate(zip(items, translation.sections[1:], strict=True), start=1)
    ]


def _excerpts(translation: Translation) -> Sequence[Item]:
    return [
        Item(
            key=f"{one.path} {print_address(one.address)}",
            name=f"the excerpt {one.path} {print_address(one.address)}",
            line=one.where.line or 1,
            detail=_marked(one),
        )
        for one in translation.blocks
        if isinstance(one, ExcerptRequest)
    ]


def _marked(request: ExcerptRequest) -> str:
    """Highlighted lines and annotated lines; a highlighted text may be written in the page's language."""
    lines = [str(one) for one in request.highlight if isinstance(one, LineRange)]
    texts = [one for one in request.highlight if isinstance(one, str)]
    parts = [f"highlights {', '.join([*lines, *texts])}"] if request.highlight else []
    parts += [f"has notes at {', '.join(f'L{note.line}' for note in request.notes)}"] if request.notes else []
    return " and ".join(parts) or "marks no line"


def _transcripts(translation: Translation) -> Sequence[Item]:
    items = []
    for one in translation.blocks:
        match one:
            case TranscriptRequest():
                name, detail = f"the transcript {one.demo}/{one.run}", _part(one)
            case ContractRequest():
                name = f"the contract of {one.demo}" + (f"/{one.run}" if one.run else "")
                detail = f"shows the tool {one.tool}" if one.tool else "shows all tools"
            case SourcesRequest():
                name, detail = f"the sources of {one.demo}", ""
            case _:
                continue
        items.append(Item(key=name, name=name, line=one.where.line or 1, detail=detail))
    return items


def _part(request: TranscriptRequest) -> str:
    frames = f", frames {request.frames}" if request.frames else ""
    lines = f", lines {request.lines}" if request.lines else ""
    return f"shows {request.view or 'its usual view'}{frames}{lines}"


_NAMES: dict[str, str] = {"figure": "the image", "tabs": "the tabs", "tab": "the tab", "table": "the table"}


def _blocks(translation: Translation) -> Sequence[Item]:
    found = [(line, kind, _NAMES.get(kind, f"the block {{{kind}}}")) for kind, line in translation.containers]
    found += [
        (one.where.line or 1, "code", f"the code in `{one.language}`" if one.language else "the code")
        for one in translation.blocks
        if isinstance(one, CodeSample)
    ]
    return [Item(key=kind, name=name, line=line) for line, kind, name in sorted(found)]
