"""The Yahtzee project report: the figures of its tables beside ours, and its histograms.

Means, quartiles and deviations of a strategy are exact; what concerns a match is measured on as many sets as the report
played. Figures that follow from others printed are computed from those.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Final

from answers.exam.document import Computed, Document
from answers.exams.yahtzee.players import SETS, decision_une_player, esperances_player, sampled_match
from answers.exams.yahtzee.plots import PLOTS
from answers.kinds.reading import Value
from solvers.yahtzee.matches.match_statistics import PARTIAL, PlayerStatistics, difference, match_statistics
from solvers.yahtzee.matches.matches import Method
from solvers.yahtzee.matches.score_law import ScoreLaw, score_law
from solvers.yahtzee.rules import counts
from solvers.yahtzee.rules.rules import REPORT

QUARTERS: Final = (0.25, 0.5, 0.75)
NORMAL: Final = 1.96


def computed() -> Mapping[str, Value]:
    """Return every figure of the report, by its name in `fixtures/yahtzee/printed.json`."""
    return dict(figure for part in (_counts(), _alone(), _matches(), _own_sums()) for figure in part)


def _counts() -> Iterator[Computed]:
    yield "combinations", counts.combinations(REPORT)
    yield "situations", counts.situations(REPORT)


@cache
def _law(short: str) -> ScoreLaw:
    return score_law(esperances_player() if short == "Esp" else decision_une_player())


def _alone() -> Iterator[Computed]:
    """Sections 5.1 and 5.2: what does not depend on how the dice are shared, so that both tables have it."""
    for short in ("Esp", "Hum"):
        law = _law(short)
        for section in ("5.1", "5.2"):
            yield f"{section}: mean of {short}", law.mean
            yield f"{section}: deviation of {short}", law.deviation
            for number, share in enumerate(QUARTERS, start=1):
                yield f"{section}: quartile {number} of {short}", law.quantile(share)
    yield "5.1: wins of Esp", _law("Esp").against(_law("Hum"))[0]


def _matches() -> Iterator[Computed]:
    """Sections 5.1 to 6.3 by matches of our own strategies."""
    pairs: tuple[tuple[str, str, str, Method], ...] = (
        ("5.1", "Esp", "Hum", "independent"),
        ("5.2", "Esp", "Hum", "coupled"),
        ("5.3", "Esp", "Hum", "antithetic"),
        ("6.3.1", "Perturb", "Hum", "antithetic"),
        ("6.3.2", "Perturb", "Esp", "antithetic"),
    )
    for section, first, second, method in pairs:
        match = sampled_match(first, second, method)
        for short, player in zip((first, second), match_statistics(match), strict=True):
            yield from _player(section, short, player, method)
        # In 5.3 and 6.3 the report's gaps are those of whole sets: 11.98 is twice the difference of its means.
        gap = match.scores.shape[2] * difference(match).value
        yield from ((f"{section}: gap of {first}", gap), (f"{section}: gap of {second}", -gap))


def _player(section: str, short: str, player: PlayerStatistics, method: Method) -> Iterator[Computed]:
    if method == "antithetic":
        yield f"{section}: chance of {short}", player.wins.value
        yield f"{section}: total victories of {short}", player.total_victories
        yield f"{section}: partial victories of {short}", player.partial_victories
    if section == "5.2":
        yield f"{section}: chance of {short}", player.wins.value
    if section in ("5.1", "5.2") and player.margin is not None:
        yield f"{section}: margin of {short}", player.margin.value
    if section == "6.3.2":
        yield f"{section}: mean of {short}", player.score.value
        yield f"{section}: deviation of {short}", player.deviation
        for number, quartile in enumerate(player.quartiles, start=1):
            yield f"{section}: quartile {number} of {short}", quartile


def _own_sums() -> Iterator[Computed]:
    """What follows from other numbers of the report: points of the matches, numbers of games, intervals."""
    half = Fraction(PARTIAL)
    yield "5.3: points of Esp", 22456 + half * 36974
    yield "5.3: points of Hum", 11540 + half * 27154
    yield "6.3.1: points of Hum", 11649 + half * 28391
    yield "6.3.1: points of Perturb", 23018 + half * 35176
    yield "6.3.2: games of the match", 99529 + 98618 + 1855
    yield "6.3.2: wins without draws", Fraction(99529, 99529 + 98618)
    yield "5.1: interval of Esp", NORMAL * 52.96 / sqrt(SETS)
    yield "5.1: interval of Hum", NORMAL * 60.74 / sqrt(SETS)
    yield "6.3.2: interval of Esp", NORMAL * 52.86 / sqrt(2 * SETS)
    yield "6.3.2: interval of Perturb", NORMAL * 51.53 / sqrt(2 * SETS)


DOCUMENT = Document(computed, PLOTS)
