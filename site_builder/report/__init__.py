"""Problems made readable: weighed for a verb, printed as text, JSON, annotations or SARIF, and explained."""

from site_builder.report.codes import CODES
from site_builder.report.explain import explanation
from site_builder.report.printing import print_report, render_report, wants_colors, write
from site_builder.report.severity import weigh

__all__ = ["CODES", "explanation", "print_report", "render_report", "wants_colors", "weigh", "write"]
