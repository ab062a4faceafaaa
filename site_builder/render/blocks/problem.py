"""A problem → what stands in the place of what could not be shown (seen in the preview only)."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from site_builder.model import Problem
from site_builder.render.place import Place

_CODE = re.compile(r"`([^`]+)`")


def render_problem(problem: Problem, place: Place) -> Markup:
    message, help = with_code(problem.message), with_code(problem.help)
    return place.figure("problem.html", problem=problem, message=message, help=help)


def with_code(text: str) -> Markup:
    """What stands between backticks is code; everything else is text."""
    parts = _CODE.split(text)
    marked = (
        Markup('<code translate="no">{}</code>').format(part) if number % 2 else escape(part)
        for number, part in enumerate(parts)
    )
    return Markup().join(marked)
