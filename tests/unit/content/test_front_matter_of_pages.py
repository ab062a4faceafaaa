"""The head of a page: what it may say, and what an author is told of the rest."""

from __future__ import annotations

import pytest

from reading import html_of, problems_of, read, said
from site_builder.model import Severity


def test_every_key_is_read() -> None:
    page = read(
        "---\ntitle: 'T : u !'\nlead: L\nslug: contrat\ndescription: D\ndraft: true\norder: 2.5\ndemo: Demo\n"
        "related: [a, b]\nparent: c\nonly: fr\nwords_differ: [x, 15]\n---\nb",
        "content/a/page.fr.md",
    )
    assert problems_of(page) == []
    assert (page.title, page.lead, page.description, page.draft) == ("T\u00a0: u\u202f!", "L", "D", True)
    assert (page.key, page.lang, page.url) == ("a/page", "fr", "/fr/a/contrat/")
    assert page.shared == {
        "order": 2.5,
        "demo": "Demo",
        "related": ("a", "b"),
        "parent": "c",
        "only": ("fr",),
    }
    assert page.words_differ == ("x", "15")
    assert page.lines["slug"] == 4


def test_the_blob_id_is_the_one_that_git_gives_the_file() -> None:
    assert read("hello\n").blob == "ce013625030ba8dba906f756967f9e9ca394464a"


def test_the_first_heading_gives_the_title_and_is_not_shown_twice() -> None:
    page = read("# A *title* `x`\n\nb\n\n## c")
    assert (page.title, [heading.text for heading in page.headings]) == ("A title x", ["c"])
    assert html_of(page).startswith("<p>b</p>")
    same = read("---\ntitle: A\n---\n# A\n\nb")
    assert (html_of(same), problems_of(same)) == ("<p>b</p>\n", [])


def test_a_word_that_old_yaml_takes_for_a_flag_is_a_word() -> None:
    page = read("---\ntitle: 404\nonly: [no, en]\nslug: yes\n---\n")
    assert (page.title, page.shared["only"], page.url) == ("404", ("no", "en"), "/en/yes/")


@pytest.mark.parametrize(
    ("head", "line", "message"),
    [
        ("title: a\ntitle: b", 3, "`title` is written twice"),
        ("title:", 2, "`title` is empty"),
        ("title: [a]", 2, "`title` takes a text"),
        ("title: a\ndraft: maybe", 3, "`draft` takes `true` or `false`"),
        ("title: a\norder: first", 3, "`order` takes a number"),
        ("title: a\norder: true", 3, "`order` takes a number"),
        ("title: a\nrelated: {a: b}", 3, "`related` takes a list of texts"),
        ("title: a\nrelated: [[b]]", 3, "`related` takes a list of texts"),
        ("title: a : b", 2, "this is no YAML: mapping values are not allowed in this context"),
        ("title: &x a", 2, "anchors and aliases (`&`, `*`) are not read here"),
        ("a: &a [x]\nb: [*a, *a]", 2, "anchors and aliases (`&`, `*`) are not read here"),
        ("title: !!python/object:os.system x", 2,
         "the tag `tag:yaml.org,2002:python/object:os.system` is not read here"),
        ("title: " + "[" * 20 + "]" * 20, 2, "lists are nested too deeply"),
        ("- a", 2, "front matter is `key: value` lines"),
        ("title: a\nslug: a/b", 3, "`slug: a/b` holds a `/`, which an address cannot"),
        ("title: a\nslug: a b", 3, "`slug: a b` holds a space, which an address cannot"),
        ("title: a\nslug: ..", 3, "`slug: ..` begins with a dot, which an address cannot"),
        ("title: a\nslug: 'a?b'", 3, "`slug: a?b` holds `?`, which an address cannot"),
        ("title: " + "a" * 70_000, 1, "the front matter is larger than 64 KiB"),
        ("lead: a", 1, "the page has no title"),
    ],
)  # fmt: skip
def test_a_head_that_cannot_be_used_is_said_with_its_line(head: str, line: int, message: str) -> None:
    page = read(f"---\n{head}\n---\nb")
    assert said(page) == [(line, "front-matter", message)]
    assert html_of(page) == "<p>b</p>\n"


def test_a_head_without_an_end_is_said() -> None:
    assert said(read("---\ntitle: a\n")) == [
        (1, "front-matter", "the front matter that begins here does not end")
    ]


def test_an_unknown_key_is_a_warning_with_the_nearest_known_one() -> None:
    (found,) = problems_of(read("---\ntitle: a\nslugg: b\n---\n"))
    assert (found.where.line, found.where.column, found.severity) == (3, 1, Severity.WARNING)
    assert (found.message, found.help) == ("`slugg` is no key of a page", "did you mean `slug`?")


def test_an_empty_file_has_no_title() -> None:
    assert said(read("")) == [(1, "front-matter", "the page has no title")]


def test_a_file_name_that_is_no_address_needs_a_slug() -> None:
    assert said(read("# a", "content/a b.en.md")) == [
        (None, "front-matter", "the file name `a b` holds a space, which an address cannot")
    ]
    assert read("---\ntitle: a\nslug: a-b\n---\n", "content/a b.en.md").url == "/en/a-b/"


def test_an_index_page_has_the_address_of_its_folder() -> None:
    assert read("# a", "content/index.en.md").url == "/en/"
    assert read("# a", "content/x/index.fr.md").url == "/fr/x/"
    assert [code for _, code, _ in said(read("---\ntitle: a\nslug: b\n---\n", "content/index.en.md"))] == [
        "front-matter"
    ]
