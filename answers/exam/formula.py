"""Formulas: LaTeX drawn as SVG, to stand in a line of text or on a line of its own."""

import re
from functools import cache
from html import escape

from markupsafe import Markup

EM = 16
"""Pixels that a formula is drawn at; on the page it takes the size of the text around it."""
_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)" viewBox="\S+ (\S+) ')


class FormulaError(ValueError):
    """A formula that cannot be drawn: a fault of the template that has it."""


@cache
def math(latex: str) -> Markup:
    r"""Return a formula as an SVG element for a line of text, in the size of that text and on its baseline.

    Parameters
    ----------
    latex
        Mathematics without dollar signs: ``\frac{1}{2}``; a decimal comma is written ``0{,}5``.

    Raises
    ------
    FormulaError
        If it is not understood, with the formula.

    Notes
    -----
    Not guaranteed: packages of LaTeX beyond the mathematics that ziamath knows.
    """
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
        svg = Latex(latex, size=EM, inline=not display).svg()
    except Exception as error:
        raise FormulaError(f"the formula {latex!r} cannot be drawn: {error}") from error
    width, height, top = map(float, _SIZE.findall(svg)[0])
    size = f"width: {width / EM:.3f}em; height: {height / EM:.3f}em; vertical-align: {-(top + height) / EM:.3f}em"
    name = escape(latex, quote=True)
    return Markup(svg.replace("<svg ", f'<svg class="math" role="img" aria-label="{name}" style="{size}" ', 1))  # noqa: S704
