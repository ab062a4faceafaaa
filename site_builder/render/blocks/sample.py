"""Code that is no excerpt → its figure: highlighted, with a caption if it has one."""

from __future__ import annotations

from markupsafe import Markup

from site_builder.model import CodeSample
from site_builder.render.code import highlight, language_class
from site_builder.render.place import Place


def render_sample(sample: CodeSample, place: Place) -> Markup:
    text = sample.text.removesuffix("\n")
    lines = highlight(text, sample.language)
    if sample.highlighted:
        code = "".join(
            f'<{kind} class="l">{line}\n</{kind}>'
            for number, line in enumerate(lines, 1)
            for kind in ("mark" if number in sample.highlighted else "span",)
        )
    else:
        code = "\n".join(lines) + "\n"
    return place.figure(
        "code.html",
        sample=sample,
        language=language_class(sample.language),
        code=Markup(code),
        caption=Markup(sample.caption),
    )
