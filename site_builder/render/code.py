"""Source text and a lexer's name → one piece of HTML a line, with few classes; done once per text.

Nothing is guessed: an unknown name gives plain text. The lines hold the text exactly; line numbers and
gaps are added by `numbered`, as attributes that the stylesheet prints, so that copying gives the source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from markupsafe import Markup, escape

from site_builder.model import Patience, endless
from site_builder.render.visible import shown

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

Lines: TypeAlias = tuple[str, ...]
Highlighter: TypeAlias = Callable[[str, str], Lines]  # text, lexer's name → HTML of each line

# Pygments token → class; a token without a row takes its parent's. The palette gives each class a colour.
_CLASSES: Mapping[str, str] = {
    "Token.Comment": "c",
    "Token.Comment.Preproc": "k",
    "Token.Generic.Deleted": "gd",
    "Token.Generic.Inserted": "gi",
    "Token.Generic.Heading": "f",
    "Token.Generic.Subheading": "f",
    "Token.Generic.Prompt": "c",
    "Token.Generic.Strong": "f",
    "Token.Keyword": "k",
    "Token.Keyword.Constant": "n",
    "Token.Keyword.Type": "t",
    "Token.Literal.Number": "n",
    "Token.Literal.String": "s",
    "Token.Literal.String.Doc": "c",
    "Token.Name.Attribute": "a",
    "Token.Name.Builtin": "t",
    "Token.Name.Builtin.Pseudo": "k",
    "Token.Name.Class": "t",
    "Token.Name.Constant": "n",
    "Token.Name.Decorator": "a",
    "Token.Name.Exception": "t",
    "Token.Name.Function": "f",
    "Token.Name.Tag": "k",
    "Token.Name.Variable": "a",
    "Token.Operator.Word": "k",
}
CLASSES = tuple(sorted(set(_CLASSES.values())))


@cache
def _class_of(token: _TokenType) -> str:
    kind: _TokenType | None = token
    while kind is not None:
        if (name := _CLASSES.get(str(kind))) is not None:
            return name
        kind = kind.parent
    return ""


@cache
def _lexer(language: str) -> Lexer | None:
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    if not language or language == "text":
        return None
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def highlight(text: str, language: str) -> Lines:
    """One piece of HTML for each line of `text`; its lines end with LF, the last one does not."""
    seconds, patience = _waits
    if (text, language) in _given_up:
        return _late(text, language)
    return patience(seconds, lambda: _highlighter(text, language), lambda: _late(text, language))


def highlight_by(highlighter: Highlighter) -> None:
    """From now on `highlight` asks this one: it may remember what `highlighted` gave."""
    global _highlighter
    _highlighter = highlighter


def wait_at_most(seconds: float, patience: Patience) -> None:
    """From now on what takes longer to highlight is shown plain; `was_late` tells."""
    global _waits
    _waits = seconds, patience


def was_late() -> bool:
    """Whether any text has been shown plain since this was last asked."""
    global _lateness
    late, _lateness = _lateness, False
    return late


def _late(text: str, language: str) -> Lines:
    """Shown plain, and not tried again on the next page."""
    global _lateness
    _lateness = True
    _given_up.add((text, language))
    return plain_lines(text)


def highlighted(text: str, language: str) -> Lines:
    """The work itself, done anew each time."""
    from site_builder.render.lexing import read_tokens

    lexer = _lexer(language)
    # A final line feed is what lexers expect; the preprocessing of `get_tokens` would change lone CRs.
    tokens = read_tokens(lexer, text + "\n") if lexer else []
    # Lexers are other people's code: one that loses or adds a character is not believed.
    if "".join(part for _, part in tokens) != text + "\n":
        return plain_lines(text)
    return _lines(tokens)


def plain_lines(text: str) -> Lines:
    """Every line as it is, in no colour."""
    return tuple(shown(line) for line in text.split("\n"))


class Recent:
    """Remembers what came last: the translations of a page show the same code, one after the other."""

    def __init__(self, highlighter: Highlighter = highlighted, most: int = 256) -> None:
        self._highlighter, self._most = highlighter, most
        self._known: dict[tuple[str, str], Lines] = {}

    def __call__(self, text: str, language: str) -> Lines:
        known = self._known.get((text, language))
        if known is None:
            known = self._highlighter(text, language)
            if len(self._known) >= self._most:
                del self._known[next(iter(self._known))]
            self._known[text, language] = known
        return known


# A string that does not end is read to the end of its line, so that no text takes longer than its length.
_STRING = re.compile(r'(?P<string>"(?:[^"\\\n]|\\.)*+(?:"|$))(?P<colon>:?)', re.MULTILINE)

_highlighter: Highlighter = Recent()
_waits: tuple[float, Patience] = (0.0, endless)
_lateness = False
_given_up: set[tuple[str, str]] = set()


def _lines(tokens: Iterable[tuple[_TokenType, str]]) -> Lines:
    """Cut at line feeds; neighbours of one class become one span, white space joins what stands before."""
    lines: list[str] = []
    pieces: list[str] = []
    held, name = "", ""
    for token, part in tokens:
        own = _class_of(token)
        if own != name and not part.isspace():
            pieces.append(_span(held, name))
            held, name = "", own
        first, *rest = part.split("\n")
        held += first
        for line in rest:
            lines.append("".join((*pieces, _span(held, name))))
            pieces, held = [], line
    return tuple(lines)


def _span(text: str, name: str) -> str:
    if not name or not text or text.isspace():
        return shown(text)
    return f'<span class="{name}">{shown(text)}</span>'


def numbered(
    rows: Sequence[tuple[int, str]],
    language: str,
    highlighted: Collection[int] = (),
    marks: Mapping[int, str] | None = None,
    gap: Callable[[int], str] = str,
) -> Markup:
    """Rows as `<span class="l" data-n="39">`: number, gap and mark of a note are attributes, never text.

    `marks` says which sign a line with a note carries; `gap` puts a number of lines left out into words.
    """
    width = len(str(rows[-1][0])) if rows else 1
    parts = [f'<code class="g{min(width, 6)} {language_class(language)}">']
    lines = highlight("\n".join(text for _, text in rows), language)
    before = rows[0][0] - 1 if rows else 0
    for (number, text), line in zip(rows, lines, strict=True):
        if number != before + 1:
            parts.append(f'<span class="gap" data-n="{escape(gap(number - before - 1))}"></span>')
        before = number
        kind = "mark" if number in highlighted else "span"
        note = f'<i data-note="{marks[number]}"></i>' if marks and number in marks else ""
        parts.append(f'<{kind} class="l{hanging(text)}" data-n="{number}">{line}{note}\n</{kind}>')
    parts.append("</code>")
    return Markup("".join(parts))


def language_class(language: str) -> str:
    """The class that HTML knows the language of code by."""
    return f"language-{escape(language or 'text')}"


def hanging(text: str) -> str:
    """A class for an indented line: what wraps hangs two letters behind its indent, which phones halve."""
    shown = text.expandtabs(4)
    deep = min(len(shown) - len(shown.lstrip(" ")), 24) // 2 * 2
    return f" i{deep}" if deep > 0 else ""


def json_text(text: str) -> Markup:
    """JSON as programs sent it, of which a page may hold a lot: names are told from values, and no more."""
    parts: list[str] = []
    end = 0
    for found in _STRING.finditer(text):
        if found["colon"]:
            parts.append(f'{shown(text[end : found.start()])}<span class="k">{shown(found["string"])}</span>')
            end = found.start("colon")
    return Markup("".join((*parts, shown(text[end:]))))
