"""What the plots of Dice Battle show, read off their lines, on boards small enough to be quick."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from answers.exam.catalogue import load_exam
from answers.laboratory.documents import dice as plots

WORDS = load_exam("dice").words("fr")
Drawn = Callable[[str], list[Axes]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawn]:
    """The axes of a plot by its name, of games to at most 12 points with at most 6 dice."""
    small = {"DICE": 6, "TARGET": 8, "LONGEST": 12, "MOST_DICE": 3, "TARGETS": (1, 5, 12), "SHORT": 400, "LONG": 400}
    for name, value in small.items():
        monkeypatch.setattr(plots, name, value)
    plots.gain_by_target.cache_clear()

    def draw(name: str) -> list[Axes]:
        figure = Figure()
        (plot,) = (each for each in plots.PLOTS if each.name == name)
        plot.draw(figure, WORDS)
        return figure.axes

    yield draw
    plots.gain_by_target.cache_clear()


def test_figure_1_has_a_point_for_each_number_of_dice_and_of_points(drawn: Drawn) -> None:
    left, right = drawn("figure-1")
    assert left.lines[0].get_xdata(orig=False).tolist() == [1, 2, 3]
    assert right.lines[0].get_xdata(orig=False).tolist() == list(range(1, 13))
    # To one point the first throw wins: every throw scores at least 1.
    assert right.lines[0].get_ydata(orig=False)[0] == pytest.approx(1)
    assert (left.get_xlabel(), right.get_xlabel(), right.get_xscale()) == ("D", "N", "log")
    assert left.get_ylabel() == "gain moyen du joueur 1"


def test_the_sampled_figure_1_lies_on_all_exact_values(drawn: Drawn) -> None:
    exact = drawn("figure-1")[1].lines[0].get_ydata(orig=False)
    left, right = drawn("figure-1-sampled")
    means, line = right.lines[0], right.lines[-1]
    assert line.get_xdata(orig=False).tolist() == list(range(1, 13))
    np.testing.assert_array_equal(line.get_ydata(orig=False), exact)
    assert means.get_xdata(orig=False).tolist() == [1, 5, 12]
    # 400 gains of ±1 have a standard error of at most 0.05: five of them, missed once in a million.
    np.testing.assert_allclose(means.get_ydata(orig=False), exact[[0, 4, 11]], atol=0.25)
    assert right.get_ylim()[1] > 1  # the mark at 1 is whole
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["exact", "joué"]


def test_figure_2_shows_the_gain_and_the_number_of_dice(drawn: Drawn) -> None:
    left, right, *_ = drawn("figure-2")
    gains, choice = left.images[0].get_array(), right.images[0].get_array()
    assert choice.shape == (8, 8)
    assert (choice.min() >= 1, choice.max() <= 6) == (True, True)
    # One point short, one die is enough, and wins.
    assert (choice[7].tolist(), gains[7, :8].tolist()) == ([1] * 8, [1.0] * 8)
    assert left.images[0].get_clim() == (-1, 1)
    assert (left.get_title(), right.get_title()) == ("(a)  EG", "(b)  OPT")
    assert (left.get_ylabel(), right.get_xlabel()) == ("points du joueur 1", "points du joueur 2")


def test_the_outcomes_of_figure_3_make_a_hundred(drawn: Drawn) -> None:
    left, right = drawn("figure-3")
    wins, losses, draws = (line.get_ydata(orig=False) for line in right.lines)
    np.testing.assert_allclose(wins + losses + draws, 100)
    np.testing.assert_allclose((wins - losses) / 100, left.lines[0].get_ydata(orig=False), atol=1e-12)
    # One die against one: equal in a sixth of the throws.
    assert draws[0] == pytest.approx(100 / 6)
    assert [line.get_linestyle() for line in right.lines] == ["-", "--", ":"]
    names = [text.get_text() for text in right.get_legend().get_texts()]
    assert names == ["victoires de la stratégie optimale", "victoires de la stratégie aveugle", "matchs nuls"]


def test_the_sampled_figure_3_has_the_same_outcomes(drawn: Drawn) -> None:
    exact = [line.get_ydata(orig=False) for line in drawn("figure-3")[1].lines]
    left, right = drawn("figure-3-sampled")
    for line, values in zip(right.lines, exact, strict=True):
        # A share of 400 games has a standard error of at most 2.5 %: six of them for 18 shares.
        np.testing.assert_allclose(line.get_ydata(orig=False), values, atol=15)
    assert len({line.get_color() for line in right.lines}) == 3
    assert left.lines[-1].get_xdata(orig=False).tolist() == [1, 2, 3, 4, 5, 6]


def test_figure_4_is_fair_where_both_have_as_many_points(drawn: Drawn) -> None:
    axes, *_ = drawn("figure-4")
    gains = axes.images[0].get_array()
    np.testing.assert_allclose(np.diagonal(gains)[:8], 0, atol=1e-9)
    np.testing.assert_allclose(gains, -gains.T, atol=1e-9)


@pytest.mark.parametrize("name", ["figure-1", "figure-1-sampled", "figure-3", "figure-3-sampled"])
def test_numbers_along_the_gains_are_written_in_french(drawn: Drawn, name: str) -> None:
    assert drawn(name)[0].yaxis.get_major_formatter()(0.05) == "0,05"


@pytest.mark.parametrize("name", ["figure-2", "figure-4"])
def test_numbers_beside_a_board_are_written_in_french(drawn: Drawn, name: str) -> None:
    bar = next(one for one in drawn(name) if one.get_label() == "<colorbar>")
    assert bar.yaxis.get_major_formatter()(0.5) == "0,5"


def test_points_of_a_long_game_are_whole_numbers_on_a_logarithmic_axis(drawn: Drawn) -> None:
    for name in ("figure-1", "figure-1-sampled"):
        right = drawn(name)[1]
        assert right.get_xscale() == "log"
        assert right.xaxis.get_major_formatter()(2000) == "2000"
