"""Raw HTML, where a site allows it: a page's fragments → what the pages' policy forbids in them.

Pages carry no script, no inline style, load nothing from elsewhere and send nothing; what a browser would
refuse under the site's Content-Security-Policy is refused here, where the author can see it. A fragment is
read by CommonMark's own grammar of tags (0.31, section 6.6) and must be whole in it: whatever browsers would
read in a way of their own, such as comments with odd ends, is refused rather than guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape

from site_builder.content.prose.html_names import DRAWN, ENDED_BY_OTHERS, INSTEAD, KNOWN, OTHERWISE, VOID
from site_builder.content.targets import is_external, refuse
from site_builder.model import value

_ATTRIBUTE = (
    r"""[ \t\n]++([A-Za-z_:][A-Za-z0-9_.:-]*+)(?:[ \t\n]*+=[ \t\n]*+("[^"]*+"|'[^']*+'|[^\s"'=<>`]++))?+"""
)
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_PIECE = re.compile(
    r"[^<]++"
    r"|<!--(?!-?>)(?:(?!--).)*+-->"
    rf"|<([A-Za-z][A-Za-z0-9-]*+)((?:{_ATTRIBUTE})*+)[ \t\n]*+(/?)>"
    r"|</([A-Za-z][A-Za-z0-9-]*+)[ \t\n]*+>",
    re.DOTALL,
)
_LOADS = frozenset(("src", "srcset", "imagesrcset", "poster", "background", "lowsrc", "dynsrc", "data"))
_LINKS = frozenset(("cite", "longdesc", "usemap"))
_SENDS = frozenset(
    (
        "action", "attributionsrc", "form", "formaction", "formmethod", "formtarget", "http-equiv", "is",
        "nonce", "ping", "srcdoc",
    )
)  # fmt: skip
_POINTS = re.compile(r"url\(\s*[\"']?\s*(?!#)", re.IGNORECASE)


@value
class Forbidden:
    code: str
    message: str
    help: str


class RawHtml:
    """The fragments of one page, in order; knows which elements they leave open."""

    def __init__(self) -> None:
        self.open: list[tuple[str, int]] = []  # name, line

    def read(self, html: str, line: int) -> Sequence[Forbidden]:
        """What may not stand in a page; empty: the fragment can be shown as it is."""
        before = list(self.open)
        found = list(self._faults(html, line))
        if found:
            self.open = before  # a fragment shown as text opens nothing
        return found

    def _faults(self, html: str, line: int) -> Iterator[Forbidden]:
        at = 0
        while at < len(html):
            piece = _PIECE.match(html, at)
            if piece is None:
                yield _broken(html[at:])
                return
            opened, closed = piece[1], piece[6]
            if opened:
                yield from self._start(
                    opened.lower(), piece[2], bool(piece[5]), line + html.count("\n", 0, at)
                )
            elif closed:
                yield from self._end(closed.lower())
            at = piece.end()

    def _start(self, name: str, attributes: str, ended: bool, line: int) -> Iterator[Forbidden]:
        if name not in KNOWN:
            yield _unknown(f"<{name}>", name)
            return
        for attribute in _ATTRIBUTES.finditer(attributes):
            text = unescape((attribute[2] or "").strip("\"'"))
            yield from _attribute(name, attribute[1].lower(), text)
        if name not in VOID and name not in ENDED_BY_OTHERS and not (ended and name in DRAWN):
            self.open.append((name, line))

    def _end(self, name: str) -> Iterator[Forbidden]:
        if name not in KNOWN:
            yield _unknown(f"</{name}>", name)
        elif name not in VOID and name not in ENDED_BY_OTHERS:
            if not self.open or self.open[-1][0] != name:
                last = (
                    f"close `<{self.open[-1][0]}>` first" if self.open else "remove it, or open one before it"
                )
                yield _forbidden(f"`</{name}>` closes nothing that is open here", last)
            else:
                self.open.pop()


def unclosed(name: str) -> Forbidden:
    """An element that its page does not end: the theme's own would be taken for its content."""
    return _forbidden(f"`<{name}>` is not closed", f"write `</{name}>` where it ends")


def _attribute(element: str, name: str, text: str) -> Iterator[Forbidden]:
    if name == "style":
        yield _forbidden(f"`style=` may not stand on `<{element}>`", "use a class of the theme")
    elif name.startswith("on") or name in _SENDS:
        yield _forbidden(
            f"`{name}=` may not stand on `<{element}>`", "pages carry no script and send nothing"
        )
    elif _loads(element, name, text) or _POINTS.search(text):
        yield Forbidden(
            code="link-target",
            message=f"`{name}={text[:80]}` loads from elsewhere",
            help="copy the file beside the page",
        )
    elif name in _LINKS or name.endswith("href"):
        refusal = refuse(text, "link") if is_external(text) else None
        if refusal is not None:
            yield Forbidden(code="link-target", message=refusal.message, help=refusal.help)


def _loads(element: str, name: str, text: str) -> bool:
    """Whether a browser would fetch the text, or a part of it, from another place than the site."""
    fetched = name in _LOADS or (name.endswith("href") and element not in ("a", "area"))
    return fetched and (is_external(text) or "//" in text)


def _broken(rest: str) -> Forbidden:
    if rest.startswith("<!"):
        return _forbidden("this HTML comment is not one that every browser reads alike", "write `<!-- … -->`")
    return _forbidden("this HTML is cut off", "close the tag, or write `&lt;` for a `<` that begins none")


def _unknown(tag: str, name: str) -> Forbidden:
    return _forbidden(f"`{tag}` may not stand in a page", INSTEAD.get(name, OTHERWISE))


def _forbidden(message: str, help: str) -> Forbidden:
    return Forbidden(code="directive-unknown", message=message, help=help)
