"""The simultaneous game of a single round: the matrix EG₁, its value and an optimal mix."""

from dataclasses import dataclass
from fractions import Fraction
from operator import index

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import check_board, throw_bytes
from solvers.dice_battle.throws import exact_throw, throws
from solvers.matrix_games.small_matrix_game import small_matrix_game


@dataclass(frozen=True, slots=True, eq=False)
class OneRound:
    """The one-round game, solved. It is symmetric: its value is 0 and both players may use the same mix.

    Attributes
    ----------
    matrix : float array, shape (D, D)
        EG₁(d₁, d₂), antisymmetric.
    mix : float array, shape (D,)
        An optimal mix; there may be others.
    regret : float
        What the mix may lose against the best answer to it.

    Source: Dice Battle report, questions 10 to 12 and table 2.
    """

    matrix: Floats
    mix: Floats
    regret: float


def one_round(dice: int, faces: int = 6) -> OneRound:
    """Return the one-round game with at most D dice, solved.

    Parameters
    ----------
    dice, faces : int
        D ≥ 1, F ≥ 2.

    Raises
    ------
    Refusal
        If D < 1, F < 2 or the tables would take more than 1 GiB.

    Source: Dice Battle report, question 12, equations (6) and (7), and table 2.
    """
    matrix = one_round_matrix(dice, faces)
    mix = small_matrix_game(matrix).row
    return OneRound(matrix, mix, 0.0 - float((mix @ matrix).min()))


def one_round_matrix(dice: int, faces: int = 6) -> Floats:
    """Return EG₁, the chance that d₁ dice score more than d₂ dice minus the contrary: shape (D, D).

    Raises
    ------
    Refusal
        If D < 1, F < 2 or the tables would take more than 1 GiB.

    Source: Dice Battle report, question 10.
    """
    check_board(dice, 1, faces, lambda _: 3 * throw_bytes(dice, faces) + 32 * dice * dice)
    points = throws(dice, faces)
    below = np.cumsum(points, axis=1)
    below[:, 1:] = below[:, :-1]
    below[:, 0] = 0
    less = below @ points.T
    return less.T - less


def handicap_matrix(dice: int, ahead: int, faces: int = 6) -> Floats:
    """Return EG₁ when the second player starts `ahead` points ahead, added to their throw: shape (D, D).

    Parameters
    ----------
    dice, faces : int
        D ≥ 1, F ≥ 2.
    ahead : int
        Any integer; a negative one helps the first player.

    Raises
    ------
    Refusal
        If D < 1, F < 2 or the tables would take more than 1 GiB.

    Source: Dice Battle report, question 10, with a handicap of ours.
    """
    check_board(dice, 1, faces, lambda _: 3 * throw_bytes(dice, faces) + 24 * (faces * dice + 1) ** 2)
    points = throws(dice, faces)
    scored = np.arange(points.shape[1])
    outcome = np.sign(scored[:, np.newaxis] - scored - index(ahead)).astype(np.float64)
    matrix: Floats = points @ outcome @ points.T
    return matrix


def exact_one_round_matrix(dice: int, faces: int = 6) -> tuple[tuple[Fraction, ...], ...]:
    """Return EG₁ as fractions, D rows of D (question 10).

    Raises
    ------
    Refusal
        If D < 1, F < 2 or the tables would take more than 1 GiB.

    Source: Dice Battle report, question 10.
    """
    check_board(dice, 1, faces, lambda _: 3 * throw_bytes(dice, faces) + 32 * dice * dice)
    points = [exact_throw(d, faces) for d in range(1, dice + 1)]
    more = [[_more(first, second) for second in points] for first in points]
    return tuple(tuple(more[a][b] - more[b][a] for b in range(dice)) for a in range(dice))


def _more(first: tuple[Fraction, ...], second: tuple[Fraction, ...]) -> Fraction:
    """Return the chance that `first` scores more than `second`."""
    total, below = Fraction(0), Fraction(0)
    for k, chance in enumerate(first):
        total += chance * below
        below += second[k] if k < len(second) else 0
    return total
