"""Files beside the pages that would run something: found however it is written, and nothing else is."""

from __future__ import annotations

import time

import pytest

from site_builder.content.acting import find_acting

ACTING: list[tuple[str, str | bytes, int | None, str]] = [
    ("a.html", "<p>x</p>\n<script>1</script>", 2, "<script"),
    ("a.HTM", "<ScRiPt src=x.js>", 1, "<ScRiPt"),
    ("a.html", "<!-- --!><script>1</script> -->", 1, "<script"),
    ("a.html", "<title><a title='</title><img src=x\nonerror = alert(1)>", 2, "onerror="),
    ("a.html", "<img/src=x/onerror=alert(1)>", 1, "onerror="),
    ("a.html", "<img alt='x'onerror=alert(1)>", 1, "onerror="),
    ("a.html", "<a href='java&#115;cript:alert(1)'>", None, "javascript:"),
    ("a.html", '<a href=" jav&Tab;a\nscript&colon;alert(1)">', None, "javascript:"),
    ("a.html", "<iframe srcdoc='&lt;b>'>", 1, "<iframe"),
    ("a.html", "<object data=x.svg>", 1, "<object"),
    ("a.svg", "<svg>\n\n<script/></svg>", 3, "<script"),
    ("a.svg", "<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:script>1</s:script></s:svg>", 1, "<s:script"),
    ("a.svg", "<svg onload='x()'/>", 1, "onload="),
    (
        "a.svg",
        "<svg><a><animate attributeName='href' values='0;javascript:x'/></a></svg>",
        None,
        "javascript:",
    ),
    ("a.svg", "<!DOCTYPE svg [<!ENTITY x '<x>'>]><svg>&x;</svg>", 1, "<!ENTITY"),
    ("a.xml", "<?xml version='1.0'?>\n<?xml-stylesheet href='a.xsl'?><a/>", 2, "<?xml-stylesheet"),
    ("a.xhtml", "<script/>".encode("utf-16"), 1, "<script"),
    ("a.svg", "<svg><script/></svg>".encode("utf-16-be"), 1, "<script"),
]
STILL: list[tuple[str, str | bytes]] = [
    (
        "a.html",
        "<!doctype html><title>t</title><style>p{color:red}</style><p>on = 1, javascript: &lt;script>",
    ),
    ("a.html", "<noscript>only = x, once=2</noscript><a href='b.html?on=1' data-onx=2>onclick</a>"),
    ("a.svg", "<svg><style>a{}</style><image href='data:image/png;base64,AAAA'/><path d='M0 0'/></svg>"),
    ("a.js", "alert('<script>')"),
    ("a.png", b"\x89PNG<script>"),
    ("a.html", b""),
    ("a.html", b"\xff\xfe\x00"),
]


@pytest.mark.parametrize(("path", "text", "line", "what"), ACTING)
def test_what_would_run_is_found_at_its_line(
    path: str, text: str | bytes, line: int | None, what: str
) -> None:
    problem = find_acting(path, text if isinstance(text, bytes) else text.encode())
    assert problem is not None
    assert (problem.code, problem.where.path, problem.where.line) == ("asset-active", path, line)
    assert problem.message.startswith(f"`{what}`")


@pytest.mark.parametrize(("path", "text"), STILL)
def test_what_runs_nothing_is_copied_without_a_word(path: str, text: str | bytes) -> None:
    assert find_acting(path, text if isinstance(text, bytes) else text.encode()) is None


def test_a_file_made_to_cost_is_read_in_time() -> None:
    begun = time.monotonic()
    for piece in ("<a ", "<a on", " onaaaa ", "&", "<!--&", "=java\n", "'on" + "a" * 50_000 + " ", "<a-"):
        assert find_acting("a.html", (piece * (2_000_000 // len(piece))).encode()) is None
    assert time.monotonic() - begun < 30
