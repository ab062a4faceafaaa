"""The settings of a project, each with the value it has where the file says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from site_builder.model import value


@value
class Paths:
    content: str = "content"
    demos: str = "demos"
    templates: str = "templates"
    output: str = "output"


@value
class FooterLink:
    title: Mapping[str, str]
    url: str


@value
class Theme:
    accent: str | None = None  # light, `#rrggbb`
    accent_dark: str | None = None
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)  # of both in the file, for messages
    logo: str | None = None  # project path
    fonts: Mapping[str, str] = field(default_factory=dict)  # role (`text`, `code`) → project path
    footer: tuple[FooterLink, ...] = ()
    strings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # language → key → text


@value
class Limits:
    excerpt_lines: int = 400
    excerpt_columns: int = 2000
    page_seconds: float = 20.0
    code_seconds: float = 5.0


@value
class Config:
    languages: tuple[str, ...]  # first = default
    title: Mapping[str, str]
    base_url: str | None = None  # ends with a slash
    repository: str | None = None  # without a final slash
    missing: Literal["error", "notice"] = "error"
    html: bool = False
    search: Literal["none", "pagefind"] = "none"
    paths: Paths = field(default_factory=Paths)
    theme: Theme = field(default_factory=Theme)
    limits: Limits = field(default_factory=Limits)

    @property
    def default_language(self) -> str:
        return self.languages[0]
