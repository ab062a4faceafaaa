"""Typography of prose, by language: plain text → the same text, set as its readers expect.

`rows` holds one entry a language; `edits` knows how to apply an entry. Code never comes here.
"""

from site_builder.content.typography.edits import OBJECT, apply, find_edits, set_type

__all__ = ["OBJECT", "apply", "find_edits", "set_type"]
