"""Places in files: what a finding, a caption or a pin points at."""

from __future__ import annotations

from site_builder.model.values import value


@value
class Where:
    """A place in a file that an author can edit; `line` and `column` are None for the file as a whole."""

    path: str
    line: int | None = None
    column: int | None = None


@value
class LineRange:
    """Lines `first` to `last`, both included, 1 ≤ first ≤ last. Prints as captions do: `L39–L49`, `L7`."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"L{self.first}" if self.first == self.last else f"L{self.first}–L{self.last}"

    def __len__(self) -> int:
        return self.last - self.first + 1
