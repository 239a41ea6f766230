"""What the curves of the report's figures show, of matches of a few games made by hand."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from answers.exam.catalogue import load_exam
from answers.laboratory.documents import yahtzee as plots
from solvers.yahtzee.matches.matches import Match, Method

WORDS = load_exam("yahtzee").words("fr")
FIRST = [[203, 258], [251, 199], [300, 120], [209, 204]]
SECOND = [[180, 201], [251, 260], [150, 120], [189, 308]]
SHARED = Match("coupled", np.array([FIRST, SECOND]))
APART = Match(
    "independent", np.array([[[200], [100], [300], [260], [190], [230]], [[150], [260], [180], [150], [250], [170]]])
)
Curves = Callable[[Method], list[Axes]]


def match(method: Method) -> Match:
    return APART if method == "independent" else SHARED


@pytest.fixture
def curves() -> Curves:
    def draw(method: Method) -> list[Axes]:
        figure = Figure()
        plots._draw(("Esp", "Hum"), match, method, figure, WORDS)
        return figure.axes

    return draw


def steps(axes: Axes) -> list[dict[float, float]]:
    """Of each curve, the percents by where a step begins, the steps at zero left out."""
    found = [one.get_data() for one in axes.patches]  # type: ignore[attr-defined]
    return [
        {float(low): float(high) for low, high in zip(data.edges[:-1], data.values, strict=True) if high}
        for data in found
    ]


def test_scores_are_counted_in_steps_of_ten(curves: Curves) -> None:
    (alone,) = curves("independent")
    sixth = pytest.approx(100 / 6)
    assert steps(alone) == [
        {100: sixth, 190: sixth, 200: sixth, 230: sixth, 260: sixth, 300: sixth},
        {150: pytest.approx(100 / 3), 170: sixth, 180: sixth, 250: sixth, 260: sixth},
    ]


def test_both_games_of_a_set_are_counted(curves: Curves) -> None:
    left, _ = curves("coupled")
    eighth = 12.5
    assert steps(left)[0] == {120: eighth, 190: eighth, 200: 3 * eighth, 250: 2 * eighth, 300: eighth}
    assert steps(left)[1] == {
        120: eighth, 150: eighth, 180: 2 * eighth, 200: eighth, 250: eighth, 260: eighth, 300: eighth,
    }  # fmt: skip


def test_gaps_of_sets_stand_beside_those_of_independent_dice(curves: Curves) -> None:
    """Means of the sets: 230.5 to 190.5, 225 to 255.5, 210 to 135, 206.5 to 248.5."""
    for method in ("coupled", "antithetic"):
        _, right = curves(method)
        assert steps(right)[0] == {40: 25, -40: 25, 60: 25, -60: 25}
    sixth = pytest.approx(100 / 6)
    assert steps(curves("coupled")[1])[1] == {40: sixth, -160: sixth, 120: sixth, 100: sixth, -60: sixth, 60: sixth}


def test_of_exchanged_dice_two_independent_games_make_a_set(curves: Curves) -> None:
    """Means of two games: 150 to 205, 280 to 165, 210 to 210."""
    third = pytest.approx(100 / 3)
    assert steps(curves("antithetic")[1])[1] == {-60: third, 100: third, 0: third}


@pytest.mark.parametrize(
    ("name", "players", "method"),
    [
        ("figure-3", ("Esp", "Hum"), "independent"),
        ("figure-5", ("Esp", "Hum"), "coupled"),
        ("figure-6", ("Esp", "Hum"), "antithetic"),
        ("figure-perturbation", ("Perturb", "Esp"), "antithetic"),
    ],
)
def test_each_figure_is_of_its_players_and_their_dice(name: str, players: tuple[str, str], method: str) -> None:
    (plot,) = (one for one in plots.PLOTS if one.name == name and isinstance(one, plots.Plot))
    assert isinstance(plot.draw, partial)
    assert (plot.draw.args[0], plot.draw.args[2]) == (players, method)
