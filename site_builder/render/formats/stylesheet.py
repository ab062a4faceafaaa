"""The theme's files: the stylesheet with the site's accent and fonts, the icon, the logo."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.model import Artifact
from site_builder.render.accent import accents
from site_builder.render.theme import Theme


def theme_files(theme: Theme) -> Iterator[Artifact]:
    config = theme.config.theme
    yield Artifact(path="theme/theme.css", content=stylesheet(theme))
    yield Artifact(path="theme/icon.svg", content=theme.file("icon.svg"))
    for path in (*config.fonts.values(), *((config.logo,) if config.logo else ())):
        yield Artifact(path=f"theme/{path.rpartition('/')[2]}", copy_of=path)
    for name in theme.overrides:
        if name.startswith("assets/"):
            yield Artifact(path=f"theme/{name}", content=theme.overrides[name])


def stylesheet(theme: Theme) -> bytes:
    """The theme's own rules first, so that settings win."""
    return theme.file("theme.css") + _fonts(theme) + _accent(theme)


def _fonts(theme: Theme) -> bytes:
    """`text` and `code` fonts come before the reader's own."""
    rules = []
    for role, path in theme.config.theme.fonts.items():
        name, variable = f"site-{role}", {"text": "--text", "code": "--mono"}[role]
        family = "system-ui, sans-serif" if role == "text" else "ui-monospace, monospace"
        rules.append(
            f'@font-face {{ font-family: "{name}"; src: url("{path.rpartition("/")[2]}"); '
            f"font-display: swap; font-weight: 100 900 }}\n:root {{ {variable}: {name}, {family} }}\n"
        )
    return "".join(rules).encode()


def _accent(theme: Theme) -> bytes:
    light, dark = accents(theme.config.theme)
    rules = f":root {{ --accent: {light} }}\n" if light else ""
    if dark:
        rules += f"@media (prefers-color-scheme: dark) {{ :root {{ --accent: {dark} }} }}\n"
    if rules:
        rules += "@media print { :root { --accent: #000 } }\n"
    return rules.encode()
