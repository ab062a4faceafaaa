"""Markdown as pages use it: CommonMark, tables, footnotes, definition lists and MyST's fences and roles."""
