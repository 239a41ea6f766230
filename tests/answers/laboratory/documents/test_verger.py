import json
from fractions import Fraction

import numpy as np
import pytest
from matplotlib.figure import Figure

from answers.assets import asset
from answers.exam.catalogue import load_exam
from answers.laboratory.documents.redraw import plot_files
from answers.laboratory.documents.verger import DOCUMENT, computed
from answers.laboratory.documents.verify import Comparison, verify
from tests.oracles.orchard_exam import chance

EXAM = load_exam("verger")
PLOT = {plot.name: plot for plot in DOCUMENT.plots}


def cells(name: str, lang: str = "en") -> dict[tuple[int, int], str]:
    """What a heat map prints in the cell of so many trees and so many fruits."""
    figure = Figure()
    PLOT[name].draw(figure, EXAM.words(lang))
    (axes,) = figure.axes
    return {tuple(map(int, text.get_position())): text.get_text() for text in axes.texts}


def compared() -> Comparison:
    found = verify(EXAM)
    assert found is not None
    return found


def test_every_printed_figure_agrees_and_the_two_slips_are_told() -> None:
    figures = compared().figures
    # 144 entries, eight pairs of limits, 0.677 in the text and 0.68 for the original game; two statements.
    assert len(figures) == 144 + 16 + 2 + 2
    differing = [figure for figure in figures if not figure.agrees]
    assert [figure.name for figure in differing] == ["recursion: c − 1 in every term", "states: K is the victory"]
    assert all(figure.claim and figure.note for figure in differing)


def test_the_printed_matrix_is_whole() -> None:
    document = json.loads(asset("fixtures", "verger", "printed.json").read_text("utf-8"))
    rows: dict[str, Fraction] = {}
    for figure in document["figures"][:144]:
        rows[figure["name"][2]] = rows.get(figure["name"][2], Fraction(0)) + Fraction(figure["value"])
    assert rows == dict.fromkeys("ABCDEFGHIJKL", 1)


def test_what_the_document_leaves_out_is_computed_too() -> None:
    values = computed()
    assert values["C ends in L"] == chance((2, 1), 2)
    assert values["D ends in L"] == chance((2, 1), 1)


def test_the_heat_map_of_chances() -> None:
    found = cells("chances")
    assert len(found) == 100
    for trees, fruits in ((1, 1), (1, 10), (2, 7), (3, 4)):
        assert found[trees, fruits] == f"{float(chance((fruits,) * trees, 9)):.2f}"
    assert found[4, 10] == "0.68"  # printed
    assert cells("chances", "fr")[4, 10] == "0,68"


@pytest.mark.parametrize(("lang", "names"), [("fr", ["max", "au hasard", "min"]), ("en", ["max", "random", "min"])])
def test_the_strategies_are_told_apart_without_colour(lang: str, names: list[str]) -> None:
    figure = Figure()
    PLOT["strategies"].draw(figure, EXAM.words(lang))
    by_ravens, by_fruits = figure.axes
    for axes in (by_ravens, by_fruits):
        lines = axes.get_lines()
        assert [line.get_label() for line in lines] == names
        assert {line.get_color() for line in lines} == {"black"}
        assert len({(line.get_linestyle(), line.get_marker()) for line in lines}) == 3
    for ravens_line, fruits_line in zip(by_ravens.get_lines(), by_fruits.get_lines(), strict=True):
        # The original game, 4 × 10 fruits and 9 ravens, is on both sides.
        assert np.asarray(ravens_line.get_ydata())[9] == np.asarray(fruits_line.get_ydata())[9]


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.long)])
def test_plots_are_drawn_the_same_every_time(lang: str) -> None:
    for plot in DOCUMENT.plots:
        assert plot_files(plot, EXAM.words(lang)) == plot_files(plot, EXAM.words(lang))
