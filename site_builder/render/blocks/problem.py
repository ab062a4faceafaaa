"""A problem → what stands in the place of what could not be shown (seen in the preview only)."""

from __future__ import annotations

from markupsafe import Markup

from site_builder.model import Problem
from site_builder.render.place import Place


def render_problem(problem: Problem, place: Place) -> Markup:
    return place.figure("problem.html", problem=problem)
