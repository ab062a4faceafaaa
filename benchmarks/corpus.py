"""The same site for every generator: N pairs of pages in sections of 25, English and French.

In: a generator's name, a folder, a number of pairs. Out: its project in that folder. As a program:
`python benchmarks/corpus.py TOOL FOLDER PAIRS [--excerpts N --files M]`; the excerpts are sitemaf's alone, in
a git repository of their own.
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

from words import body, code, title

LANGUAGES = ("en", "fr")
SECTION = 25  # pairs
_LAYOUTS = Path(__file__).with_name("layouts")


def pages(pairs: int) -> Iterator[tuple[str, str, str, str, int]]:
    """Path without language and ending, language, title, body, order."""
    for language in LANGUAGES:
        yield "index", language, title(-1, language), body(-1, language), 0
        for section in range((pairs + SECTION - 1) // SECTION):
            name = f"part-{section:03}"
            yield (
                f"{name}/index",
                language,
                title(-2 - section, language),
                body(-2 - section, language),
                section,
            )
        for pair in range(pairs):
            path = f"part-{pair // SECTION:03}/page-{pair:05}"
            yield path, language, title(pair, language), body(pair, language), pair


def write(folder: Path, path: str, text: str) -> None:
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def sitemaf(folder: Path, pairs: int) -> None:
    write(
        folder,
        "sitemaf.toml",
        '[site]\nlanguages = ["en", "fr"]\nbase_url = "https://docs.example.org/"\n'
        '[site.title]\nen = "Corpus"\nfr = "Corpus"\n',
    )
    for path, language, name, text, order in pages(pairs):
        own = f"order: {order}\n" if language == LANGUAGES[0] else ""
        write(folder, f"content/{path}.{language}.md", f"---\ntitle: {name}\n{own}---\n\n{text}")


def hugo(folder: Path, pairs: int) -> None:
    layouts(folder, "hugo")
    for path, language, name, text, order in pages(pairs):
        place = path.replace("index", "_index")
        write(
            folder,
            f"content/{language}/{place}.md",
            f"---\ntitle: {name}\nweight: {order + 1}\n---\n\n{text}",
        )


def mkdocs(folder: Path, pairs: int, theme: str = "mkdocs") -> None:
    write(
        folder,
        "mkdocs.yml",
        f"site_name: Corpus\nsite_url: https://docs.example.org/\ntheme:\n  name: {theme}\n"
        "markdown_extensions: [tables, toc, "
        + ("pymdownx.highlight, pymdownx.superfences" if theme == "material" else "fenced_code, codehilite")
        + "]\nplugins: []\n",
    )
    for path, language, name, text, _ in pages(pairs):
        write(folder, f"docs/{language}/{path}.md", f"---\ntitle: {name}\n---\n\n# {name}\n\n{text}")


def material(folder: Path, pairs: int) -> None:
    mkdocs(folder, pairs, "material")


def zensical(folder: Path, pairs: int) -> None:
    mkdocs(folder, pairs, "material")


def sphinx(folder: Path, pairs: int) -> None:
    write(
        folder,
        "source/conf.py",
        'project = "Corpus"\nextensions = ["myst_parser"]\nhtml_theme = "alabaster"\nroot_doc = "index"\n',
    )
    names = sorted({path for path, *_ in pages(pairs)})
    everything = "\n".join(f"{language}/{name}" for language in LANGUAGES for name in names)
    write(folder, "source/index.md", f"# Corpus\n\n```{{toctree}}\n{everything}\n```\n")
    for path, language, name, text, _ in pages(pairs):
        write(folder, f"source/{language}/{path}.md", f"# {name}\n\n{text}")


def eleventy(folder: Path, pairs: int) -> None:
    layouts(folder, "eleventy")
    for path, language, name, text, order in pages(pairs):
        write(
            folder,
            f"src/{language}/{path}.md",
            f"---\ntitle: {name}\nlang: {language}\norder: {order}\nlayout: page.njk\n"
            f"tags: [{language}]\n---\n\n{{% raw %}}\n{text}\n{{% endraw %}}\n",
        )


def layouts(folder: Path, name: str) -> None:
    """A plain theme with what sitemaf's shows too: sidebar, contents, previous and next, language switch."""
    for file in sorted((_LAYOUTS / name).rglob("*")):
        if file.is_file():
            write(folder, file.relative_to(_LAYOUTS / name).as_posix(), file.read_text(encoding="utf-8"))


def excerpts(folder: Path, count: int, files: int) -> None:
    """Add `count` excerpts, from as many of `files` sources as there are, to the pages; commit everything."""
    for number in range(files):
        write(folder, f"src/part{number % 40:02}/module{number:05}.py", code(Random(number)) * 3)
    targets = sorted((folder / "content").rglob("page-*.md"))
    for number in range(count):
        where = f"src/part{number % files % 40:02}/module{number % files:05}.py"
        first = 1 + number % 30
        block = f"\n```{{excerpt}} {where}\n:lines: {first}-{first + 9}\n```\n"
        pair = targets[number * 2 % len(targets)].name.split(".")[0]
        for target in (one for one in targets if one.name.startswith(f"{pair}.")):
            target.write_text(target.read_text(encoding="utf-8") + block, encoding="utf-8")
    git = ["git", "-c", "user.name=Corpus", "-c", "user.email=corpus@example.org"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "Corpus"]):
        subprocess.run([*git, *arguments], cwd=folder, check=True)


TOOLS = {
    "sitemaf": sitemaf,
    "hugo": hugo,
    "eleventy": eleventy,
    "mkdocs": mkdocs,
    "material": material,
    "zensical": zensical,
    "sphinx": sphinx,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool", choices=TOOLS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("pairs", type=int)
    parser.add_argument("--excerpts", type=int, default=0)
    parser.add_argument("--files", type=int, default=2000)
    given = parser.parse_args()
    TOOLS[given.tool](given.folder, given.pairs)
    if given.excerpts:
        excerpts(given.folder, given.excerpts, given.files)


if __name__ == "__main__":
    main()
