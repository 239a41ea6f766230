"""The figures of the Yahtzee report, 3, 5 and 6 in the reading that meets them, and one for its third strategy."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from answers.exam.document import Drawing, Plot
from answers.exam.words import Words, plain
from answers.exams.yahtzee.measured import SETS, measured_match, perturbed_match
from answers.exams.yahtzee.schemes import destiny_scheme, full_house_scheme, score_sheet
from solvers.compiled.arrays import Floats, Integers
from solvers.yahtzee.matches.match_statistics import histogram
from solvers.yahtzee.matches.matches import Match, Method

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH: Final = 10
LARGEST: Final = 450
ROOM: Final = 1.2
"""How much higher than the curves an axis goes: the legend stands above them."""
MEASURED: Final = ("Esp", "Hum")
_as_long: Final = partial(measured_match, sets=SETS)
FULL: Final = {"Esp": "Toutes_les_esperances", "Hum": "Decision_Une", "Perturb": "Perturbation"}


def _draw(
    players: tuple[str, str], match: Callable[[Method], Match], method: Method, figure: "Figure", words: Words
) -> None:
    """Scores of both players; beside them, unless the dice are independent, how sharing dice narrows the gap."""
    played = match(method).scores
    if method == "independent":
        _scores(figure.subplots(), players, played, words)
        return
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    _scores(left, players, played, words)
    left.set_title("(a)")
    apart = match("independent").scores[:, :, 0].astype(np.float64)
    if method == "antithetic":
        # Two games a set, as the exchanged ones: sets of two that share nothing.
        apart = apart.reshape(2, -1, 2).mean(axis=2)
    _gaps(right, played.mean(axis=2), "black", "-", plain(words.say(f"{method}_dice")))
    _gaps(right, apart, "gray", "--", plain(words.say("independent_dice")))
    right.set(title="(b)", xlabel=plain(words.say("axis_gap")), ylabel=plain(words.say("axis_sets")), xlim=(-250, 250))
    _room_above(right)
    right.legend(frameon=False, loc="upper left", fontsize="small")


def _scores(axes: "Axes", players: tuple[str, str], played: Integers, words: Words) -> None:
    for scores, name, color, line in zip(played, players, ("black", "gray"), ("-", "--"), strict=True):
        _steps(axes, scores, color, line, FULL[name])
    axes.set(xlabel=plain(words.say("axis_score")), ylabel=plain(words.say("axis_games")), xlim=(0, LARGEST))
    _room_above(axes)
    axes.legend(frameon=False, loc="upper right", fontsize="small")


def _room_above(axes: "Axes") -> None:
    """Make room for the legend; whole percents only, which both languages write alike."""
    from matplotlib.ticker import MaxNLocator

    axes.set_ylim(0, axes.get_ylim()[1] * ROOM)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))


def _steps(axes: "Axes", scores: Integers, color: str, line: str, label: str) -> None:
    lows, tally = histogram(scores, WIDTH)
    edges = np.append(lows, lows[-1] + WIDTH)
    axes.stairs(100 * tally / scores.size, edges, color=color, linestyle=line, linewidth=1.2, label=label)


def _gaps(axes: "Axes", scores: Floats, *style: str) -> None:
    color, line, label = style
    gaps = scores[0] - scores[1]
    edges = np.arange(-400, 401, 20)
    axes.stairs(100 * np.histogram(gaps, edges)[0] / gaps.size, edges, color=color, linestyle=line, label=label)


PLOTS: Final = (
    Drawing("figure-1", score_sheet),
    Drawing("figure-2", full_house_scheme),
    Plot("figure-3", partial(_draw, MEASURED, _as_long, "independent")),
    Drawing("figure-4", destiny_scheme),
    Plot("figure-5", partial(_draw, MEASURED, _as_long, "coupled")),
    Plot("figure-6", partial(_draw, MEASURED, _as_long, "antithetic")),
    Plot("figure-perturbation", partial(_draw, ("Perturb", "Esp"), perturbed_match, "antithetic")),
)
