"""A small project that builds: one page in two languages, one source file, one demo. Tests break it.

In: an empty folder. Out: a committed `Project`.
"""

from __future__ import annotations

from pathlib import Path

from projects import Project

SETTINGS = """\
[site]
languages = ["en", "de"]

[site.title]
en = "Greetings"
de = "Grüße"
"""

GREET = """\
GREETING = "Hello"


def greet(name: str) -> str:
    if not name:
        raise ValueError("nobody to greet")
    words = (GREETING, name)
    return ", ".join(words)


def shout(name: str) -> str:
    return greet(name).upper()
"""

# The excerpt begins in line 7 of each page; the first change that a test makes stands there.
PAGE_EN = """\
---
title: How we greet
---

A greeting needs a name.

```{excerpt} src/greet.py
:lines: 4-8
```

```{transcript} Hello/greet
```
"""

PAGE_DE = """\
---
title: Wie wir grüßen
---

Ein Gruß braucht einen Namen.

```{excerpt} src/greet.py
:lines: 4-8
```

```{transcript} Hello/greet
```
"""

DEMO = """\
title = { en = "Hello", de = "Hallo" }
sources = ["*.py"]

[runs.greet]
command = ["{python}", "hello.py"]
"""

FILES = {
    "sitemaf.toml": SETTINGS,
    "src/greet.py": GREET,
    "content/index.en.md": PAGE_EN,
    "content/index.de.md": PAGE_DE,
    "demos/Hello/demo.toml": DEMO,
    "demos/Hello/hello.py": 'print("Hello, world")\n',
    ".gitignore": "output/\n.sitemaf/\n",
}


def start(folder: Path) -> Project:
    """The project as its author leaves it before the first `accept`."""
    project = Project(folder).init().write(FILES)
    project.commit("Start")
    return project


def accepted(folder: Path) -> Project:
    """The project with everything pinned, built and committed."""
    project = start(folder)
    for command in ("accept", "build"):
        said = project.sitemaf(command)
        assert said.code == 0, said.text
    project.commit("Accept")
    return project
