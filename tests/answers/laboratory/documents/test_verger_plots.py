"""What the plots of the orchard game show, read off their lines, on orchards small enough for plain recursion."""

from collections.abc import Callable

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from answers.exam.catalogue import load_exam
from answers.laboratory.documents import verger as plots
from solvers.verger.orchard import Orchard
from tests.oracles.orchard_recursion import outlook

MOST, RAVENS = 3, 2
NAMES = {"max": "max", "random": "au hasard", "min": "min"}
Drawn = Callable[[str], list[Axes]]


def chance(trees: int, fruits: int, ravens: int, strategy: str = "max") -> float:
    """Of winning with the original die: a face a colour, one with a basket of two, one with a raven."""
    return float(outlook((fruits,) * trees, ravens, strategy, (1, 1, 1), 2)[0])


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """The axes of a plot by its name: two trees of three fruits and two ravens in the place of the original game."""
    monkeypatch.setattr(plots, "DEFAULT_GAME", Orchard((MOST, MOST), RAVENS))
    monkeypatch.setattr(plots, "MOST", MOST)
    monkeypatch.setattr(plots, "MOST_RAVENS", 4)
    words = load_exam("verger").words("fr")

    def draw(name: str) -> list[Axes]:
        figure = Figure()
        (plot,) = (each for each in plots.PLOTS if each.name == name)
        assert isinstance(plot, plots.Plot)
        plot.draw(figure, words)
        return figure.axes

    return draw


def test_chances_by_strategy_are_those_of_the_recursion(drawn: Drawn) -> None:
    left, right = drawn("strategies")
    for by_ravens, by_fruits, (strategy, name) in zip(left.lines, right.lines, NAMES.items(), strict=True):
        assert by_ravens.get_xdata(orig=False).tolist() == [0, 1, 2, 3, 4]
        assert by_ravens.get_ydata(orig=False) == pytest.approx([chance(2, 3, n, strategy) for n in range(5)])
        assert by_fruits.get_xdata(orig=False).tolist() == [1, 2, 3]
        assert by_fruits.get_ydata(orig=False) == pytest.approx([chance(2, n, RAVENS, strategy) for n in (1, 2, 3)])
        assert by_ravens.get_label() == by_fruits.get_label() == name


def test_the_panels_say_what_is_drawn(drawn: Drawn) -> None:
    left, right = drawn("strategies")
    assert (left.get_title(), right.get_title()) == ("(a)  4 × 10 fruits", "(b)  2 corbeaux")
    assert (left.get_xlabel(), right.get_xlabel()) == ("corbeaux", "fruits par arbre")
    assert (left.get_ylabel(), right.get_ylabel()) == ("probabilité de gagner", "")
    assert (left.get_xticks().tolist(), right.get_xticks().tolist()) == ([0], [1, 2, 3])
    assert left.get_ylim() == right.get_ylim() == (0, 1.02)
    assert left.yaxis.get_major_formatter()(0.5) == "0,5"
    assert [text.get_text() for text in right.get_legend().get_texts()] == list(NAMES.values())
    assert left.get_position().x1 < right.get_position().x0


def test_bars_are_the_chances_of_the_original_game(drawn: Drawn) -> None:
    (axes,) = drawn("strategies-bars")
    expected = [chance(2, 3, RAVENS, strategy) for strategy in NAMES]
    heights = [bar.get_height() for bar in axes.patches]  # type: ignore[attr-defined]
    assert heights == pytest.approx(expected)
    assert [text.get_text() for text in axes.texts] == [f"{value:.4f}".replace(".", ",") for value in expected]
    assert [label.get_text() for label in axes.get_xticklabels()] == list(NAMES.values())
    shades = [to_rgb(bar.get_facecolor())[0] for bar in axes.patches]
    assert shades == sorted({*shades})
    assert (axes.get_ylabel(), axes.get_ylim()) == ("probabilité de gagner", (0, 1))
    assert axes.yaxis.get_major_formatter()(0.5) == "0,5"


def written(axes: Axes) -> dict[tuple[float, float], str]:
    """What stands in the cell of each number of trees and of fruits."""
    return {text.get_position(): text.get_text() for text in axes.texts}


def test_each_cell_has_its_chance(drawn: Drawn) -> None:
    (axes,) = drawn("chances")
    cells = [(trees, fruits) for trees in (1, 2, 3) for fruits in (1, 2, 3)]
    told = {cell: f"{chance(*cell, RAVENS):.2f}".replace(".", ",") for cell in cells}
    assert written(axes) == told
    (picture,) = axes.images
    assert (picture.get_extent(), picture.origin) == ([0.5, 3.5, 0.5, 3.5], "lower")
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("arbres", "fruits par arbre")
    assert axes.get_xticks().tolist() == axes.get_yticks().tolist() == [1, 2, 3]


def test_each_cell_has_the_ravens_that_are_fair(drawn: Drawn) -> None:
    (axes,) = drawn("fair-ravens")
    for (trees, fruits), told in written(axes).items():
        least = next(n for n in range(1, 20) if chance(int(trees), int(fruits), n) > 0.5)
        assert told == str(least)


@pytest.mark.parametrize("name", ["chances", "fair-ravens"])
def test_the_easier_the_lighter_and_every_number_can_be_read(drawn: Drawn, name: str) -> None:
    (axes,) = drawn(name)
    (picture,) = axes.images
    values = np.asarray(picture.get_array())
    shades = {(j + 1, i + 1): picture.get_cmap()(picture.norm(value))[0] for (i, j), value in np.ndenumerate(values)}
    easy = max(shades, key=lambda cell: chance(*cell, RAVENS))
    assert shades[easy] == max(shades.values()) == 1
    for text in axes.texts:
        assert text.get_horizontalalignment() == text.get_verticalalignment() == "center"
        paper, ink = shades[text.get_position()], to_rgb(text.get_color())[0]  # type: ignore[index]
        assert abs(paper - ink) >= 0.49
