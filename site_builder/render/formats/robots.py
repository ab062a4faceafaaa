"""`robots.txt`: everything may be read, and where the site map is."""

from __future__ import annotations

from site_builder.model import Artifact
from site_builder.render.site import SiteView


def render_robots(site: SiteView) -> Artifact:
    lines = ["User-agent: *", "Allow: /"]
    if site.config.base_url:
        lines += ["", f"Sitemap: {site.config.base_url}sitemap.xml"]
    return Artifact(path="robots.txt", content=("\n".join(lines) + "\n").encode())
