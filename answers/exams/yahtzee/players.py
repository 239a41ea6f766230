"""The report's three strategies in the game of its text, and what they play: all that needs a compiled solver."""

from functools import cache

from solvers.yahtzee.matches.matches import Match, Method, match
from solvers.yahtzee.rules.rules import REPORT
from solvers.yahtzee.strategies.decision_une import decision_une
from solvers.yahtzee.strategies.perturbation import Perturbation, perturbation
from solvers.yahtzee.strategies.policy import Policy
from solvers.yahtzee.strategies.strategy import Strategy
from solvers.yahtzee.strategies.toutes_les_esperances import esperances_policy, toutes_les_esperances

SETS = 100_000
"""Sets of each match of the report."""
SEED = 2022


@cache
def decision_une_player() -> Policy:
    """Return Decision_Une, which decides by a table."""
    return decision_une(REPORT)


@cache
def esperances_player() -> Policy:
    """Return Toutes_les_esperances, which decides by a table."""
    return esperances_policy(toutes_les_esperances(REPORT))


@cache
def perturbation_player() -> Perturbation:
    """Return Perturbation with the weights that were found for this game."""
    return perturbation(REPORT)


@cache
def sampled_match(first: str, second: str, method: Method) -> Match:
    """Return a match of 100 000 sets between two of "Esp", "Hum" and "Perturb", as the report calls them in tables.

    The dice are random, and the same every time.

    Source: the Yahtzee report, sections 5.1 (independent), 5.2 (coupled) and 5.3 (antithetic).
    """
    return match(_player(first), _player(second), method, SETS, SEED)


def _player(short: str) -> Strategy:
    if short == "Perturb":
        return perturbation_player()
    return esperances_player() if short == "Esp" else decision_une_player()
