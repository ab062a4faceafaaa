"""What raw HTML may be made of: elements that structure text, pictures and drawings, and nothing that acts.

Everything else is refused by not being here, so that an element or a spelling that a browser learns tomorrow
is refused today.
"""

from __future__ import annotations

from collections.abc import Mapping

VOID = frozenset(("area", "br", "col", "hr", "img", "input", "source", "wbr"))

# Elements whose end a browser finds by itself; to count them would be to repeat its rules.
ENDED_BY_OTHERS = frozenset(
    (
        "p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "colgroup", "option",
        "optgroup", "rt", "rp",
    )
)  # fmt: skip

# Drawings and formulas: here, and only here, `/>` ends an element.
DRAWN = frozenset(
    (
        "svg", "g", "defs", "symbol", "use", "image", "path", "rect", "circle", "ellipse", "line",
        "polyline", "polygon", "text", "tspan", "textpath", "desc", "lineargradient", "radialgradient",
        "stop", "pattern", "clippath", "mask", "marker", "filter", "feblend", "fecolormatrix",
        "fecomposite", "fedropshadow", "feflood", "fegaussianblur", "femerge", "femergenode", "feoffset",
        "math", "semantics", "annotation", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "mfrac",
        "msqrt", "mroot", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mmultiscripts",
        "mprescripts", "mtable", "mtr", "mtd", "mpadded", "mphantom", "menclose",
    )
)  # fmt: skip

KNOWN = DRAWN | VOID | ENDED_BY_OTHERS | frozenset(
    (
        "a", "abbr", "address", "article", "aside", "b", "bdi", "bdo", "big", "blockquote", "button",
        "caption", "center", "cite", "code", "data", "datalist", "del", "details", "dfn", "div", "dl", "em",
        "fieldset", "figcaption", "figure", "font", "footer", "h2", "h3", "h4", "h5", "h6", "header",
        "hgroup", "i", "ins", "kbd", "label", "legend", "map", "mark", "menu", "meter", "nav", "ol",
        "output", "picture", "pre", "progress", "q", "ruby", "s", "samp", "search", "section", "small",
        "span", "strike", "strong", "sub", "summary", "sup", "table", "time", "tt", "u", "ul", "var",
    )
)  # fmt: skip

# What to do instead, for what is often tried.
INSTEAD: Mapping[str, str] = {
    "script": "pages carry no script",
    "style": "a stylesheet belongs into the theme: `templates/`",
    "link": "a stylesheet belongs into the theme: `templates/`",
    "base": "links are written to the file",
    "meta": "use the front matter",
    "title": "use `title` in the front matter",
    "h1": "use `title` in the front matter",
    "iframe": "link to the page instead",
    "frame": "link to the page instead",
    "frameset": "link to the page instead",
    "object": "link to the file instead",
    "embed": "link to the file instead",
    "applet": "link to the file instead",
    "video": "link to the file instead",
    "audio": "link to the file instead",
    "form": "pages send nothing",
    "html": "the theme writes the page around the text",
    "head": "the theme writes the page around the text",
    "body": "the theme writes the page around the text",
    "main": "the theme writes the page around the text",
    "foreignobject": "write plain SVG",
}
OTHERWISE = "raw HTML may hold what structures text, such as `<div>`, `<kbd>`, `<sub>`, and plain SVG"
