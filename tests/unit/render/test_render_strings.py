"""The theme's words: complete in every language, and slips in overrides are told with the next act."""

from __future__ import annotations

import re

import pytest

from shown_site import builtin
from site_builder.config import Config, Theme
from site_builder.render.strings import UnknownString, Words, load, missing_keys, plural_forms, stem

LANGUAGES = ("ar", "de", "en", "es", "fr", "it", "ja", "pt")
FILES = builtin()


def config(*languages: str, theme: Theme | None = None) -> Config:
    return Config(languages=languages, title={}, theme=theme or Theme())


def words(language: str) -> dict[str, str]:
    found, problems = load(config(language), {}, FILES)
    assert problems == ()
    return dict(found[language])


def placeholders(texts: dict[str, str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for key, text in texts.items():
        found.setdefault(stem(key), set()).update(re.findall(r"\{[a-z]+\}", text))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_placeholders(language: str) -> None:
    own, model = words(language), words("en")
    assert {stem(key) for key in own} == {stem(key) for key in model}
    assert placeholders(own) == placeholders(model)
    assert missing_keys(language, own, model) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_each_plural_form_that_its_counts_take_and_no_other(language: str) -> None:
    forms = {key.split(".")[1] for key in words(language) if key.startswith("verified-excerpts.")}
    assert forms == set(plural_forms(language))


def test_french_texts_are_set_as_french_is() -> None:
    for key, text in words("fr").items():
        assert not re.search(r"[^\u202f\s][;!?](?=\s|$)| [;!?:»]|« |'", text), (key, text)
        assert not re.search(r"\w:(?!\w)", text), (key, text)


def test_a_count_takes_the_form_of_its_language() -> None:
    arabic, english = Words("ar", words("ar")), Words("en", words("en"))
    assert english.count("verified-excerpts", 1) == "1 excerpt"
    assert english.count("verified-excerpts", 0) == "0 excerpts"
    assert len({arabic.count("verified-excerpts", count) for count in (0, 1, 2, 3, 11, 100)}) == 6


def test_what_is_filled_in_is_escaped() -> None:
    assert Words("en", words("en"))("line", number="<b>") == "line &lt;b&gt;"


def test_an_unknown_key_is_an_error_of_the_template() -> None:
    with pytest.raises(UnknownString, match="no-such-word"):
        Words("en", words("en"))("no-such-word")


def test_an_override_replaces_single_texts() -> None:
    found, problems = load(config("en"), {"strings/en.toml": b'home = "Start"'}, FILES)
    assert problems == ()
    assert (found["en"]["home"], found["en"]["next"]) == ("Start", "Next")


def test_settings_win_over_files() -> None:
    theme = Theme(strings={"en": {"home": "Begin"}})
    found, problems = load(config("en", theme=theme), {"strings/en.toml": b'home = "Start"'}, FILES)
    assert (problems, found["en"]["home"]) == ((), "Begin")


def test_an_unknown_key_in_a_strings_file_is_a_problem_that_names_the_nearest() -> None:
    _, (problem,) = load(config("en"), {"strings/en.toml": b'hom = "Start"'}, FILES)
    assert problem.where.path == "templates/strings/en.toml"
    assert problem.code == "config"
    assert "`hom`" in problem.message
    assert problem.help == "did you mean `home`?"


def test_a_placeholder_that_nothing_fills_in_is_a_problem() -> None:
    _, (problem,) = load(config("en"), {"strings/en.toml": b'line = "row {nr}"'}, FILES)
    assert "{nr}" in problem.message
    assert "{number}" in problem.help


def test_a_language_without_strings_names_what_is_missing() -> None:
    _, (problem,) = load(config("nl"), {}, FILES)
    assert problem.where.path == "templates/strings/nl.toml"
    assert "`nl`" in problem.message


def test_a_regional_language_is_served_by_its_parent() -> None:
    found, problems = load(config("pt-BR"), {}, FILES)
    assert (problems, found["pt-BR"]["home"]) == ((), "Início")


def test_a_strings_file_that_is_no_toml_is_a_problem_with_its_path() -> None:
    _, problems = load(config("en"), {"strings/en.toml": b"home = "}, FILES)
    assert [problem.where.path for problem in problems] == ["templates/strings/en.toml"]


def test_a_region_says_only_what_it_says_otherwise() -> None:
    portuguese, brazilian = words("pt"), words("pt-BR")
    assert (portuguese["next"], brazilian["next"]) == ("Seguinte", "Próxima")
    assert brazilian["previous"] == portuguese["previous"]
    files = {"strings/fr.toml": b'next = "Apres"', "strings/fr-CA.toml": b'previous = "Avant"'}
    found, problems = load(config("fr-CA", "fr"), files, FILES)
    assert problems == ()
    assert (found["fr-CA"]["next"], found["fr-CA"]["previous"]) == ("Apres", "Avant")
    assert found["fr"]["previous"] == "Précédent"


@pytest.mark.parametrize("language", ["zh-Hant", "zh-TW"])
def test_no_language_is_served_in_another_script(language: str) -> None:
    found, problems = load(config(language), {"strings/zh.toml": "home = '首页'".encode()}, FILES)
    assert [one.code for one in problems] == ["parity-strings"]
    assert found[language]["home"] != "首页"
    served, _ = load(config(language), {"strings/zh-Hant.toml": "home = '首頁'".encode()}, FILES)
    assert served[language]["home"] == ("首頁" if language == "zh-Hant" else found[language]["home"])


def test_the_case_of_a_tag_does_not_count() -> None:
    found, problems = load(config("PT-br"), {"strings/pt-BR.toml": b'home = "Casa"'}, FILES)
    assert (problems, found["PT-br"]["home"], found["PT-br"]["next"]) == ((), "Casa", "Próxima")


def test_words_that_are_missing_are_shown_in_a_language_that_is_named() -> None:
    found, (problem,) = load(config("fr", "nl"), {"strings/nl.toml": b'home = "Begin"'}, FILES)
    assert problem.code == "parity-strings"
    assert "in `fr`, until then" in (problem.help or "")
    assert (found["nl"]["home"], found["nl"]["next"]) == ("Begin", "Suivant")


def test_a_brace_that_is_no_placeholder_is_a_problem() -> None:
    _, (problem,) = load(config("en"), {"strings/en.toml": b'line = "row { {number}"'}, FILES)
    assert "brace in `line`" in problem.message
