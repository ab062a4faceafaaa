"""Filled pages → bytes: the theme, the figures, every output format. Pure; one page at a time."""
