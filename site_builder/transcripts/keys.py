"""A run and everything that it depends on → the key under which its transcript may be kept.

Equal keys mean that running again would say nothing new. The key is a digest; values of passed environment
variables go into it but cannot be read from it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields

from site_builder.model import Call, Demo, Run
from site_builder.transcripts.canonical import sorted_text

FORMAT = 1  # of this key; a change of what a transcript holds raises it


def run_key(demo: Demo, run: Run, inputs: Mapping[str, str]) -> str:
    """64 hex digits. `inputs` names what else counts: each file of the demo's folder by its digest, the
    environment by name, versions of the interpreter, of sitemaf and of the programs that are started."""
    declared = {
        field.name: _plain(getattr(run, field.name)) for field in fields(run) if field.name not in _IDLE
    }
    text = sorted_text([FORMAT, demo.name, declared, dict(inputs)])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


_IDLE = ("where", "title")  # what a page shows beside a transcript changes nothing in it


def _plain(found: object) -> object:
    """Values of the model as JSON."""
    match found:
        case Call():
            return [found.kind, found.name, found.arguments, found.deadline]
        case Mapping():
            return {str(name): _plain(item) for name, item in found.items()}
        case tuple():
            return [_plain(item) for item in found]
        case _:
            return found
