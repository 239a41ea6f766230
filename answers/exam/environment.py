"""The Jinja environment of an exam: its own templates, those of the house, and LaTeX drawn as SVG."""

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from answers.assets import asset
from answers.exam.location import ExamLocation
from answers.files import is_own, store_folder
from answers.kinds.numbers.format import MINUS, format_decimal

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment

OWN = "exam/"
"""Templates of the exam itself are asked for as "exam/fr.html", wherever it lives."""


@cache
def environment(location: ExamLocation) -> "Environment":
    """Return the environment that renders the templates of an exam; not to be changed by the caller.

    What is not marked as safe is escaped, and a name that is not defined is an error. No file outside the exam's
    templates and the house's is ever opened.
    """
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    made = Environment(
        loader=FunctionLoader(lambda name: _source(location, name)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_kept_templates(location),
    )
    made.filters.update(
        decimal=format_decimal,
        signed=lambda number: str(number).replace("-", MINUS),
        together=_together,
        zip=zip,
    )
    made.globals.update(math=math, formula=formula)
    return made


def _kept_templates(location: ExamLocation) -> "BytecodeCache | None":
    """Where compiled templates are kept, as compiled modules are: compiling them takes longer than a sheet."""
    from jinja2 import FileSystemBytecodeCache
    from jinja2.bccache import Bucket

    class Kept(FileSystemBytecodeCache):
        """A disk that is full only costs the time of compiling again; files of others are not read."""

        def load_bytecode(self, bucket: Bucket) -> None:
            file = Path(self._get_cache_filename(bucket))
            if not file.exists() or is_own(file, alone=True):
                super().load_bytecode(bucket)

        def dump_bytecode(self, bucket: Bucket) -> None:
            with suppress(OSError):
                super().dump_bytecode(bucket)

    folder = store_folder() / "templates"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    if not os.access(folder, os.W_OK) or not is_own(folder):  # compiled templates are code
        return None
    # Two exams may have templates of one name; a template that has changed is noticed by its checksum.
    owner = sha256(f"{location.package} {location.templates}".encode()).hexdigest()[:12]
    return Kept(str(folder), f"{owner}-%s.cache")


def _source(location: ExamLocation, name: str) -> "tuple[str, str, None] | None":
    """Text of a template and the file it stands in, for errors to name it; None tells Jinja that there is none."""
    from jinja2.loaders import split_template_path

    own = name.startswith(OWN)
    steps = split_template_path(name.removeprefix(OWN))
    file = location.templates.joinpath(*steps) if own else asset("templates", *steps)
    return (file.read_text("utf-8"), str(file), None) if file.is_file() else None


def _together(items: Iterable[object], mark: str = " ") -> str:
    """Join items by no-break spaces, so that no line ends between them."""
    return mark.replace(" ", "\N{NO-BREAK SPACE}").join(map(str, items))


DRAWN, EM = 16, 17
"""Pixels that a formula is drawn at, and those of the text in which its letters look as large as the text's own."""
_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)" viewBox="\S+ (\S+) ')


class FormulaError(ValueError):
    """A formula that cannot be drawn: a fault of the template that has it."""


@cache
def math(latex: str) -> Markup:
    r"""Return LaTeX without dollar signs, such as ``\frac{1}{2}``, as an SVG element on the line of its text."""
    return _drawn(latex, display=False)


@cache
def formula(latex: str) -> Markup:
    """Return a displayed formula, on a line of its own; parameters and errors are those of `math`."""
    return Markup('<div class="formula">%s</div>') % _drawn(latex, display=True)


def _drawn(latex: str, *, display: bool) -> Markup:
    from ziamath.config import config
    from ziamath.zmath import Latex

    config.svg2 = False  # outlines in place: no names that two formulas of a page could share
    try:
        svg = Latex(latex, size=DRAWN, inline=not display).svg()
    except Exception as error:
        raise FormulaError(f"the formula {latex!r} cannot be drawn: {error}") from error
    width, height, top = map(float, _SIZE.findall(svg)[0])
    size = f"width: {width / EM:.3f}em; height: {height / EM:.3f}em; vertical-align: {-(top + height) / EM:.3f}em"
    name = escape(latex, quote=True)
    return Markup(svg.replace("<svg ", f'<svg class="math" role="img" aria-label="{name}" style="{size}" ', 1))  # noqa: S704
