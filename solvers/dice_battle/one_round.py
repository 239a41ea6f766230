"""Solve the simultaneous game of a single round: the matrix of gains EG₁, its value and an optimal mix of dice.

D is the most dice of a throw, F the number of faces of a die. The gain of a player is the chance to score more than the
other minus the chance to score less. Every function raises `InvalidInput` for D < 1, F < 2 and tables above 1 GiB.

Source: Dice Battle report, questions 10 to 12, equations (6) and (7), and table 2; the handicap is ours.
"""

from fractions import Fraction
from itertools import accumulate
from operator import index

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import FACES, check_board, check_throw, throw_bytes
from solvers.dice_battle.throws import exact_throw, throws
from solvers.matrix_games.small_matrix_game import small_matrix_game


def one_round_mix(dice: int) -> Floats:
    """Return optimal probabilities of 1, …, D dice of six faces in the one-round game, shape (D,) (question 12).

    The game is symmetric: its value is 0, and the same mix is optimal for both players. There may be others.
    """
    return small_matrix_game(one_round_matrix(dice)).row


def one_round_matrix(dice: int, faces: int = FACES) -> Floats:
    """Return the matrix EG₁ of the report, shape (D, D): the chance that d₁ dice beat d₂, minus that they lose.

    It is antisymmetric.
    """
    check_board(dice, 1, lambda _: 3 * throw_bytes(dice, faces) + 32 * dice * dice)
    points = throws(dice, faces)
    below = np.cumsum(points, axis=1)
    below[:, 1:] = below[:, :-1]
    below[:, 0] = 0
    less = below @ points.T
    return less.T - less


def handicap_matrix(dice: int, ahead: int, faces: int = FACES) -> Floats:
    """Return the gains of player 1 in one round in which player 2 is `ahead` points ahead: shape (D, D).

    `ahead` may be negative. A row is a number of dice of player 1, a column a number of dice of player 2.
    """
    points = throws(dice, faces)
    scored = np.arange(points.shape[1])
    outcome = np.sign(scored[:, np.newaxis] - scored - index(ahead)).astype(np.float64)
    matrix: Floats = points @ outcome @ points.T
    return matrix


def exact_one_round_matrix(dice: int, faces: int = FACES) -> tuple[tuple[Fraction, ...], ...]:
    """Return player 1's gains (EG₁ in the report) as fractions, by dice of player 1 and of player 2."""
    check_throw(dice, faces)
    points = [exact_throw(d, faces) for d in range(1, dice + 1)]
    below = [list(accumulate(chances, initial=Fraction(0))) for chances in points]
    more = [
        [sum((p * less[min(k, len(less) - 1)] for k, p in enumerate(chances)), Fraction(0)) for less in below]
        for chances in points
    ]
    return tuple(tuple(more[a][b] - more[b][a] for b in range(dice)) for a in range(dice))
