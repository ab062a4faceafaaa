"""What the files of demos declare: sources → demos, those that cannot be read, accepted transcripts."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from site_builder.config import Config
from site_builder.model import Demo, Problem, Sources, Transcript, Where
from site_builder.transcripts.codec import decode
from site_builder.transcripts.scenario import read_demo


def demos_of(sources: Sources, config: Config) -> tuple[tuple[Demo, ...], tuple[Problem, ...]]:
    read = [read_demo(path, data, config.languages) for path, data in sorted(sources.demos.items())]
    demos = tuple(demo for demo in read if isinstance(demo, Demo))
    return demos, tuple(chain.from_iterable(one for one in read if not isinstance(one, Demo)))


def unread_demos(sources: Sources, demos: Iterable[Demo]) -> tuple[Demo, ...]:
    """Demos whose file cannot be used, by name and place alone: pages that name them are not to blame."""
    read = {demo.where.path for demo in demos}
    folders = {path: path.rpartition("/")[0] for path in sorted(sources.demos) if path not in read}
    return tuple(
        Demo(
            name=folder.rpartition("/")[2],
            folder=folder,
            where=Where(path=path),
            title={},
            sources=(),
            runs=(),
        )
        for path, folder in folders.items()
    )


def accepted_of(sources: Sources) -> tuple[dict[str, Transcript], tuple[Problem, ...]]:
    """`Demo/run` → the transcript that was accepted for it."""
    read = [decode(data, path) for path, data in sorted(sources.transcripts.items())]
    accepted = {one.id: one for one in read if isinstance(one, Transcript)}
    return accepted, tuple(one for one in read if isinstance(one, Problem))
