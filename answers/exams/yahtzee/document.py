"""The Yahtzee project report: the figures of its tables beside ours, and its histograms.

They are computed in the reading that meets them (docs/yahtzee.md). Means, quartiles, deviations and what follows from
two independent games are exact; what concerns shared dice is measured on four times as many sets as the report played.
Figures that follow from others printed are computed from those.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Final

import numpy as np

from answers.exam.document import BY_SLIP, Computed, Document
from answers.exams.yahtzee.measured import (
    SETS,
    late_bonus_law,
    law,
    measured_match,
    measured_statistics,
    perturbed_match,
    rate_of_large_weights,
)
from answers.exams.yahtzee.plots import PLOTS
from answers.kinds.reading import Value
from solvers.compiled.arrays import Integers
from solvers.yahtzee.matches.match_statistics import PARTIAL, difference, match_statistics
from solvers.yahtzee.rules import counts
from solvers.yahtzee.rules.rules import REPORT

QUARTERS: Final = (0.25, 0.5, 0.75)
NORMAL: Final = 1.96
PLAYERS: Final = ("Esp", "Hum")
HUM_MEAN: Final = 230.95
"""Printed in section 5.1 for Decision_Une."""
RARE: Final = 0.1
"""What happens in fewer than one game in ten is called very rare."""
LISTED: Final = (
    *("ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind"),
    *("full_house", "small_straight", "large_straight", "yahtzee"),
)
"""The boxes that section 2.2 lists as the thirteen."""
LEFT: Final = (1, 3, 11)
"""Boxes left, as section 4.2 writes them."""
LARGE_WEIGHT: Final = 20
BAD_SETS: Final = 2000
"""All twelve weights, and sets enough: the rate has a standard error of one hundredth at most."""


def computed() -> Mapping[str, Value]:
    """Return every figure of the report, by its name in `fixtures/yahtzee/printed.json`."""
    parts = (
        _counts(),
        _alone(),
        _independent(),
        _coupled(),
        _antithetic(),
        _perturbed(),
        _claims(),
        _weights(),
        _own_sums(),
        _slips(),
    )
    return dict(figure for part in parts for figure in part)


def _counts() -> Iterator[Computed]:
    yield "combinations", counts.combinations(REPORT)
    yield "situations", counts.situations(REPORT)


def _alone() -> Iterator[Computed]:
    """What does not depend on how the dice are shared, so that every table has it."""
    for short in PLAYERS:
        found = law(short)
        for section in ("5.1", "5.2", "6.3.2"):
            yield f"{section}: mean of {short}", found.mean
            yield f"{section}: deviation of {short}", found.deviation
            for number, share in enumerate(QUARTERS, start=1):
                games = 2 * SETS if section == "6.3.2" else SETS
                low, high = (found.quantile(each) for each in _near(share, games))
                yield f"{section}: quartile {number} of {short}", (low, found.quantile(share), high)


def _near(share: float, games: int) -> tuple[float, float]:
    """The shares between which a share of so many games lies, up to 4 standard errors.

    A quartile of whole numbers has no standard error: that of this law may be one of two numbers, whatever the sample.
    """
    spread = 4 * sqrt(share * (1 - share) / games)
    return share - spread, share + spread


def _independent() -> Iterator[Computed]:
    """What follows from two independent games; every set of section 5.3 has two."""
    esp, hum = law("Esp"), law("Hum")
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


def _coupled() -> Iterator[Computed]:
    esp, hum = measured_statistics("coupled")
    yield "5.2: chance of Esp", esp.wins.value
    yield "5.2: interval of the chance", NORMAL * _as_long(esp.wins.error, esp.wins.samples)
    for short, player in (("Esp", esp), ("Hum", hum)):
        if player.margin is not None:
            yield f"5.2: margin of {short}", player.margin.value
    if esp.margin is not None:
        won = esp.wins.value * SETS
        yield "5.2: interval of the margin", NORMAL * esp.margin.error * sqrt(esp.margin.samples / won)


def _antithetic() -> Iterator[Computed]:
    """Section 5.3, as many sets as the report played."""
    match, players = measured_match("antithetic"), measured_statistics("antithetic")
    sets = match.scores.shape[1]
    for short, player, partial in zip(PLAYERS, players, _partial(match.scores), strict=True):
        yield f"5.3: total victories of {short}", player.total_victories * SETS / sets
        yield f"5.3: partial victories of {short}", partial * SETS / sets
    yield "5.3: interval of the chance", NORMAL * _as_long(players[0].wins.error, sets)
    yield "5.3: interval of the gap", NORMAL * 2 * _as_long(difference(match).error, sets)


def _partial(scores: Integers) -> tuple[int, int]:
    """Count the sets with a victory each that go to either player by the scores on the first list of dice.

    The first player has it in the first game, the second one in the second. Section 5.3.1 defines a partial victory by
    the mean of the set, as `match_statistics` does.
    """
    shared = np.sort(np.sign(scores[0] - scores[1]), axis=1)
    split, judged = (shared[:, 0] < 0) & (shared[:, 1] > 0), scores[0, :, 0] - scores[1, :, 1]
    return int((split & (judged > 0)).sum()), int((split & (judged < 0)).sum())


def _as_long(error: float, samples: int) -> float:
    """Return what a standard error would be with as many sets as the report played."""
    return error * sqrt(samples / SETS)


def _perturbed() -> Iterator[Computed]:
    """Section 6.3 on the measured base, with weights fitted to it."""
    for section, other in (("6.3.1", "Hum"), ("6.3.2", "Esp")):
        players = match_statistics(perturbed_match("antithetic", other))
        for short, player in zip(("Perturb", other), players, strict=True):
            yield f"{section}: total victories of {short}", player.total_victories
            yield f"{section}: partial victories of {short}", player.partial_victories
        if other == "Hum":
            yield "6.3.1: chance of Perturb", players[0].wins.value
            yield "6.3.1: gap of Perturb", 2 * difference(perturbed_match("antithetic", other)).value
    yield "6.3.2: mean of Perturb", players[0].score.value
    yield "6.3.2: deviation of Perturb", players[0].deviation
    scores = perturbed_match("antithetic").scores[0]
    for number, share in enumerate(QUARTERS, start=1):
        # Theirs and ours are two samples of as many games.
        low, high = (int(np.quantile(scores, each)) for each in _near(share, SETS))
        yield f"6.3.2: quartile {number} of Perturb", (low, int(players[0].quartiles[number - 1]), high)


def _claims() -> Iterator[Computed]:
    """What the report says in words, 1 if it holds."""
    esp, hum = law("Esp"), law("Hum")
    yield "2.1: bonus from 65", int(abs(late_bonus_law().mean - HUM_MEAN) < abs(hum.mean - HUM_MEAN))
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


def _weights() -> Iterator[Computed]:
    """What section 6.2 says of the search for weights: ten points a weight, of half an hour each; a bad family."""
    yield "6.2: days for the points", Fraction(10 * 12, 2 * 24)
    yield "6.2: a rate under 40 %", int(rate_of_large_weights(LARGE_WEIGHT, BAD_SETS) < Fraction(40, 100))


def _own_sums() -> Iterator[Computed]:
    """What follows from other numbers of the report: points of the matches, numbers of games, intervals."""
    half = Fraction(PARTIAL)
    yield "5.3: points of Esp", 22456 + half * 36974
    yield "5.3: points of Hum", 11540 + half * 27154
    yield "5.3: sum of both gaps", 0
    yield "6.3.1: points of Hum", 11649 + half * 28391
    yield "6.3.1: points of Perturb", 23018 + half * 35176
    yield "6.3.2: games of the match", 99529 + 98618 + 1855
    yield "6.3.2: wins without draws", Fraction(99529, 99529 + 98618)
    yield "6.3.2: chance of Perturb", Fraction(99529, 99529 + 98618 + 1855)
    yield "6.3.2: chance of Esp", Fraction(98618, 99529 + 98618 + 1855)
    yield "6.3.2: gap of Perturb", 2 * (Fraction("236.43") - Fraction("236.76"))
    yield "6.3.2: gap of Esp", 2 * (Fraction("236.76") - Fraction("236.43"))
    yield "6.3.2: margin of Esp", 2 * (Fraction("236.76") - Fraction("236.43"))
    yield "6.3.2: margin of Perturb", 2 * (Fraction("236.76") - Fraction("236.43"))
    yield "6.2: objective", Fraction(52, 100)
    yield from _own_intervals()


def _own_intervals() -> Iterator[Computed]:
    """Intervals of level 95 % from the deviations that the report prints, for independent games."""
    for section, esp, hum in (("5.1", 52.96, 60.74), ("5.2", 53.14, 60.56)):
        yield f"{section}: interval of Esp", NORMAL * esp / sqrt(SETS)
        yield f"{section}: interval of Hum", NORMAL * hum / sqrt(SETS)
    yield "6.2: interval of 100 000 games", NORMAL / 2 / sqrt(SETS)
    yield "6.3.1: interval of the gap", NORMAL * sqrt(51.53**2 + 60.74**2) / sqrt(2 * SETS)
    yield "6.3.2: interval of the gaps", NORMAL * sqrt(51.53**2 + 52.86**2) / sqrt(2 * SETS)
    yield "6.3.2: interval of Esp", NORMAL * 52.86 / sqrt(2 * SETS)
    yield "6.3.2: interval of Perturb", NORMAL * 51.53 / sqrt(2 * SETS)


def _slips() -> Iterator[Computed]:
    """What gives the figures that the report prints wrong: each its slip."""
    half = Fraction(PARTIAL)
    yield "5.1: interval of the margin" + BY_SLIP, NORMAL * 58.71 / sqrt(SETS)
    yield "5.2: interval of the margin" + BY_SLIP, NORMAL * 37.58 / sqrt(SETS)
    yield "5.3: interval of the chance" + BY_SLIP, NORMAL / 2 / sqrt(SETS)
    yield "5.3: interval of the gap" + BY_SLIP, NORMAL * sqrt(52.96**2 + 60.74**2) / sqrt(2 * SETS)
    yield "6.2: interval of 100 000 games" + BY_SLIP, NORMAL / 2 / sqrt(2 * SETS)
    yield "6.2: objective" + BY_SLIP, Fraction(52, 100) / 100
    yield "6.3.1: points of Hum" + BY_SLIP, int(11649 + half * 28391)
    for number, share in enumerate(QUARTERS, start=1):
        low, high = (law("Hum").quantile(each) for each in _near(share, SETS))
        yield f"6.3.2: quartile {number} of Perturb{BY_SLIP}", (low, law("Hum").quantile(share), high)


DOCUMENT = Document(computed, PLOTS)
