"""The picture that sharing sites show: a card with code lines, one highlighted, and a seal, as PNG.

Drawn from rectangles and discs in few colours and packed by a small DEFLATE of our own (RFC 1951, fixed
codes): no imaging library, no font, and the same bytes on every machine, which zlib builds do not promise.
"""

from __future__ import annotations

from collections.abc import Iterator
from zlib import adler32, crc32

from site_builder.model import Artifact

WIDTH, HEIGHT = 1200, 630
_PALETTE = (
    "#16171d",
    "#22242e",
    "#2d2f3a",
    "#787c8a",
    "#e4e5eb",
    "#2b2d52",
    "#abb0ff",
    "#86d9a5",
    "#dba8f7",
    "#93bcff",
)
_DARK, _PANEL, _LINE, _SOFT, _INK, _HOT, _ACCENT, _GREEN, _VIOLET, _BLUE = range(len(_PALETTE))

_ROWS: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = (  # lines of code: depth, then colour and width
    (0, ((_VIOLET, 110), (_INK, 260))),
    (0, ((_INK, 420), (_BLUE, 150))),
    (1, ((_VIOLET, 90), (_BLUE, 210), (_INK, 180))),
    (1, ((_INK, 240), (_GREEN, 320))),
    (2, ((_VIOLET, 140), (_INK, 190))),
    (1, ((_INK, 330),)),
    (0, ((_SOFT, 470),)),
)


def draw_card(accent: str | None) -> Artifact:
    picture = [bytearray([_DARK]) * WIDTH for _ in range(HEIGHT)]
    _rounded(picture, 90, 80, 1020, 470, 28, _LINE)
    _rounded(picture, 93, 83, 1014, 464, 26, _PANEL)
    _rectangle(picture, 93, 274, 1014, 56, _HOT)
    _rectangle(picture, 93, 274, 10, 56, _ACCENT)
    for index, (depth, bars) in enumerate(_ROWS):
        y, x = 126 + index * 56, 180 + depth * 60
        _rounded(picture, 130, y, 22, 16, 6, _SOFT)
        for colour, width in bars:
            _rounded(picture, x, y, width, 16, 8, colour)
            x += width + 18
    _seal(picture, 1010, 470)
    palette = [accent if accent and name == _PALETTE[_ACCENT] else name for name in _PALETTE]
    return Artifact(path="theme/card.png", content=encode(picture, palette))


def _rectangle(picture: list[bytearray], x: int, y: int, width: int, height: int, colour: int) -> None:
    for row in picture[y : y + height]:
        row[x : x + width] = bytes([colour]) * width


def _rounded(
    picture: list[bytearray], x: int, y: int, width: int, height: int, round: int, colour: int
) -> None:
    for line in range(height):
        near = min(line, height - 1 - line)
        lift = round - near if near < round else 0
        inset = int(round - (max(0, round * round - lift * lift)) ** 0.5) if lift else 0
        _rectangle(picture, x + inset, y + line, width - 2 * inset, 1, colour)


def _seal(picture: list[bytearray], x: int, y: int) -> None:
    """A disc with a tick: the excerpt is proved."""
    _rounded(picture, x - 62, y - 62, 124, 124, 62, _DARK)
    _rounded(picture, x - 54, y - 54, 108, 108, 54, _GREEN)
    for step in range(60):
        across, down = (step, step) if step < 20 else (step, 40 - step)
        _rectangle(picture, x - 30 + across, y - 4 + down - 8, 2, 16, _DARK)


def encode(picture: list[bytearray], palette: list[str]) -> bytes:
    """PNG (ISO/IEC 15948), one byte a pixel, colours by palette."""
    width, height = len(picture[0]), len(picture)
    data = b"".join(b"\0" + row for row in picture)
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 3, 0, 0, 0])
    packed = b"\x78\x01" + deflate(data, width + 1) + adler32(data).to_bytes(4, "big")
    colours = b"".join(bytes.fromhex(colour[1:]) for colour in palette)
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(body).to_bytes(4, "big") + name + body + crc32(name + body).to_bytes(4, "big")
        for name, body in chunks
    )


def deflate(data: bytes, stride: int) -> bytes:
    """One block with fixed codes; repeats are sought one byte and one row back, as pictures repeat."""
    bits, count = 0b011, 3  # last block, fixed codes
    at, out = 0, bytearray()
    for code, length in _codes(data, stride, at):
        bits |= code << count
        count += length
        while count >= 8:
            out.append(bits & 255)
            bits >>= 8
            count -= 8
    if count:
        out.append(bits & 255)
    return bytes(out)


def _codes(data: bytes, stride: int, at: int) -> Iterator[tuple[int, int]]:
    while at < len(data):
        length, distance = max((_repeat(data, at, back), -back) for back in (1, stride))
        if length < 4:
            yield _symbol(data[at])
            at += 1
            continue
        yield from _match(length, -distance)
        at += length
    yield _symbol(256)


def _repeat(data: bytes, at: int, back: int) -> int:
    """How many bytes from `at` equal those `back` before; 258 is the longest match there is."""
    if back > at:
        return 0
    limit = min(258, len(data) - at)
    low, high = 0, limit
    if data[at : at + limit] == _before(data, at, back, limit):
        return limit
    while low < high:
        middle = (low + high + 1) // 2
        if data[at : at + middle] == _before(data, at, back, middle):
            low = middle
        else:
            high = middle - 1
    return low


def _before(data: bytes, at: int, back: int, length: int) -> bytes:
    piece = data[at - back : at - back + length]
    return (piece * (length // back + 1))[:length] if back < length else piece


def _symbol(value: int) -> tuple[int, int]:
    """RFC 1951, 3.2.6; Huffman codes go out with their first bit first."""
    if value < 144:
        code, length = 0x30 + value, 8
    elif value < 256:
        code, length = 0x190 + value - 144, 9
    elif value < 280:
        code, length = value - 256, 7
    else:
        code, length = 0xC0 + value - 280, 8
    return int(f"{code:0{length}b}"[::-1], 2), length


def _match(length: int, distance: int) -> Iterator[tuple[int, int]]:
    """RFC 1951, 3.2.5: length symbol with extra bits, then distance symbol with its own."""
    if length == 258:
        yield _symbol(285)
    else:
        extra = max(0, (length - 3).bit_length() - 3)
        yield _symbol(257 + 4 * extra + ((length - 3) >> extra))
        yield (length - 3) & ((1 << extra) - 1), extra
    extra = max(0, (distance - 1).bit_length() - 2)
    symbol = 2 * extra + ((distance - 1) >> extra)
    yield int(f"{symbol:05b}"[::-1], 2), 5
    yield (distance - 1) & ((1 << extra) - 1), extra
