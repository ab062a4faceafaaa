"""Links are relative, so that a site works under any prefix."""

from __future__ import annotations

import pytest

from site_builder.render.links import encoded, output_path, relative, up


@pytest.mark.parametrize(
    ("target", "page", "written"),
    [
        ("/fr/b/", "/fr/a/", "../../fr/b/"),
        ("/fr/b/#x", "/fr/a/", "../../fr/b/#x"),
        ("/fr/a/#x", "/fr/a/", "#x"),
        ("/fr/a/", "/fr/a/", "../../fr/a/"),
        ("/", "/fr/a/", "../../"),
        ("/theme/theme.css", "/", "./theme/theme.css"),
        ("https://example.org/", "/fr/", "https://example.org/"),
        ("//example.org/", "/fr/", "//example.org/"),
        ("mailto:a@example.org", "/fr/", "mailto:a@example.org"),
    ],
)
def test_a_site_path_is_written_from_the_page(target: str, page: str, written: str) -> None:
    assert relative(target, page) == written


def test_the_way_up_has_a_step_a_folder() -> None:
    assert (up("/"), up("/fr/"), up("/fr/a/b/")) == ("./", "../", "../../../")


def test_a_page_is_a_folder_with_an_index() -> None:
    assert output_path("/fr/a/") == "fr/a/index.html"
    assert output_path("/404.html") == "404.html"


def test_signs_that_mean_something_in_an_address_are_encoded() -> None:
    assert encoded("a b/c#d?e%/é.py") == "a%20b/c%23d%3Fe%25/%C3%A9.py"
