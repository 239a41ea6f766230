"""What the report measured, measured again: its strategies in the reading that meets its figures, and their matches."""

from dataclasses import replace
from functools import cache
from typing import Final

from solvers.yahtzee.matches.match_statistics import PlayerStatistics, match_statistics
from solvers.yahtzee.matches.matches import Match, Method, match
from solvers.yahtzee.matches.score_law import ScoreLaw, score_law
from solvers.yahtzee.matches.weight_search import Contest
from solvers.yahtzee.rules.rules import MEASURED, REPORT, Rules
from solvers.yahtzee.strategies import human_reading
from solvers.yahtzee.strategies.decision_une import decision_une
from solvers.yahtzee.strategies.expectations import AS_MEASURED, Expectations
from solvers.yahtzee.strategies.perturbation import FITTED, Weights, perturbation
from solvers.yahtzee.strategies.strategy import Policy
from solvers.yahtzee.strategies.toutes_les_esperances import esperances_policy, toutes_les_esperances

SETS: Final = 100_000
"""Sets of each match of the report."""
OURS: Final = 4 * SETS
"""Sets of ours beside them: our own sampling then adds an eighth to the standard error."""
SEED: Final = 2022


@cache
def expectations(rules: Rules = MEASURED) -> Expectations:
    """Return the expectations of "Esp", Toutes_les_esperances."""
    return toutes_les_esperances(rules, AS_MEASURED)


@cache
def player(short: str, rules: Rules = MEASURED) -> Policy:
    """Return "Esp" or "Hum", as the report calls its strategies in tables."""
    return esperances_policy(expectations(rules)) if short == "Esp" else decision_une(rules, human_reading.AS_MEASURED)


@cache
def law(short: str) -> ScoreLaw:
    """Return the exact law of the score of "Esp" or "Hum"."""
    return score_law(player(short))


def late_bonus_law() -> ScoreLaw:
    """Return the law of the score of "Hum" if the bonus needs 65 points, as the text of the report has it."""
    return score_law(decision_une(replace(MEASURED, threshold=REPORT.threshold), human_reading.AS_MEASURED))


@cache
def measured_match(method: Method, sets: int = OURS) -> Match:
    """Return a match of "Esp" against "Hum" on dice that are the same every time, with a fresh list each turn."""
    return match(player("Esp"), player("Hum"), method, sets, SEED, "turn")


@cache
def measured_statistics(method: Method) -> tuple[PlayerStatistics, PlayerStatistics]:
    """Return what the tables of the report say of that match (sections 5.1 to 5.3)."""
    return match_statistics(measured_match(method))


def rate_of_large_weights(weight: float, sets: int) -> float:
    """Return the share of games that Perturbation wins with all twelve weights so large, draws as one half."""
    large = perturbation(REPORT, [weight] * len(Weights._fields))
    return float(Contest(esperances_policy(toutes_les_esperances(REPORT)), sets, SEED).rates(large).mean())


@cache
def perturbed_match(method: Method, short: str = "Esp") -> Match:
    """Return a match of Perturbation, with the α fitted to section 6.3, against "Esp" or "Hum", as `measured_match`."""
    perturbed = perturbation(MEASURED, FITTED, AS_MEASURED)
    return match(perturbed, player(short), method, SETS, SEED, "turn")
