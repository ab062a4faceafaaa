"""The palette, computed: every colour of text reaches 4.5:1 on every ground it stands on, light and dark."""

from __future__ import annotations

import re

import pytest

from shown_site import builtin
from site_builder.render.accent import AA, DARK_GROUNDS, LIGHT_GROUNDS, WASH, contrast, mix
from site_builder.render.code import CLASSES

CSS = builtin()["theme.css"].decode()
TEXT = ("ink", "soft", "accent", "ok", "bad", "none", "info")
TOKENS = tuple(name for name in CLASSES if name not in ("gi", "gd"))  # those two are `ok` and `bad`


def colours(block: str) -> dict[str, str]:
    found = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6});", block))
    return {name: _long(colour) for name, colour in found.items()}


def _long(colour: str) -> str:
    return colour if len(colour) == 7 else "#" + "".join(sign * 2 for sign in colour[1:])


LIGHT = colours(CSS.partition("prefers-color-scheme")[0])
DARK = LIGHT | colours(CSS.partition("prefers-color-scheme: dark")[2].partition("@media")[0])
SCHEMES = pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])


@SCHEMES
@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("ground", ["panel", "hot", "bg", "raise"])
def test_every_token_can_be_read_on_plain_and_highlighted_lines(
    scheme: dict[str, str], token: str, ground: str
) -> None:
    assert contrast(scheme[token], scheme[ground]) >= AA


@SCHEMES
@pytest.mark.parametrize("text", TEXT)
@pytest.mark.parametrize("ground", ["bg", "panel", "raise"])
def test_every_text_colour_can_be_read(scheme: dict[str, str], text: str, ground: str) -> None:
    assert contrast(scheme[text], scheme[ground]) >= AA


@SCHEMES
@pytest.mark.parametrize("text", ["ink", "soft", "accent", "bad"])
def test_line_numbers_signs_and_control_pictures_can_be_read_on_highlighted_lines(
    scheme: dict[str, str], text: str
) -> None:
    assert contrast(scheme[text], scheme["hot"]) >= AA
    assert contrast(scheme[text], mix(scheme["accent"], scheme["bg"], WASH)) >= AA


@SCHEMES
def test_the_console_can_be_read_in_every_colour(scheme: dict[str, str]) -> None:
    grounds = [scheme["term"], "#2b2024"]  # standard error stands on the second
    inks = [scheme["term-ink"], scheme["term-soft"], *re.findall(r"\.fg-\w+ \{ color: (#[0-9a-f]{3,6})", CSS)]
    assert len(inks) == 10
    assert [ink for ink in inks for ground in grounds if contrast(_long(ink), ground) < AA] == []
    painted = re.findall(r"\.bg-\w+ \{ background: (#[0-9a-f]{3,6})", CSS)
    assert len(painted) == 8
    assert [ground for ground in painted if contrast(scheme["term"], _long(ground)) < AA] == []


@SCHEMES
def test_edges_of_controls_reach_three_to_one(scheme: dict[str, str]) -> None:
    assert contrast(scheme["edge"], scheme["bg"]) >= 3


def test_the_grounds_that_an_accent_is_checked_against_are_those_of_the_stylesheet() -> None:
    assert {LIGHT[name] for name in ("bg", "panel", "hot")} == set(LIGHT_GROUNDS)
    assert {DARK[name] for name in ("bg", "panel", "hot", "raise")} == set(DARK_GROUNDS)
    assert f"--wash: color-mix(in srgb, var(--accent) {WASH:.0%}, var(--bg))" in CSS
