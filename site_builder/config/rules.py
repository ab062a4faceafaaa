"""What a well-formed `sitemaf.toml` must still fulfil: the decoded file → faults.

Each rule looks at one setting and yields at most one fault for each thing that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import combinations
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from site_builder.config.shapes import Fault, File

# The shape of a BCP 47 tag (RFC 5646, section 2.1) as far as a site can use one: language, script,
# region, variants, extensions.
_TAG = re.compile(
    r"[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?"
    r"(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(?:-[A-WY-Za-wy-z0-9](?:-[A-Za-z0-9]{2,8})+)*"
)
# Spaces, what would end an attribute, and what would hide or reorder the address on a screen.
_NOT_IN_ADDRESSES = re.compile(
    r"[\s\"'<>\\^`{|}\x00-\x20\x7f-\xa0\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]")
_FOOTER = re.compile(r"(?:https?://|mailto:)\S+")
_HIGHEST = 1_000_000_000
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_FONTS = ("text", "code")


def find_faults(file: File) -> Iterator[Fault]:
    yield from _languages(file)
    yield from _titles(file)
    yield from _controls(file)
    yield from _web_addresses(file)
    yield from _paths(file)
    yield from _theme(file)
    yield from _limits(file)


def _languages(file: File) -> Iterator[Fault]:
    keys = ("site", "languages")
    seen: dict[str, str] = {}
    if not file.site.languages:
        yield Fault(
            keys=keys,
            message="the site names no language",
            help='add `languages = ["…"]` to [site]; the first is the default',
        )
    for tag in file.site.languages:
        if not _TAG.fullmatch(tag):
            yield Fault(
                keys=keys,
                message=f"`{tag}` is no language tag",
                help="write BCP 47 tags, such as `pt`, `pt-BR` or `zh-Hant`",
            )
        elif tag.lower() in seen:
            yield Fault(keys=keys, message=f"language `{tag}` is listed twice", help="remove one of the two")
        seen[tag.lower()] = tag


def _titles(file: File) -> Iterator[Fault]:
    languages = [tag for tag in file.site.languages if _TAG.fullmatch(tag)]
    yield from _language_keys(file.site.title, languages, ("site", "title"))
    for language in languages:
        if not file.site.title.get(language, "").strip():
            yield Fault(
                keys=("site", "title"),
                message=f"the site has no title in `{language}`",
                help=f'add `{language} = "…"` to [site.title]',
            )
    for link in file.theme.footer:
        yield from _language_keys(link.title, languages, ("theme", "footer"))
        for language in languages:
            if not link.title.get(language, "").strip():
                yield Fault(
                    keys=("theme", "footer"),
                    message=f"the footer's link to {link.url} has no title in `{language}`",
                    help=f'add `{language} = "…"` to its title',
                )


def _controls(file: File) -> Iterator[Fault]:
    """Texts that readers see are plain: nothing in them may steer a screen or reorder what stands around."""
    texts: list[tuple[tuple[str, ...], str]] = [
        *((("site", "title", tag), text) for tag, text in file.site.title.items()),
        *((("theme", "footer"), text) for link in file.theme.footer for text in link.title.values()),
    ]
    for tag, table in file.theme.strings.items():
        texts.extend((("theme", "strings", tag, key), text) for key, text in table.items())
    for keys, text in texts:
        if found := _CONTROL.search(text):
            yield Fault(
                keys=keys,
                message=f"`{'.'.join(keys)}` holds the control character U+{ord(found[0]):04X}",
                help="take it out; a text is one plain line",
            )


def _language_keys(
    table: Mapping[str, object], languages: list[str], keys: tuple[str, ...]
) -> Iterator[Fault]:
    for tag in table:
        if languages and tag not in languages:  # no list: that is reported already
            near = get_close_matches(tag, languages, n=1, cutoff=0.5)
            known = ", ".join(f"`{one}`" for one in near or languages)
            yield Fault(
                keys=(*keys, tag),
                message=f"`{tag}` is not among the site's languages",
                help=f"languages of the site: {known}",
            )


def _web_addresses(file: File) -> Iterator[Fault]:
    for key, address in (("base_url", file.site.base_url), ("repository", file.site.repository)):
        if address is not None and (wrong := wrong_with_address(address)):
            yield Fault(
                keys=("site", key),
                message=f"`{key}` {wrong}",
                help=f'write `{key} = "https://…/"`' if key == "base_url" else f'write `{key} = "https://…"`',
            )
    for link in file.theme.footer:
        if not _FOOTER.fullmatch(link.url) or _NOT_IN_ADDRESSES.search(link.url):
            yield Fault(
                keys=("theme", "footer"),
                message=f"the footer's link `{link.url}` is no web address",
                help="write `https://…` or `mailto:…`",
            )


def wrong_with_address(address: str) -> str:
    """Why `address` cannot be that of a site, in words that follow its name; empty: it can."""
    try:
        parts = urlsplit(address)
        port_is_number = parts.port is None or parts.port >= 0
    except ValueError:
        return "is no web address"
    if parts.scheme not in ("http", "https"):
        return "does not begin with `https://` or `http://`"
    if not parts.hostname or not port_is_number or _NOT_IN_ADDRESSES.search(address):
        return "is no web address"
    if parts.username is not None:
        return "holds a user name, which every reader would see"
    if parts.query or parts.fragment or "?" in address or "#" in address:
        return "holds a `?` or a `#`"
    return ""


def _paths(file: File) -> Iterator[Fault]:
    folders = {
        "content": file.paths.content,
        "demos": file.paths.demos,
        "templates": file.paths.templates,
        "output": file.paths.output,
    }
    named: dict[tuple[str, ...], str] = {("paths", name): folder for name, folder in folders.items()}
    if file.theme.logo is not None:
        named["theme", "logo"] = file.theme.logo
    named |= {("theme", "fonts", role): path for role, path in file.theme.fonts.items()}
    good: dict[str, PurePosixPath] = {}
    for keys, path in named.items():
        if wrong := _wrong_path(path):
            yield Fault(
                keys=keys,
                message=f"`{'.'.join(keys)}` {wrong}",
                help="write a path inside the project folder, such as `pages/content`",
            )
        elif keys[0] == "paths":
            good[keys[1]] = PurePosixPath(path)
    for (one, first), (other, second) in combinations(good.items(), 2):
        if first.is_relative_to(second) or second.is_relative_to(first):
            yield Fault(
                keys=("paths", other),
                message=f"`paths.{one}` and `paths.{other}` share a folder",
                help="give each its own folder, none inside the other",
            )


def _wrong_path(path: str) -> str:
    parts = path.split("/")
    if not path.strip() or path.strip("/") in ("", "."):
        return "is empty"
    if "\\" in path:
        return "holds a backslash; folders are joined by `/`"
    if path.startswith(("/", "~")) or re.match(r"[A-Za-z]:", path):
        return "is not relative to the project folder"
    if ".." in parts:
        return "leaves the project folder"
    if any(part.lower() in (".git", ".sitemaf") for part in parts) or not path.isprintable():
        return "is no folder that a project can use"
    return ""


def _theme(file: File) -> Iterator[Fault]:
    for key, colour in (("accent", file.theme.accent), ("accent_dark", file.theme.accent_dark)):
        if colour is not None and not _COLOUR.fullmatch(colour):
            yield Fault(
                keys=("theme", key),
                message=f"`{colour}` is no colour",
                help=f'write `{key} = "#rrggbb"`, six hexadecimal digits',
            )
    for role in file.theme.fonts:
        if role not in _FONTS:
            yield Fault(
                keys=("theme", "fonts", role),
                message=f"`{role}` is no font of the theme",
                help="the theme has the fonts `text` and `code`",
            )
    yield from _language_keys(file.theme.strings, file.site.languages, ("theme", "strings"))


def _limits(file: File) -> Iterator[Fault]:
    limits = {
        "excerpt_lines": file.limits.excerpt_lines,
        "excerpt_columns": file.limits.excerpt_columns,
        "page_seconds": file.limits.page_seconds,
        "code_seconds": file.limits.code_seconds,
    }
    for key, number in limits.items():
        if not 0 < number < float("inf"):
            yield Fault(
                keys=("limits", key),
                message=f"`limits.{key}` is {number}, but a limit is greater than 0",
                help=f"write a number such as `{key} = 20`",
            )
        elif number > _HIGHEST:
            yield Fault(
                keys=("limits", key),
                message=f"`limits.{key}` is higher than {_HIGHEST:,}, which is no limit",
                help=f"write a number such as `{key} = 20`",
            )
