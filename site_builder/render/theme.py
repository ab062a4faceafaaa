"""Theme files, as bytes → templates compiled once, words of every language, the stylesheet.

`builtin` and `overrides` map names inside the theme's folder (`page.html`, `figures/excerpt.html`,
`strings/de.toml`, `theme.css`) to bytes. An override replaces its namesake; it can extend the original
as `builtin/page.html` and fill the documented blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from site_builder.config import Config
from site_builder.content.escapes import show_controls
from site_builder.model import Problem, Where
from site_builder.render.accent import check_accents
from site_builder.render.strings import Strings, UnknownString, Words, load

if TYPE_CHECKING:
    from jinja2 import Environment, Template

    from site_builder.render.navigation import Navigation
    from site_builder.render.site import SiteView


def _visible(printed: object) -> object:
    """Whatever a template prints, from whomever: what would steer the reader's screen is named instead."""
    if not isinstance(printed, str):
        return printed
    shown = show_controls(printed)
    return printed if shown is printed else type(printed)(shown)  # what is markup stays markup


class ThemeFault(Exception):
    """A template cannot be rendered; `problem` says where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Theme:
    """Cheap to make: templates are compiled when first used. Pickles as the bytes it was made of."""

    def __init__(self, config: Config, overrides: Mapping[str, bytes], builtin: Mapping[str, bytes]) -> None:
        self.config, self.overrides, self.builtin = config, overrides, builtin
        self.strings: Mapping[str, Strings] = load(config, overrides, builtin, judge=False)[0]
        self._words: dict[str, Words] = {}
        self._templates: dict[str, Template] = {}
        self._site: SiteView | None = None
        self._navigation: dict[str, Navigation] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return Theme, (self.config, self.overrides, self.builtin)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Asked for by a build of the whole site, not by one of a few edited pages."""
        _, problems = load(self.config, self.overrides, self.builtin)
        return (*problems, *self._unknown_files(), *check_accents(self.config.theme))

    def words(self, language: str) -> Words:
        if language not in self._words:
            self._words[language] = Words(language, self.strings[language])
        return self._words[language]

    def navigation(self, site: SiteView, language: str) -> Navigation:
        """Made once for a site and language: a sidebar costs more than the page around it."""
        from site_builder.render.navigation import Navigation

        if self._site is not site:
            self._site, self._navigation = site, {}
        if language not in self._navigation:
            self._navigation[language] = Navigation(language, site, self.words(language))
        return self._navigation[language]

    def file(self, name: str) -> bytes:
        return self.overrides.get(name) or self.builtin[name]

    def render(self, name: str, **values: object) -> str:
        """Render a template; a fault of its author is a `ThemeFault` with the place in the file."""
        from jinja2 import TemplateError

        try:
            if name not in self._templates:
                self._templates[name] = self._environment.get_template(name)
            return self._templates[name].render(**values)
        except (TemplateError, UnknownString) as fault:
            raise ThemeFault(self._problem(name, fault)) from fault

    @cached_property
    def _environment(self) -> Environment:
        from jinja2 import DictLoader, Environment, StrictUndefined

        files = {
            name: self.file(name).decode() for name in (*self.builtin, *self.overrides) if _is_page(name)
        }
        files |= {f"builtin/{name}": data.decode() for name, data in self.builtin.items() if _is_page(name)}
        return Environment(
            loader=DictLoader(files),
            undefined=StrictUndefined,
            autoescape=True,
            finalize=_visible,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=-1,
        )

    def _problem(self, name: str, fault: Exception) -> Problem:
        from jinja2 import TemplateSyntaxError

        line = _template_line(fault)
        if isinstance(fault, TemplateSyntaxError):
            name, line, message = fault.name or name, fault.lineno, fault.message or "syntax"
        elif isinstance(fault, UnknownString):
            message = f"the template asks for the text `{fault.args[0]}`, which no strings file has"
        else:
            message = str(fault)
        help = (
            f"add `{fault.args[0]}` to {self.config.paths.templates}/strings/, one file a language"
            if isinstance(fault, UnknownString)
            else "compare it with the built-in template of that name"
        )
        where = Where(path=f"{self.config.paths.templates}/{name}", line=line)
        return Problem(where=where, code="config", message=message, help=help)

    def _unknown_files(self) -> tuple[Problem, ...]:
        """A template that replaces nothing is a slip of the pen, unless another one can include it."""
        return tuple(
            Problem(
                where=Where(path=f"{self.config.paths.templates}/{name}"),
                code="config",
                message=f"`{name}` replaces no file of the theme",
                help="name it as a file of the built-in theme, or put it into `partials/` to include it",
            )
            for name in self.overrides
            if name not in self.builtin and not name.startswith(("partials/", "strings/", "assets/"))
        )


def _is_page(name: str) -> bool:
    return name.endswith((".html", ".xml", ".txt", ".svg"))


def _template_line(fault: Exception) -> int | None:
    """The line of the template in which an exception arose: jinja2 rewrites tracebacks to say so."""
    trace, line = fault.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_name in ("top-level template code", "root") or _is_page(
            trace.tb_frame.f_code.co_filename
        ):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
