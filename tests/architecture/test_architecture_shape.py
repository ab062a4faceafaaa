"""Modules and functions that can be read at a sitting, named in the product's words, and bound to no site."""

from __future__ import annotations

import ast
import re
import tomllib

from architecture.code import PACKAGE, Module, length, modules

MODULE_LINES, FUNCTION_LINES = 300, 39
VAGUE = {"utils", "util", "helpers", "helper", "common", "base", "manager", "core", "misc"}

# Rows keyed by language: typography, and the starter site that `init` writes.
LANGUAGE_TABLES = ("content.typography", "verbs.init", "effects.starter")


def test_no_module_is_longer_than_three_hundred_lines() -> None:
    lengths = {module.name: len(module.text.splitlines()) for module in modules()}
    assert {name: lines for name, lines in lengths.items() if lines > MODULE_LINES} == {}


def test_no_function_has_forty_lines() -> None:
    long = {
        f"{module.name}.{function.name}": length(function)
        for module in modules()
        for function in module.functions()
        if length(function) > FUNCTION_LINES
    }
    assert long == {}


def test_every_module_says_what_goes_in_and_what_comes_out() -> None:
    assert [module.name for module in modules() if not ast.get_docstring(module.tree)] == []


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [module.name for module in modules() if VAGUE & set(module.name.split("."))] == []


def test_the_generator_knows_none_of_this_repository_s_demos() -> None:
    demos = [folder.name for folder in (PACKAGE.parent / "demos").iterdir() if folder.is_dir()]
    names = {*demos, *(name.partition("_")[0] for name in demos)}
    assert [m.name for m in modules() for name in names if name.lower() in m.text.lower()] == []


def test_the_generator_names_no_language() -> None:
    assert [place for module in modules() for place in named_languages(module)] == []


def named_languages(module: Module) -> list[str]:
    if module.name.startswith(LANGUAGE_TABLES):
        return []
    return [
        f"{module.name}:{text.lineno} {text.value!r}"
        for text in module.texts()
        if re.fullmatch(rf"[./]?({'|'.join(site_languages())})(\.md|/)?", text.value)
    ]


def site_languages() -> list[str]:
    settings = tomllib.loads((PACKAGE.parent / "sitemaf.toml").read_text(encoding="utf-8"))
    return [re.escape(language) for language in settings["site"]["languages"]]


def test_the_demos_know_nothing_of_the_generator() -> None:
    files = (PACKAGE.parent / "demos").rglob("*.py")
    assert [file.name for file in files if "site_builder" in file.read_text(encoding="utf-8")] == []
