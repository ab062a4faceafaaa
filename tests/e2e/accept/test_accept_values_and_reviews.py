"""Values in prose and reviews of translations: accepted by name, kept where they are still true."""

from __future__ import annotations

from pathlib import Path

import pytest

from quoting import CONFIG, Site, excerpt

LIMITS = "CONNECT_SECONDS = 15\nOTHER = 'x'\n"
HELLO = """\
title = { en = "Hello", fr = "Bonjour" }
sources = ["*.py"]

[runs.greet]
command = ["{python}", "hello.py"]
"""
SENTENCE = "It waits {value}`src/limits.py::CONNECT_SECONDS` seconds."


@pytest.fixture
def site(tmp_path: Path) -> Site:
    site = Site(tmp_path)
    site.root.mkdir(exist_ok=True)
    site.write({"src/limits.py": LIMITS})
    return site.begin(SENTENCE)


def test_a_new_value_is_pinned_by_itself(site: Site) -> None:
    assert '"src/limits.py::CONNECT_SECONDS" = "15"' in site.lock()
    assert site.states() == set()


def test_another_spelling_of_the_same_value_is_no_drift(site: Site) -> None:
    before = site.lock()
    site.replace("src/limits.py", "= 15", "= 0xF  # seconds")
    assert site.states() == set()
    assert site.accept().code == 0
    assert site.lock() == before


@pytest.mark.parametrize(
    "word", ["src/limits.py::CONNECT_SECONDS", "src/limits.py", "content/index.fr.md", "index", "--all"]
)
def test_a_changed_value_is_accepted_by_name_alone(site: Site, word: str) -> None:
    site.replace("src/limits.py", "= 15", "= 30")
    said = site.accept("--format", "json")
    assert (said.code, set(said.codes())) == (1, {"value-drift"})
    assert {one["path"] for one in said.report["problems"]} == {"content/index.fr.md", "content/index.en.md"}
    assert '"15"' in site.lock()
    assert site.accept(word).code == 0
    assert '"30"' in site.lock()
    assert site.states() == set()


def test_a_value_that_nothing_has_cannot_be_accepted(site: Site) -> None:
    site.replace("src/limits.py", "CONNECT_SECONDS = 15", "CONNECT_SECONDS = 15\nCONNECT_SECONDS = 16")
    said = site.accept("--all", "--format", "json")
    assert (said.code, set(said.codes())) == (1, {"value-unknown"})


def test_the_help_names_the_value_and_nothing_else(site: Site) -> None:
    site.replace("src/limits.py", "= 15", "= 30")
    (help,) = {one["help"] for one in site.accept("--format", "json").report["problems"]}
    assert "`sitemaf accept 'src/limits.py::CONNECT_SECONDS'`" in help


@pytest.mark.parametrize(
    "typo",
    [
        "It waits {value}`src/limits.py::CONECT_SECONDS` seconds.",
        excerpt("src/code.py", ":symbol: lots"),
        excerpt("src/cod.py", ":lines: 1"),
        excerpt("src/code.py", ":lines: 1-9999"),
    ],
)
def test_a_slip_of_the_pen_costs_no_pin(site: Site, typo: str) -> None:
    before = site.lock()
    site.quote(typo)
    assert not [one for one in site.verify().report["problems"] if "--prune" in (one["help"] or "")]
    said = site.accept("--prune", "--format", "json")
    assert (said.code, "excerpt-unused" in said.codes()) == (1, True)
    assert site.lock() == before


@pytest.mark.parametrize(
    ("path", "old", "new", "code"),
    [
        ("content/index.fr.md", "{excerpt}", "{excrept}", "directive-unknown"),
        ("content/index.fr.md", ":lines:", ":linse:", "option-unknown"),
        ("content/index.fr.md", ":lines: 8-9", ":lines: 9-8", "excerpt-address"),
        ("content/index.fr.md", "src/code.py", "src/cod.py", "excerpt-file"),
        ("demos/Hello/demo.toml", "sources", "surces", "config"),
    ],
)
def test_accept_names_what_it_cannot_see_as_verify_does(
    tmp_path: Path, path: str, old: str, new: str, code: str
) -> None:
    site = Site(tmp_path)
    site.write({"demos/Hello/demo.toml": HELLO, "demos/Hello/hello.py": "print('Hello')\n"})
    site.begin()
    site.replace(path, old, new)
    (cause,) = [one for one in site.verify().report["problems"] if one["code"] == code]
    said = site.accept("--all", "--format", "json")
    assert said.code == 1
    assert [one for one in said.report["problems"] if one["code"] == code] == [cause]


def test_a_stale_translation_is_named_as_verify_names_it(site: Site) -> None:
    page = site.read("content/index.fr.md")
    site.write({"content/index.fr.md": page.replace("Some words", "Some other words")})
    (cause,) = site.verify().report["problems"]
    assert site.accept("--format", "json").report["problems"] == [cause]


def test_values_that_no_sentence_states_are_pruned(site: Site) -> None:
    site.quote("Nothing is stated here.")
    assert site.accept("index", "--prune").code == 0
    assert "CONNECT_SECONDS" not in site.lock()


def test_a_changed_original_makes_its_translation_stale_until_it_is_named(site: Site) -> None:
    page = site.read("content/index.fr.md")
    site.write({"content/index.fr.md": page.replace("Some words", "Some other words")})
    assert site.states() == {"translation-stale"}
    said = site.accept("--format", "json")
    assert (said.code, said.codes()) == (1, ["translation-stale"])
    assert site.accept("content/index.en.md").code == 0
    assert site.states() == set()


def test_a_changed_translation_leaves_its_review_alone(site: Site) -> None:
    page = site.read("content/index.en.md")
    site.write({"content/index.en.md": page.replace("Some words", "Some other words")})
    before = site.lock()
    assert site.accept().code == 0
    assert site.lock() == before


def test_what_accept_writes_into_an_original_is_no_reason_to_review(tmp_path: Path) -> None:
    site = Site(tmp_path).begin(excerpt("src/code.py", ":lines: 4-5"))
    site.write({"src/code.py": "# above\n" + site.read("src/code.py")}).commit()
    before = site.lock()
    assert site.accept().code == 0
    assert site.lock() != before
    assert site.states() == set()


def test_a_third_language_is_reviewed_against_the_default_one(tmp_path: Path) -> None:
    site = Site(tmp_path).begin("Words.")
    site.write(
        {"sitemaf.toml": CONFIG.replace('"en"]', '"en", "de"]').replace('en = "Trial"', 'en = "T"\nde = "T"')}
    )
    site.write({"content/index.de.md": site.read("content/index.en.md")})
    assert site.accept().code == 0
    assert '"content/index.de.md"' in site.lock()
    assert '"content/index.fr.md"' not in site.lock()


def test_an_unknown_word_is_a_usage_error_with_near_names(site: Site) -> None:
    for word, near in (("src/limit.py", "src/limits.py"), ("content/index.de.md", "content/index.")):
        before = site.lock()
        said = site.accept(word)
        assert said.code == 2
        assert f"nothing here is called `{word}`" in said.err
        assert near in said.err
        assert site.lock() == before
