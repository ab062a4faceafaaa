"""`sitemaf.toml`: its settings as values, and the reader that says where the file is wrong."""

from site_builder.config.read import parse_config
from site_builder.config.rules import wrong_with_address
from site_builder.config.settings import Config, FooterLink, Limits, Paths, Theme

__all__ = ["Config", "FooterLink", "Limits", "Paths", "Theme", "parse_config", "wrong_with_address"]
