"""Console colours become classes; nothing else that a program prints is obeyed."""

from __future__ import annotations

import pytest

from site_builder.render.ansi import Pen


@pytest.mark.parametrize(
    ("line", "html"),
    [
        ("plain <b>", "plain &lt;b&gt;"),
        ("\x1b[31mred\x1b[0m!", '<span class="fg-red">red</span>!'),
        ("\x1b[1;32mok\x1b[22m.", '<span class="is-bold fg-green">ok</span><span class="fg-green">.</span>'),
        ("\x1b[91mbright\x1b[39m", '<span class="fg-red">bright</span>'),
        ("\x1b[44mground\x1b[49m", '<span class="bg-blue">ground</span>'),
        ("\x1b[38;5;196mcube\x1b[m", '<span class="fg-red">cube</span>'),
        ("\x1b[38;2;0;200;210mtrue\x1b[m", '<span class="fg-cyan">true</span>'),
        ("\x1b[38:5:226mcolons\x1b[m", '<span class="fg-yellow">colons</span>'),
        ("\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\", "link"),
    ],
)
def test_a_sequence_becomes_a_class(line: str, html: str) -> None:
    assert Pen().write(line) == html


def test_a_colour_lasts_until_it_is_ended_on_a_later_line() -> None:
    pen = Pen()
    assert pen.write("\x1b[33mone") == '<span class="fg-yellow">one</span>'
    assert pen.write("two") == '<span class="fg-yellow">two</span>'
    assert pen.write("\x1b[0mthree") == "three"


@pytest.mark.parametrize("line", ["\x1b[2Jgone", "\x1b[10;10Hmoved", "\x1b]0;title\x07", "back\x08\x08"])
def test_what_would_move_or_erase_is_shown_instead(line: str) -> None:
    html = Pen().write(line)
    assert 'class="ctrl"' in html
    assert "\x1b" not in html


def test_no_sequence_gives_a_style() -> None:
    assert "style=" not in Pen().write("\x1b[38;2;1;2;3;48;5;17;3;4;9;7mx\x1b[0m")


@pytest.mark.parametrize(
    "sequence",
    [
        f"\x1b[{'9' * 5000}m",
        f"\x1b[38;5;{'9' * 5000}m",
        f"\x1b[38;2;{'9' * 5000};0;0m",
        "\x1b[38;5m",
        "\x1b[48;2m",
    ],
)
def test_parameters_that_no_terminal_knows_colour_nothing_and_break_nothing(sequence: str) -> None:
    assert "a" in Pen().write(f"{sequence}a")
