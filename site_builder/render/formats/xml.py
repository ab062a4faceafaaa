"""Text in XML: what stands between tags, and what stands in an attribute, quotes included.

The standard library's `xml.sax.saxutils` does the same, and loads clients for HTTP and mail on the way.
"""

from __future__ import annotations

from html import escape as escape_html


def escape(text: str) -> str:
    return escape_html(text, quote=False)


def quoteattr(text: str) -> str:
    """With the quotes that need no escape; line ends and tabs as references, for a reader would lose them."""
    written = escape(text).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    if '"' not in written:
        return f'"{written}"'
    return f"'{written}'" if "'" not in written else '"{}"'.format(written.replace('"', "&quot;"))
