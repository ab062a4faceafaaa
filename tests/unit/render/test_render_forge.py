"""Links to lines at a commit, in the form of each forge."""

from __future__ import annotations

import pytest

from site_builder.model import LineRange
from site_builder.render.forge import Forge, kind_of

COMMIT = "9a895c94534c4b6c2f1d0e9a8b7c6d5e4f3a2b1c"
LINES = (LineRange(first=39, last=49),)


@pytest.mark.parametrize(
    ("repository", "address"),
    [
        ("https://github.com/o/r", f"https://github.com/o/r/blob/{COMMIT}/a%20b/c.py#L39-L49"),
        ("https://gitlab.com/o/g/r", f"https://gitlab.com/o/g/r/-/blob/{COMMIT}/a%20b/c.py#L39-49"),
        ("https://bitbucket.org/o/r", f"https://bitbucket.org/o/r/src/{COMMIT}/a%20b/c.py#lines-39:49"),
        (
            "https://dev.azure.com/o/p/_git/r",
            f"https://dev.azure.com/o/p/_git/r?path=%2Fa%20b%2Fc.py&version=GC{COMMIT}"
            "&line=39&lineEnd=50&lineStartColumn=1&lineEndColumn=1",
        ),
        ("https://codeberg.org/o/r", f"https://codeberg.org/o/r/src/commit/{COMMIT}/a%20b/c.py#L39-L49"),
        (
            "https://git.example.org/o/r",
            f"https://git.example.org/o/r/src/commit/{COMMIT}/a%20b/c.py#L39-L49",
        ),
    ],
)
def test_lines_at_a_commit(repository: str, address: str) -> None:
    assert Forge(repository=repository).file("a b/c.py", COMMIT, LINES) == address


def test_one_line_is_one_line() -> None:
    forge = Forge(repository="https://github.com/o/r")
    assert forge.file("c.py", COMMIT, (LineRange(first=7, last=7),)).endswith("/c.py#L7")


def test_parts_are_marked_from_the_first_to_the_last() -> None:
    parts = (LineRange(first=2, last=2), LineRange(first=4, last=6))
    assert Forge(repository="https://gitlab.com/o/r").file("c.py", COMMIT, parts).endswith("#L2-6")


@pytest.mark.parametrize(
    "host", ["github.com", "gitlab.com", "dev.azure.com", "bitbucket.org", "codeberg.org"]
)
def test_a_file_a_folder_and_a_commit_have_addresses(host: str) -> None:
    forge = Forge(repository=f"https://{host}/o/r")
    addresses = {forge.file("a/b", COMMIT), forge.folder("a", COMMIT), forge.commit(COMMIT)}
    assert len(addresses) == 3
    assert all(COMMIT in address for address in addresses)


def test_an_enterprise_host_is_known_by_its_name() -> None:
    assert kind_of("https://github.example.com/o/r") == "github"
    assert kind_of("https://gitlab.example.com/o/r") == "gitlab"
