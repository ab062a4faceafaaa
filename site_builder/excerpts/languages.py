"""Which lexer colours a file: path → lexer name.

Common suffixes are a table, so that most sites never load Pygments' own; nothing is guessed from content.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from posixpath import basename, splitext

PLAIN = "text"

LANGUAGES: Mapping[str, str] = {
    ".bash": "bash",
    ".c": "c",
    ".cpp": "cpp",
    ".cs": "csharp",
    ".css": "css",
    ".go": "go",
    ".h": "c",
    ".html": "html",
    ".ini": "ini",
    ".java": "java",
    ".js": "javascript",
    ".json": "json",
    ".jsx": "jsx",
    ".kt": "kotlin",
    ".md": "markdown",
    ".mjs": "javascript",
    ".ps1": "powershell",
    ".py": "python",
    ".pyi": "python",
    ".rb": "ruby",
    ".rs": "rust",
    ".sh": "bash",
    ".sql": "sql",
    ".toml": "toml",
    ".ts": "typescript",
    ".tsx": "tsx",
    ".txt": PLAIN,
    ".xml": "xml",
    ".yaml": "yaml",
    ".yml": "yaml",
}


@lru_cache(maxsize=4096)
def language_of(path: str) -> str:
    name = basename(path)
    return LANGUAGES.get(splitext(name)[1].lower()) or _by_name(name)


@lru_cache(maxsize=1024)
def _by_name(name: str) -> str:
    from pygments.lexers import find_lexer_class_for_filename

    lexer = find_lexer_class_for_filename(name)
    return lexer.aliases[0] if lexer is not None and lexer.aliases else PLAIN


@lru_cache(maxsize=1)
def known_languages() -> frozenset[str]:
    """Every lexer name that Pygments knows."""
    from pygments.lexers import get_all_lexers

    return frozenset(alias for _, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases)
