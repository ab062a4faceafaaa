"""What is fuzzed: one function a reader, bytes in, nothing out. Whatever it raises is a find.

Each holds its reader to its promise: a value or problems, never an exception, nothing in a page that runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from reading import CONFIG, read
from site_builder.config import Config, parse_config
from site_builder.excerpts.address import parse_address, parse_lines, print_address
from site_builder.excerpts.lockfile import read_lock, write_lock
from site_builder.excerpts.options import read_excerpt
from site_builder.model import Lock, Prose, Where
from site_builder.render.ansi import Pen
from site_builder.transcripts.codec import decode, encode
from site_builder.transcripts.scenario import read_demo

RUNS = re.compile(r"<(?:script|style|iframe|object|embed|base|form)\b|href=\"(?:javascript|data|vbscript):")
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _prose(data: bytes, settings: Config) -> str:
    """The page's own HTML; what a hole asks for is written by others, who are tested there."""
    return "".join(block.html for block in read(data, config=settings).blocks if isinstance(block, Prose))


def page(data: bytes) -> None:
    html = _prose(data, CONFIG)
    assert RUNS.search(html) is None
    assert STEERS.search(html) is None


def raw_html_page(data: bytes) -> None:
    assert RUNS.search(_prose(data, replace(CONFIG, html=True))) is None


def directive_options(data: bytes) -> None:
    argument, *lines = _text(data).split("\n")
    options = [(name, text, number) for number, line in enumerate(lines, 2) for name, _, text in
               [line.partition(":")]]  # fmt: skip
    read_excerpt(Where(path="content/a.en.md", line=1), argument, options, lambda text: "")


def address(data: bytes) -> None:
    text = _text(data)
    parse_lines(text)
    parsed = parse_address(text)
    if not isinstance(parsed, str):
        assert parse_address(print_address(parsed)) == parsed


def ansi(data: bytes) -> None:
    pen = Pen()
    for line in _text(data).split("\n"):
        html = pen.write(line)
        assert STEERS.search(html) is None and html.count("<span") == html.count("</span>")


def config(data: bytes) -> None:
    found = parse_config(data, "sitemaf.toml")
    assert isinstance(found, Config) or all(one.message for one in found)


def lock(data: bytes) -> None:
    found = read_lock(data, "sitemaf.lock")
    if isinstance(found, Lock):
        again = read_lock(write_lock(found), "sitemaf.lock")
        assert isinstance(again, Lock)
        assert (again.pins, again.values, again.reviews) == (found.pins, found.values, found.reviews)


def demo(data: bytes) -> None:
    read_demo("demos/D/demo.toml", data, ("en",))


def transcript(data: bytes) -> None:
    found = decode(data, "demos/D/transcripts/r.json")
    if hasattr(found, "console"):
        assert encode(found)


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    one.__name__: one
    for one in (page, raw_html_page, directive_options, address, ansi, config, lock, demo, transcript)
}
SEEDS: Mapping[str, tuple[bytes, ...]] = {
    "page": (b"---\ntitle: T\n---\n## A {#x}\n\n- [ ] [a](b.md)\n\n```{excerpt} a.py\n:lines: 1-2\n```\n",),
    "raw_html_page": (b"# A\n\n<div class=x>\n<!-- a -->\n<svg><path d='M0'/></svg>\n</div>\n",),
    "directive_options": (b"a.py\nlines:4-5,7\nhighlight:4\nnote-4:x\nsymbol:A.b\nfrom:a\nto:b\n",),
    "address": (b"L4-L5,L7", b"symbol:A.b", b"region:a", b'text:"a"\xe2\x80\xa6"b"', b"file"),
    "ansi": (b"\x1b[1;31ma\x1b[38;5;9mb\x1b[48;2;1;2;3mc\x1b]8;;x\x07d\x1b[0m\n",),
    "config": (b'[site]\nlanguages = ["en"]\n[site.title]\nen = "A"\n[limits]\npage_seconds = 1\n',),
    "lock": (
        b'version = 1\n[values]\n"a::b" = "c"\n[[pin]]\npath = "a"\naddress = "L1-L2"\nlines = "L1-L2"\n'
        b'commit = "' + b"a" * 40 + b'"\nblob = "' + b"b" * 40 + b'"\nsha256 = "' + b"c" * 64
        + b'"\nfirst = "x"\nlast = "y"\n',
    ),
    "demo": (b'title = { en = "D" }\nserver = ["x"]\n[runs.r]\ncalls = [{ tool = "a", arguments = {} }]\n',),
    "transcript": (
        b'{"version":1,"demo":"D","run":"r","command":["a"],"exit_code":0,"console":[{"out":"x"}],'
        b'"frames":[{"from":"client","json":{"id":1}}],"server_stderr":[]}',
    ),
}  # fmt: skip
