"""The theme as its overriders see it: blocks to fill, and faults told at their line."""

from __future__ import annotations

import pickle

from shown_site import builtin, config, render, theme
from site_builder.render.theme import Theme


def page(overrides: dict[str, bytes]) -> str:
    made = render(overrides=overrides)
    assert [problem for one in made for problem in one.problems] == []
    return next(one.artifacts[0].content.decode() for one in made if one.entry.url == "/en/guide/")


def test_an_override_fills_a_block_of_the_built_in_template() -> None:
    override = b'{% extends "builtin/page.html" %}{% block footer %}<p>Our own</p>{{ super() }}{% endblock %}'
    html = page({"page.html": override})
    assert "<p>Our own</p>" in html
    assert "made-with" not in html
    assert "Made with sitemaf" in html


def test_one_file_is_replaced_and_the_others_stay() -> None:
    html = page({"figures/code.html": b"<figure>{{ code }}</figure>"})
    assert '<figure class="excerpt"' in html
    assert '<figure class="code">' not in html


def test_every_documented_block_is_there() -> None:
    layout = builtin()["layout.html"].decode()
    names = [
        "head_extra",
        "brand",
        "tools",
        "sidebar",
        "trail",
        "heading",
        "contents",
        "body",
        "after",
        "footer",
    ]
    documented = layout.partition("-#}")[0]
    assert [name for name in names if name not in documented or f"block {name} %" not in layout] == []


def faults(overrides: dict[str, bytes]) -> set[tuple[str, int | None, str]]:
    made = render(overrides=overrides)
    return {
        (one.where.path, one.where.line, one.message)
        for page in made
        for one in page.problems
        if one.code == "config"
    }


def test_an_unknown_variable_is_a_problem_at_its_line() -> None:
    ((path, line, message),) = faults({"page.html": b"<p>\n{{ nothing_of_that_name }}</p>"})
    assert (path, line) == ("templates/page.html", 2)
    assert "nothing_of_that_name" in message


def test_an_unknown_text_is_a_problem_that_names_its_key() -> None:
    ((path, _, message),) = faults({"page.html": b"{{ t('no-such-text') }}"})
    assert path == "templates/page.html"
    assert "`no-such-text`" in message


def test_a_broken_template_is_a_problem_at_its_line() -> None:
    ((path, line, _),) = faults({"page.html": b"<p>\n\n{% if %}"})
    assert (path, line) == ("templates/page.html", 3)


def test_a_template_that_replaces_nothing_is_a_problem() -> None:
    (problem,) = theme(overrides={"pages.html": b""}).problems
    assert problem.where.path == "templates/pages.html"


def test_a_theme_travels_to_a_worker_as_the_bytes_it_was_made_of() -> None:
    one = Theme(config(), {"page.html": b"x"}, builtin())
    other = pickle.loads(pickle.dumps(one))
    assert (other.overrides, other.config) == (one.overrides, one.config)
