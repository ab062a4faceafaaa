"""The French rules, and what they must never touch."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from site_builder.content.typography import find_edits, set_type
from site_builder.content.typography.rows import ROWS

N, F = "\u00a0", "\u202f"  # no-break, narrow no-break
PIECES = st.sampled_from(
    [
        *"abé1 \n:;!?«»\"'’()[]…—.,/*\ufffc",
        N,
        F,
        "l'",
        " :",
        "« ",
        " »",
        "10:30",
        "http://a.b/c?d;e!",
        "::",
        ":)",
    ]
)
TEXTS = st.lists(PIECES, max_size=14).map("".join)


@pytest.mark.parametrize(
    ("written", "set_"),
    [
        ("Attention : danger", f"Attention{N}: danger"),
        ("Attention: danger", f"Attention{N}: danger"),
        ("Quoi ? Non ! Si ; peut-être", f"Quoi{F}? Non{F}! Si{F}; peut-être"),
        ("Quoi? Non! Si; peut-être", f"Quoi{F}? Non{F}! Si{F}; peut-être"),
        ("il dit « oui »", f"il dit «{N}oui{N}»"),
        ("il dit «oui».", f"il dit «{N}oui{N}»."),
        ("« Vraiment ? »", f"«{N}Vraiment{F}?{N}»"),
        ("l'hôte d'aujourd'hui", "l’hôte d’aujourd’hui"),
        ("qu'« il »", f"qu’«{N}il{N}»"),
        ("Quoi ?! Non...", f"Quoi{F}?! Non..."),
        ("mot  :  suite", f"mot{N}:  suite"),
        ("mot\n: suite", f"mot{N}: suite"),
        ("(oui !)", f"(oui{F}!)"),
    ],
)
def test_french_marks_get_the_space_that_readers_expect(written: str, set_: str) -> None:
    assert set_type(written, "fr") == set_


@pytest.mark.parametrize(
    "text",
    [
        "à 10:30", "un rapport de 16:9", "std::vector", "voir http://a.b/c?d=e;f!g", "https://x.org:8080/a",
        "C:\\Users\\x", "C:/Users", "un sourire :)", "ou ;-)", "bravo :D", "x != y",
        "a?b:c", "l’option :lines: 3",
        "(?)", "[!]",
        "mailto:a@b.org", "écrire à a.b@c.org", "l’entité &amp; et &#233; ici", ": seul", "!", "«»",
        "ns::nom", "12:30:45", "'mot'",
    ],
)  # fmt: skip
def test_french_leaves_times_ratios_addresses_paths_and_faces_alone(text: str) -> None:
    assert set_type(text, "fr") == text


def test_canadian_and_swiss_french_have_their_own_rows() -> None:
    assert set_type("Oui ! Non : si", "fr-CA") == f"Oui ! Non{N}: si"
    assert set_type("Oui ! Non : si", "fr-CH") == f"Oui{F}! Non{F}: si"
    assert set_type("Oui !", "fr-BE") == f"Oui{F}!"


@pytest.mark.parametrize(
    ("lang", "written", "set_"),
    [
        ("de", 'Er sagt "ja" und ("nein").', "Er sagt „ja“ und („nein“)."),
        ("de", "Geht's?", "Geht’s?"),
        ("de", 'ein 19" Schirm', 'ein 19" Schirm'),
        ("de-CH", '"ja"', "«ja»"),
        ("pl", '"tak"', "„tak”"),
        ("en", 'It\'s "so" : yes !', 'It\'s "so" : yes !'),
    ],
)
def test_other_languages_follow_their_row_or_stay_as_written(lang: str, written: str, set_: str) -> None:
    assert set_type(written, lang) == set_


@settings(max_examples=400, deadline=None)
@given(text=TEXTS, lang=st.sampled_from([*ROWS, "en"]))
@example(text="a !»", lang="fr")
def test_setting_twice_gives_what_setting_once_gives(text: str, lang: str) -> None:
    once = set_type(text, lang)
    assert set_type(once, lang) == once


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, lang=st.sampled_from(list(ROWS)))
def test_only_spaces_quotes_and_apostrophes_ever_change(text: str, lang: str) -> None:
    def words(one: str) -> str:
        kept = "".join(character for character in one if not character.isspace())
        return kept.translate({ord(mark): "'" for mark in '"„“”«»’'})

    assert words(set_type(text, lang)) == words(text)


@settings(max_examples=300, deadline=None)
@given(text=TEXTS, lang=st.sampled_from(list(ROWS)))
def test_an_object_in_the_text_is_never_edited(text: str, lang: str) -> None:
    assert not [index for index in find_edits(text, lang) if text[index] == "\ufffc"]
