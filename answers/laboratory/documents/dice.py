"""The report of a MOGPL project on Dice Battle: the exact values of its printed numbers, and its plots 1 to 4.

The plots are drawn from exact probabilities, where the report samples games; two are also drawn from samples.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING, Final

import numpy as np

from answers.exam.document import EVIDENCE, Computed, Document, Plot
from answers.exam.words import Words, plain
from answers.exams.dice.draws import REPORT, DiceBoard
from answers.exams.dice.games import chances
from answers.kinds.numbers.format import format_decimal
from answers.kinds.parsing import Value
from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import DiceVariant
from solvers.dice_battle.duel import Chances, duel
from solvers.dice_battle.one_round import exact_one_round_matrix, one_round_mix
from solvers.dice_battle.sampling import DiceSample, sample
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import (
    DiceStrategy,
    blind,
    everywhere,
    one_round_optimum,
    sequential_optimum,
    simultaneous_optimum,
)
from solvers.dice_battle.throws import exact_expected_points, exact_throw, relaxed_maximiser
from solvers.monte_carlo import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

DICE, TARGET = REPORT.dice, REPORT.target
LONGEST: Final = 2000
MOST_DICE: Final = 20
GREY: Final = "gray"
SHORT, LONG = 100_000, 1_000_000
"""Number of sampled games for each point of figure 1, and of figure 3."""
SEED: Final = 17
"""Least seed of the samples."""
TARGETS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
COLOURS: Final = ("#00224e", "#e08214", "#5aae61")
"""Colours that differ in greyscale too: dark, light, and in between."""

HOPELESS: Final = 40
FAR: Final = 40
"""`HOPELESS`: a player with fewer points cannot reach 100 in a throw of ten dice. `FAR`: a large lead in points."""
SLIGHT: Final = 0.1
"""Gain below which an advantage is counted as slight."""
ROUNDING: Final = 1e-9
LONG_RANDOM: Final = 500
"""Target to which the blind strategy plays the random one, which takes ten times as long to compute."""
UNEQUAL: Final = (98, 80)
"""A state of the simultaneous game in which the optimal mixes of the two players differ most."""
FEWEST: Final = 6
"""Number of dice from which the curves of figure 3 are horizontal."""
NAMES: Final = ("blind", "optimal", "random")
OUTCOMES: Final = (("win", "-", "o", "optimal_wins"), ("loss", "--", "s", "blind_wins"), ("draw", ":", "^", "draws"))
"""Field of each outcome in `Chances`, its line and marker, and the name of its text."""


@cache
def gain_by_target() -> Floats:
    """Return the gain of the optimal strategy against the blind one in the sequential game, for each target N.

    N is from 1 to 2000, with D = 10 dice. A state depends on the missing points only, so the gains of games with a
    smaller target are on the diagonal of the table of the largest.
    """
    gains = duel("sequential", sequential_optimum(DICE, LONGEST), blind(DICE, LONGEST)).gain
    by_target: Floats = np.diagonal(gains)[::-1]
    return by_target


def gain_by_dice() -> tuple[float, ...]:
    """Return the gain of the optimal strategy, throwing first, against the blind one, for D = 1 … 20, N = 100."""
    dice = range(1, MOST_DICE + 1)
    return tuple(duel("sequential", sequential_optimum(d, TARGET), blind(d, TARGET)).chances().gain for d in dice)


def _gains(figure: "Figure", words: Words, *, sampled: bool = False) -> None:
    """Draw the gain of the optimal strategy against the blind one, by dice (left) and by target (right).

    If `sampled`, draw it as in the report, from 10⁵ sampled games for each point, over the exact values.
    """
    left, right = figure.subplots(1, 2)
    dice, targets = range(1, MOST_DICE + 1), range(1, LONGEST + 1)
    if sampled:
        samples = [_played("sequential", sequential_optimum(d, TARGET), blind(d, TARGET), SHORT) for d in dice]
        _bars(left, dice, [games.gain() for games in samples], words)
        _exact(left, dice, gain_by_dice(), words)
        best, other = sequential_optimum(DICE, LONGEST), blind(DICE, LONGEST)
        means = [_played("sequential", _shorter(best, n), _shorter(other, n), SHORT).gain() for n in TARGETS]
        _bars(right, TARGETS, means, words)
        _exact(right, targets, gain_by_target(), words)
    else:
        left.plot(dice, gain_by_dice(), "ko-", markersize=4)
        right.plot(targets, gain_by_target(), "k-", linewidth=1)
    left.set(title="(a)  N = 100", xlabel="D", ylabel=plain(words.snippet("mean_gain")), ylim=(0, 0.2))
    left.set(xticks=range(0, MOST_DICE + 1, 5))
    right.set(title="(b)  D = 10", xlabel="N", xscale="log", xticks=(1, 10, 100, LONGEST), ylim=(0, 1.05))
    right.xaxis.set_major_formatter("{x:g}")
    _print_numbers(words.lang, left.yaxis, right.yaxis)


def _sequential_boards(figure: "Figure", words: Words) -> None:
    """Draw the gains (left) and the optimal choices (right) of all states of the sequential game."""
    import matplotlib as mpl

    game = sequential(DICE, TARGET)
    left, right = figure.subplots(1, 2)
    _board(figure, left, game.board(), words)
    left.set_title("(a)  EG")
    picture = right.imshow(
        game.choice, cmap=mpl.colormaps[GREY].resampled(DICE), vmin=0.5, vmax=DICE + 0.5, interpolation="nearest"
    )
    figure.colorbar(picture, ax=right, ticks=range(1, DICE + 1), shrink=0.7)
    right.set(title="(b)  OPT", xlabel=_points(words, 2))


def _rounds(figure: "Figure", words: Words, *, sampled: bool = False) -> None:
    """Draw the gain (left) and the outcomes (right) of the optimal strategy in a single round, by dice.

    If `sampled`, draw them as in the report, from 10⁶ sampled games for each point.
    """
    dice = range(1, DICE + 1)
    results = [_single_round(d) for d in dice]
    gains = [result.gain for result in results]
    left, right = figure.subplots(1, 2)
    if sampled:
        samples = [_played("simultaneous", one_round_optimum(d, 1), blind(d, 1), LONG) for d in dice]
        _bars(left, dice, [games.gain() for games in samples], words)
        _exact(left, dice, gains, words)
        sampled_results = [Chances(*(share.value for share in games.chances())) for games in samples]
    else:
        left.plot(dice, gains, "ko-", markersize=4)
    for (outcome, line, marker, name), colour in zip(OUTCOMES, COLOURS, strict=True):
        shares = [100 * getattr(result, outcome) for result in (sampled_results if sampled else results)]
        style = {"color": colour if sampled else "black", "linestyle": line, "marker": marker, "markersize": 4}
        right.plot(dice, shares, label=plain(words.snippet(name)), **style)
    left.set(title="(a)", xlabel="D", ylabel=plain(words.snippet("mean_gain")), xticks=dice)
    right.set(title="(b)", xlabel="D", ylabel="%", xticks=dice, ylim=(0, 100))
    right.legend(fontsize="x-small", frameon=False)
    _print_numbers(words.lang, left.yaxis)


def _shorter(strategy: DiceStrategy, target: int) -> DiceStrategy:
    """Return a strategy for a smaller target, from the lower right corner of the table of the strategy."""
    return replace(strategy, index=strategy.index[-target:, -target:].copy())


def _played(game: DiceVariant, first: DiceStrategy, second: DiceStrategy, games: int) -> DiceSample:
    """Return sampled games between two strategies, with another seed for each number of dice and target."""
    return sample(game, first, second, games, SEED + first.dice + MOST_DICE * first.target)


def _bars(axes: "Axes", places: Sequence[int], means: Sequence[Estimate], words: Words) -> None:
    """Draw sampled means as points, with their 95 % confidence intervals."""
    values, margins = [mean.value for mean in means], [mean.high - mean.value for mean in means]
    axes.errorbar(
        places,
        values,
        margins,
        color=COLOURS[0],
        fmt="o",
        markersize=3,
        capsize=2,
        label=plain(words.snippet("played")),
    )


def _exact(axes: "Axes", places: Sequence[int], values: Sequence[float] | Floats, words: Words) -> None:
    """Draw the exact values as a line behind the samples, and the legend."""
    axes.plot(places, values, color=COLOURS[1], linewidth=1, zorder=0, label=plain(words.snippet("exact_values")))
    axes.legend(fontsize="x-small", frameon=False)


def _single_round(dice: int) -> Chances:
    """Return the chances of one simultaneous round: the optimal mix against the "blind" number of dice."""
    return duel("simultaneous", one_round_optimum(dice, 1), blind(dice, 1)).chances()


def _board(figure: "Figure", axes: "Axes", gains: Floats, words: Words) -> None:
    """Draw a table of gains in grey, from black for -1 to white for 1, with lines of equal gain."""
    axes.patch.set(hatch="////", edgecolor="0.6")  # visible in cells without a gain
    picture = axes.imshow(gains, cmap=GREY, vmin=-1, vmax=1, interpolation="nearest")
    played = gains[:TARGET, :TARGET]
    lines = axes.contour(played, levels=[-0.8, -0.4, 0, 0.4, 0.8], colors=["w", "w", "k", "k", "k"], linewidths=0.6)
    axes.clabel(lines, fontsize=6, fmt=lambda gain: format_decimal(gain, words.lang))
    axes.set(ylabel=_points(words, 1), xlabel=_points(words, 2))
    _print_numbers(words.lang, figure.colorbar(picture, ax=axes, shrink=0.7).ax.yaxis)


def _print_numbers(lang: str, *axes: "Axis") -> None:
    """Print the numbers along the axes with the decimal sign of the language."""
    for axis in axes:
        axis.set_major_formatter(lambda value, _: format_decimal(round(value, 6), lang))


def _points(words: Words, player: int) -> str:
    """Return the label "points of player …" of an axis, as the document words it."""
    return plain(words.snippet("points_of", player=player))


def computed() -> Mapping[str, Value]:
    """Return the value of every printed number, by its name in `fixtures/dice/printed.json`."""
    values = dict((*_figures(), *_claims(), *_throwing_first(), *_at_once()))
    # rounding removes the noise of floats in the last digits, which would be visible in values that are 0
    return {name: round(value, 12) + 0.0 if isinstance(value, float) else value for name, value in values.items()}


def _figures() -> Iterator[Computed]:
    """Yield the exact values of the printed numbers of the report: formulas, tables 1 to 4, and plots."""
    yield "d*", relaxed_maximiser()
    yield "EP(5)", exact_expected_points(5)
    yield "EP(6)", exact_expected_points(6)
    for dice in (3, 1):
        # to 2 points, player 1 wins by a first throw without a 1, or after two throws with a 1
        without = Fraction(5, 6) ** dice
        win = without + (1 - without) * Fraction(1, 6)
        yield f"{dice} v 1: P(G = 1)", win
        yield f"{dice} v 1: P(G = -1)", 1 - win
        yield f"{dice} v 1: E(G)", 2 * win - 1
    for first, row in enumerate(exact_one_round_matrix(3), start=1):
        yield from ((f"EG1({first}, {second})", gain) for second, gain in enumerate(row, start=1))
    for dice in range(2, 7):  # from 5 dice up the optimal mix is the only one
        for number, chance in enumerate(one_round_mix(dice), start=1):
            yield f"table 2: D = {dice}, p({number})", float(chance)
    for first_name in NAMES:
        for second_name in NAMES:
            names = first_name, second_name
            yield f"table 1: {first_name} v {second_name}", chances("sequential", *names, REPORT).gain
            yield f"table 3: {first_name} v {second_name}", chances("simultaneous", *names, DiceBoard(DICE, 1)).gain
    yield f"figure 1b: N = {LONGEST}", float(gain_by_target()[-1])
    longer = chances("simultaneous", "one-round", "blind", REPORT)
    yield "one-round v blind: draws", longer.draw
    yield "one-round v blind: wins", longer.win
    yield "one-round v blind: losses", longer.loss
    board = simultaneous(DICE, TARGET).board
    yield "max |EG1 + EG1ᵀ|", float(np.abs(board + board.T).max())
    for target in (1, TARGET):  # table 4 is for N = 1, but states N = 100
        for name in ("blind", "random", "sequential", "optimal"):
            gain = chances("simultaneous", "optimal", name, DiceBoard(DICE, target)).gain
            yield f"table 4: {name}, N = {target}", gain
    six = duel("simultaneous", simultaneous_optimum(DICE, 1), everywhere(np.eye(DICE)[5], 1))
    yield "table 4: sequential by 6 dice, N = 1", six.chances().gain


def _claims() -> Iterator[Computed]:
    """Yield 1 (true) or 0 (false) for statements of the report about its figures 1 to 3, a matrix, and table 2."""
    yield "figure 1a: more dice, more gain", int(bool((np.diff(gain_by_dice()) > 0).all()))
    yield "figure 1b: more points, less gain", int(bool((np.diff(gain_by_target()) <= 0).all()))
    game = sequential(DICE, TARGET)
    yield "EG1: antisymmetric for the sum 0", int(np.allclose(game.gain, -game.gain.T))
    blank_rows, blank_columns = np.nonzero(np.isnan(game.board()))
    yield "figure 2: blank at the lower left", int(min(blank_rows) >= TARGET and max(blank_columns) < TARGET)
    diagonal = np.diagonal(game.gain)
    yield "figure 2: EG(i, i) > 0", int(bool((diagonal > 0).all()))
    yield "figure 2: EG(i, i) increases", int(bool((np.diff(diagonal) > 0).all()))
    hopeless = game.gain[:, TARGET - 1] == -1
    yield "figure 2: no chance against 99", int(bool(hopeless[:HOPELESS].all() and not hopeless[HOPELESS:].any()))
    lead = np.subtract.outer(np.arange(TARGET), np.arange(TARGET))
    ahead, behind = (float(game.choice[far].mean()) for far in (lead >= FAR, lead <= -FAR))
    yield "figure 2: more dice when behind", int(ahead < behind)
    mixes = [one_round_mix(dice) for dice in range(5, MOST_DICE + 1)]
    yield "table 2: the same mix from D = 5", int(all(np.allclose(mix[:5], mixes[0]) for mix in mixes))
    for dice in (5, 6):
        outcome = _single_round(dice)
        yield f"figure 3: draws lead at D = {dice}", int(outcome.draw > max(outcome.win, outcome.loss))


def _throwing_first() -> Iterator[Computed]:
    """Yield 1 or 0 for statements on the worth of throwing first: question 3, table 1 and figure 1 (b)."""
    three, lowest = np.eye(3)[2], np.eye(3)[0]
    # a player with 98 points of 100 misses as many as at the start of a game to 2
    short, long = (
        [
            duel("sequential", everywhere(mix, n), everywhere(lowest, n)).chances(n - 2, n - 2).gain
            for mix in (three, lowest)
        ]
        for n in (2, TARGET)
    )
    yield "question 3: from 98 points each", int(np.allclose(short, long))
    yield "question 3: from 98 points each" + EVIDENCE, tuple(long)
    own = {name: chances("sequential", name, name, REPORT).gain for name in NAMES}
    yield "table 1: a slight advantage", int(all(0 < gain < SLIGHT for gain in own.values()))
    yield "table 1: a slight advantage" + EVIDENCE, tuple(own.values())
    yield "table 1: the optimum gains most from itself", int(own["optimal"] == max(own.values()))
    # in the game to 2000 points: a strategy against itself, then the optimal and the blind one against the other
    best, other = sequential_optimum(DICE, LONGEST), blind(DICE, LONGEST)
    alike = tuple(duel("sequential", player, player).chances().gain for player in (best, other))
    first, second = float(gain_by_target()[-1]), duel("sequential", other, best).chances().gain
    # (first + second) / 2 is due to throwing first, the rest to the strategy
    by_choice = (first - second) / 2
    yield "figure 1b: the first throw explains N = 2000", int((first + second) / 2 > by_choice)
    yield "figure 1b: the first throw explains N = 2000" + EVIDENCE, (*alike, first, second, by_choice)
    near, blind_near, blind_far = (
        (chances("sequential", *names, board).gain - chances("sequential", *names[::-1], board).gain) / 2
        for names, board in (
            (("optimal", "blind"), REPORT),
            (("blind", "random"), REPORT),
            (("blind", "random"), DiceBoard(DICE, LONG_RANDOM)),
        )
    )
    yield "figure 1b: choices count less", int(by_choice < near and blind_far < blind_near)
    yield "figure 1b: choices count less" + EVIDENCE, (near, by_choice, blind_near, blind_far)


def _at_once() -> Iterator[Computed]:
    """Yield 1 or 0 for statements on the simultaneous game: symmetry, table 3 and figure 3."""
    game = simultaneous(DICE, TARGET)
    # a game of sum 0 in which the players are not in the same situation
    matrix, mix = game.round_matrix(*UNEQUAL), game.mixes[UNEQUAL]
    value, conceded = float(game.gain[UNEQUAL]), float((matrix @ mix).max())
    yield "question 12: one mix for both", int(conceded - value < ROUNDING)
    yield "question 12: one mix for both" + EVIDENCE, (*UNEQUAL, value, conceded)
    # p₁ᵀ E₁(0, 0) p₂ is the mean gain over all pairs of throws of 3 dice
    small, ours, theirs = simultaneous(3, TARGET), np.array([0.5, 0.2, 0.3]), np.array([0.1, 0.6, 0.3])
    mean = sum(
        p * q * float(chance * other) * small.board[k, score]
        for d, p in enumerate(ours, 1)
        for k, chance in enumerate(exact_throw(d))
        for e, q in enumerate(theirs, 1)
        for score, other in enumerate(exact_throw(e))
    )
    difference = abs(float(ours @ small.round_matrix(0, 0) @ theirs) - float(mean))
    yield "question 18: the gain of two mixes", int(difference < ROUNDING)
    yield "figure 4: symmetric", int(np.allclose(game.board, game.board.T))
    yield (
        "figure 4: symmetric" + EVIDENCE,
        (float(np.abs(game.gain - game.gain.T).max()), float(np.abs(game.gain + game.gain.T).max())),
    )
    gains = {
        names: chances("simultaneous", *names, DiceBoard(DICE, 1)).gain
        for names in (("optimal", "blind"), ("optimal", "random"), ("random", "blind"))
    }
    own = [chances("sequential", name, name, REPORT).gain for name in NAMES]
    yield "table 3: a diagonal of 0 for the sum 0", int(np.allclose(own, 0))
    yield "table 3: a diagonal of 0 for the sum 0" + EVIDENCE, tuple(own)
    yield (
        "table 3: the optimum has a small advantage",
        int(all(0 < gains["optimal", other] < SLIGHT for other in ("blind", "random"))),
    )
    yield "table 3: random has an advantage over blind", int(gains["random", "blind"] > 0)
    yield (
        "table 3: random has an advantage over blind" + EVIDENCE,
        (gains["random", "blind"], gains["optimal", "blind"]),
    )
    rounds = [_single_round(dice) for dice in range(1, MOST_DICE + 1)]
    draws, leads = [result.draw for result in rounds], [result.gain for result in rounds]
    yield "figure 3: more dice, more draws", int(bool((np.diff(draws[:FEWEST]) > 0).all()))
    yield "figure 3: more dice, more draws" + EVIDENCE, (draws[0], draws[1], draws[2], draws[FEWEST - 1])
    no_gain, gain = np.abs(leads[: FEWEST - 1]).max(), min(leads[FEWEST - 1 :])
    yield "figure 3: a gain from D = 6 on", int(no_gain < ROUNDING < gain)
    yield "figure 3: a gain from D = 6 on" + EVIDENCE, (gain,)
    last = rounds[FEWEST - 1]
    yield (
        "figure 3: settled from D = 6 on",
        int(all(np.allclose((r.win, r.draw, r.loss), (last.win, last.draw, last.loss)) for r in rounds[FEWEST:])),
    )


PLOTS: Final = (
    Plot("figure-1", _gains),
    Plot("figure-2", _sequential_boards),
    Plot("figure-3", _rounds),
    # the expected gain of the simultaneous game at each score, from black (-1) to white (1)
    Plot(
        "figure-4",
        lambda figure, words: _board(figure, figure.subplots(), simultaneous(DICE, TARGET).board, words),
    ),
    Plot("figure-1-sampled", partial(_gains, sampled=True)),
    Plot("figure-3-sampled", partial(_rounds, sampled=True)),
)
DOCUMENT = Document(computed, PLOTS)
