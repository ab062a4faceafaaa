"""Raw HTML, where a site allows it: a fragment → what the pages' policy forbids in it.

Pages carry no script, no inline style, load nothing from elsewhere and send nothing; what a browser would
refuse under the site's Content-Security-Policy is refused here, where the author can see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html.parser import HTMLParser

from site_builder.content.targets import Refusal, is_external, refuse, scheme_of
from site_builder.model import value

_ELEMENTS = {
    "script": "pages carry no script",
    "style": "a stylesheet belongs into the theme: `templates/`",
    "link": "a stylesheet belongs into the theme: `templates/`",
    "base": "links are written to the file",
    "meta": "use the front matter",
    "title": "use `title` in the front matter",
    "iframe": "link to the page instead",
    "frame": "link to the page instead",
    "frameset": "link to the page instead",
    "object": "link to the file instead",
    "embed": "link to the file instead",
    "applet": "link to the file instead",
    "form": "pages send nothing",
    "video": "link to the file instead",
    "audio": "link to the file instead",
    "html": "the theme writes the page around the text",
    "head": "the theme writes the page around the text",
    "body": "the theme writes the page around the text",
    "main": "the theme writes the page around the text",
    "foreignobject": "write plain SVG",
}
_LOADS = frozenset({"src", "srcset", "poster", "background", "data", "xlink:href"})
_LINKS = frozenset({"href", "action", "formaction", "cite", "ping", "longdesc", "xlink:href"})


@value
class Forbidden:
    code: str
    message: str
    help: str


def find_forbidden(html: str) -> Sequence[Forbidden]:
    """What may not stand in a page; empty: the fragment can be shown as it is."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    if not reader.seen and "<" in html and not html.lstrip().startswith(("<!--", "</")):
        reader.add("directive-unknown", "this HTML is cut off", "close the tag")
    return reader.found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Forbidden] = []
        self.seen = False

    def add(self, code: str, message: str, help: str) -> None:
        self.found.append(Forbidden(code=code, message=message, help=help))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen = True
        if tag in _ELEMENTS:
            self.add("directive-unknown", f"`<{tag}>` may not stand in a page", _ELEMENTS[tag])
            return
        for name, text in attrs:
            self._attribute(tag, name, text or "")

    def handle_decl(self, decl: str) -> None:
        self.seen = True

    def handle_pi(self, data: str) -> None:
        self.seen = True

    def handle_endtag(self, tag: str) -> None:
        self.seen = True
        if tag in _ELEMENTS:
            self.add("directive-unknown", f"`</{tag}>` may not stand in a page", _ELEMENTS[tag])

    def _attribute(self, tag: str, name: str, text: str) -> None:
        if name == "style":
            self.add("directive-unknown", f"`style=` may not stand on `<{tag}>`", "use a class of the theme")
        elif name.startswith("on") or name in ("srcdoc", "nonce", "http-equiv"):
            self.add("directive-unknown", f"`{name}=` may not stand on `<{tag}>`", "pages carry no script")
        elif name in _LOADS and (is_external(text) or "//" in text):
            self.add(
                "link-target", f"`{name}={text[:80]}` loads from elsewhere", "copy the file beside the page"
            )
        elif name in _LINKS and (refusal := self._refused(text)):
            self.add("link-target", refusal.message, refusal.help)

    def _refused(self, text: str) -> Refusal | None:
        return refuse(text, "link") if scheme_of(text) is not None else None
