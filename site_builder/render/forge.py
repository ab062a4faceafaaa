"""Repository address, commit, path and lines → the address of those lines at the forge.

The host decides the form: github, gitlab, dev.azure.com and visualstudio.com, bitbucket; any other host is
taken for Forgejo or Gitea, which serve most forges that bear a name of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal
from urllib.parse import quote, urlsplit

from site_builder.model import LineRange, value
from site_builder.render.links import encoded

Kind = Literal["github", "gitlab", "azure", "bitbucket", "forgejo"]


def kind_of(repository: str) -> Kind:
    host = urlsplit(repository).hostname or ""
    if "github" in host:
        return "github"
    if "gitlab" in host:
        return "gitlab"
    if host.endswith(("dev.azure.com", "visualstudio.com")):
        return "azure"
    return "bitbucket" if "bitbucket" in host else "forgejo"


@value
class Forge:
    repository: str  # without a final slash

    def file(self, path: str, commit: str, ranges: Sequence[LineRange] = ()) -> str:
        """The file at `commit`; with `ranges`, from the first line to the last one shown."""
        lines = LineRange(first=ranges[0].first, last=ranges[-1].last) if ranges else None
        name, root = encoded(path), self.repository
        match kind_of(root):
            case "github":
                return f"{root}/blob/{commit}/{name}{_mark(lines, '#L{}', '-L{}')}"
            case "gitlab":
                return f"{root}/-/blob/{commit}/{name}{_mark(lines, '#L{}', '-{}')}"
            case "bitbucket":
                return f"{root}/src/{commit}/{name}{_mark(lines, '#lines-{}', ':{}')}"
            case "azure":
                return f"{root}?path={quote('/' + path, safe='')}&version=GC{commit}{_azure(lines)}"
            case "forgejo":
                return f"{root}/src/commit/{commit}/{name}{_mark(lines, '#L{}', '-L{}')}"

    def folder(self, path: str, commit: str) -> str:
        name, root = encoded(path), self.repository
        match kind_of(root):
            case "github":
                return f"{root}/tree/{commit}/{name}"
            case "gitlab":
                return f"{root}/-/tree/{commit}/{name}"
            case "bitbucket":
                return f"{root}/src/{commit}/{name}/"
            case "azure":
                return f"{root}?path={quote('/' + path, safe='')}&version=GC{commit}"
            case "forgejo":
                return f"{root}/src/commit/{commit}/{name}"

    def commit(self, commit: str) -> str:
        match kind_of(self.repository):
            case "gitlab":
                return f"{self.repository}/-/commit/{commit}"
            case "bitbucket":
                return f"{self.repository}/commits/{commit}"
            case _:
                return f"{self.repository}/commit/{commit}"


def _mark(lines: LineRange | None, first: str, last: str) -> str:
    if lines is None:
        return ""
    return first.format(lines.first) + ("" if lines.first == lines.last else last.format(lines.last))


def _azure(lines: LineRange | None) -> str:
    if lines is None:
        return ""
    # Azure DevOps marks up to a column; the start of the next line includes the whole last one.
    return f"&line={lines.first}&lineEnd={lines.last + 1}&lineStartColumn=1&lineEndColumn=1"
