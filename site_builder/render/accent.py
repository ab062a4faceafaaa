"""The accent colour of a site: checked for contrast, and a dark twin found if none is named."""

from __future__ import annotations

import re

from site_builder.config import Theme
from site_builder.model import Problem, Where

AA = 4.5  # WCAG 2.2, 1.4.3
# What the accent stands on, in light and dark: page, panel, highlighted line, raised panel. Besides, the
# current page in the sidebar: the page's colour with `WASH` of the accent in it.
LIGHT_GROUNDS = ("#ffffff", "#f6f7fa", "#e8e9f3")
DARK_GROUNDS = ("#16171d", "#1d1f27", "#2a2c40", "#22242e")
WASH = 0.10
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def accents(theme: Theme) -> tuple[str | None, str | None]:
    """(light, dark): as set; the dark one is a lightened light one where only that is set."""
    if theme.accent is None:
        return None, theme.accent_dark
    return theme.accent, theme.accent_dark or nearest_readable(theme.accent, DARK_GROUNDS, towards=255)


def check_accents(theme: Theme) -> tuple[Problem, ...]:
    """A colour in which a link could not be read is a problem; the help names the nearest one that can."""
    problems = []
    for key, colour, grounds, towards in (
        ("accent", theme.accent, LIGHT_GROUNDS, 0),
        ("accent_dark", theme.accent_dark, DARK_GROUNDS, 255),
    ):
        if colour is None or not _COLOUR.fullmatch(colour):
            continue  # `config` has said what a colour looks like
        worst = min(contrast(colour, ground) for ground in on_all(colour, grounds))
        if worst < AA:
            message = (
                f'`{key} = "{colour}"` has a contrast of {worst:.1f}:1 against the page; text needs {AA}:1'
            )
            help = (
                f'write `{key} = "{nearest_readable(colour, grounds, towards)}"`, the nearest readable shade'
            )
            where = Where(path="sitemaf.toml", line=theme.lines.get(key))
            problems.append(Problem(where=where, code="config", message=message, help=help))
    return tuple(problems)


def contrast(one: str, other: str) -> float:
    """WCAG 2.2 contrast ratio of two `#rrggbb` colours."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def nearest_readable(colour: str, grounds: tuple[str, ...], towards: int) -> str:
    """The first shade on the way to black (0) or white (255) that every ground carries."""
    for step in range(0, 101, 2):
        shade = mix(f"#{towards:02x}{towards:02x}{towards:02x}", colour, step / 100)
        if all(contrast(shade, ground) >= AA for ground in on_all(shade, grounds)):
            return shade
    return "#" + f"{towards:02x}" * 3


def on_all(colour: str, grounds: tuple[str, ...]) -> tuple[str, ...]:
    """The grounds that a colour stands on as accent: those of the page, and the wash that it makes itself."""
    return (*grounds, mix(colour, grounds[0], WASH))


def mix(one: str, other: str, share: float) -> str:
    """`share` of one colour in the other, as `color-mix(in srgb, …)` mixes."""
    parts = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)

    red, green, blue = map(linear, _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
