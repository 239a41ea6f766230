"""Compute an approximate equilibrium from play: the frequencies of both players, and their exact guarantees.

When two no-regret learners play each other, their frequencies approach an equilibrium. The certificate covers the whole
game: every strategy played meets every strategy of the opponent, hence a B + A b games for supports of sizes a and b: a
few seconds for 10 000 plans a side, all of them played.

Source: ENS 2013 practical exam, "Équilibres de Nash", oral question of section 6 (an equilibrium from the stochastic
algorithm); Freund and Schapire, "Adaptive game playing using multiplicative weights" (1999).
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Bytes, Floats, Indices, Integers
from solvers.matrix_games.equilibrium import Equilibrium, MixedStrategy
from solvers.matrix_games.win_matrix import OnDemandGame, win_matrix

BLOCK: Final = 256
"""Number of strategies played against all others at a time: a few megabytes for 10 000 opponents."""

Outcomes = Callable[[Indices, Indices], Bytes]


def empirical_equilibrium(
    game: ArrayLike | OnDemandGame, row_counts: ArrayLike, column_counts: ArrayLike
) -> Equilibrium:
    """Return the strategies proportional to how often each pure strategy was played, with an exact certificate.

    `game` is a 0/1 matrix, 1 where player 1 (the row) wins, or played on demand. The counts, one a row and one a
    column, are integers ≥ 0, not all 0, of sum below 2⁵³: such sums are exact in floating point, in any order.
    """
    if isinstance(game, OnDemandGame):
        outcomes: Outcomes = game.outcomes
        rows, columns = game.shape
    else:
        matrix = win_matrix(game)
        outcomes, (rows, columns) = lambda some, others: matrix[np.ix_(some, others)], matrix.shape
    first, second = (np.asarray(counts, dtype=np.int64) for counts in (row_counts, column_counts))
    lower = int(_wins(outcomes, first, columns).min())
    upper = int(_wins(lambda some, all_rows: outcomes(all_rows, some).T, second, rows).max())
    return Equilibrium(
        _strategy(first), _strategy(second), Fraction(lower, int(first.sum())), Fraction(upper, int(second.sum()))
    )


def _wins(outcomes: Outcomes, counts: Integers, opponents: int) -> Floats:
    """Return the wins of player 1 for each of `opponents` strategies of the other side, weighted by `counts`."""
    wins, everyone, played = np.zeros(opponents), np.arange(opponents), np.flatnonzero(counts)
    for start in range(0, len(played), BLOCK):
        block = played[start : start + BLOCK]
        wins += counts[block] @ outcomes(block, everyone).astype(np.float64)
    return wins


def _strategy(counts: Integers) -> MixedStrategy:
    played = np.flatnonzero(counts)
    return MixedStrategy.proportional(len(counts), played.tolist(), counts[played].tolist())
