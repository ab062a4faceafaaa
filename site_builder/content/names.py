"""What a run is called on a page: (run, language) → its title, set as that language sets prose."""

from __future__ import annotations

from site_builder.content.typography import set_type
from site_builder.model import Run


def run_title(run: Run, language: str, default: str) -> str:
    """In `language`, else in the site's default one, else the name of the run."""
    for one in (language, default):
        if title := run.title.get(one):
            return set_type(title, one)
    return run.name
