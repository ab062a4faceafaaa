"""The theme's strings: the same keys and placeholders in every language, and what is said of others."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from site_builder.checks.strings import check

FOLDER = Path(__file__).parents[3] / "templates" / "strings"
MODEL = {
    "skip": "Skip",
    "updated": "Updated on {date}",
    "gap": {"one": "{count} line", "other": "{count} lines"},
}
PATHS = {"en": "en.toml", "fr": "fr.toml"}


def test_the_built_in_strings_agree_in_every_language() -> None:
    strings = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
    assert {"ar", "de", "en", "es", "fr", "it", "ja", "pt"} <= set(strings)
    regions = {name: strings.pop(name) for name in list(strings) if "-" in name}
    assert check(strings, "en", {}) == ()
    # A region's file holds what differs from its language.
    for name, texts in regions.items():
        assert check({"en": strings["en"], name: {**strings[name.split("-")[0]], **texts}}, "en", {}) == ()
        assert all(strings[name.split("-")[0]][key] != text for key, text in texts.items())


def test_equal_keys_and_placeholders_are_silent() -> None:
    french = {"skip": "Aller", "updated": "Le {date}", "gap": {"other": "{count} lignes"}}
    assert check({"en": MODEL, "fr": french}, "en", PATHS) == ()


@pytest.mark.parametrize(
    ("french", "message"),
    [
        ({"skip": "A", "gap": {"other": "{count}"}}, "the theme has no text `updated` in `fr`"),
        (
            {"skip": "A", "updated": "Le {jour}", "gap": {"other": "{count}"}},
            "`updated` in `fr` holds `{jour}` where `en` holds `{date}`",
        ),
        (
            {"skip": "A", "updated": "Le {date}", "gap": {"other": "lignes"}},
            "`gap` in `fr` holds no placeholder where `en` holds `{count}`",
        ),
        (
            {"skip": "A", "updated": "{date}", "gap": {"other": "{count}"}, "skipp": "B"},
            "`skipp` in `fr` is no text of the theme",
        ),
    ],
)
def test_a_difference_is_one_problem_with_both_files(french: dict[str, object], message: str) -> None:
    (found,) = check({"en": MODEL, "fr": french}, "en", PATHS)
    assert (found.code, found.where.path, found.message) == ("config", "fr.toml", message)
    assert [one.path for one in found.related] == ["en.toml"]
