"""Make the Jinja environment for the templates of an exam, and draw formulas in LaTeX as SVG."""

import re
from contextlib import suppress
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup

from answers.assets import asset
from answers.exam.inline_texts import markdown, no_markdown
from answers.exam.location import ExamLocation, is_left_out
from answers.files import is_own, read_cached, store_folder, write_cached
from answers.kinds.numbers.format import MINUS, format_decimal

if TYPE_CHECKING:
    from jinja2 import Environment

OWN = "exam/"
"""Prefix of the names of the exam's own templates, as in "exam/fr.html"."""


@cache
def environment(location: ExamLocation) -> "Environment":
    """Return the Jinja environment that renders the templates of an exam; it is shared and must not be changed.

    Values are escaped unless they are marked as safe, and an undefined name is an error. Only files in the templates
    folders of the exam and of corrige are opened.
    """
    from jinja2 import BytecodeCache, Environment, FunctionLoader, StrictUndefined
    from jinja2.bccache import Bucket

    folder = store_folder() / "templates"
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    class TemplateCache(BytecodeCache):
        """A cache of compiled templates, since compiling them takes longer than making a sheet."""

        def load_bytecode(self, bucket: Bucket) -> None:
            """Load a compiled template, unless another user could have written its file."""
            content = read_cached(folder, bucket.key)
            if content is not None:
                bucket.bytecode_from_string(content)

        def dump_bytecode(self, bucket: Bucket) -> None:
            """Store a compiled template; a folder that cannot be written is no error."""
            write_cached(folder, bucket.key, bucket.bytecode_to_string())

    jinja = Environment(
        loader=FunctionLoader(lambda name: _source(location, name)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=TemplateCache() if is_own(folder) else None,  # compiled templates are code
    )
    jinja.filters.update(
        decimal=format_decimal,
        signed=lambda number: str(number).replace("-", MINUS),
        # with no-break spaces, so that no line ends between the items
        together=lambda items, mark=" ": mark.replace(" ", "\N{NO-BREAK SPACE}").join(map(str, items)),
        zip=zip,
        markdown=markdown,
        no_markdown=no_markdown,
    )
    jinja.globals.update(math=math, formula=formula, inline_formula=inline_formula)
    return jinja


def _source(location: ExamLocation, name: str) -> "tuple[str, str, None] | None":
    """Return the text of a template file, and the path of this file for error messages."""
    from jinja2.loaders import split_template_path

    own = name.startswith(OWN)
    if own and location.texts:
        text = dict(location.texts).get(name.removeprefix(OWN).removesuffix(".html"))
        return None if text is None else (text, str(location.code), None)
    steps = split_template_path(name.removeprefix(OWN))
    if own and any(map(is_left_out, steps[:-1])):
        return None
    file = location.templates.joinpath(*steps) if own else asset("templates", *steps)
    return (file.read_text("utf-8"), str(file), None) if file.is_file() else None


DRAWN, EM = 16, 17
"""Font size in pixels with which a formula is drawn, and font size of a text with letters that look equally large."""
_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)" viewBox="\S+ (\S+) ')


class FormulaError(ValueError):
    """Raised if a formula of a template cannot be drawn."""


@cache
def math(latex: str, *, display: bool = False) -> Markup:
    """Return a formula in LaTeX, without dollar signs, as SVG aligned with the text.

    With `display`, it is drawn in the larger style of a formula on a separate line. FormulaError if it cannot be drawn.
    """
    from latex2mathml.converter import convert
    from ziamath.config import config
    from ziamath.zmath import Latex

    config.svg2 = False  # no named outlines, whose names could clash between two formulas of a page
    braces = re.sub(r"\\.", "", latex)
    if braces.count("{") != braces.count("}"):  # accepted by the library, which then draws another formula
        raise FormulaError(f"the formula {latex!r} cannot be drawn: its braces are not balanced")
    if unknown := re.search(r"<mi>(\\\w+)</mi>", convert(latex) if "\\" in latex else ""):
        raise FormulaError(f"the formula {latex!r} cannot be drawn: {unknown[1]} is not known")
    drawn = re.sub(r"\\bmod\b|\\operatorname\{mod\}", r"\\;\\mathrm{mod}\\;", latex)  # the library leaves no space
    try:
        svg = Latex(drawn, size=DRAWN, inline=not display).svg()
    except Exception as error:
        raise FormulaError(f"the formula {latex!r} cannot be drawn: {error}") from error
    width, height, top = map(float, _SIZE.findall(svg)[0])
    size = f"width: {width / EM:.3f}em; height: {height / EM:.3f}em; vertical-align: {-(top + height) / EM:.3f}em"
    name = escape(latex, quote=True)
    return Markup(svg.replace("<svg ", f'<svg class="math" role="img" aria-label="{name}" style="{size}" ', 1))  # noqa: S704


_PLAIN = re.compile(r"[\w\s=+\-<>,.()/|]*", re.ASCII)


@cache
def inline_formula(latex: str) -> Markup:
    """Return a formula in LaTeX as HTML text if it is simple, such as ``n = 3``, else as the SVG of `math`."""
    if "_" in latex or not _PLAIN.fullmatch(latex):
        return math(latex)
    text = re.sub(r"(?<=[\w)])\s*([=+<>-])\s*", r" \1 ", latex.strip())
    pieces = re.split(r"([A-Za-z])", text.replace("-", MINUS).replace(" ", "\N{NO-BREAK SPACE}"))
    return Markup("").join(
        Markup("<var>%s</var>") % piece if index % 2 else piece for index, piece in enumerate(pieces)
    )


@cache
def formula(latex: str) -> Markup:
    """Return a formula in LaTeX as SVG on a separate line; FormulaError if the formula cannot be drawn."""
    return Markup('<div class="formula">%s</div>') % math(latex, display=True)
