"""A console line with ANSI sequences → HTML with classes; no `style=`, so the reader's scheme decides.

Select Graphic Rendition (ECMA-48, 8.3.117) becomes classes; the 256 and 16 million colours take the nearest
of the sixteen; hyperlinks (OSC 8) keep their text. Any other sequence is shown, not obeyed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from site_builder.render.visible import shown

_SEQUENCE = re.compile(r"\x1b\[([0-9;:]*)m|\x1b\]8;[^\x07\x1b]*(?:\x07|\x1b\\)")
_NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
_RGB = (
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
    (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
    (255, 0, 255), (0, 255, 255), (255, 255, 255),
)  # fmt: skip
_FLAGS = {1: "bold", 2: "dim", 3: "italic", 4: "under", 7: "reverse", 9: "strike"}
_ENDS = {22: ("bold", "dim"), 23: ("italic",), 24: ("under",), 27: ("reverse",), 29: ("strike",)}


class Pen:
    """What the sequences so far have set; a line begins as the one before it ended."""

    def __init__(self) -> None:
        self.colour: str | None = None
        self.ground: str | None = None
        self.flags: set[str] = set()

    def write(self, line: str) -> str:
        """The line as HTML."""
        if "\x1b" not in line and not self._classes():
            return shown(line)
        parts, at = [], 0
        for match in _SEQUENCE.finditer(line):
            parts.append(self._span(line[at : match.start()]))
            if match[1] is not None:
                self._set(match[1])
            at = match.end()
        return "".join((*parts, self._span(line[at:])))

    def _span(self, text: str) -> str:
        names = self._classes()
        return f'<span class="{names}">{shown(text)}</span>' if text and names else shown(text)

    def _classes(self) -> str:
        names = [f"is-{flag}" for flag in sorted(self.flags)]
        if self.colour:
            names.append(f"fg-{self.colour}")
        if self.ground:
            names.append(f"bg-{self.ground}")
        return " ".join(names)

    def _set(self, parameters: str) -> None:
        codes = iter([_number(code) for code in re.split("[;:]", parameters)])
        for code in codes:
            if code == 0:
                self.colour, self.ground, self.flags = None, None, set()
            elif code in _FLAGS:
                self.flags.add(_FLAGS[code])
            elif code in _ENDS:
                self.flags -= {*_ENDS[code]}
            elif code in (38, 48):
                self._set_colour(code == 48, _extended(codes))
            elif code in (39, 49):
                self._set_colour(code == 49, None)
            elif 30 <= code % 60 <= 37 or 40 <= code % 60 <= 47:
                # 90–97 and 100–107 are the bright ones; here both brightnesses share a readable colour.
                self._set_colour(code % 60 >= 40, _NAMES[code % 10])

    def _set_colour(self, ground: bool, name: str | None) -> None:
        if ground:
            self.ground = name
        else:
            self.colour = name


def _number(code: str) -> int:
    """No parameter has more than three digits; a longer one means nothing."""
    return int(code or 0) if len(code) < 4 else -1


def _extended(codes: Iterator[int]) -> str | None:
    """`5;N` of the 256 colours, or `2;R;G;B`."""
    mode = next(codes, 0)
    if mode == 2:
        return _nearest((next(codes, 0), next(codes, 0), next(codes, 0)))
    number = next(codes, 0)
    if number < 16:
        return _NAMES[number % 8]
    if number >= 232:
        return _nearest((8 + 10 * (number - 232),) * 3)
    cube = number - 16
    red, green, blue = (0 if step == 0 else 55 + 40 * step for step in (cube // 36, cube // 6 % 6, cube % 6))
    return _nearest((red, green, blue))


def _nearest(colour: tuple[int, int, int]) -> str:
    def distance(index: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(colour, _RGB[index], strict=True))

    return _NAMES[min(range(16), key=distance) % 8]
