"""Links as authors write them → addresses of the site, or the problem that names what is there instead.

A link names a file: a page's, in whatever language, ends at the page in the reader's language; an anchor is
found in any language and ends at the same heading; any other file of the content is a copied asset.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from posixpath import basename, normpath
from urllib.parse import quote, unquote

from site_builder.config import Config
from site_builder.content.addresses import address_of, asset_url, fold, original_of
from site_builder.content.headings import heading_index, inherited_ids
from site_builder.content.nearest import suggest
from site_builder.content.targets import address, is_external, refuse
from site_builder.model import Demo, LinkTarget, Page, Problem, value

_PARTS = re.compile(r"(?P<path>[^?#]*)(?P<query>\?[^#]*)?(?:#(?P<anchor>.*))?", re.DOTALL)
_UNSAFE = re.compile(r"[\x00-\x20\x7f\"<>\\^`{|}%?#]")
_SEARCHES = 200  # for near names; a page set that is broken everywhere needs no more hints than that


@value
class Destination:
    """Where a link ends: a page and one of its headings, or an address; `key` is equal in every language."""

    key: str
    page: Page | None = None
    url: str = ""
    anchor: str | None = None


class LinkTable:
    """Built once for all pages; `assets` are project paths of content files that are no pages."""

    def __init__(
        self, pages: Sequence[Page], demos: Sequence[Demo], assets: Collection[str], config: Config
    ) -> None:
        self._config, self._assets = config, assets
        self._pages = {page.key: page for page in pages}
        self._paths = {one.path: page for page in pages for one in page.translations.values()}
        self._urls = {one.url: one.path for page in pages for one in page.translations.values()}
        self._demos = {demo.folder.rstrip("/"): demo.name for demo in demos}
        self._ids: dict[tuple[str, str], tuple[str, ...]] = {}
        self._hints: dict[tuple[str, str], str] = {}

    def resolve(self, link: LinkTarget, lang: str, from_path: str) -> str | Problem:
        """The address for readers of `lang`: a path from the site's top, or an external address unchanged."""
        if is_external(link.target):
            return self._external(link)
        destination = self.find(link, from_path)
        if isinstance(destination, Problem) or destination.page is None:
            return destination if isinstance(destination, Problem) else self._localised(destination.url, lang)
        page = destination.page
        url = _encoded(address_of(page, lang, self._config))
        if not destination.anchor or destination.anchor == "top":
            return url if destination.anchor is None else f"{url}#{destination.anchor}"
        id = self._anchor(page, lang, destination.anchor)
        return (
            f"{url}#{_encoded(id)}"
            if id is not None
            else self._no_anchor(link, page, lang, destination.anchor)
        )

    def find(self, link: LinkTarget, from_path: str) -> Destination | Problem:
        """What an internal link names, whatever the language it is read in."""
        parts = _PARTS.fullmatch(link.target)
        path, query, anchor = parts.group("path", "query", "anchor") if parts else (link.target, None, None)
        anchor = unquote(anchor) if anchor is not None else None
        target = self._project_path(unquote(path), from_path)
        page = None if link.kind == "image" else self._page(target)
        if page is not None:
            key = f"page:{page.key}" + (f"#{self._named(page, anchor)}" if anchor else "")
            return Destination(key=key, page=page, anchor=anchor)
        if target in self._assets:
            tail = (query or "") + (f"#{_encoded(anchor)}" if anchor else "")
            return Destination(key=f"asset:{target}", url=_encoded(asset_url(target, self._config)) + tail)
        folder = target.removesuffix("/demo.toml")
        if folder in self._demos and link.kind == "link":
            url = f"/{{lang}}/demos/{_encoded(self._demos[folder])}/" + (
                f"#{_encoded(anchor)}" if anchor else ""
            )
            return Destination(key=f"demo:{folder}", url=url)
        return self._nothing(link, path, target, from_path)

    def _project_path(self, path: str, from_path: str) -> str:
        if not path:
            return from_path
        if path.startswith("/"):
            below = normpath(f"{self._config.paths.content}/{path.strip('/')}")
            known = below in self._assets or self._page(below) is not None
            return below if known else normpath(path.strip("/") or ".")
        return normpath(f"{from_path.rpartition('/')[0]}/{path}")

    def _page(self, target: str) -> Page | None:
        """By any of its files, by its file without the language, or by the folder of which it is the home."""
        if target in self._paths:
            return self._paths[target]
        content = self._config.paths.content
        key = target.removeprefix(f"{content}/") if target != content else "."
        if key.endswith(".md"):
            bare = key.removesuffix(".md")
            stem, _, lang = bare.rpartition(".")
            return self._pages.get(bare) or (
                self._pages.get(stem) if lang in self._config.languages else None
            )
        return self._pages.get("index" if key == "." else f"{key}/index")

    def _external(self, link: LinkTarget) -> str | Problem:
        target = link.target
        if refusal := refuse(target, link.kind):  # pages refuse it where it is written; nothing else may pass
            return self._problem(link, "link-target", refusal.message, refusal.help)
        base = self._config.base_url
        if base is not None and (target + "/").startswith(base):
            path = target.removeprefix(base.rstrip("/")).partition("#")[0]
            return self._problem(
                link,
                "link-target",
                f"the link leads to this site by its address `{target}`",
                self._by_address(path, link.where.path) or "link to the page's file",
            )
        return address(target)

    def _localised(self, url: str, lang: str) -> str:
        return url.replace("{lang}", lang, 1)

    def ids(self, page: Page, lang: str) -> tuple[str, ...]:
        """Ids as the page shows them to readers of `lang`."""
        shown = lang if lang in page.translations else original_of(page, self._config).lang
        if (page.key, shown) not in self._ids:
            self._ids[page.key, shown] = inherited_ids(page, shown, self._config.default_language)
        return self._ids[page.key, shown]

    def _named(self, page: Page, anchor: str) -> str:
        position = self._position(page, anchor)
        return anchor if position is None else str(position)

    def _position(self, page: Page, anchor: str) -> int | None:
        """The number of the heading, which is the same in every language."""
        for lang in page.translations:
            if anchor in self.ids(page, lang):
                return self.ids(page, lang).index(anchor)
        found = (heading_index(one, anchor) for one in page.translations.values())
        return next((index for index in found if index is not None), None)

    def _anchor(self, page: Page, lang: str, anchor: str) -> str | None:
        ids = self.ids(page, lang)
        if anchor in ids:
            return anchor
        position = self._position(page, anchor)
        return ids[position] if position is not None and position < len(ids) else None

    def _no_anchor(self, link: LinkTarget, page: Page, lang: str, anchor: str) -> Problem:
        path = link.target.partition("#")[0]
        return self._problem(
            link,
            "link-anchor",
            f"{f'`{path}`' if path else 'this page'} has no heading `#{anchor}`",
            suggest(anchor, self.ids(page, lang), "the page has no headings"),
        )

    def _nothing(self, link: LinkTarget, path: str, target: str, from_path: str) -> Problem:
        kind = "image" if link.kind == "image" else "link"
        if target.startswith(".."):
            message = f"the {kind} `{link.target}` leaves the project"
            help = "link to a file of the content folder"
        elif link.kind == "image":
            message = f"there is no image `{path or link.target}`"
            help = self._near(target, from_path, images=True)
        else:
            message = f"there is no page or file `{path or link.target}`"
            help = self._by_address(path, from_path) or self._near(target, from_path, images=False)
        return self._problem(link, "link-target", message, help)

    def _by_address(self, path: str, from_path: str) -> str:
        found = self._urls.get(path if path.endswith("/") else f"{path}/")
        return f"write the page's file: `{_relative(found, from_path)}`" if found else ""

    def _near(self, target: str, from_path: str, images: bool) -> str:
        """The same name elsewhere, or elsewhere in case; else names like it."""
        if (target, from_path) in self._hints or len(self._hints) >= _SEARCHES:
            return self._hints.get((target, from_path), "see the names of the files beside it")
        content = self._config.paths.content
        known = (
            list(self._assets) if images else [*(f"{content}/{key}.md" for key in self._pages), *self._assets]
        )
        wanted = target if images or target.rpartition("/")[2].count(".") else f"{target}.md"
        same = [one for one in known if fold(basename(one)) == fold(basename(wanted))]
        none = "there is nothing to link to yet"
        shown: Mapping[str, str] = {one: _relative(one, from_path) for one in same or known}
        if same:
            help = "did you mean " + " or ".join(f"`{shown[one]}`" for one in same[:3]) + "?"
        else:
            help = suggest(_relative(wanted, from_path), list(shown.values()), none)
        self._hints[target, from_path] = help
        return help

    def _problem(self, link: LinkTarget, code: str, message: str, help: str) -> Problem:
        return Problem(where=link.where, code=code, message=message, help=help)


def _relative(path: str, from_path: str) -> str:
    """`path` as a file in the folder of `from_path` names it."""
    parts, here = path.split("/"), from_path.split("/")[:-1]
    shared = 0
    while shared < min(len(parts) - 1, len(here)) and parts[shared] == here[shared]:
        shared += 1
    return "/".join([".."] * (len(here) - shared) + parts[shared:])


def _encoded(text: str) -> str:
    """Letters of every script stay; what would end or change an address does not."""
    return _UNSAFE.sub(lambda found: quote(found[0], safe=""), text)
