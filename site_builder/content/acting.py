"""Files beside the pages: path and bytes → where one would run something at the reader's, if it would.

Such files are copied as they are. A browser that opens an HTML file or a drawing by its own address reads it
as a page of the site, and the policy that the site's pages carry is not in it. What is sought is sought
everywhere, in comments and quotes as well: browsers and parsers do not agree on where those end.
"""

from __future__ import annotations

import re
from html import unescape

from site_builder.model import Problem, Where

_DOCUMENTS = ("html", "htm", "xhtml", "xht", "shtml", "svg", "xml", "xsl", "xslt", "mht", "mhtml")
_WORDS = "ce|es|ly|to|set|line|ward|wards|board|shore|site|stage|going|ion|ions|erous"  # once = 1
_RUNS = re.compile(
    r"<(?:[\w.-]+:)?(?:script|iframe|frame|object|embed|applet)\b"
    r"|<!ENTITY\b"  # may stand for any of these
    r"|<\?xml-stylesheet\b"  # may write any of these
    rf"|(?<=[\s\"'/])on(?!(?:{_WORDS})\s*=)[a-z]{{3,}}+\s*=",
    re.IGNORECASE,
)
_IGNORED = re.compile(r"[\x00-\x20]+")  # by browsers, in an address
_ADDRESS = re.compile(r"[=;\"'](?:java|vb)script:", re.IGNORECASE)
_HELP = "nothing may run at the reader's: take it out of the file, or publish it elsewhere and link to it"


def find_acting(path: str, data: bytes) -> Problem | None:
    """The first thing in the file that would run."""
    if path.rpartition(".")[2].lower() not in _DOCUMENTS:
        return None
    text = _decoded(data)
    if found := _RUNS.search(text):
        what = _IGNORED.sub("", found[0])
        return _problem(Where(path=path, line=text.count("\n", 0, found.start()) + 1), what)
    if found := _ADDRESS.search(_IGNORED.sub("", unescape(text))):
        return _problem(Where(path=path), found[0][1:])
    return None


def _decoded(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"<\0"):
        return data.decode("utf-16-le", "replace")
    if data[:2] in (b"\xfe\xff", b"\0<"):
        return data.decode("utf-16-be", "replace")
    return data.decode("utf-8", "replace")


def _problem(where: Where, what: str) -> Problem:
    message = f"`{what}` would run in the browser of whoever opens this file"
    return Problem(where=where, code="asset-active", message=message, help=_HELP)
