"""A translation whose original changed after its review: said once, with the sections that changed."""

from __future__ import annotations

from reading import CONFIG, read
from site_builder.checks import staleness
from site_builder.content.pages import assemble
from site_builder.model import Lock, Page, Problem

BEFORE = "# Titre\n\nDébut.\n\n## Un\n\nA.\n\n## Deux\n\nB.\n\n## Trois\n\nC.\n"
ENGLISH = "# Title\n\nStart.\n\n## One\n\nA.\n\n## Two\n\nB.\n\n## Three\n\nC.\n"
PATH = "content/x.en.md"


def page_of(french: str) -> Page:
    (page,), _ = assemble([read(french, "content/x.fr.md"), read(ENGLISH, PATH)], CONFIG)
    return page


def check(french: str, known: bool = True) -> tuple[Problem, ...]:
    blob = read(BEFORE, "content/x.fr.md").blob
    originals = {blob: BEFORE.encode()} if known else {}
    return staleness.check(page_of(french), CONFIG, Lock(reviews={PATH: blob}), originals)


def test_an_original_that_did_not_change_is_silent() -> None:
    assert check(BEFORE) == ()


def test_a_translation_never_reviewed_is_not_stale() -> None:
    assert staleness.check(page_of(BEFORE + "D.\n"), CONFIG, Lock(), {}) == ()


def test_the_changed_section_is_named_with_its_line_in_both_files() -> None:
    (found,) = check(BEFORE.replace("B.", "B, autrement."))
    assert (found.code, found.where.path, found.where.line) == ("translation-stale", PATH, 9)
    assert found.message == "`content/x.fr.md` has changed since this translation was reviewed: “Deux”"
    assert [(one.path, one.line) for one in found.related] == [("content/x.fr.md", 9)]
    assert found.help == "compare the two, then run `sitemaf accept content/x.en.md`"


def test_several_sections_are_named_in_one_message() -> None:
    (found,) = check(BEFORE.replace("Début.", "Début !").replace("C.", "C !"))
    assert found.message.endswith(": the beginning, “Trois”")


def test_a_new_and_a_removed_section_are_named() -> None:
    (added,) = check(BEFORE.replace("## Trois", "## Deux et demi\n\nX.\n\n## Trois"))
    assert added.message.endswith(": “Deux et demi”")
    (removed,) = check(BEFORE.replace("## Deux\n\nB.\n\n", ""))
    assert removed.message.endswith(": “Deux” (removed)")


def test_a_changed_title_is_the_front_matter() -> None:
    (found,) = check(BEFORE.replace("# Titre", "# Autre titre"))
    assert "the front matter" in found.message


def test_without_the_old_text_the_page_is_named_alone() -> None:
    (found,) = check(BEFORE + "D.\n", known=False)
    assert found.message == "`content/x.fr.md` has changed since this translation was reviewed"
    assert found.where.line == 1


def test_the_blobs_to_ask_git_for_are_those_of_stale_translations() -> None:
    page, lock = page_of(BEFORE + "D.\n"), Lock(reviews={PATH: "0" * 40, "content/y.en.md": "1" * 40})
    assert staleness.stale_originals(page, CONFIG, lock) == {PATH: "0" * 40}
