"""A small site of hand-made values with every kind of figure, rendered: what theme and browser tests look at.

In: nothing. Out: `artifacts()`, path → bytes; `write(folder)` puts them there. No git, no run, no Markdown.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from site_builder.config import Config, FooterLink
from site_builder.config import Theme as ThemeSettings
from site_builder.excerpts.address import print_address
from site_builder.model import (
    Address,
    Artifact,
    Call,
    CodeSample,
    ConsoleLine,
    Contract,
    ContractRequest,
    Demo,
    Evidence,
    Excerpt,
    ExcerptRequest,
    Exchange,
    Facts,
    FilledPage,
    Frame,
    Heading,
    LineRange,
    LinesAddress,
    Lock,
    Note,
    Page,
    Piece,
    Pin,
    Plan,
    Problem,
    Prose,
    Revision,
    Run,
    ShownContract,
    ShownSources,
    ShownTranscript,
    SourcesRequest,
    SymbolAddress,
    Text,
    Transcript,
    TranscriptRequest,
    Translation,
    Where,
)
from site_builder.render.extras import render_extras
from site_builder.render.page import MadePage, render_page
from site_builder.render.site import SiteView, view_site
from site_builder.render.theme import Theme
from site_builder.transcripts.contract import read_contract
from site_builder.transcripts.exchange import read_exchange

ROOT = Path(__file__).resolve().parents[1]
COMMIT = "9a895c94534c4b6c2f1d0e9a8b7c6d5e4f3a2b1c"
FILE = "demos/Echo/client/session.py"
HERE = Where(path="content/guide.en.md", line=1)
SOURCE = '''"""A session with a server that echoes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

CONNECT_SECONDS = 15
LIMIT = 0x1F  # bytes of an answer that is still short


@dataclass(frozen=True)
class Session:
    """Owns the connection and the child process, in one place."""

    command: tuple[str, ...]
    deadline: float = CONNECT_SECONDS

    async def connect(self) -> Session:
        # One deadline for the handshake and the list of tools, whatever the server does meanwhile.
        async with asyncio.timeout(self.deadline):
            await self._initialize({"name": "echo", "version": "1.0"}, retries=None, log=print, strict=True)
\t\tif self.command == ():  # a tab, and a \u202eright-to-left override
            raise ValueError("no command was given: " + repr(self.command))
        return self


def main() -> int:
    return 0
'''
LINES = SOURCE.split("\n")[:-1]
WORDS = {
    "fr": ("Contrat et découverte", "Partager une capacité sans recopier son implémentation"),
    "en": ("Contracts and discovery", "Share a capability without copying its implementation"),
    "ar": ("العقود والاكتشاف", "مشاركة قدرة دون نسخ تنفيذها"),
}
HEADINGS = {
    "fr": ("Client, serveur et transport", "Lire le schéma", "Une section plus profonde", "Bornes et portée"),
    "en": ("Client, server and transport", "Read the schema", "A deeper section", "Bounds and scope"),
    "ar": ("العميل والخادم والنقل", "قراءة المخطط", "قسم أعمق", "الحدود والنطاق"),
}
IDS = ("transport", "schema", "deeper", "bounds")


def config(base_url: str | None = "https://docs.example.org/") -> Config:
    return Config(
        languages=("fr", "en", "ar"),
        title={"fr": "Démonstrations", "en": "Demonstrations", "ar": "عروض"},
        base_url=base_url,
        missing="notice",
        repository="https://github.com/owner/repo",
        theme=ThemeSettings(footer=(FooterLink(title={"en": "Licence"}, url="https://example.org/licence"),)),
    )


def excerpt(
    first: int,
    last: int,
    highlighted: frozenset[int] = frozenset(),
    notes: tuple[Note, ...] = (),
    address: Address | None = None,
    commit: str | None = COMMIT,
    ranges: tuple[LineRange, ...] = (),
) -> Excerpt:
    shown = ranges or (LineRange(first=first, last=last),)
    rows = [(number, LINES[number - 1]) for part in shown for number in range(part.first, part.last + 1)]
    indent = min((len(text) - len(text.lstrip(" ")) for _, text in rows if text.strip()), default=0)
    request = ExcerptRequest(
        where=HERE, path=FILE, address=address or LinesAddress(ranges=shown), notes=notes
    )
    return Excerpt(
        request=request,
        repo_path=FILE,
        ranges=shown,
        rows=tuple((number, text[indent:]) for number, text in rows),
        commit=commit,
        language="python",
        highlighted=highlighted,
        state="ok",
    )


def _message(sender: str, **members: object) -> tuple[str, str]:
    return sender, json.dumps({"jsonrpc": "2.0", **members}, ensure_ascii=False)


def _call(id: int, tool: str, **arguments: object) -> tuple[str, str]:
    return _message("client", id=id, method="tools/call", params={"name": tool, "arguments": arguments})


def _answer(id: int, text: str, **members: object) -> tuple[str, str]:
    return _message("server", id=id, result={"content": [{"type": "text", "text": text}], **members})


def frames() -> tuple[Frame, ...]:
    """A handshake, a list, and one call for each way in which a call can end."""
    tool = {
        "name": "get_incident_status",
        "title": "Incident status",
        "description": "Gets an incident such as INC-318.\nReturns Found or NotFound; <b>never</b> invents.",
        "inputSchema": {
            "type": "object",
            "required": ["incidentId"],
            "properties": {
                "incidentId": {"type": "string", "description": "Incident ID", "pattern": "^INC-[0-9]{3}$"},
                "options": {
                    "type": "object",
                    "properties": {"verbose": {"type": "boolean", "default": False}},
                },
            },
        },
        "outputSchema": {"type": "object", "properties": {"outcome": {"enum": ["Found", "NotFound"]}}},
        "annotations": {"readOnlyHint": True},
    }
    found = {"outcome": "NotFound", "incident": None}
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}}
    client, server = {"name": "echo-client", "version": "1"}, {"name": "LocalSupport", "version": "1.0"}
    told = {"serverInfo": server, "capabilities": {"tools": {}}, "instructions": "Ask one thing at a time."}
    tools = [tool, {"name": "list_customers", "inputSchema": {"type": "object"}}]
    gave_up = {"requestId": 6, "reason": "timed out"}
    said = [
        _message("client", id=1, method="initialize", params={**hello, "clientInfo": client}),
        _message("server", id=1, result={**hello, **told}),
        _message("client", method="notifications/initialized"),
        _message("client", id=2, method="tools/list"),
        _message("server", id=2, result={"tools": tools}),
        _call(3, "get_incident_status", incidentId="INC-999"),
        _answer(3, json.dumps(found), structuredContent=found, isError=False),
        _call(4, "get_incident_status", incidentId="bad é"),
        _answer(4, "Invalid incident ID in ⟨PROJECT⟩.", isError=True),
        _call(5, "no_such_tool"),
        _message("server", id=5, error={"code": -32602, "message": "Unknown tool: no_such_tool"}),
        _call(6, "list_customers"),
        _message("client", method="notifications/cancelled", params=gave_up),
        _call(7, "list_customers"),
    ]
    messages = [
        Frame(number=number, sender=sender, kind="message", text=text)  # type: ignore[arg-type]
        for number, (sender, text) in enumerate(said, 1)
    ]
    count = len(messages)
    return (
        *messages,
        Frame(number=count + 1, sender="server", kind="noise", text="WARNING: a line that is no JSON"),
        Frame(number=count + 2, sender="client", kind="eof"),
        Frame(number=count + 3, sender="server", kind="exit", text="0"),
    )


DIRECT = Transcript(
    demo="Echo",
    run="direct",
    command=("python", "client/main.py", "--server", "⟨SERVER⟩", "--call", "a b"),
    console=(
        ConsoleLine(stream="stdout", text="\x1b[1;32mINC-318\x1b[0m Found: Élan payment latency"),
        ConsoleLine(stream="stderr", text="warning: \x1b[33mslow\x1b[0m answer from ⟨PROJECT⟩/server"),
        ConsoleLine(stream="stdout", text="\x1b[41mred ground\x1b[0m \x1b[38;5;208morange\x1b[0m"),
        ConsoleLine(stream="stdout", text="\x1b[7mreverse\x1b[0m \x1b[2Kerase"),
        ConsoleLine(stream="stdout", text="outcome: Completed"),
    ),
    exit_code=0,
    frames=frames(),
    server_stderr=("INFO ready",),
)  # fmt: skip
HELP = Transcript(demo="Echo", run="help", command=("echo", "--help"), console=(), exit_code=2, accepted=True)
DEMO = Demo(
    name="Echo",
    folder="demos/Echo",
    where=Where(path="demos/Echo/demo.toml"),
    title={"fr": "Écho local", "en": "Local echo", "ar": "صدى محلي"},
    sources=("client/*.py",),
    runs=(
        Run(
            demo="Echo",
            name="direct",
            where=HERE,
            title={"en": "A direct run"},
            command=("x",),
            server=("y",),
        ),
        Run(demo="Echo", name="help", where=HERE, command=("x",), calls=(Call(kind="tool", name="z"),)),
    ),
)
EXCERPTS = (
    excerpt(
        19,
        25,
        frozenset({21}),
        (Note(line=21, html="One <code>timeout</code> for both.", text="One timeout for both."),),
        SymbolAddress(name="Session.connect"),
    ),
    excerpt(1, 1, ranges=(LineRange(first=8, last=9), LineRange(first=12, last=14))),
    excerpt(28, 29, commit=None),
)


def _prose(language: str) -> list[Piece]:
    """Headings, an admonition, a table, tabs, a list: the vocabulary that the content layer emits."""
    one, two, three, four = HEADINGS[language]
    return [
        Prose(html="<p>" + WORDS[language][1] + '. <code translate="no">stdout</code> <a href="'),
        Text(text=f"/{language}/", kind="link"),
        Prose(html='">index</a>, <em>em</em>, <strong>strong</strong>.</p>'),
        *_heading(2, 0, one),
        EXCERPTS[0],
        Prose(
            html='<aside class="admonition warning" aria-labelledby="adm-1">'
            '<p class="admonition-title" id="adm-1">!</p>'
            "<p>INC-318, <code>isError</code></p></aside>"
        ),
        ShownTranscript(
            request=TranscriptRequest(where=HERE, demo="Echo", run="direct"),
            transcript=DIRECT,
            title="Direct",
            exchange=read_exchange(DIRECT.frames),
        ),
        *_heading(2, 1, two),
        ShownContract(
            request=ContractRequest(where=HERE, demo="Echo"), contract=read_contract(DIRECT)
        ),
        *_heading(3, 2, three),
        EXCERPTS[1],
        CodeSample(
            where=HERE,
            text="pip install echo\necho --help\n",
            language="console",
            highlighted=frozenset({2}),
            caption="Caption",
        ),
        Prose(
            html='<div class="table-wrap"><table>'
            '<thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead>'
            "<tbody><tr><td>1</td><td>https://example.org/a-very-long-address-that-cannot-be-broken-anywhere</td></tr></tbody></table></div>"
            '<div class="tabs"><details name="tabs-1" open><summary>One</summary><p>First</p></details>'
            '<details name="tabs-1"><summary>Two</summary><p>Second</p></details></div>'
            '<details class="fold"><summary>More</summary><p>Folded</p></details>'
            '<ul><li class="task"><input type="checkbox" disabled checked aria-label="done"> Task</li>'
            "<li>Item</li></ul>"
            "<blockquote><p>Quote</p></blockquote><dl><dt>Term</dt><dd>Meaning</dd></dl>"
        ),
        *_heading(2, 3, four),
        EXCERPTS[2],
        ShownTranscript(
            request=TranscriptRequest(where=HERE, demo="Echo", run="help"), transcript=HELP, title="Help"
        ),
        ShownSources(request=SourcesRequest(where=HERE, demo="Echo"), demo=DEMO, repo_paths=(FILE,)),
    ]  # fmt: skip


def _heading(level: int, index: int, text: str) -> list[Piece]:
    return [
        Prose(html=f'<h{level} id="'),
        Text(text=IDS[index]),
        Prose(html=f'">{text} <a class="permalink" href="#'),
        Text(text=IDS[index]),
        Prose(html=f'" aria-label="{text}"><span aria-hidden="true">#</span></a></h{level}>'),
    ]


def _translation(key: str, language: str, url: str) -> Translation:
    title, lead = WORDS[language]
    full = key == "guide"
    return Translation(
        key=key,
        lang=language,
        path=f"content/{key}.{language}.md",
        url=url,
        title=title if full else f"{title} {key}",
        blob="0" * 40,
        lead=lead,
        headings=tuple(
            Heading(level=level, text=text, html=text, id=id, explicit=True, line=1)
            for level, text, id in zip((2, 2, 3, 2), HEADINGS[language], IDS, strict=True)
        )
        if full
        else (),
    )


def pages() -> tuple[Page, ...]:
    return tuple(
        Page(
            key=key,
            translations={code: _translation(key, code, f"/{code}/{slug}") for code in languages},
            related=("more/deep", "index") if key == "guide" else (),
        )
        for key, slug, languages in (
            ("index", "", ("fr", "en", "ar")),
            ("guide", "guide/", ("fr", "en", "ar")),
            ("more/deep", "more/deep/", ("fr", "en", "ar")),
            ("more/new", "more/new/", ("fr",)),
        )
    )


class Reader:
    def exchange(self, transcript: Transcript) -> Exchange | None:
        return read_exchange(transcript.frames) if transcript.frames else None

    def contract(self, transcript: Transcript) -> Contract:
        return read_contract(transcript)

    def contract_run_of(self, demo: Demo) -> Run | None:
        return demo.runs[0]


def facts() -> Facts:
    whole = Evidence(repo_path=FILE, current=SOURCE.encode(), head=SOURCE.encode(), pinned=SOURCE.encode())
    return Facts(
        revision=Revision(commit=COMMIT),
        evidence={(FILE, print_address(one.request.address)): whole for one in EXCERPTS},
        runs={"Echo/direct": DIRECT, "Echo/help": HELP},
        sources={"Echo": (FILE, "demos/Echo/client/main.py", "demos/Echo/server/main.py")},
    )


def plan() -> Plan:
    pins = {(FILE, print_address(one.request.address)): _pin(one) for one in EXCERPTS[:2]}
    return Plan(pages=pages(), demos=(DEMO,), lock=Lock(pins=pins), accepted={}, assets={})


def _pin(one: Excerpt) -> Pin:
    return Pin(
        repo_path=FILE,
        address=print_address(one.request.address),
        ranges=one.ranges,
        commit=COMMIT,
        blob="1" * 40,
        sha256="2" * 64,
        first=one.rows[0][1],
        last=one.rows[-1][1],
    )


def builtin() -> dict[str, bytes]:
    folder = ROOT / "templates"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def theme(settings: Config | None = None, overrides: dict[str, bytes] | None = None) -> Theme:
    return Theme(settings or config(), overrides or {}, builtin())


def fill(page: Page, language: str) -> FilledPage:
    own = page.translations.get(language)
    shown = own or page.translations["fr"]
    full = page.key == "guide"
    pieces: tuple[Piece, ...] = tuple(_prose(language)) if full else (Prose(html="<p>…</p>"),)
    if page.key == "more/deep":
        pieces = (Problem(where=HERE, code="excerpt-gone", message="no file `x.py` is there", help="look"),)
    return FilledPage(
        page=page,
        translation=shown,
        language=language,
        ids=IDS if full else (),
        pieces=pieces,
        notice=None if own else "missing",
    )


def render(settings: Config | None = None, overrides: dict[str, bytes] | None = None) -> tuple[MadePage, ...]:
    look = theme(settings, overrides)
    site = site_of(look)
    return tuple(
        render_page(fill(page, code), site, look) for page in pages() for code in site.config.languages
    )


def site_of(look: Theme) -> SiteView:
    """These pages have no blocks to judge, so what they quote is stated."""
    quoted = {FILE: frozenset({COMMIT, None})}
    return replace(view_site(plan(), facts(), look.config, look), quoted=quoted)


def artifacts(settings: Config | None = None) -> dict[str, bytes]:
    look = theme(settings)
    site = site_of(look)
    made = [render_page(fill(page, code), site, look) for page in pages() for code in site.config.languages]
    extras = render_extras(made, plan(), facts(), site, look, Reader())
    assert extras.problems == ()
    every: list[Artifact] = [one for page in made for one in page.artifacts] + list(extras.artifacts)
    return {one.path: one.content for one in every}


def write(folder: Path, settings: Config | None = None) -> None:
    for path, content in artifacts(settings).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
