r"""Convert the texts of an exam in one file, Markdown with formulas and values, to a Jinja template.

A formula is LaTeX between dollar signs: ``$n^2$`` in a line, ``$$\sum_i x_i$$`` on its own. A value is an expression of
Jinja between double braces, ``{{ graph.order }}``; ``{% if … %}`` and ``{% for … %}`` are those of Jinja, too.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_PIECE = re.compile(
    r"\{\{(?P<value>.*?)\}\}|\{%.*?%\}|(?<!\\)\$\$(?P<displayed>.+?)(?<!\\)\$\$"
    r"|(?<!\\)\$(?!\s)(?P<inline>(?:[^$\n]|\n(?!\s*\n))+?)(?<![\s\\])\$(?!\d)",
    re.DOTALL,
)
_VALUE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_MARKS = str.maketrans({mark: chr(0xF700 + ord(mark)) for mark in "*_`|[]\\$~#&<>\"'"})
"""Characters of Markdown and HTML, each with a private-use character that stands for it until the text is HTML."""
_AS_HTML = {replacement: str(escape(chr(mark))) for mark, replacement in _MARKS.items()}


@dataclass(frozen=True, slots=True)
class InlineText:
    """A text that an exam in one file declares, such as the text of a question.

    Attributes
    ----------
    name
        Name of the Jinja macro that the text becomes, such as "question_mean".
    body
        The text, in Markdown.
    names
        Names that the text may use, each with a Jinja expression of the arguments.
    """

    name: str
    body: str = ""
    line: int = 1
    arguments: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()


def template_source(texts: Iterable[InlineText]) -> str:
    """Return the source of a Jinja template with a macro for each text, on the line of the text in its file."""
    source, line = "", 1
    for text in sorted(texts, key=lambda text: text.line):
        source += "\n" * (text.line - line)
        line = max(line, text.line)
        # Each label is a line of its own; Jinja removes the end of a line after a tag.
        pieces = text.body.split("\n") if text.name.startswith("labels_") else [text.body]
        body = '{{ "\\n" }}'.join(f"{{% filter markdown %}}{_jinja(piece)}{{% endfilter %}}" for piece in pieces)
        if text.name in ("title", "source"):  # variables of a template
            macro = f"{{% set {text.name} %}}{body}{{% endset %}}"
        else:
            names = "".join(f"{{% set {name} = {expression} %}}" for name, expression in text.names)
            macro = f"{{% macro {text.name}({', '.join(text.arguments)}) %}}{names}{body}{{% endmacro %}}"
        source += macro
        line += macro.count("\n")
    return source


def _jinja(text: str) -> str:
    """Return the Jinja template for a text of an exam in one file."""

    def converted(match: re.Match[str]) -> str:
        """Return the template code of a value in braces or of a formula in dollar signs."""
        if match["value"]:
            return f"{{{{ ({match['value']}) | no_markdown }}}}"
        latex = match["inline"] or match["displayed"]
        if not latex:
            return match[0]
        pieces = _VALUE.split(re.sub(r"\s+", " ", latex))  # every second one is the expression of a value
        parts = [f"({piece})" if index % 2 else json.dumps(piece) for index, piece in enumerate(pieces) if piece]
        parts = parts if len(parts) > 1 else ['""', *parts]  # a value alone may be a number
        function = "inline_formula" if match["inline"] else "formula"
        return f"{{{{ {function}({' ~ '.join(parts)}) }}}}" + "\n" * latex.count("\n")

    return _PIECE.sub(converted, text).replace("\\$", "$".translate(_MARKS))


DECLARATIONS = {
    "question": "{name}.text({lang}=…)",
    "labels": "{name}.labels(…)",
    "how": "{name}.hint({lang}=…)",
    "statement": "{name}.statement({lang}=…)",
    "solution": "{name}.solution({lang}=…)",
    "mistake": ".mistake({name}, …, {lang}=…)",
    "presentation": "exam(…, presentation=…)",
    "title": "exam(…, title=…)",
}
"""Python code that declares a text, by the first word of the name of its macro."""


def declaration(macro: str, lang: str) -> str:
    """Return the Python code that declares the text of a macro: ``x.text(fr=…)`` for "question_x" and "fr"."""
    kind, _, name = macro.partition("_")
    name = f'"{name.replace("_", "-")}"' if kind == "mistake" else name
    return DECLARATIONS.get(kind, kind).format(name=name, lang=lang)


def no_markdown(value: object) -> Markup:
    """Return a value as HTML in which no character of the value has a meaning in Markdown."""
    return value if isinstance(value, Markup) else Markup(str(value).translate(_MARKS))  # noqa: S704 (escaped)


def markdown(text: str) -> Markup:
    """Convert Markdown to HTML; a text of only one paragraph becomes HTML without ``<p>``."""
    html = _parser().render(text.strip()).strip()
    for replacement, mark in _AS_HTML.items():
        html = html.replace(replacement, mark)
    if html.startswith("<p>") and html.endswith("</p>") and html.count("<p>") == 1:
        html = html.removeprefix("<p>").removesuffix("</p>")
    return Markup(html)  # noqa: S704 (the text is that of the exam's author)


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # not needed for exams with templates

    return MarkdownIt("commonmark", {"html": True}).enable("table")
