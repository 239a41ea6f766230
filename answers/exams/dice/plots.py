"""Figures 1 to 4 of the Dice Battle report, from exact chances where it samples."""

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from answers.exam.exam import Text
from answers.exam.plot import Plot
from answers.kinds.numbers.format import format_decimal
from solvers.dice_battle.duel import Chances, duel
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import blind, one_round_optimum, sequential_optimum

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]

DICE, TARGET = 10, 100
LONGEST: Final = 2000
MOST_DICE: Final = 20
GREY: Final = "gray"

GAIN = Text(fr="gain moyen du joueur 1", en="mean gain of player 1")
POINTS = (
    Text(fr="points du joueur 1", en="points of player 1"),
    Text(fr="points du joueur 2", en="points of player 2"),
)
OUTCOMES = (
    ("win", "-", "o", Text(fr="victoires de la stratégie optimale", en="wins of the optimal strategy")),
    ("loss", "--", "s", Text(fr="victoires de la stratégie aveugle", en="wins of the blind strategy")),
    ("draw", ":", "^", Text(fr="matchs nuls", en="draws")),
)


def gain_by_target() -> Floats:
    """Return the gain of the optimal strategy against the blind one in the sequential game, N = 1 … 2000, D = 10.

    A state only depends on the points missing: all the shorter games are on the diagonal of the longest.
    """
    gains = duel("sequential", sequential_optimum(DICE, LONGEST), blind(DICE, LONGEST)).gain
    by_target: Floats = np.diagonal(gains)[::-1]
    return by_target


def _gains(figure: "Figure", lang: str) -> None:
    left, right = figure.subplots(1, 2)
    dice = range(1, MOST_DICE + 1)
    gains = [duel("sequential", sequential_optimum(d, TARGET), blind(d, TARGET)).chances().gain for d in dice]
    left.plot(dice, gains, "ko-", markersize=4)
    left.set(title="(a)  N = 100", xlabel="D", ylabel=GAIN[lang], ylim=(0, 0.2), xticks=range(0, MOST_DICE + 1, 5))
    right.plot(range(1, LONGEST + 1), gain_by_target(), "k-", linewidth=1)
    right.set(title="(b)  D = 10", xlabel="N", xscale="log", xticks=(1, 10, 100, LONGEST), ylim=(0, 1))
    right.xaxis.set_major_formatter("{x:g}")
    _print_numbers(lang, left.yaxis, right.yaxis)


def _sequential_boards(figure: "Figure", lang: str) -> None:
    game = sequential(DICE, TARGET)
    left, right = figure.subplots(1, 2)
    _board(figure, left, game.board(), lang)
    left.set_title("(a)  EG")
    picture = right.imshow(game.choice, cmap=_steps(), vmin=0.5, vmax=DICE + 0.5, interpolation="nearest")
    figure.colorbar(picture, ax=right, ticks=range(1, DICE + 1), shrink=0.7)
    right.set(title="(b)  OPT", xlabel=POINTS[1][lang])


def _single_rounds(figure: "Figure", lang: str) -> None:
    dice = range(1, DICE + 1)
    results = [_single_round(d) for d in dice]
    left, right = figure.subplots(1, 2)
    left.plot(dice, [result.gain for result in results], "ko-", markersize=4)
    left.set(title="(a)", xlabel="D", ylabel=GAIN[lang], xticks=dice)
    for outcome, line, marker, name in OUTCOMES:
        shares = [100 * getattr(result, outcome) for result in results]
        right.plot(dice, shares, color="black", linestyle=line, marker=marker, markersize=4, label=name[lang])
    right.set(title="(b)", xlabel="D", ylabel="%", xticks=dice, ylim=(0, 100))
    right.legend(fontsize="x-small", frameon=False)
    _print_numbers(lang, left.yaxis)


def _simultaneous_board(figure: "Figure", lang: str) -> None:
    _board(figure, figure.subplots(), simultaneous(DICE, TARGET).board, lang)


def _single_round(dice: int) -> Chances:
    return duel("simultaneous", one_round_optimum(dice, 1), blind(dice, 1)).chances()


def _board(figure: "Figure", axes: "Axes", gains: Floats, lang: str) -> None:
    """Gains in grey, black for -1 and white for 1; lines of equal gain tell the greys apart."""
    axes.patch.set(hatch="////", edgecolor="0.6")  # seen where there is no gain
    picture = axes.imshow(gains, cmap=GREY, vmin=-1, vmax=1, interpolation="nearest")
    played = gains[:TARGET, :TARGET]
    lines = axes.contour(played, levels=[-0.8, -0.4, 0, 0.4, 0.8], colors=["w", "w", "k", "k", "k"], linewidths=0.6)
    axes.clabel(lines, fontsize=6, fmt=lambda gain: format_decimal(gain, lang))
    axes.set(ylabel=POINTS[0][lang], xlabel=POINTS[1][lang])
    _print_numbers(lang, figure.colorbar(picture, ax=axes, shrink=0.7).ax.yaxis)


def _print_numbers(lang: str, *axes: "Axis") -> None:
    for axis in axes:
        axis.set_major_formatter(lambda value, _: format_decimal(round(value, 6), lang))


def _steps() -> Any:
    import matplotlib as mpl

    return mpl.colormaps[GREY].resampled(DICE)


PLOTS = (
    Plot(
        "figure-1",
        Text(
            fr="Figure 1. Gain moyen exact de la stratégie optimale (joueur 1) contre l’aveugle (joueur 2) au jeu "
            "séquentiel, (a) selon D avec N = 100, (b) selon N avec D = 10.",
            en="Figure 1. Exact mean gain of the optimal strategy (player 1) against the blind one (player 2) in the "
            "sequential game, (a) by D with N = 100, (b) by N with D = 10.",
        ),
        _gains,
    ),
    Plot(
        "figure-2",
        Text(
            fr="Figure 2. Jeu séquentiel, D = 10, N = 100, le joueur 1 va lancer : (a) son espérance de gain, (b) le "
            "plus petit nombre optimal de dés. Hachurés : les états où les deux joueurs auraient atteint N.",
            en="Figure 2. Sequential game, D = 10, N = 100, player 1 is to throw: (a) their expected gain, (b) the "
            "smallest optimal number of dice. Hatched: states where both players would have reached N.",
        ),
        _sequential_boards,
    ),
    Plot(
        "figure-3",
        Text(
            fr="Figure 3. Jeu simultané en un tour, stratégie optimale (joueur 1) contre aveugle (joueur 2) selon D : "
            "(a) gain moyen exact, (b) probabilités des trois issues.",
            en="Figure 3. Simultaneous game in one round, optimal strategy (player 1) against blind (player 2) by D: "
            "(a) exact mean gain, (b) probabilities of the three outcomes.",
        ),
        _single_rounds,
    ),
    Plot(
        "figure-4",
        Text(
            fr="Figure 4. Jeu simultané, D = 10, N = 100 : espérance de gain du joueur 1, états finaux compris.",
            en="Figure 4. Simultaneous game, D = 10, N = 100: expected gain of player 1, final states included.",
        ),
        _simultaneous_board,
    ),
)
