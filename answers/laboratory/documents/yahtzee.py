"""The Yahtzee project report: the values of its printed numbers, and its drawings.

The rules are interpreted so that the report's values result (docs/yahtzee.md). Means, quartiles, deviations and values
for two independent games are exact. Values for shared dice are estimated from four times as many sets as in the report.
Values that follow from other printed values are computed from those.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from math import sqrt
from typing import TYPE_CHECKING, Final, cast

import numpy as np

from answers.exam.document import BY_SLIP, EVIDENCE, Computed, Document, Drawing, Plot
from answers.exam.words import Words, plain
from answers.exams.yahtzee.playing import player
from answers.kinds.parsing import Value
from solvers import svg
from solvers.compiled.arrays import Floats, Integers
from solvers.yahtzee.matches.game import record
from solvers.yahtzee.matches.matches import (
    PARTIAL,
    Method,
    PlayerStatistics,
    YahtzeeMatch,
    difference,
    histogram,
    match,
    match_statistics,
)
from solvers.yahtzee.matches.score_distribution import ScoreDistribution, score_distribution
from solvers.yahtzee.matches.weight_search import WeightContest
from solvers.yahtzee.rules.rolls import combinations, groups, rolls, situations, throws, upper_totals
from solvers.yahtzee.rules.rules import MEASURED, OFFICIAL, REPORT, UPPER, counts
from solvers.yahtzee.rules.rules import scores as points_by_box
from solvers.yahtzee.strategies.aims import possible_aims
from solvers.yahtzee.strategies.decision_une import decision_une
from solvers.yahtzee.strategies.expectations import AS_MEASURED
from solvers.yahtzee.strategies.human_reading import AS_MEASURED as HUMAN
from solvers.yahtzee.strategies.optimal import upper_ranges
from solvers.yahtzee.strategies.perturbation import FITTED, Weights, perturbation
from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SETS: Final = 100_000
"""Number of sets in each match of the report."""
OURS: Final = 4 * SETS
"""Number of sets in a match played here: the standard error of a difference is then an eighth above the report's."""
SEED: Final = 2022
QUARTERS: Final = (0.25, 0.5, 0.75)
NORMAL: Final = 1.96
"""Half width of an interval of level 95 %, in standard errors."""
PLAYERS: Final = ("Esp", "Hum")
HUM_MEAN: Final = 230.95
"""Mean score of Decision_Une printed in section 5.1."""
RARE: Final = 0.1
"""Frequency below which an event is counted as "very rare"."""
LISTED: Final = (
    *("ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind"),
    *("full_house", "small_straight", "large_straight", "yahtzee"),
)
"""The boxes that section 2.2 of the report lists as the thirteen boxes; one is missing."""
LEFT: Final = (1, 3, 11)
"""Open boxes, in the order of section 4.2."""
DEVIATION_ERROR: Final = 0.234
"""Standard error of a deviation of 100 000 games."""
PRINTED_SCORES: Final = {
    "Esp": ((236.84, 52.96, SETS), (236.94, 53.14, SETS), (236.76, 52.86, 2 * SETS)),
    "Hum": ((230.95, 60.74, SETS), (231.11, 60.56, SETS)),
}
"""Printed means and deviations of the score, with the number of games: sections 5.1, 5.2 and 6.3.2."""
EXAMPLE: Final = (2, 2, 3, 3, 3)
EXAMPLE_BOXES: Final = ("twos", "threes", "full_house", "three_of_a_kind")
"""The hand of section 3.2, and the boxes that it attains according to the report."""
LARGE_WEIGHT: Final = 20
"""Value of all twelve weights in a family of weights that section 6.2 calls bad."""
MOST_DRAWS: Final = 0.01
"""Greatest assumed share of draws of two independent games; the exact share is 0.6 %."""
BAD_SETS: Final = 2000
"""Number of sets for which a rate of winning has a standard error of at most one hundredth."""


@cache
def exact_score_distribution(short: str) -> ScoreDistribution:
    """Return the exact distribution of the score of "Esp" (Toutes_les_esperances) or of "Hum" (Decision_Une)."""
    return score_distribution(player(short))


def late_bonus_distribution() -> ScoreDistribution:
    """Return the distribution of scores of Decision_Une with the bonus at 65 points, as the text of the report says."""
    return score_distribution(decision_une(replace(MEASURED, threshold=REPORT.threshold), HUMAN))


@cache
def measured_match(method: Method, sets: int = OURS) -> YahtzeeMatch:
    """Return a match of Toutes_les_esperances against Decision_Une, in `sets` sets with new dice for each turn."""
    return match(player("Esp"), player("Hum"), method, sets, SEED, "turn")


@cache
def measured_statistics(method: Method) -> tuple[PlayerStatistics, PlayerStatistics]:
    """Return the statistics of both players of `measured_match` (sections 5.1 to 5.3)."""
    return match_statistics(measured_match(method))


@cache
def perturbed_match(method: Method, short: str = "Esp") -> YahtzeeMatch:
    """Return a match of Perturbation against another strategy of the report, with the dice of `measured_match`.

    `short` is the other strategy: "Esp" for Toutes_les_esperances or "Hum" for Decision_Une. `method` is that of
    `matches.match`. The weights of Perturbation are fitted to the results in section 6.3 of the report.
    """
    perturbed = perturbation(MEASURED, FITTED, AS_MEASURED)
    return match(perturbed, player(short), method, SETS, SEED, "turn")


def computed() -> Mapping[str, Value]:
    """Return the value of every printed number, by its name in `fixtures/yahtzee/printed.json`."""
    return dict(
        (
            *(*_alone(), *_independent(), *_shared(), *_perturbed()),
            *(*_claims(), *_readings(), *_rules_in_words(), *_from_printed(), *_slips()),
        )
    )


def _near(share: float, games: int) -> tuple[float, float]:
    """Return the limits within 4 standard errors of a share in some games, a range for printed quartiles."""
    spread = 4 * sqrt(share * (1 - share) / games)
    return share - spread, share + spread


def _alone() -> Iterator[Computed]:
    """Yield the values that do not depend on how players share dice: means, deviations and quartiles of all tables."""
    yield "combinations", combinations(REPORT)
    yield "situations", situations(REPORT)
    for short in PLAYERS:
        distribution = exact_score_distribution(short)
        for section in ("5.1", "5.2", "6.3.2"):
            yield f"{section}: mean of {short}", distribution.mean
            yield f"{section}: deviation of {short}", distribution.deviation
            for number, share in enumerate(QUARTERS, start=1):
                games = 2 * SETS if section == "6.3.2" else SETS
                low, high = (distribution.quantile(limit) for limit in _near(share, games))
                yield f"{section}: quartile {number} of {short}", (low, distribution.quantile(share), high)


def _independent() -> Iterator[Computed]:
    """Yield the exact values for two independent games (sections 5.1 and 5.3); a set of section 5.3 has two games."""
    esp, hum = exact_score_distribution("Esp"), exact_score_distribution("Hum")
    win, _, lost = esp.against(hum)
    margin, spread = esp.margin(hum)
    yield "5.1: wins of Esp", win
    yield "5.1: interval of the wins", NORMAL * sqrt(win * (1 - win) / SETS)
    yield "5.1: margin of Esp", margin
    yield "5.1: margin of Hum", hum.margin(esp)[0]
    yield "5.1: interval of the margin", NORMAL * spread / sqrt(win * SETS)
    gap = 2 * (esp.mean - hum.mean)
    yield from (("5.3: chance of Esp", win), ("5.3: chance of Hum", lost))
    yield from (("5.3: gap of Esp", gap), ("5.3: gap of Hum", -gap))


def _shared() -> Iterator[Computed]:
    """Yield the values estimated from games with shared dice; intervals are for the number of sets in the report.

    If each player wins a game of a set, the set is a partial victory. The report's numbers give it to the player with
    the greater score on the first list of dice: the first player's score in the first game, and the second player's in
    the second game. Section 5.3.1 defines it by the mean of the set instead, as `match_statistics` does.
    """
    esp, hum = measured_statistics("coupled")
    yield "5.2: chance of Esp", esp.wins.value
    yield "5.2: interval of the chance", NORMAL * esp.wins.error * sqrt(esp.wins.samples / SETS)
    for short, player_statistics in (("Esp", esp), ("Hum", hum)):
        if player_statistics.margin is not None:
            yield f"5.2: margin of {short}", player_statistics.margin.value
    if esp.margin is not None:
        won = esp.wins.value * SETS
        yield "5.2: interval of the margin", NORMAL * esp.margin.error * sqrt(esp.margin.samples / won)
    exchanged, players = measured_match("antithetic"), measured_statistics("antithetic")
    scores, share = exchanged.scores, SETS / exchanged.scores.shape[1]
    ahead = np.sort(np.sign(scores[0] - scores[1]), axis=1)
    split, judged = (ahead[:, 0] < 0) & (ahead[:, 1] > 0), scores[0, :, 0] - scores[1, :, 1]
    for short, player_statistics, sign in zip(PLAYERS, players, (1, -1), strict=True):
        yield f"5.3: total victories of {short}", player_statistics.total_victories * share
        yield f"5.3: partial victories of {short}", int((split & (sign * judged > 0)).sum()) * share
    yield "5.3: interval of the chance", NORMAL * players[0].wins.error / sqrt(share)
    yield "5.3: interval of the gap", NORMAL * 2 * difference(exchanged).error / sqrt(share)


def _perturbed() -> Iterator[Computed]:
    """Yield the values of section 6.3 on Perturbation, with weights fitted to that section."""
    for section, other in (("6.3.1", "Hum"), ("6.3.2", "Esp")):
        played = perturbed_match("antithetic", other)
        players = match_statistics(played)
        # a partial victory goes to the player with the greater mean of the set, unlike in section 5.3
        wins = np.sign(played.scores[0] - played.scores[1])
        split, judged = (wins[:, 0] * wins[:, 1] < 0), played.scores[0].sum(axis=1) - played.scores[1].sum(axis=1)
        partial_victories = [int((split & (sign * judged > 0)).sum()) for sign in (1, -1)]
        won = [player_statistics.total_victories for player_statistics in players] + partial_victories
        for short, total, partial_count in zip(("Perturb", other), won[:2], partial_victories, strict=True):
            yield f"{section}: total victories of {short}", total
            yield f"{section}: partial victories of {short}", partial_count
        if other == "Hum":
            yield "6.3.1: sets without a winner", played.scores.shape[1] - sum(won)
            yield "6.3.1: chance of Perturb", players[0].wins.value
            yield "6.3.1: gap of Perturb", 2 * difference(perturbed_match("antithetic", other)).value
    yield "6.3.2: mean of Perturb", players[0].score.value
    yield "6.3.2: deviation of Perturb", players[0].deviation
    scores = perturbed_match("antithetic").scores[0]
    for number, share in enumerate(QUARTERS, start=1):
        # the sample has as many games as that of the report
        low, high = (int(np.quantile(scores, limit)) for limit in _near(share, SETS))
        yield f"6.3.2: quartile {number} of Perturb", (low, int(players[0].quartiles[number - 1]), high)


def _claims() -> Iterator[Computed]:
    """Yield 1 (true) or 0 (false) for statements of the report in words."""
    esp, hum = exact_score_distribution("Esp"), exact_score_distribution("Hum")
    yield "2.1: bonus from 65", int(abs(late_bonus_distribution().mean - HUM_MEAN) < abs(hum.mean - HUM_MEAN))
    yield "2.2: the 13 boxes", int(set(LISTED) == set(REPORT.boxes))
    yield "4.2: decreasing order", int(tuple(sorted(LEFT, reverse=True)) == LEFT)
    yield "4.6: bonus", int(esp.bonus < RARE)
    yield "5.2: better and steadier", int(esp.mean > hum.mean and esp.deviation < hum.deviation)
    (apart, spread), shared = esp.margin(hum), measured_statistics("coupled")[0].margin
    narrower = shared is not None and shared.value < apart and shared.error * sqrt(shared.samples) < spread
    yield "5.2: smaller margins", int(narrower)
    first, second = measured_match("antithetic").scores
    wins = (first > second).astype(np.float64)
    yield "5.3: less variance", int(wins.mean(axis=1).var() < wins.var() / 2)


def _readings() -> Iterator[Computed]:
    """Yield 1 or 0 for statements of sections 2 and 3 that change the strategies: 1 if they fit the printed scores."""
    measured = exact_score_distribution("Hum")
    for name, reading in (
        ("3.2: a Yahtzee from three equal dice", {"nearly_alike": {**HUMAN.nearly_alike, "yahtzee": 3}}),
        ("3.2: the listing of the full house", {"pair_is_full": True}),
        ("3.3.2: the loss is divided", {"whole_divided": False}),
    ):
        changed = score_distribution(decision_une(MEASURED, replace(HUMAN, **reading)))
        yield name, int(_fits("Hum", changed))
        yield name + EVIDENCE, (changed.mean, changed.deviation, measured.mean, measured.deviation)
    yield "3.3.2: the whole is divided", int(HUMAN.whole_divided and _fits("Hum", measured))
    product = score_distribution(decision_une(MEASURED, replace(HUMAN, combine="product")))
    # sum and product both fit the printed scores; the report's program adds the weights (docs/yahtzee.md)
    yield "3.3.3: weights are multiplied", int(HUMAN.combine == "product")
    yield (
        "3.3.3: weights are multiplied" + EVIDENCE,
        (product.mean, product.deviation, measured.mean, measured.deviation),
    )
    # the joker rule of the report's text, with the points of a joker or those of an ordinary hand
    rules = replace(MEASURED, joker="report")
    jokers = [
        score_distribution(toutes_les_esperances(rules, replace(AS_MEASURED, full_joker=full)).policy)
        for full in (True, False)
    ]
    hum = score_distribution(decision_une(rules, HUMAN))
    yield "2.1: the joker", int(_fits("Hum", hum) and any(_fits("Esp", joker) for joker in jokers))
    yield (
        "2.1: the joker" + EVIDENCE,
        (*(joker.deviation for joker in jokers), exact_score_distribution("Esp").deviation),
    )


def _fits(short: str, distribution: ScoreDistribution) -> bool:
    """Return whether the printed means and deviations of a strategy are within 4 standard errors of a distribution."""
    return all(
        abs(mean - distribution.mean) < 4 * distribution.deviation / sqrt(games)
        and abs(deviation - distribution.deviation) < 4 * DEVIATION_ERROR * sqrt(SETS / games)
        for mean, deviation, games in PRINTED_SCORES[short]
    )


def _rules_in_words() -> Iterator[Computed]:
    """Yield 1 or 0 for statements of sections 2 to 4 that can be decided by counting, and the numbers counted."""
    attained = [box for box, points in points_by_box(OFFICIAL, EXAMPLE).items() if points]
    yield "3.2: the boxes attained by 2, 2, 3, 3, 3", int(set(attained) == set(EXAMPLE_BOXES))
    yield "3.2: the boxes attained by 2, 2, 3, 3, 3" + EVIDENCE, (", ".join(attained),)
    hands = rolls(OFFICIAL.dice, OFFICIAL.faces)
    reached = {box for hand in hands for box, points in points_by_box(OFFICIAL, hand).items() if points}
    yield "3.2: every box is in reach", int(reached == set(OFFICIAL.boxes))
    full = sum(throws(hand) for hand in hands if points_by_box(OFFICIAL, hand)["full_house"])
    yield "2.2: True throws a die again", int(full == OFFICIAL.faces**OFFICIAL.dice)
    yield "2.2: True throws a die again" + EVIDENCE, (full / OFFICIAL.faces**OFFICIAL.dice,)
    boxes = len(REPORT.boxes)
    sizes = [groups(REPORT, n) for n in range(boxes + 1)]
    yield "4.3: twelve arrays", int(boxes == 12)
    yield "4.3: twelve arrays" + EVIDENCE, (boxes,)
    # true if [0, k(n - 1)] has as many integers as there are groups of n boxes
    yield "4.2: indices up to k(n - 1)", int(all(sizes[n - 1] + 1 == sizes[n] for n in range(1, boxes + 1)))
    yield "4.2: indices up to k(n - 1)" + EVIDENCE, (sizes[1], sizes[0] + 1, sizes[7], sizes[6] + 1)
    upper = [box for box in REPORT.boxes if box in UPPER]
    totals = [
        len({min(total, REPORT.threshold) for total in upper_totals(REPORT, open_boxes)})
        for size in range(len(upper) + 1)
        for open_boxes in itertools.combinations(upper, size)
    ]
    lows, highs = upper_ranges(REPORT)
    mean = sum(totals) / len(totals)
    yield "4.6: the bonus takes 65 times as long", int(mean >= REPORT.threshold)
    yield "4.6: the bonus takes 65 times as long" + EVIDENCE, (mean, float((highs + 1 - lows).mean()))


def _from_printed() -> Iterator[Computed]:
    """Yield the values that follow from other printed values: points of matches, numbers of games, 95 % intervals."""
    yield "6.2: days for the points", Fraction(10 * 12, 2 * 24)
    large = perturbation(REPORT, [LARGE_WEIGHT] * len(Weights._fields))
    rates = WeightContest(toutes_les_esperances(REPORT).policy, BAD_SETS, SEED).rates(large)
    yield "6.2: a rate under 40 %", int(rates.mean() < Fraction(40, 100))
    half = Fraction(PARTIAL)
    yield "5.3: points of Esp", 22456 + half * 36974
    yield "5.3: points of Hum", 11540 + half * 27154
    yield "5.3: sum of both gaps", 0
    yield "6.3.1: points of Hum", 11649 + half * 28391
    yield "6.3.1: points of Perturb", 23018 + half * 35176
    # a gap of means is w · margin of Esp - (1 - d - w) · margin of Hum, d being the share of draws
    chances = [(236.84 - 230.95 + 60.22 * (1 - draws)) / (58.71 + 60.22) for draws in (MOST_DRAWS, MOST_DRAWS / 2, 0)]
    yield "5.1: wins of Esp by its table", tuple(chances)
    # a game won counts 1, lost -1; in the sets that each player wins once, both cancel each other
    ahead, sets_won, drawn_sets = 99529 - 98618, 4985 + 4693, 1855
    significances = (ahead / sqrt(99529 + 98618), ahead / sqrt(4 * sets_won + drawn_sets))
    yield "6.3.2: no significant difference", int(all(abs(z) < NORMAL for z in significances))
    yield "6.3.2: no significant difference" + EVIDENCE, significances
    yield "6.3.2: more total victories over Decision_Une", int(23018 > 4985)
    for short, mean, deviation, half_width in (("Esp", 236.76, 52.86, 1.54), ("Perturb", 236.43, 51.53, 1.53)):
        yield (
            f"6.3.2: interval of {short}{EVIDENCE}",
            tuple((NORMAL * spread / half_width) ** 2 for spread in (deviation, mean, sqrt(mean**2 + deviation**2))),
        )
    games, gap = 99529 + 98618 + 1855, 2 * (Fraction("236.76") - Fraction("236.43"))
    yield "6.3.2: games of the match", games
    yield "6.3.2: wins without draws", Fraction(99529, 99529 + 98618)
    yield "6.3.2: chance of Perturb", Fraction(99529, games)
    yield "6.3.2: chance of Esp", Fraction(98618, games)
    yield "6.3.2: gap of Perturb", -gap
    yield from ((f"6.3.2: {of}", gap) for of in ("gap of Esp", "margin of Esp", "margin of Perturb"))
    yield "6.2: objective", Fraction(52, 100)
    for section, esp, hum in (("5.1", 52.96, 60.74), ("5.2", 53.14, 60.56)):
        yield f"{section}: interval of Esp", NORMAL * esp / sqrt(SETS)
        yield f"{section}: interval of Hum", NORMAL * hum / sqrt(SETS)
    yield "6.2: interval of 100 000 games", NORMAL / 2 / sqrt(SETS)
    yield "6.3.1: interval of the gap", NORMAL * sqrt(51.53**2 + 60.74**2) / sqrt(2 * SETS)
    yield "6.3.2: interval of the gaps", NORMAL * sqrt(51.53**2 + 52.86**2) / sqrt(2 * SETS)
    yield "6.3.2: interval of Esp", NORMAL * 52.86 / sqrt(2 * SETS)
    yield "6.3.2: interval of Perturb", NORMAL * 51.53 / sqrt(2 * SETS)


def _slips() -> Iterator[Computed]:
    """Yield the values that known errors (slips) of the report give, by the name of the number with `BY_SLIP`."""
    half = Fraction(PARTIAL)
    yield "5.1: interval of the margin" + BY_SLIP, NORMAL * 58.71 / sqrt(SETS)
    yield "5.2: interval of the margin" + BY_SLIP, NORMAL * 37.58 / sqrt(SETS)
    yield "5.3: interval of the chance" + BY_SLIP, NORMAL / 2 / sqrt(SETS)
    yield "5.3: interval of the gap" + BY_SLIP, NORMAL * sqrt(52.96**2 + 60.74**2) / sqrt(2 * SETS)
    yield "6.2: interval of 100 000 games" + BY_SLIP, NORMAL / 2 / sqrt(2 * SETS)
    yield "6.2: objective" + BY_SLIP, Fraction(52, 100) / 100
    yield "6.3.1: points of Hum" + BY_SLIP, int(11649 + half * 28391)
    for number, share in enumerate(QUARTERS, start=1):
        low, high = (exact_score_distribution("Hum").quantile(limit) for limit in _near(share, SETS))
        yield (
            f"6.3.2: quartile {number} of Perturb{BY_SLIP}",
            (low, exact_score_distribution("Hum").quantile(share), high),
        )


WIDTH: Final = 10
LARGEST: Final = 450
ROOM: Final = 1.2
"""Height of an axis as a multiple of the highest curve, which leaves room for the legend."""
FULL: Final = {"Esp": "Toutes_les_esperances", "Hum": "Decision_Une", "Perturb": "Perturbation"}


def _draw(players: tuple[str, str], method: Method, figure: "Figure", words: Words) -> None:
    """Draw histograms of the scores of both players and, for shared dice, of the gaps between their scores."""

    def match_of(method: Method) -> YahtzeeMatch:
        return perturbed_match(method) if "Perturb" in players else measured_match(method, SETS)

    scores = match_of(method).scores
    if method == "independent":
        _scores(figure.subplots(), players, scores, words)
        return
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    _scores(left, players, scores, words)
    left.set_title("(a)")
    independent = match_of("independent").scores[:, :, 0].astype(np.float64)
    if method == "antithetic":
        # an antithetic set has two games, so independent games are grouped by two as well
        independent = independent.reshape(2, -1, 2).mean(axis=2)
    _gaps(right, scores.mean(axis=2), "black", "-", plain(words.snippet(f"{method}_dice")))
    _gaps(right, independent, "gray", "--", plain(words.snippet("independent_dice")))
    right.set(
        title="(b)", xlabel=plain(words.snippet("axis_gap")), ylabel=plain(words.snippet("axis_sets")), xlim=(-250, 250)
    )
    _room_above(right)
    right.legend(frameon=False, loc="upper left", fontsize="small")


def _scores(axes: "Axes", players: tuple[str, str], played: Integers, words: Words) -> None:
    """Draw how often each player reaches each score, both players in the same axes."""
    for scores, name, color, line in zip(played, players, ("black", "gray"), ("-", "--"), strict=True):
        label = FULL[name]
        lows, tally = histogram(scores, WIDTH)
        edges = np.append(lows, lows[-1] + WIDTH)
        axes.stairs(100 * tally / scores.size, edges, color=color, linestyle=line, linewidth=1.2, label=label)
    axes.set(xlabel=plain(words.snippet("axis_score")), ylabel=plain(words.snippet("axis_games")), xlim=(0, LARGEST))
    _room_above(axes)
    axes.legend(frameon=False, loc="upper right", fontsize="small")


def _room_above(axes: "Axes") -> None:
    """Make room for the legend above the curves, and label the axis with integers, which need no decimal sign."""
    from matplotlib.ticker import MaxNLocator

    axes.set_ylim(0, axes.get_ylim()[1] * ROOM)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))


def _gaps(axes: "Axes", scores: Floats, *style: str) -> None:
    """Draw by how many points the first player is ahead of the second, in percent of the sets of games."""
    color, line, label = style
    gaps = scores[0] - scores[1]
    edges = np.arange(-400, 401, 20)
    axes.stairs(100 * np.histogram(gaps, edges)[0] / gaps.size, edges, color=color, linestyle=line, label=label)


ROW, SIDE, MARGIN = 22, 24, 10
"""Height of a line, distance of two dice, and width of the margin, in pixels."""
STYLE: Final = 'font-family="serif" font-size="12" text-anchor="middle"'
HANDS: Final = ((2, 2, 3, 3, 3), (2, 2, 3, 3, 5), (2, 2, 4, 5, 6))
"""Hands with a full house, two pairs, and one pair."""
DESTINY: Final = (1, 3, 4, 2, 1, 4, 5, 5, 2, 6, 3, 1, 2, 6, 4)
"""A list of dice, which begins like that of the report."""


def score_sheet(words: Words) -> str:
    """Return the SVG of the score sheet: a line for each box with the points of the box, and an empty column."""
    names = cast("dict[str, str]", words.text("box_names", {}))
    total = plain(words.snippet("sheet_sum"))
    uppers = [box for box in OFFICIAL.boxes if box in UPPER]
    lines = [(names[box], f"{face} × n") for face, box in enumerate(uppers, 1)]
    lines.append((plain(words.snippet("sheet_bonus", points=OFFICIAL.threshold)), str(OFFICIAL.bonus)))
    lines += [(names[box], str(OFFICIAL.fixed.get(box, total))) for box in OFFICIAL.boxes if box not in UPPER]
    cells: list[str] = []
    for y, line in enumerate(lines):
        top = MARGIN + ROW * y
        for x, width, text in zip((MARGIN, MARGIN + 190, MARGIN + 340), (190, 150, 90), (*line, ""), strict=True):
            cells.append(f'<rect x="{x:g}" y="{top:g}" width="{width}" height="{ROW}" fill="none" stroke="#000"/>')
            cells.append(svg.text(x + 6, top + 15, text, anchor="start"))
    return svg.drawing(2 * MARGIN + 430, 2 * MARGIN + ROW * len(lines), cells, style=STYLE)


def full_house_scheme(words: Words) -> str:
    """Return the SVG of three hands, each with its count of each face and its aim at the full house, if any."""
    parts: list[str] = []
    for n, hand in enumerate(HANDS):
        top = MARGIN + 2 * SIDE * n
        full_house = next((aim for aim in possible_aims(OFFICIAL, hand) if aim.box == "full_house"), None)
        kept = () if full_house is None else full_house.kept
        state = "none" if full_house is None else "attained" if full_house.missing == 0 else "attainable"
        parts += _dice(hand, kept, MARGIN, top)
        tally = " ".join(map(str, counts(OFFICIAL, hand)))
        parts.append(svg.text(MARGIN + 6 * SIDE + 70, top + 16, f"[{tally}]"))
        parts.append(svg.text(MARGIN + 6 * SIDE + 150, top + 16, "→"))
        text = plain(words.snippet(f"full_house_{state}"))
        parts.append(svg.text(MARGIN + 6 * SIDE + 170, top + 16, text, anchor="start"))
    return svg.drawing(560, MARGIN + 2 * SIDE * len(HANDS), parts, style=STYLE)


def destiny_scheme(words: Words) -> str:
    """Return the SVG of a list of dice, and of a turn of the strategy Decision_Une with dice from the list."""
    turn = record(decision_une(OFFICIAL), DESTINY * 13).turns[0]
    parts = _dice(DESTINY, (), MARGIN + 130, MARGIN)
    parts.append(svg.text(MARGIN + 120, MARGIN + 16, plain(words.snippet("destiny_list")), anchor="end"))
    used = 0
    for n, (roll, kept_before) in enumerate(zip(turn.rolls, ((), *turn.keeps), strict=True)):
        thrown = len(roll) - len(kept_before)
        top = MARGIN + 2 * SIDE * (n + 1)
        parts.append(
            svg.text(MARGIN + 120, top + 16, plain(words.snippet("destiny_throw", number=n + 1)), anchor="end")
        )
        parts += _dice(DESTINY[used : used + thrown], (), MARGIN + 130 + SIDE * used, top)
        used += thrown
        kept = turn.keeps[n] if n < len(turn.keeps) else ()
        parts += _dice(roll, kept, MARGIN + 150 + SIDE * len(DESTINY), top)
    return svg.drawing(MARGIN + 170 + SIDE * (len(DESTINY) + 6), MARGIN + 2 * SIDE * 4, parts, style=STYLE)


def _dice(faces: Iterable[int], kept: Iterable[int], x: float, y: float) -> list[str]:
    """Return the SVG parts of a row of dice; kept dice have a thick border."""
    remaining, parts = list(kept), []
    for n, face in enumerate(faces):
        width = 2.5 if face in remaining else 1
        if face in remaining:
            remaining.remove(face)
        parts.append(
            f'<rect x="{x + SIDE * n + 1:g}" y="{y:g}" width="{SIDE - 4}" height="{SIDE - 4}" rx="3" fill="#fff" '
            f'stroke="#000" stroke-width="{width}"/>{svg.text(x + SIDE * n + SIDE / 2 - 1, y + 15, str(face))}'
        )
    return parts


PLOTS: Final = (
    Drawing("figure-1", score_sheet),
    Drawing("figure-2", full_house_scheme),
    Plot("figure-3", partial(_draw, PLAYERS, "independent")),
    Drawing("figure-4", destiny_scheme),
    Plot("figure-5", partial(_draw, PLAYERS, "coupled")),
    Plot("figure-6", partial(_draw, PLAYERS, "antithetic")),
    Plot("figure-perturbation", partial(_draw, ("Perturb", "Esp"), "antithetic")),
)
DOCUMENT = Document(computed, PLOTS)
