"""`sitemaf.toml`: what an author gets for a good file, and for each way of writing a bad one."""

from __future__ import annotations

import pytest

from site_builder.config import Config, parse_config
from site_builder.model import Problem

GOOD = '[site]\nlanguages = ["fr", "en"]\n[site.title]\nfr = "A"\nen = "B"\n'


def problems(text: str | bytes) -> list[Problem]:
    found = parse_config(text if isinstance(text, bytes) else text.encode(), "sitemaf.toml")
    assert isinstance(found, tuple), found
    assert all(one.code == "config" and one.where.path == "sitemaf.toml" and one.help for one in found)
    return list(found)


def config(text: str) -> Config:
    found = parse_config(text.encode(), "sitemaf.toml")
    assert isinstance(found, Config), found
    return found


def test_a_file_with_languages_and_titles_is_enough() -> None:
    read = config(GOOD)
    assert read.languages == ("fr", "en")
    assert read.default_language == "fr"
    assert read.title == {"fr": "A", "en": "B"}
    assert (read.missing, read.html, read.search, read.paths.output) == ("error", False, "none", "output")


def test_every_setting_is_read() -> None:
    read = config(
        '[site]\nlanguages = ["pt-BR"]\nbase_url = "https://docs.example.org/a"\n'
        'repository = "https://github.com/o/r.git/"\nmissing = "notice"\nhtml = true\nsearch = "pagefind"\n'
        'title = { pt-BR = "A" }\n[paths]\ncontent = "./pages/"\n[theme]\naccent = "#0A5cff"\n'
        'logo = "logo.svg"\n'
        'fonts = { text = "fonts/a.woff2" }\n'
        'footer = [{ title = { pt-BR = "Impressum" }, url = "https://a.b/" }]\n'
        'strings = { pt-BR = { menu = "Índice" } }\n[limits]\nexcerpt_lines = 40\npage_seconds = 2\n'
    )
    assert read.base_url == "https://docs.example.org/a/"
    assert read.repository == "https://github.com/o/r"
    assert (read.missing, read.html, read.search) == ("notice", True, "pagefind")
    assert read.paths.content == "pages"
    assert (read.theme.accent, read.theme.logo, read.theme.fonts) == (
        "#0A5cff",
        "logo.svg",
        {"text": "fonts/a.woff2"},
    )
    assert read.theme.footer[0].title == {"pt-BR": "Impressum"}
    assert read.theme.strings["pt-BR"]["menu"] == "Índice"
    assert (read.limits.excerpt_lines, read.limits.page_seconds) == (40, 2.0)


def test_a_byte_order_mark_and_windows_line_ends_are_read() -> None:
    assert config("\ufeff" + GOOD.replace("\n", "\r\n")).languages == ("fr", "en")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "the file is empty"),
        ("  \n", 1, "the file is empty"),
        ("[site]\nlanguages = fr\n", 2, "this is no TOML: invalid value"),
        ("x=", 1, "this is no TOML: invalid value"),
        ('languages = ["fr"]\n', 1, "the file has no [site]"),
        ("site = 3\n", 1, "`site` is a table, not the number 3"),
        (b"[site]\n# \xff\n", 2, "byte 9 is not UTF-8"),
        ("a = " + "[" * 5000, None, "lists or tables are nested too deeply"),
    ],
)
def test_a_file_that_is_no_configuration_gets_one_clear_message(
    text: str | bytes, line: int | None, said: str
) -> None:
    (found,) = problems(text)
    assert (found.message, found.where.line) == (said, line)


@pytest.mark.parametrize(
    ("added", "line", "said", "help"),
    [
        ("[site.titles]\n", 6, "`titles` is no key of [site]", "did you mean `title`?"),
        ("[limit]\n", 6, "`limit` is no key of the file", "did you mean `limits`?"),
        ("[paths]\noutptu = 'x'\n", 7, "`outptu` is no key of [paths]", "did you mean `output`?"),
        ("[theme]\nqqq = 1\n", 7, "`qqq` is no key of [theme]", "known in [theme]: "),
        ("[limits]\nexcerpt_lines = '4'\n", 7, "`limits.excerpt_lines` takes a whole number, not a text",
         "excerpt_lines"),
        ("[limits]\nexcerpt_lines = true\n", 7, "`limits.excerpt_lines` takes a whole number, not `true`",
         "400"),
        ("[limits]\nexcerpt_lines = 0\n", 7, "`limits.excerpt_lines` is 0, but a limit is greater than 0",
         "20"),
        ("[limits]\npage_seconds = nan\n", 7, "`limits.page_seconds` is nan, but a limit is greater than 0",
         "20"),
        ("[paths]\ncontent = '/etc'\n", 7, "`paths.content` is not relative to the project folder", "inside"),
        ("[paths]\ncontent = '../x'\n", 7, "`paths.content` leaves the project folder", "inside"),
        ("[paths]\ncontent = 'a\\b'\n", 7, "`paths.content` holds a backslash; folders are joined by `/`",
         "inside"),
        ("[paths]\ndemos = ''\n", 7, "`paths.demos` is empty", "inside"),
        ("[paths]\noutput = 'content/out'\n", 7, "`paths.content` and `paths.output` share a folder",
         "its own"),
        ("[theme]\naccent = 'red'\n", 7, "`red` is no colour", "#rrggbb"),
        ("[theme]\nlogo = 'C:/x.svg'\n", 7, "`theme.logo` is not relative to the project folder", "inside"),
        ("[theme.fonts]\nbody = 'x'\n", 7, "`body` is no font of the theme", "`text` and `code`"),
        ("[theme.strings.de]\nmenu = 'x'\n", 6, "`de` is not among the site's languages",
         "languages of the site"),
        ("[theme]\nfooter = 'x'\n", 7, "`theme.footer` takes a list of tables, not a text", "footer = [{"),
    ],
)  # fmt: skip
def test_a_wrong_setting_is_named_with_its_line_and_the_next_act(
    added: str, line: int, said: str, help: str
) -> None:
    (found,) = problems(GOOD + added)
    assert (found.message, found.where.line) == (said, line)
    assert help in found.help


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("base_url = 'docs.example.org/'", "`base_url` does not begin with `https://` or `http://`"),
        ("base_url = 'ftp://x.org/'", "`base_url` does not begin with `https://` or `http://`"),
        ("base_url = 'https:///x'", "`base_url` is no web address"),
        ("base_url = 'https://a:b@x.org/'", "`base_url` holds a user name, which every reader would see"),
        ("base_url = 'https://x.org/?q'", "`base_url` holds a `?` or a `#`"),
        ("base_url = 'https://x.org:port/'", "`base_url` is no web address"),
        ("repository = 'git@github.com:o/r'", "`repository` does not begin with `https://` or `http://`"),
        ("missing = 'warn'", '`site.missing` is "warn", which it cannot be'),
        ("html = 'yes'", "`site.html` takes `true` or `false`, not a text"),
    ],
)
def test_a_wrong_address_or_choice_is_named(setting: str, said: str) -> None:
    (found,) = problems(GOOD.replace("[site]\n", f"[site]\n{setting}\n"))
    assert (found.message, found.where.line) == (said, 2)


@pytest.mark.parametrize(
    ("languages", "said"),
    [
        ("[]", "the site names no language"),
        ('["fr", "en", "fr"]', "language `fr` is listed twice"),
        ('["fr", "en", "EN"]', "language `EN` is listed twice"),
        ('["fr", "en", "english"]', "`english` is no language tag"),
        ('["fr", "en", "e/n"]', "`e/n` is no language tag"),
        ('["fr", "en", "de"]', "the site has no title in `de`"),
        ('["fr"]', "`en` is not among the site's languages"),
        ('"fr"', "`site.languages` takes a list of texts, not a text"),
    ],
)
def test_languages_are_tags_each_once_with_a_title(languages: str, said: str) -> None:
    assert said in [one.message for one in problems(GOOD.replace('["fr", "en"]', languages))]


def test_all_that_is_wrong_is_said_at_once_and_in_order() -> None:
    found = problems("[site]\nlanguages = ['fr']\ntitel = 1\nhtml = 1\n[paths]\nx = 1\n")
    assert [one.where.line for one in found] == [1, 3, 4, 6]
