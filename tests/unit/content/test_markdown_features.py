"""Each thing that Markdown and its fences can say, and the HTML that a page makes of it."""

from __future__ import annotations

import pytest

from reading import html_of, problems_of, read_body
from site_builder.model import CodeSample, LinkTarget, TranscriptRequest, ValueRequest

PERMALINK = '<a class="permalink" href="#{0}" aria-label="Link to {1}"><span aria-hidden="true">#</span></a>'


def heading(level: int, text: str, id: str) -> str:
    return f'<h{level} id="{id}">{text}{PERMALINK.format(id, text)}</h{level}>\n'


ADMONITION = (
    '<aside class="admonition {0}" aria-labelledby="_adm-1"><p class="admonition-title" id="_adm-1">{1}</p>\n'
)

FEATURES = {
    "a paragraph": ("One\ntwo.", "<p>One\ntwo.</p>\n"),
    "a hard break": ("One  \ntwo\\\nthree", "<p>One<br>\ntwo<br>\nthree</p>\n"),
    "emphasis": ("*a* **b** ~~c~~", "<p><em>a</em> <strong>b</strong> <s>c</s></p>\n"),
    "code": ("`a < b`", '<p><code translate="no">a &lt; b</code></p>\n'),
    "code with hyphens": (
        "`run --port N` `-` `a<b-c`",
        '<p><code translate="no">run <span class="nb">--port</span> N</code> <code translate="no">-</code> '
        '<code translate="no">a&lt;b-c</code></p>\n',
    ),
    "an escape and entities": (r"\*a\* &eacute; &lt;", "<p>*a* é &lt;</p>\n"),
    "a rule": ("---", "<hr>\n"),
    "a quotation": ("> a", "<blockquote>\n<p>a</p>\n</blockquote>\n"),
    "a heading": ("## Hello world", heading(2, "Hello world", "hello-world")),
    "a heading with its own id": ("## Hello {#own}", heading(2, "Hello", "own")),
    "an id in spaces": ("## Hello { #own }", heading(2, "Hello", "own")),
    "an underlined heading": ("Hello\n-----", heading(2, "Hello", "hello")),
    "a list": ("- a\n- b", "<ul>\n<li>a\n</li>\n<li>b\n</li>\n</ul>\n"),
    "a loose list": ("- a\n\n- b", "<ul>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>\n"),
    "a numbered list": ("3. a", '<ol start="3">\n<li>a\n</li>\n</ol>\n'),
    "tasks": (
        "- [ ] a\n- [x] b",
        '<ul>\n<li class="task"><input type="checkbox" disabled aria-label="open"> a\n</li>\n'
        '<li class="task"><input type="checkbox" disabled checked aria-label="done"> b\n</li>\n</ul>\n',
    ),
    "a table": (
        "| a | b | c |\n|---|--:|:-:|\n| 1 | `2` | |",
        '<div class="table-wrap"><table>\n<thead><tr><th scope="col">a</th><th scope="col" '
        'class="right">b</th><th scope="col" class="center">c</th></tr>\n</thead>\n<tbody>\n'
        '<tr><td>1</td><td class="right">'
        '<code translate="no">2</code></td><td class="center"></td></tr>\n</tbody>\n</table></div>\n',
    ),
    "definitions": ("a\n: b\n: c", "<dl>\n<dt>a</dt>\n<dd>b\n</dd>\n<dd>c\n</dd>\n</dl>\n"),
    "a footnote": (
        "a[^x] b[^x]\n\n[^x]: c",
        '<p>a<sup class="footnote-ref"><a href="#_fn-1" id="_fnref-1">1</a></sup> b<sup class="footnote-ref">'
        '<a href="#_fn-1" id="_fnref-1-2">1</a></sup></p>\n<section class="footnotes" '
        'aria-label="Footnotes">\n<ol>\n'
        '<li id="_fn-1"><p>c</p>\n<a class="footnote-back" href="#_fnref-1" aria-label="Back">↩</a>'
        '<a class="footnote-back" href="#_fnref-1-2" aria-label="Back">↩</a></li>\n</ol>\n</section>\n',
    ),
    "a link": ("[a](b.md 'c')", '<p><a href="⟦b.md⟧" title="c">a</a></p>\n'),
    "a reference": ("[a][x]\n\n[x]: b.md#c", '<p><a href="⟦b.md#c⟧">a</a></p>\n'),
    "an address": ("<https://a.b/c>", '<p><a href="⟦https://a.b/c⟧">https://a.b/c</a></p>\n'),
    "a mail address": ("<a@b.org>", '<p><a href="⟦mailto:a@b.org⟧">a@b.org</a></p>\n'),
    "an image": ("a ![b *c*](d.png)", '<p>a <img src="⟦d.png⟧" alt="b c" loading="lazy"></p>\n'),
    "a figure": (
        '![b](d.png "e & f")',
        '<figure class="figure"><img src="⟦d.png⟧" alt="b" loading="lazy">'
        "<figcaption>e &amp; f</figcaption></figure>\n",
    ),
    "indented code": ("    a", "⟦CodeSample⟧"),
    "fenced code": ("~~~py\na\n~~~", "⟦CodeSample⟧"),
    "a note": (":::{note}\na\n:::", ADMONITION.format("note", "Note") + "<p>a</p>\n</aside>\n"),
    "a note with a title": (
        ":::{tip} *Do* `x`\na\n:::",
        ADMONITION.format("tip", '<em>Do</em> <code translate="no">x</code>') + "<p>a</p>\n</aside>\n",
    ),
    "a note in backticks": (
        "```{warning}\na\n\n- b\n```",
        ADMONITION.format("warning", "Warning") + "<p>a</p>\n<ul>\n<li>b\n</li>\n</ul>\n</aside>\n",
    ),
    "a fold": (
        ":::{details} T\na\n:::",
        '<details class="fold"><summary>T</summary>\n<p>a</p>\n</details>\n',
    ),
    "tabs": (
        "::::{tabs}\n:::{tab} A\na\n:::\n:::{tab} B\nb\n:::\n::::",
        '<div class="tabs">\n<details name="tabs-1" open><summary>A</summary>\n<p>a</p>\n</details>\n'
        '<details name="tabs-1"><summary>B</summary>\n<p>b</p>\n</details>\n</div>\n',
    ),
    "a transcript": ("```{transcript} D/r\n```", "⟦TranscriptRequest⟧"),
    "a contract in colons": (":::{contract} D\n:tool: t\n:::", "⟦ContractRequest⟧"),
    "the sources": ("```{sources} D\n```", "⟦SourcesRequest⟧"),
    "a value": ("a {value}`b.py::C` d", "<p>a ⟦ValueRequest⟧ d</p>\n"),
    "text like a template": ("{{ a }} {% b %} ${c}", "<p>{{ a }} {% b %} ${c}</p>\n"),
    "HTML as text": ("<b>a</b>\n\n<div>", "<p>&lt;b&gt;a&lt;/b&gt;</p>\n<p>&lt;div&gt;</p>\n"),
}


@pytest.mark.parametrize("feature", FEATURES)
def test_a_page_shows(feature: str) -> None:
    written, shown = FEATURES[feature]
    translation = read_body(written)
    assert html_of(translation) == shown
    assert problems_of(translation) == []


@pytest.mark.parametrize(
    "around",
    [
        "> {}", "- a\n\n  {}", ":::{{note}}\n{}\n:::", "::::{{details}} T\n{}\n::::",
        "[^a]: b\n\n    {}\n\nc[^a]",
        "::::{{tabs}}\n:::{{tab}} A\n{}\n:::\n::::", "````{{tip}}\n{}\n````", "a\n: {}",
    ],
)  # fmt: skip
def test_a_hole_works_wherever_it_stands(around: str) -> None:
    inside = "```{transcript} Demo/run\n:view: console\n```"
    prefix = around[: around.index("{}")].rpartition("\n")[2]
    indent = prefix if prefix == "> " else " " * len(prefix)
    translation = read_body(around.format(inside.replace("\n", f"\n{indent}")))
    assert problems_of(translation) == []
    (request,) = [one for one in translation.blocks if isinstance(one, TranscriptRequest)]
    assert (request.demo, request.run, request.view) == ("Demo", "run", "console")
    line = translation.path and next(
        number for number, text in enumerate(around.format("X").split("\n"), start=4) if "X" in text
    )
    assert request.where.line == line


def test_options_may_be_written_as_a_block_between_two_rules() -> None:
    (request,) = read_body('```{transcript} Demo/run\n---\nview: "console"\nlines: 1-2\n---\n```').blocks
    assert isinstance(request, TranscriptRequest)
    assert (request.view, str(request.lines)) == ("console", "L1–L2")


def test_code_keeps_its_text_and_its_options() -> None:
    first, second = read_body(
        "```py title\n\n a\n\n```\n```{code} js\n:highlight: 1,3\n:caption: `x` *y*\na\nb\nc\n```"
    ).blocks
    assert isinstance(first, CodeSample) and isinstance(second, CodeSample)
    assert (first.language, first.text) == ("py", "\n a\n")
    assert (second.language, second.text, second.highlighted) == ("js", "a\nb\nc", {1, 3})
    assert second.caption == '<code translate="no">x</code> <em>y</em>'


def test_values_name_a_constant_or_an_answer_of_a_run() -> None:
    blocks = read_body("{value}`a/b.toml::/x/y` {value}`Demo/run#/exit_code`").blocks
    found = [one for one in blocks if isinstance(one, ValueRequest)]
    assert [(one.kind, one.source, one.pointer) for one in found] == [
        ("constant", "a/b.toml", "/x/y"),
        ("run", "Demo/run", "/exit_code"),
    ]


def test_every_hole_knows_its_line_and_column() -> None:
    translation = read_body(
        "a [b](c.md)\nd `e\nf` [g](h.md) ![i](j.png)\n\n> - x {value}`a.py::B`\n\n| [k](l.md) |\n|-|"
    )
    places = {
        getattr(one, "target", "value"): (one.where.line, one.where.column)
        for one in translation.blocks
        if isinstance(one, LinkTarget | ValueRequest)
    }
    assert places == {"c.md": (4, 3), "h.md": (6, 4), "j.png": (6, 14), "value": (8, 7), "l.md": (10, 3)}


def test_fences_of_one_length_nest_as_well_as_longer_ones() -> None:
    equal = html_of(read_body(":::{note}\n:::{tip}\na\n:::\nb\n:::\nc"))
    longer = html_of(read_body("::::{note}\n:::{tip}\na\n:::\nb\n::::\nc"))
    assert equal == longer


def test_a_fence_of_code_inside_a_note_may_show_a_fence_of_colons() -> None:
    translation = read_body(":::{note}\n```md\n:::\n```\na\n:::\nb")
    assert html_of(translation).endswith("⟦CodeSample⟧<p>a</p>\n</aside>\n<p>b</p>\n")
