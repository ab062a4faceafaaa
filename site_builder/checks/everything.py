"""Every check of pages, in one call: (plan, config, links) → problems."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.checks import links, parity, staleness
from site_builder.config import Config
from site_builder.content.links import LinkTable
from site_builder.model import Plan, Problem


def check_pages(
    plan: Plan, config: Config, table: LinkTable, originals: Mapping[str, bytes] | None = None
) -> tuple[Problem, ...]:
    """`originals` are the old texts that translations were reviewed against, by blob id, where known."""
    problems: list[Problem] = []
    demos = tuple(demo.name for demo in plan.named_demos)
    for page in plan.pages:
        problems += links.check(page, config, table, demos)
        problems += parity.check(page, config, table)
        problems += staleness.check(page, config, plan.lock, originals or {})
    return tuple(problems)


def wanted_originals(plan: Plan, config: Config) -> frozenset[str]:
    """Blob ids of the older originals that `check_pages` would compare with, to be asked of git at once."""
    return frozenset(
        blob for page in plan.pages for blob in staleness.stale_originals(page, config, plan.lock).values()
    )
