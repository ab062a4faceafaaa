"""Transcripts of runs in the cache, by the runner's key of everything a run depends on.

In: a store and a key. Out: the transcript that a run would give again, or None. Failures are never kept.
"""

from __future__ import annotations

from dataclasses import replace

from site_builder.effects.store import Store
from site_builder.model import Transcript
from site_builder.transcripts.codec import decode, encode


def kept_run(store: Store, key: str) -> Transcript | None:
    data = store.get(store.key("run", key))
    transcript = decode(data, "the cache") if data is not None else None
    # Nobody accepted it: a build did record it, and a page must not differ by whether there was a cache.
    return replace(transcript, accepted=False) if isinstance(transcript, Transcript) else None


def keep_run(store: Store, key: str, transcript: Transcript) -> None:
    store.put(store.key("run", key), encode(transcript))
