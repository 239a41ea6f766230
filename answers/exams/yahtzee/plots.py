"""Figures 3, 5 and 6 of the Yahtzee report, and one for its third strategy, from matches as long as its own."""

from functools import cache, partial
from typing import TYPE_CHECKING, Final

import numpy as np

from answers.exam.exam import Text
from answers.exam.plot import Plot
from solvers.compiled.arrays import Floats
from solvers.yahtzee.matches.match_statistics import histogram
from solvers.yahtzee.matches.matches import Match, Method, match
from solvers.yahtzee.rules.lattice import Integers
from solvers.yahtzee.rules.rules import REPORT
from solvers.yahtzee.strategies.decision_une import decision_une
from solvers.yahtzee.strategies.perturbation import perturbation
from solvers.yahtzee.strategies.policy import Policy
from solvers.yahtzee.strategies.strategy import Strategy
from solvers.yahtzee.strategies.toutes_les_esperances import esperances_policy, toutes_les_esperances

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SETS: Final = 100_000
SEED: Final = 2022
WIDTH: Final = 10
LARGEST: Final = 450
ROOM: Final = 1.2
"""How much higher than the curves an axis goes: the legend stands above them."""
FULL: Final = {"Esp": "Toutes_les_esperances", "Hum": "Decision_Une", "Perturb": "Perturbation"}

SCORE = Text(fr="score d’une partie", en="score of a game")
GAMES = Text(fr="parties (%)", en="games (%)")
GAP = Text(fr="écart de score d’un set", en="difference of score of a set")
SET_SHARE = Text(fr="sets (%)", en="sets (%)")
APART = Text(fr="dés indépendants", en="independent dice")
METHODS: Final = {
    "coupled": Text(fr="mêmes dés", en="the same dice"),
    "antithetic": Text(fr="dés échangés", en="dice exchanged"),
}


@cache
def tables(short: str) -> Policy:
    """Return a strategy of the report that decides by tables, "Esp" or "Hum", in the game of its text."""
    return esperances_policy(toutes_les_esperances(REPORT)) if short == "Esp" else decision_une(REPORT)


@cache
def _player(short: str) -> Strategy:
    return perturbation(REPORT) if short == "Perturb" else tables(short)


@cache
def sampled_match(first: str, second: str, method: Method) -> Match:
    """Return a match of 100 000 sets between two of "Esp", "Hum" and "Perturb"; the same every time."""
    return match(_player(first), _player(second), method, SETS, SEED)


def _draw(first: str, second: str, method: Method, figure: "Figure", lang: str) -> None:
    """Scores of both players; beside them, unless the dice are independent, how sharing dice narrows the gap."""
    played = sampled_match(first, second, method)
    if method == "independent":
        _scores(figure.subplots(), (first, second), played, lang)
        return
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    _scores(left, (first, second), played, lang)
    left.set_title("(a)")
    apart = sampled_match(first, second, "independent").scores[:, :, 0].astype(np.float64)
    if method == "antithetic":
        # Two games a set, as the exchanged ones: sets of two that share nothing.
        apart = apart.reshape(2, -1, 2).mean(axis=2)
    _gaps(right, played.scores.mean(axis=2), "black", "-", METHODS[method][lang])
    _gaps(right, apart, "gray", "--", APART[lang])
    right.set(title="(b)", xlabel=GAP[lang], ylabel=SET_SHARE[lang], xlim=(-250, 250))
    _room_above(right)
    right.legend(frameon=False, loc="upper left", fontsize="small")


def _scores(axes: "Axes", players: tuple[str, str], played: Match, lang: str) -> None:
    for scores, name, color, line in zip(played.scores, players, ("black", "gray"), ("-", "--"), strict=True):
        _steps(axes, scores, color, line, FULL[name])
    axes.set(xlabel=SCORE[lang], ylabel=GAMES[lang], xlim=(0, LARGEST))
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
    Plot(
        "figure-3",
        Text(
            fr="Figure 3 – scores des deux stratégies, 100 000 parties à dés indépendants",
            en="Figure 3 – scores of both strategies in 100,000 games with independent dice",
        ),
        partial(_draw, "Esp", "Hum", "independent"),
    ),
    Plot(
        "figure-5",
        Text(
            fr="Figure 5 – (a) scores de 100 000 parties couplées ; (b) le couplage resserre l’écart",
            en="Figure 5 – (a) scores of 100,000 coupled games; (b) coupling narrows the difference",
        ),
        partial(_draw, "Esp", "Hum", "coupled"),
    ),
    Plot(
        "figure-6",
        Text(
            fr="Figure 6 – (a) scores de 100 000 sets de deux parties à dés échangés ; (b) écart moyen d’un set",
            en="Figure 6 – (a) scores of 100,000 sets of two games with dice exchanged; (b) mean difference of a set",
        ),
        partial(_draw, "Esp", "Hum", "antithetic"),
    ),
    Plot(
        "figure-perturbation",
        Text(
            fr="Perturbation (section 6.3.2) – (a) scores de 100 000 sets à dés échangés ; (b) écart moyen d’un set",
            en="Perturbation (section 6.3.2) – (a) 100,000 sets, dice exchanged: scores; (b) mean difference of a set",
        ),
        partial(_draw, "Perturb", "Esp", "antithetic"),
    ),
)
