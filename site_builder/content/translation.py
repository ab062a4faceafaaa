"""One content file → `Translation`: front matter, and the body as a flat sequence of HTML and holes.

Pure, and small enough to cross a process: no token outlives the call. A problem of a directive stands in
`blocks`, where the directive was; every other one in `problems`. None is in both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha1

from markdown_it.token import Token

from site_builder.config import Config
from site_builder.content.addresses import page_key, page_url, wrong_with_slug
from site_builder.content.encoding import decode
from site_builder.content.escapes import show_controls
from site_builder.content.front_matter import SHARED, FrontMatter, split_page
from site_builder.content.markdown.parser import TOO_DEEP
from site_builder.content.prose.blocks import write_blocks
from site_builder.content.prose.footnotes import write_footnotes
from site_builder.content.prose.heading import explicit_ids, title_of
from site_builder.content.prose.html_policy import unclosed
from site_builder.content.prose.writer import PageWriter
from site_builder.content.typography import set_type
from site_builder.model import Problem, Severity, Translation, Where


def parse_translation(path: str, data: bytes, config: Config, strings: Mapping[str, str]) -> Translation:
    """`path` ends in `.<lang>.md`; `strings` are the theme's texts in that language."""
    key, lang = page_key(path, config), path.rsplit(".", 2)[-2]
    blob = _blob(data)
    text = decode(data, path)
    if isinstance(text, Problem):
        return Translation(
            key=key, lang=lang, path=path, url=page_url(key, lang), title=key, blob=blob, problems=(text,)
        )
    head = split_page(text, path)
    writer = PageWriter(path, lang, text.split("\n"), head.offset, config, strings)
    title = _write_body(writer, head)
    slug, slug_problems = _slug(head, key, path)
    return Translation(
        key=key,
        lang=lang,
        path=path,
        url=page_url(key, lang, slug),
        title=title or key,
        blob=blob,
        lead=_set(head, "lead", lang),
        description=_set(head, "description", lang),
        draft=head.values.get("draft") is True,
        shared={name: head.values[name] for name in SHARED if name in head.values},
        words_differ=head.texts("words_differ"),
        blocks=writer.pieces.close(),
        headings=tuple(writer.headings),
        sections=writer.ledger.close(writer.lines),
        containers=tuple(writer.containers),
        lines=head.lines,
        problems=(*head.problems, *slug_problems, *_title(head, title, path), *writer.problems),
    )


def late_translation(path: str, data: bytes, config: Config) -> Translation:
    """What stands for a page that took too long to read."""
    key, lang = page_key(path, config), path.rsplit(".", 2)[-2]
    return Translation(
        key=key,
        lang=lang,
        path=path,
        url=page_url(key, lang),
        title=key,
        blob=_blob(data),
        problems=(late(path, config.limits.page_seconds),),
    )


def late(path: str, seconds: float) -> Problem:
    return Problem(
        where=Where(path=path),
        code="page-encoding",
        message=f"the page takes longer than {seconds:g} s",
        help="divide it, or raise `page_seconds` under [limits]",
    )


def _blob(data: bytes) -> str:
    """Git's id of the file's content."""
    return sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _write_body(writer: PageWriter, head: FrontMatter) -> str:
    """Write everything below the front matter; returns the title."""
    tokens = writer.blocks(head.body)
    writer.ids = explicit_ids(tokens)
    title = _set(head, "title", writer.lang)
    first = _first_heading(tokens)
    if first is not None:
        heading = title_of(writer, tokens[first + 1])
        if title and title != heading:
            writer.problems.append(_two_titles(writer, writer.line(tokens[first]), heading))
        else:
            title = heading
            del tokens[first : first + 3]
    write_blocks(writer, tokens)
    write_footnotes(writer)
    _report_unclosed_html(writer)
    too_deep = writer.env.get(TOO_DEEP)
    if isinstance(too_deep, list):
        writer.report(
            writer.where(too_deep[0] + writer.offset + 1),
            "page-encoding",
            "lists or quotations are nested too deeply to be read",
            "write them flat",
        )
    return title


def _report_unclosed_html(writer: PageWriter) -> None:
    for name, line in writer.raw.open:
        forbidden = unclosed(name)
        writer.report(writer.where(line), forbidden.code, forbidden.message, forbidden.help)


def _first_heading(tokens: Sequence[Token]) -> int | None:
    """Where the page's first heading stands, if it is of level 1 and inside nothing."""
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            return index if token.tag == "h1" and token.level == 0 else None
    return None


def _two_titles(writer: PageWriter, line: int, heading: str) -> Problem:
    return Problem(
        where=writer.where(line),
        code="front-matter",
        message=f"the page has a `title` and begins with another one, “{heading}”",
        help="keep one of the two, or make the heading a `##`",
        severity=Severity.WARNING,
    )


def _set(head: FrontMatter, key: str, lang: str) -> str:
    return set_type(show_controls(head.text(key)), lang)


def _slug(head: FrontMatter, key: str, path: str) -> tuple[str, tuple[Problem, ...]]:
    slug, stem = head.text("slug"), key.rpartition("/")[2]
    where = Where(path=path, line=head.lines.get("slug"))
    if slug and stem == "index":
        return "", (
            Problem(
                where=where,
                code="front-matter",
                message="an `index` page has its folder's address, so `slug` says nothing",
                help="remove `slug`, or rename the file",
            ),
        )
    if wrong := wrong_with_slug(slug or stem):
        name = f"`slug: {slug}`" if slug else f"the file name `{stem}`"
        return "", (
            Problem(
                where=where,
                code="front-matter",
                message=f"{name} {wrong}, which an address cannot",
                help="write `slug:` with letters, digits and hyphens",
            ),
        )
    return slug, ()


def _title(head: FrontMatter, title: str, path: str) -> tuple[Problem, ...]:
    """No title is a problem of its own, unless the front matter could not be read at all."""
    if title or "title" in head.lines or (head.problems and not head.lines):
        return ()
    return (
        Problem(
            where=Where(path=path, line=1),
            code="front-matter",
            message="the page has no title",
            help="begin with `---`, `title: …`, `---`, or with a heading `# …`",
        ),
    )
