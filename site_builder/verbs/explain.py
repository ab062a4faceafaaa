"""`sitemaf explain CODE`: the page about one kind of problem."""

from __future__ import annotations

from difflib import get_close_matches

from site_builder.model import EnvironmentProblem
from site_builder.report import CODES, explanation


def explain(code: str) -> int:
    """Print what `code` means and how to mend it; an unknown code is a usage error with the nearest ones."""
    if code not in CODES:
        near = get_close_matches(code, CODES, n=3) or sorted(CODES)
        raise EnvironmentProblem(f"no problem has the code `{code}`", "codes: " + ", ".join(near))
    print(explanation(code), end="")
    return 0
