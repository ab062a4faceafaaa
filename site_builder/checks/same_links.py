"""The same links in every language, wherever in the text, after each was followed to what it names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlsplit

from site_builder.config import Config
from site_builder.content.links import LinkTable
from site_builder.content.targets import is_external
from site_builder.model import LinkTarget, Problem, Translation, Where

_BROKEN = "broken"
_LANGUAGE_ARGUMENT = re.compile(r"(?:^|&)(?:lang|hl|locale|language|l)=[^&]*")


def check_links(
    translation: Translation, original: Translation, config: Config, table: LinkTable
) -> Iterator[Problem]:
    """A broken link is reported as such; here it may stand for any one link of the other side."""
    ours, theirs = _links(translation, config, table), _links(original, config, table)
    missing = list((Counter(_keys(theirs)) - Counter(_keys(ours))).elements())
    extra = list((Counter(_keys(ours)) - Counter(_keys(theirs))).elements())
    missing = _spare(missing, ours)
    extra = _spare(extra, theirs)
    for key in missing:
        link = theirs[key][-1]
        line = _section_line(translation, original, link.where.line or 1)
        yield _problem(
            Where(path=translation.path, line=line),
            f"the link to `{link.target}` is missing here",
            original,
            link.where,
        )
    for key in extra:
        link = ours[key][-1]
        there = _section_line(original, translation, link.where.line or 1)
        yield _problem(
            link.where,
            f"the link to `{link.target}` is not in the original",
            original,
            Where(path=original.path, line=there),
        )


def _spare(keys: Sequence[str], other: Mapping[str, Sequence[LinkTarget]]) -> list[str]:
    broken = len(other.get(_BROKEN, ()))
    return [key for key in keys if key != _BROKEN][broken:]


def _links(translation: Translation, config: Config, table: LinkTable) -> Mapping[str, Sequence[LinkTarget]]:
    found: dict[str, list[LinkTarget]] = {}
    for block in translation.blocks:
        if isinstance(block, LinkTarget) and block.kind == "link":
            found.setdefault(_key(block, translation, config, table), []).append(block)
    return found


def _keys(links: Mapping[str, Sequence[LinkTarget]]) -> Iterator[str]:
    return (key for key, found in links.items() for _ in found)


def _key(link: LinkTarget, translation: Translation, config: Config, table: LinkTable) -> str:
    if is_external(link.target):
        broken = isinstance(table.resolve(link, translation.lang, translation.path), Problem)
        return _BROKEN if broken else without_language(link.target, config.languages)
    found = table.find(link, translation.path)
    if isinstance(found, Problem):
        return _BROKEN
    if found.anchor and isinstance(table.resolve(link, translation.lang, translation.path), Problem):
        return _BROKEN
    return found.key


def without_language(target: str, languages: Sequence[str]) -> str:
    """`https://x.org/fr-fr/a?hl=fr` and `https://x.org/en-us/a?hl=en` are one link."""
    try:
        parts = urlsplit(target)
    except ValueError:
        return target
    known = {tag.lower() for tag in languages} | {tag.split("-")[0].lower() for tag in languages}
    host = parts.netloc.lower()
    first, _, rest = host.partition(".")
    if first in known and "." in rest:
        host = rest
    path = "/".join(one for one in parts.path.split("/") if not _is_language(one, known))
    query = _LANGUAGE_ARGUMENT.sub("", parts.query).lstrip("&")
    return f"{parts.scheme}://{host}{path.rstrip('/')}?{query}#{parts.fragment}"


def _is_language(segment: str, known: set[str]) -> bool:
    lowered = segment.lower().replace("_", "-")
    return lowered in known or (
        lowered.split("-")[0] in known and re.fullmatch(r"[a-z]{2,3}-[a-z0-9]{2,4}", lowered) is not None
    )


def _section_line(lacking: Translation, having: Translation, line: int) -> int:
    """Where the same section begins in the file that lacks the link."""
    index = sum(section.line <= line for section in having.sections) - 1
    return lacking.sections[min(max(index, 0), len(lacking.sections) - 1)].line


def _problem(where: Where, message: str, original: Translation, there: Where) -> Problem:
    return Problem(
        where=where,
        code="parity-links",
        message=message,
        help=f"compare with {original.path}:{there.line}",
        related=(there,),
    )
