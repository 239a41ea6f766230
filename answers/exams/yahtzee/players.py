"""The report's three strategies in the game of its text, and what they play: all that needs a compiled solver."""

from functools import cache

import numpy as np

from solvers.sequence import lcg
from solvers.yahtzee.matches.matches import Match, Method, match
from solvers.yahtzee.matches.play import longest_destiny, play
from solvers.yahtzee.matches.record import Record, record
from solvers.yahtzee.rules.rules import REPORT
from solvers.yahtzee.strategies.decision_une import decision_une
from solvers.yahtzee.strategies.perturbation import CORRECTIONS, Perturbation, perturbation
from solvers.yahtzee.strategies.policy import Policy
from solvers.yahtzee.strategies.strategy import Strategy
from solvers.yahtzee.strategies.toutes_les_esperances import esperances_policy, toutes_les_esperances

BONUS_CORRECTIONS = 4
"""How many corrections of Perturbation, the first ones, choose rerolls towards the bonus."""
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


def corrected_player(alpha: float) -> Perturbation:
    """Return Perturbation with one weight for the corrections of rerolls towards the bonus, and 0 for all others.

    Source: the Yahtzee report, section 6.1.
    """
    weights = [alpha] * BONUS_CORRECTIONS + [0.0] * (CORRECTIONS - BONUS_CORRECTIONS)
    return perturbation_player().reweighed(weights)


@cache
def sampled_match(first: str, second: str, method: Method) -> Match:
    """Return a match of 100 000 sets between two of "Esp", "Hum" and "Perturb", as the report calls them in tables.

    The dice are random, and the same every time.

    Source: the Yahtzee report, sections 5.1 (independent), 5.2 (coupled) and 5.3 (antithetic).
    """
    return match(_player(first), _player(second), method, SETS, SEED)


def game(player: Strategy, u0: int) -> Record:
    """Play one game on the list of dice 1 + u(k) mod 6.

    Source: the Yahtzee report, section 5.2.1; the list is ours.
    """
    faces = 1 + lcg.sequence(u0, longest_destiny(REPORT)) % REPORT.faces
    return record(player, faces.tolist())


def exchanged_match(u0: int, sets: int, apart: int) -> Match:
    """Play Toutes_les_esperances against Decision_Une in sets of two games, the second with the lists exchanged.

    Parameters
    ----------
    apart
        Terms of the sequence between the starts of two lists: in set s they start at u(2 s · apart), and `apart` on.

    Source: the Yahtzee report, section 5.3.1; the lists are ours.
    """
    faces = 1 + lcg.sequence(u0, 2 * sets * apart).reshape(sets, 2, apart) % REPORT.faces
    first, second = faces[:, 0], faces[:, 1]
    players = (esperances_player(), decision_une_player())
    results = [play(players, lists, threads=1) for lists in ((first, second), (second, first))]
    return Match("antithetic", np.stack(results, axis=2))


def _player(short: str) -> Strategy:
    if short == "Perturb":
        return perturbation_player()
    return esperances_player() if short == "Esp" else decision_une_player()
