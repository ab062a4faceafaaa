"""Transcripts in the cache: what comes out is what went in."""

from __future__ import annotations

from pathlib import Path

from site_builder.effects.store import Store
from site_builder.effects.store_runs import keep_run, kept_run
from site_builder.model import ConsoleLine, Transcript


def test_a_kept_run_is_shown_as_the_one_that_was_recorded(tmp_path: Path) -> None:
    said = Transcript(
        demo="Trial",
        run="say",
        command=("python", "say.py"),
        console=(ConsoleLine(stream="stdout", text="said"),),
        exit_code=0,
        frames=(),
        server_stderr=(),
    )
    with Store(tmp_path) as store:
        keep_run(store, "key", said)
        assert kept_run(store, "key") == said
