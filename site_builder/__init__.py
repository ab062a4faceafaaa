"""sitemaf: documentation sites whose excerpts and transcripts are proved, not pasted."""

__version__ = "0.1.0"
