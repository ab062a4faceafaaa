"""The sequence being written: HTML is gathered, a hole ends the piece before it."""

from __future__ import annotations

from site_builder.model import Block, Prose


class Pieces:
    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._html: list[str] = []
        self.html = self._html.append  # called for every tag and text of every page

    def hole(self, block: Block) -> None:
        self._flush()
        self._blocks.append(block)

    def close(self) -> tuple[Block, ...]:
        self._flush()
        return tuple(self._blocks)

    def _flush(self) -> None:
        if self._html:
            self._blocks.append(Prose(html="".join(self._html)))
            self._html.clear()
