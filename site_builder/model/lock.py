"""What `sitemaf.lock` holds: pins of excerpts, accepted values, reviewed translations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from site_builder.model.problems import Pin
from site_builder.model.values import value


@value
class Lock:
    pins: Mapping[tuple[str, str], Pin] = field(default_factory=dict)  # repo path, canonical address
    values: Mapping[str, str] = field(default_factory=dict)  # `source::pointer` or `Demo/run#pointer` → text
    reviews: Mapping[str, str] = field(default_factory=dict)  # translation's path → blob id of its original
    # Where each pin stands in the file (line), for messages; a lock is the same wherever its pins stand.
    places: Mapping[tuple[str, str], int] = field(default_factory=dict, compare=False, repr=False)
