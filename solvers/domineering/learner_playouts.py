"""Two Exp3 learners who play phantom Domineering, in compiled code."""

import numpy as np

from solvers.compiled.jit import jit
from solvers.domineering.rank_tables import RankTables, winner
from solvers.matrix_games.exp3_learner import Learner, choose, rescale, reward


# As the kernel of `solvers.matrix_games.exp3`, but for the line that plays.
@jit
def learner_playouts(
    tables: RankTables, first: Learner, second: Learner, generator: np.random.Generator, steps: int
) -> int:
    """Play `steps` steps and return how many player 1 won; compiled.

    The learners' strategies are the plans of `tables`; their weights are rescaled first. In a step each learner
    chooses with the next uniform number, player 1 first, and the winner is rewarded.

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 6, one step of its stochastic algorithm.
    """
    rescale(first)
    rescale(second)
    wins = 0
    for _ in range(steps):
        row, column = choose(first, generator.random()), choose(second, generator.random())
        if winner(tables, row, column) == 1:
            reward(first, row)
            wins += 1
        else:
            reward(second, column)
    return wins
