import re

import pytest

from answers.exam.formula import FormulaError, formula, math


def size(svg: str) -> tuple[float, float, float]:
    """Width, height and depth below the baseline, in em."""
    found = re.search(r"width: ([\d.]+)em; height: ([\d.]+)em; vertical-align: (-?[\d.]+)em", svg)
    return tuple(float(number) for number in found.groups())


def test_a_formula_is_one_drawing_named_by_its_source():
    svg = str(math(r"\frac{1}{2} < x"))
    assert svg.startswith('<svg class="math" role="img" aria-label="\\frac{1}{2} &lt; x"')
    assert svg.count("<svg") == 1
    assert " id=" not in svg  # formulas of one page share no name


def test_a_letter_stands_on_the_baseline_and_a_fraction_goes_below():
    assert abs(size(str(math("x")))[2]) < 0.1
    assert size(str(math(r"\frac{1}{2}")))[2] < -0.3


def test_a_displayed_sum_is_higher_than_one_in_a_line():
    inline, displayed = (size(str(draw(r"\sum_{i=1}^n i"))) for draw in (math, formula))
    assert displayed[1] > 1.3 * inline[1]
    assert str(formula("x")).startswith('<div class="formula"><svg ')


@pytest.mark.parametrize("latex", [r"\frac{1", "", "{"])
def test_what_is_no_formula_is_told_with_its_source(latex):
    with pytest.raises(FormulaError, match=re.escape(repr(latex))):
        math(latex)
