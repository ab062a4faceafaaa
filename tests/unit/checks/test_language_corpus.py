"""A corpus with one fault of each kind: each is reported once, at its place in both files."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reading import CONFIG, problems_of, read
from site_builder.checks import links as link_checks
from site_builder.checks import parity
from site_builder.config import Config
from site_builder.content.links import LinkTable
from site_builder.content.pages import assemble
from site_builder.model import Problem

FRENCH = """\
---
title: Contrat
order: 1
related: [autre]
---

Un début avec `mcp` et 1 600 pages.

## Lire le schéma

```{excerpt} a.py
:lines: 3-9
:highlight: 4
```

:::{note} Attention
Le 30 novembre 2026, `INC-318` a duré 1,5 s : [suite](autre.md#fin).
:::

![Schéma](img.png)

### Appeler

```{transcript} Demo/direct
:view: both
```

```{contract} Demo
```

Voir [le guide](https://learn.example.org/fr-fr/mcp?view=1) et [ici](#lire-le-schéma).

| a | b |
|---|---|
| 1 | 2 |

```python
print("bonjour")
```

## Fin

```{excerpt} b.py
:symbol: connect
```
"""
ENGLISH = """\
---
title: Contract
---

A beginning with `mcp` and 1,600 pages.

## Read the schema

```{excerpt} a.py
:lines: 3-9
:highlight: 4
```

:::{note} Careful
On November 30, 2026, `INC-318` took 1.5 s: [more](autre.md#fin).
:::

![Scheme](img.png)

### Call

```{transcript} Demo/direct
:view: both
```

```{contract} Demo
```

See [the guide](https://learn.example.org/en-us/mcp?view=1) and [here](#lire-le-schéma).

| a | b |
|---|---|
| 1 | 2 |

```python
print("hello")
```

## End

```{excerpt} b.py
:symbol: connect
```
"""
OTHER = {"autre.fr.md": "# Autre\n\n## Fin\n", "autre.en.md": "# Other\n\n## The end\n"}


def check(french: str = FRENCH, english: str = ENGLISH, config: Config = CONFIG) -> list[Problem]:
    """Everything that is said of a site of two pages in two languages."""
    files = {"contrat.fr.md": french, "contrat.en.md": english, **OTHER}
    translations = [read(text, f"content/{path}", config) for path, text in files.items()]
    pages, problems = assemble(translations, config)
    table = LinkTable(pages, (), ("content/img.png",), config)
    found = [problem for one in translations for problem in problems_of(one)] + list(problems)
    for page in pages:
        found += link_checks.check(page, config, table, ())
        found += parity.check(page, config, table)
    return found


def test_translations_in_step_are_not_reported() -> None:
    assert check() == []


# What is changed in the English file, then: code, line there, line in the French file, what is said.
FAULTS = {
    "a heading is missing": (
        ("### Call\n\n", ""), "parity-headings", 7, 22, "the heading “Appeler” of level 3 is missing here",
    ),
    "a heading has another level": (
        ("### Call", "## Call"), "parity-headings", 20, 22,
        "the heading “Call” of level 2 stands where the original has the heading “Appeler” of level 3",
    ),
    "a heading too many": (
        ("## End", "## Middle\n\n## End"), "parity-headings", None, None, "of level 2 is not in the original",
    ),
    "other lines are quoted": (
        (":lines: 3-9", ":lines: 3-8"), "parity-excerpts", 9, 11,
        "the excerpt a.py L3-L8 stands where the original has the excerpt a.py L3-L9",
    ),
    "another line is highlighted": (
        (":highlight: 4", ":highlight: 5"), "parity-excerpts", 9, 11,
        "the excerpt a.py L3-L9 highlights L5 here, but highlights L4 in the original",
    ),
    "an excerpt is missing": (
        ("```{excerpt} b.py\n:symbol: connect\n```\n", ""), "parity-excerpts", 39, 43,
        "the excerpt b.py symbol:connect is missing here",
    ),
    "another run is shown": (
        ("Demo/direct", "Demo/late"), "parity-transcripts", 22, 24,
        "the transcript Demo/late stands where the original has the transcript Demo/direct",
    ),
    "another view is shown": (
        (":view: both", ":view: console"), "parity-transcripts", 22, 24,
        "the transcript Demo/direct shows console here, but shows both in the original",
    ),
    "a contract is missing": (
        ("```{contract} Demo\n```\n\n", ""), "parity-transcripts", 22, 28,
        "the contract of Demo is missing here",
    ),
    "another admonition": (
        (":::{note}", ":::{warning}"), "parity-blocks", 14, 16,
        "the block {warning} stands where the original has the block {note}",
    ),
    "an image is missing": (
        ("![Scheme](img.png)\n\n", ""), "parity-blocks", 14, 20, "the image is missing here",
    ),
    "a table is missing": (
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\n", ""), None, None, None, None,
    ),
    "code is missing": (
        ('```python\nprint("hello")\n```\n\n', ""), "parity-blocks", 31, 37,
         "the code in `python` is missing here",
    ),
    "a link is missing": (
        (": [more](autre.md#fin)", ""), "parity-links", 7, 17, "the link to `autre.md#fin` is missing here",
    ),
    "a link leads elsewhere on its page": (
        ("autre.md#fin", "autre.md"), None, None, None, None,
    ),
    "a link too many": (
        ("See ", "See [it](autre.md) and "), "parity-links", 29, 22,
         "the link to `autre.md` is not in the original",
    ),
    "another page is linked outside": (
        ("en-us/mcp", "en-us/mcp2"), None, None, None, None,
    ),
    "a link is broken": (
        ("[more](autre.md", "[more](autres.md"), "link-target", 15, None,
         "there is no page or file `autres.md`",
    ),
    "an anchor is broken": (
        ("autre.md#fin", "autre.md#find"), "link-anchor", 15, None, "`autre.md` has no heading `#find`",
    ),
    "a code word differs": (
        ("`INC-318`", "`INC-319`"), "parity-words", 7, 9,
        "in section “Read the schema”, `INC-318` is missing; `INC-319` is not in the original",
    ),
    "a number differs": (
        ("1,600", "1,700"), "parity-words", 5, 7,
        "in the text before the headings, the number `1600` is missing; "
        "the number `1700` is not in the original",
    ),
    "a directive cannot be read": (
        ("```{excerpt} a.py", "```{exerpt} a.py"), "directive-unknown", 9, None, "`{exerpt}` is no directive",
    ),
    "the page's order is stated again otherwise": (
        ("title: Contract", "title: Contract\norder: 2"), "front-matter", 3, 3,
        "`order` belongs to the page, and `content/contrat.fr.md` states another one",
    ),
}  # fmt: skip
ONE = [name for name, fault in FAULTS.items() if fault[1] is not None and fault[2] is not None]


@pytest.mark.parametrize("fault", ONE)
def test_one_fault_is_one_problem_at_its_place_in_both_files(fault: str) -> None:
    (old, new), code, line, original_line, message = FAULTS[fault]
    assert ENGLISH.count(old) >= 1
    (found,) = check(english=ENGLISH.replace(old, new, 1))
    assert (found.code, found.where.path, found.where.line) == (code, "content/contrat.en.md", line)
    assert found.message == message
    assert found.help
    if original_line is not None:
        (there,) = found.related
        assert (there.path, there.line) == ("content/contrat.fr.md", original_line)


def test_a_heading_that_is_not_in_the_original_has_its_own_line() -> None:
    (found,) = check(english=ENGLISH.replace("## End", "## Middle\n\n## End"))
    assert (found.code, found.message) == (
        "parity-headings",
        "the heading “Middle” of level 2 is not in the original",
    )
    assert (
        ENGLISH.replace("## End", "## Middle\n\n## End").split("\n")[(found.where.line or 0) - 1]
        == "## Middle"
    )


def test_a_missing_table_takes_its_numbers_with_it() -> None:
    found = check(english=ENGLISH.replace("| a | b |\n|---|---|\n| 1 | 2 |\n\n", ""))
    assert sorted(one.code for one in found) == ["parity-blocks", "parity-words"]


@pytest.mark.parametrize(("old", "new"), [("autre.md#fin", "autre.md"), ("en-us/mcp", "en-us/mcp2")])
def test_a_link_that_leads_elsewhere_is_said_of_both_its_ends(old: str, new: str) -> None:
    found = check(english=ENGLISH.replace(old, new))
    assert [one.code for one in found] == ["parity-links", "parity-links"]
    assert {one.message.rpartition("` ")[2] for one in found} == {"is missing here", "is not in the original"}


def test_words_that_may_differ_are_named_in_either_file() -> None:
    english = ENGLISH.replace("`INC-318`", "`INC-319`")
    assert (
        check(english=english.replace("title: Contract", "title: Contract\nwords_differ: [INC-318, INC-319]"))
        == []
    )
    assert (
        check(
            french=FRENCH.replace("order: 1", "order: 1\nwords_differ: [INC-318, INC-319]"), english=english
        )
        == []
    )


def test_anchors_may_be_written_in_either_language() -> None:
    assert check(english=ENGLISH.replace("(#lire-le-schéma)", "(#read-the-schema)")) == []
    assert check(english=ENGLISH.replace("autre.md#fin", "autre.en.md#the-end")) == []


def test_a_fault_in_every_language_is_said_for_each() -> None:
    config = replace(CONFIG, languages=("fr", "en", "de"), title={"fr": "A", "en": "B", "de": "C"})
    files = {"contrat.fr.md": FRENCH, "contrat.en.md": ENGLISH, "contrat.de.md": ENGLISH, **OTHER}
    files["contrat.de.md"] = ENGLISH.replace(":lines: 3-9", ":lines: 3-8")
    files["contrat.en.md"] = ENGLISH.replace(":::{note}", ":::{tip}")
    files["autre.de.md"] = "# Anderes\n\n## Ende\n"
    pages, problems = assemble(
        [read(text, f"content/{path}", config) for path, text in files.items()], config
    )
    table = LinkTable(pages, (), ("content/img.png",), config)
    found = [problem for page in pages for problem in parity.check(page, config, table)]
    assert problems == ()
    assert [(one.where.path, one.code) for one in found] == [
        ("content/contrat.en.md", "parity-blocks"),
        ("content/contrat.de.md", "parity-excerpts"),
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://learn.x.org/fr-fr/a", "https://learn.x.org/en-us/a"),
        ("https://developer.x.org/fr/docs/b", "https://developer.x.org/en-US/docs/b"),
        ("https://x.org/a?hl=fr&b=1", "https://x.org/a?hl=en&b=1"),
        ("https://fr.x.org/a", "https://en.x.org/a"),
        ("https://x.org/fr/", "https://x.org/en"),
    ],
)
def test_an_outside_link_is_compared_without_its_language(one: str, other: str) -> None:
    french = FRENCH.replace("https://learn.example.org/fr-fr/mcp?view=1", one)
    assert check(french, ENGLISH.replace("https://learn.example.org/en-us/mcp?view=1", other)) == []


@pytest.mark.parametrize(
    ("french", "english"),
    [("1 600", "1,600"), ("1\u202f600", "1,600"), ("1,5", "1.5"), ("2.3.0", "2.3.0"), ("10 h 30", "10:30"),
     ("1er", "1st"), ("0,25 %", "0.25%"), ("12 345,6", "12,345.6"), ("3", "٣"), ("Demo400", "Demo500")],
)  # fmt: skip
def test_a_number_is_one_however_a_language_writes_it(french: str, english: str) -> None:
    assert check(FRENCH.replace("1 600", french), ENGLISH.replace("1,600", english)) == []
