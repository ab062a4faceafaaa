"""Pages that mean harm, or are broken: nothing of them reaches a browser, and each is said in one message."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reading import CONFIG, html_of, problems_of, read, read_body, said
from site_builder.model import Severity

RAW = replace(CONFIG, html=True)


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "&#106;avascript:alert(1)", "java&#x0A;script:alert(1)",
        "java&Tab;script:alert(1)", "<  javascript:alert(1)>",
        "data:text/html,x", "DATA:text/html;base64,x", "vbscript:x", "file:///etc/passwd", "blob:x",
        "view-source:x", "about:blank", "intent:x", "C:\\x",
    ],
)  # fmt: skip
def test_no_page_links_to_a_script_or_an_unknown_scheme(target: str) -> None:
    translation = read_body(f"[a]({target}) b")
    assert html_of(translation) == "<p>a b</p>\n"
    assert [code for _, code, _ in said(translation)] == ["link-target"]


@pytest.mark.parametrize(
    "written", ["<javascript:alert(1)>", "[a][x]\n\n[x]: javascript:x", "[a]\n\n[a]: <data:x>"]
)
def test_no_other_way_to_write_a_link_is_less_safe(written: str) -> None:
    translation = read_body(written)
    assert "href" not in html_of(translation)
    assert [(line, code) for line, code, _ in said(translation)] == [(4, "link-target")]


@pytest.mark.parametrize("target", ["//a.b/c", "/\\\\a.b/c", "\\\\\\\\a.b", "</&Tab;/a.b>", "<&#x20;//a.b>"])
def test_an_address_without_a_scheme_is_refused(target: str) -> None:
    assert [(line, code) for line, code, _ in said(read_body(f"[a]({target})"))] == [(4, "link-target")]


@pytest.mark.parametrize(
    ("target", "help"),
    [
        ("https://a.b/c.png", "copy it beside the page"),
        ("//a.b/c.png", "copy it beside the page"),
        ("data:image/png;base64,AAAA", "save it beside the page"),
        ("javascript:x", "copy it beside the page"),
    ],
)
def test_no_image_comes_from_elsewhere(target: str, help: str) -> None:
    translation = read_body(f'x ![<b>"a"]({target}) y')
    assert html_of(translation) == '<p>x <span class="missing-image">&lt;b&gt;&quot;a&quot;</span> y</p>\n'
    (found,) = problems_of(translation)
    assert (found.code, found.where.line, found.where.column) == ("link-target", 4, 3)
    assert help in found.help


@pytest.mark.parametrize(
    "html",
    [
        "<script>x</script>", "<ScRiPt src=x>", "a <script>x</script>", "<style>p{}</style>",
        '<p style="x">', "<p STYLE=x>",
        "<img src=a onerror=x>", "</main>", "<svg onload=x>", '<a href="javascript:x">',
        "<a href=' java&#10;script:x'>",
        "<a href=data:text/html,x>", "<iframe src=x>", "<object data=x>", "<embed src=x>", "<form action=x>",
        "<link rel=stylesheet href=x>", "<base href=x>", "<meta http-equiv=refresh>", "<img src=//a.b/c>",
        "<img srcset='a 1x, https://a.b/c 2x'>", "<video src=x>", "<p><iframe srcdoc=x>", "<body>",
        "<button formaction=javascript:x>", "<svg><a xlink:href='javascript:x'>",
        # What browsers read otherwise than a parser that takes comments and declarations by their usual ends.
        "<!--><script>x</script>-->", "<!---><script>x</script>-->", "<!-- a --!><script>x</script>-->",
        "<!-- a -- b -->", "<!-- a", "<![CDATA[><script>x</script>]]>", "<?x ><script>x</script>?>",
        "<!DOCTYPE x>",
        # Elements that change how the rest of the page is read, or act without a script.
        "<plaintext>", "<textarea>", "<xmp>", "<noembed>", "<noscript>a</noscript>",
        "<template>", "<isindex>", "<portal src=x>", "<select>", "<x-y>",
        "<svg><a><animate attributeName=href to=javascript:x></a></svg>",
        "<svg><a><set attributeName=href to=javascript:x /></a></svg>",
        "<svg><feImage href='https://a.b/c'/></svg>",
        # What loads from elsewhere by other attributes than `src`.
        "<svg><image href='https://a.b/c'/></svg>", "<svg><use href='//a.b/c#d'/></svg>",
        "<svg><rect fill='url(//a.b/c#d)'/></svg>", "<svg><use href='data:image/svg+xml,x'/></svg>",
        "<a href=b.md ping=//a.b>a</a>", "<a href=//a.b>a</a>", "<img lowsrc=//a.b/c>",
        # A tag that is cut off takes what follows for its attribute.
        '<div>a</div><div title="', "<div\n\nclass=x>", "<div>a < b</div>",
        # An element that its page does not end, or that it does not begin.
        "</div></div>", "<div><span></div></span>",
    ],
)  # fmt: skip
def test_raw_html_that_the_policy_forbids_is_a_problem_and_shown_as_text(html: str) -> None:
    translation = read_body(html, config=RAW)
    found = problems_of(translation)
    assert found and all(one.where.line == 4 for one in found)
    shown = html_of(translation)
    assert "&lt;" in shown
    for tag in (
        "<script",
        "<style",
        "<iframe",
        "<a ",
        "<img",
        "<p style",
        "<form",
        "<body",
        "</main",
        "onload=x>",
    ):
        assert tag not in shown.lower()


@pytest.mark.parametrize(
    "html", ['<div class="x">\na\n</div>', "a <kbd>b</kbd> c", "<!-- a -->", '<a href="https://x.org/">a</a>']
)
def test_other_raw_html_is_kept_where_the_site_allows_it(html: str) -> None:
    translation = read_body(html, config=RAW)
    assert problems_of(translation) == []
    assert html in html_of(translation)


@pytest.mark.parametrize("html", ["<div class=x>", "a\n\n<details>\n\nb", "a <b>b", "<svg><g></svg>"])
def test_an_element_that_the_page_leaves_open_is_a_problem(html: str) -> None:
    found = problems_of(read_body(html, config=RAW))
    assert found and all("close" in one.message or "close" in one.help for one in found)


@pytest.mark.parametrize(
    "html",
    [
        "<details>\n<summary>a</summary>\n\n*b*\n\n</details>", "<ul><li>a<li>b</ul>", "a<br>b<br/>c",
        "<table><tr><td>a</table>", '<svg viewBox="0 0 1 1"><path d="M0 0"/><use href="#a"/></svg>',
        "<picture><source srcset=a.png><img src=b.png alt=''></picture>", "<p title='a > b'>c</p>",
        "<!-- a - b > c -->", "<H2 ID=x>a</H2>",
    ],
)  # fmt: skip
def test_raw_html_that_only_structures_is_kept_to_the_letter(html: str) -> None:
    translation = read_body(html, config=RAW)
    assert said(translation) == []
    assert [
        one for one in html.split("\n\n") if one.startswith("<") and one not in html_of(translation)
    ] == []


def test_text_is_never_markup_wherever_it_stands() -> None:
    evil = "<img src=x onerror=alert(1)>\"'&"
    page = read(
        f"---\ntitle: '<b>T'\n---\n## {evil}\n\n[a](b.md '{evil[:-2]}') ![{evil}](c.png)\n\n"
        f":::{{note}} {evil}\n:::\n\n{{value}}`{evil}::x`\n\n```{{code}} {evil}\n:caption: {evil}\nx\n```\n\n"
    )
    html = html_of(page).replace('<img src="⟦c.png⟧"', "").replace("⟦problem", "")
    assert "<img" not in html and "onerror=alert(1)>" not in html.replace("&gt;", "")
    assert page.title == "<b>T"  # plain: the theme escapes it


@pytest.mark.parametrize(
    ("data", "line", "column", "message"),
    [
        (b"---\ntitle: a\n---\nb\xffc", 4, 2, "byte 18 is not UTF-8"),
        (b"\xef\xbb\xbfab\0c", 1, 3, "byte 5 is NUL, which no text holds"),
        ("é".encode("latin-1"), 1, 1, "byte 0 is not UTF-8"),
        ("a".encode("utf-16"), 1, 1, "byte 0 is not UTF-8"),
        (b"# a\n\xed\xa0\x80", 2, 1, "byte 4 is not UTF-8"),
    ],
)
def test_bytes_that_are_no_text_are_named_by_their_offset(
    data: bytes, line: int, column: int, message: str
) -> None:
    (found,) = problems_of(read(data))
    assert (found.code, found.where.line, found.where.column, found.message) == (
        "page-encoding", line, column, message,
    )  # fmt: skip


def test_every_line_end_is_one_and_a_byte_order_mark_is_none() -> None:
    written = "\ufeff---\r\ntitle: a\r---\n\rb\r\nc\r"
    page = read(written)
    assert (page.title, html_of(page), said(page)) == ("a", "<p>b\nc</p>\n", [])


def test_what_would_steer_the_screen_is_made_visible() -> None:
    page = read("---\ntitle: 'a\u202eb'\n---\nc\u2066d `e\u202ef` \x1b[31m \u200f")
    assert page.title == "a[U+202E]b"
    shown = '<span class="control">[U+{}]</span>'
    assert html_of(page) == (
        f'<p>c{shown.format("2066")}d <code translate="no">e{shown.format("202E")}f</code> '
        f"{shown.format('001B')}[31m \u200f</p>\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5000, "![" * 5000, "[a](" * 5000, "*a " * 5000, "`" * 5000, "{value}`" * 3000, "<" * 5000,
        "&" * 5000,
        "> " * 3000 + "a", "- " * 3000 + "a", ":::{note}\n" * 3000, "```{note}\n" * 3000, "[^a]: " * 3000,
        "# a\n" * 3000, "a\n: b\n" * 2000, "« " * 9000 + "» " * 9000, "mot : " * 1_700_000, "\t" * 100_000,
        "|" * 5000 + "\n" + "|-" * 5000, "".join(f"[^{n}]: x[^{n + 1}]\n\n" for n in range(2000)) + "[^0]",
        "".join("`" * (1003 - n) + "{note}\n" for n in range(1000)),
    ],
    ids=lambda text: f"{text[:12]!r} × {len(text)}",
)  # fmt: skip
def test_a_page_made_to_cost_much_ends(text: str) -> None:
    assert read_body(text, "fr").title == "T"


def test_a_paragraph_that_is_no_prose_is_shown_plain_with_a_warning() -> None:
    translation = read_body("*a* " * 10_000)
    (found,) = problems_of(translation)
    assert (found.code, found.severity, found.where.line) == ("page-encoding", Severity.WARNING, 4)
    assert html_of(translation).startswith("<p>*a* *a*")


def test_nesting_that_markdown_would_drop_is_said() -> None:
    assert said(read_body("a\n\n" + "> " * 200 + "lost")) == [
        (6, "page-encoding", "lists or quotations are nested too deeply to be read")
    ]
