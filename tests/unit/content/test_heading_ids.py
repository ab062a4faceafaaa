"""Ids that headings get from their texts."""

from __future__ import annotations

import pytest

from reading import read_body
from site_builder.content.slugs import slug_of


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("Read the schema", "read-the-schema"),
        ("L’hôte décide : où ?", "l-hôte-décide-où"),
        ("ÉTÉ  2026", "été-2026"),
        ("`words_differ` & more", "words_differ-more"),
        ("e\u0301te\u0301", "été"),
        ("हिन्दी भाषा", "हिन्दी-भाषा"),
        ("日本語の見出し", "日本語の見出し"),
        ("__init__", "init__"),
        ("…", "section"),
        ("Straße", "straße"),
    ],
)
def test_an_id_is_the_text_in_lower_case_with_words_joined(text: str, id: str) -> None:
    assert slug_of(text) == id


def test_a_repeated_text_gets_a_number_that_nobody_has() -> None:
    translation = read_body("## a\n\n## a\n\n## a 2\n\n## a\n\n## b {#a-4}\n\n## a")
    assert [heading.id for heading in translation.headings] == ["a", "a-2", "a-2-2", "a-3", "a-4", "a-5"]
