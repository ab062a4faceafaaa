"""A site's accent colour: readable, or a problem that names the nearest shade that is."""

from __future__ import annotations

from site_builder.config import Config, Theme, parse_config
from site_builder.render.accent import (
    AA,
    DARK_GROUNDS,
    LIGHT_GROUNDS,
    accents,
    check_accents,
    contrast,
    mix,
    nearest_readable,
)


def test_contrast_is_that_of_wcag() -> None:
    assert round(contrast("#000000", "#ffffff"), 2) == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


def test_a_readable_accent_is_no_problem() -> None:
    assert check_accents(Theme(accent="#0b4fa8", accent_dark="#8ab8ff")) == ()


def test_a_pale_accent_is_a_problem_and_the_help_can_be_taken() -> None:
    (problem,) = check_accents(Theme(accent="#66aaff"))
    assert problem.where.path == "sitemaf.toml"
    shade = problem.help.split('"')[1]
    assert check_accents(Theme(accent=shade)) == ()


def test_a_dark_accent_on_a_dark_page_is_a_problem() -> None:
    (problem,) = check_accents(Theme(accent_dark="#3d3fbd"))
    assert "accent_dark" in problem.message


def test_the_problem_stands_at_the_line_of_the_colour() -> None:
    settings = b'[site]\nlanguages = ["en"]\ntitle = { en = "T" }\n\n[theme]\n# pale\naccent = "#66aaff"\n'
    config = parse_config(settings + b'accent_dark = "#3d3fbd"\n', "sitemaf.toml")
    assert isinstance(config, Config)
    assert [problem.where.line for problem in check_accents(config.theme)] == [7, 8]


def test_a_site_that_names_one_colour_gets_a_readable_twin_for_the_night() -> None:
    light, dark = accents(Theme(accent="#3d3fbd"))
    assert light == "#3d3fbd"
    assert dark is not None
    assert min(contrast(dark, ground) for ground in DARK_GROUNDS) >= AA


def test_colours_mix_as_in_the_stylesheet() -> None:
    assert mix("#000000", "#ffffff", 0.1) == "#e6e6e6"


def test_the_nearest_shade_of_a_readable_colour_is_itself() -> None:
    assert nearest_readable("#0b4fa8", LIGHT_GROUNDS, 0) == "#0b4fa8"
