"""Prose is set for its language; code, addresses and what the tool writes itself are not."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from reading import html_of, read, read_body
from site_builder.model import CodeSample, LinkTarget, Prose

N, F = "\u00a0", "\u202f"


def test_a_sentence_cut_up_by_markup_is_set_as_one() -> None:
    html = html_of(
        read_body(
            "**Attention** : « `a : b` » et *quoi* ? [oui](x.md) ! l'`hôte` ; {value}`a.py::B` : fin", "fr"
        )
    )
    assert html == (
        f'<p><strong>Attention</strong>{N}: «{N}<code translate="no">a : b</code>{N}» et <em>quoi</em>{F}? '
        f'<a href="⟦x.md⟧">oui</a>{F}! l’<code translate="no">hôte</code>{F}; ⟦ValueRequest⟧{N}: fin</p>\n'
    )


def test_a_mark_at_the_start_of_a_line_joins_the_line_before() -> None:
    assert html_of(read_body("Vraiment\n? Oui", "fr")) == f"<p>Vraiment{F}? Oui</p>\n"


def test_titles_headings_captions_and_alternative_texts_are_set() -> None:
    page = read(
        "---\ntitle: 'T : u'\nlead: 'L ?'\ndescription: 'D !'\n---\n## H : i\n\n![a : b](x.png \"c : d\")\n\n"
        ":::{note} N : o\n:::\n\n```{code} py\n:caption: e : f\na : b\n```\n",
        "content/p.fr.md",
    )
    assert (page.title, page.lead, page.description) == (f"T{N}: u", f"L{F}?", f"D{F}!")
    assert (page.headings[0].text, page.headings[0].id) == (f"H{N}: i", "h-i")
    html = html_of(page)
    for shown in (f">H{N}: i<", f'alt="a{N}: b"', f"<figcaption>c{N}: d</figcaption>", f">N{N}: o</p>"):
        assert shown in html
    (sample,) = [one for one in page.blocks if isinstance(one, CodeSample)]
    assert (sample.caption, sample.text) == (f"e{N}: f", "a : b")


def test_addresses_and_code_are_left_as_they_are() -> None:
    page = read_body(
        "<https://a.b/c?d;e!f> `a ! b` http://x.org/?q=1;2 [x](<a ; b.md>)\n\n    code : ici", "fr"
    )
    html = html_of(page)
    assert "https://a.b/c?d;e!f</a>" in html and "a ! b</code>" in html and "http://x.org/?q=1;2 " in html
    assert [one.target for one in page.blocks if isinstance(one, LinkTarget)] == [
        "https://a.b/c?d;e!f",
        "a ; b.md",
    ]
    assert [one.text for one in page.blocks if isinstance(one, CodeSample)] == ["code : ici"]


def test_another_language_is_left_as_it_is_written() -> None:
    assert html_of(read_body("Careful : « so » !", "en")) == "<p>Careful : « so » !</p>\n"


CODE = st.text(st.sampled_from(list("ab:;!?«» '1")), min_size=1, max_size=8).map(str.strip).filter(bool)


@settings(max_examples=150, deadline=None)
@given(
    code=CODE,
    before=st.sampled_from(["a ", "« ", "l'", "**b** : "]),
    after=st.sampled_from([" : c", " »", "!", " ?"]),
)
def test_code_links_and_attributes_never_change(code: str, before: str, after: str) -> None:
    page = read_body(f"x {before}`{code}`{after} [d](<{code}>) ![e](<{code}>)", "fr")
    html = "".join(one.html for one in page.blocks if isinstance(one, Prose))
    assert f'<code translate="no">{code}</code>' in html
    assert {one.target for one in page.blocks if isinstance(one, LinkTarget)} <= {code}
