"""A page's rendered body → its Markdown twin: what a program reads of the page, figures included.

It reads the HTML that the page shows, so the twin says what the page says, excerpts and transcripts as well.
Only the theme's and the content's own vocabulary occurs in it; an unknown element gives its text.
"""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urljoin

from site_builder.render.site import Entry

_TOKEN = re.compile(
    r"<svg.*?</svg>|<!--.*?-->"
    r'|<a class="permalink".*?</a>|<span class="vh">.*?</span>'
    r"|<(?P<end>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9]*)(?P<attributes>[^>]*)>|(?P<text>[^<]+)",
    re.DOTALL,
)
_GAP = re.compile(r'<span class="gap" data-n="([^"]*)"></span>')
_LANGUAGE = re.compile(r'<code class="[^"]*language-([^" ]+)')
_TAG = re.compile(r"<[^>]*>")
_BLOCKS = frozenset(
    {
        *(
            "p",
            "div",
            "section",
            "figure",
            "figcaption",
            "details",
            "summary",
            "aside",
            "dl",
            "dt",
            "dd",
            "ul",
        ),
        *("ol", "li", "nav", "table", "caption", "thead", "tbody", "hr", "blockquote"),
        *("h1", "h2", "h3", "h4", "h5", "h6"),
    }
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# What stands for the beginning and the end of an element inside a paragraph.
_MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*", "code": "`", "samp": "`", "q": '"'}


def markdown_twin(entry: Entry, html: str, base_url: str | None) -> str:
    """Addresses are absolute where the site has a base address, else as on the page that it lies beside."""
    writer = _Writer(f"{base_url.rstrip('/')}{entry.url}" if base_url else "")
    # Code is most of many pages, and looked for by its end: to match it sign by sign takes ten times as long.
    prose, *parts = html.split("<pre")
    writer.read(prose)
    for part in parts:
        code, _, prose = part.partition("</pre>")
        writer.code(code.partition(">")[2])
        writer.read(prose)
    writer.flush()
    lead = f"{entry.lead}\n\n" if entry.lead else ""
    return f"# {entry.title}\n\n{lead}{''.join(writer.out).strip()}\n"


class _Writer:
    def __init__(self, address: str) -> None:
        self.address = address
        self.out: list[str] = []
        self.inline: list[str] = []
        self.indents: list[str] = []
        self.marker = ""  # of a list item that has not been written yet
        self.counters: list[int | None] = []
        self.links: list[str] = []
        self.row: list[str] = []
        self.rows = 0
        self.item = False  # the last thing written is one line of a list item
        self.quoted = ""  # the indent of the last thing written, if it is a quotation's

    def read(self, html: str) -> None:
        for match in _TOKEN.finditer(html):
            kind = match.lastgroup
            if kind == "text":
                self.inline.append(match[0])
            elif kind == "attributes":
                end, tag, written = match.group("end", "tag", "attributes")
                if tag in _MARKS:
                    self.inline.append(_MARKS[tag])
                elif end:
                    self.close(tag)
                else:
                    self.open(tag, written)

    def flush(self, start: str = "") -> None:
        """Write the paragraph that has gathered."""
        if not self.inline:
            return
        text = unescape(" ".join("".join(self.inline).split()))
        self.inline.clear()
        if text.strip("*` "):
            self._write(f"{start}{text}")

    def _write(self, text: str) -> None:
        indent = "".join(self.indents)
        first = indent[: len(indent) - len(self.marker)] + self.marker if self.marker else indent
        head, broken, below = text.partition("\n")
        rest = below.split("\n") if broken else []
        if self.item and self.marker:
            self.out[-1] = self.out[-1][:-1]  # items of one line stand close together
        elif self.quoted and indent.startswith(self.quoted):
            self.out[-1] = f"{self.out[-1][:-1]}{self.quoted.rstrip()}\n"
        self.item = bool(self.marker) and not rest
        self.quoted = indent if ">" in indent else ""
        self.marker = ""
        lines = "".join("\n" + f"{indent}{line}".rstrip() for line in rest)
        self.out.append(f"{first}{head}{lines}\n\n")

    def open(self, tag: str, written: str) -> None:
        if tag in _BLOCKS:
            self.flush()
        if tag == "summary":
            self.inline.append("**")
        elif tag == "a":
            self.links.append(self._address(written, "href"))
            self.inline.append("[")
        elif tag == "img":
            self.inline.append(f"![{_attribute(written, 'alt')}]({self._address(written, 'src')})")
        elif tag in ("ul", "ol"):
            self.counters.append(int(_attribute(written, "start") or 1) if tag == "ol" else None)
        elif tag == "li":
            self._item()
        elif tag == "blockquote" or (tag == "aside" and "admonition" in written):
            self.indents.append("> ")
        elif tag == "br":
            self.inline.append(" ")
        elif tag == "hr":
            self._write("---")
        elif tag == "table":
            self.rows = 0
        elif tag in ("td", "th"):
            self.inline.clear()

    def _address(self, written: str, name: str) -> str:
        address = unescape(_attribute(written, name))
        return urljoin(self.address, address) if self.address else address

    def _item(self) -> None:
        counter = self.counters[-1] if self.counters else None
        self.marker = "- " if counter is None else f"{counter}. "
        if counter is not None:
            self.counters[-1] = counter + 1
        self.indents.append(" " * len(self.marker))

    def close(self, tag: str) -> None:
        if tag == "summary":
            self.inline.append("**")
        if tag == "a":
            self.inline.append(f"]({self.links.pop()})" if self.links else "]")
        elif tag in _HEADINGS:
            self.flush("#" * int(tag[1:]) + " ")
        elif tag in ("td", "th"):
            self.row.append(unescape(" ".join("".join(self.inline).split())).replace("|", "\\|"))
            self.inline.clear()
        elif tag == "tr":
            self._row()
        elif tag == "table":
            self.out.append("\n")
        elif tag in _BLOCKS:
            self._end(tag)

    def _end(self, tag: str) -> None:
        self.flush()
        if tag in ("li", "blockquote", "aside") and self.indents:
            self.indents.pop()
            self.marker = ""
        elif tag in ("ul", "ol") and self.counters:
            self.counters.pop()

    def _row(self) -> None:
        indent = "".join(self.indents)
        self.out.append(f"{indent}| {' | '.join(self.row)} |\n")
        if self.rows == 0:
            self.out.append(f"{indent}|{' --- |' * len(self.row)}\n")
        self.rows += 1
        self.row = []

    def code(self, html: str) -> None:
        self.flush()
        text = unescape(_TAG.sub("", _GAP.sub(r"… \1\n", html))).removesuffix("\n")
        named = _LANGUAGE.search(html[:200])
        fence = "```"
        while fence in text:
            fence += "`"
        self._write(f"{fence}{named[1] if named else ''}\n{text}\n{fence}")


def _attribute(written: str, name: str) -> str:
    """The value of an attribute as it is written, entities and all."""
    return written.partition(f' {name}="')[2].partition('"')[0]
