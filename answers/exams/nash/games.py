"""The games of the exam `nash`, played and solved: all that needs a compiled solver."""

from collections.abc import Iterable

import numpy as np

from answers.exam.evidence.cells import Size
from answers.exam.evidence.final_board import final_board
from answers.exam.evidence.strategies import strategies
from answers.exam.question import Solution
from answers.kinds.reading import Value
from solvers.domineering.board import Board
from solvers.domineering.phantom import play
from solvers.domineering.playouts import PhantomGame
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.equilibrium import Equilibrium
from solvers.matrix_games.zero_sum import zero_sum
from solvers.sequence.permutations import permutation


def played_games(board: Board, plans: Iterable[tuple[int, int]]) -> Solution:
    """Play games between the strategies of two indices, player 1's first; the values are the winners.

    Source: ENS 2013 practical exam, "Équilibres de Nash", question 3.
    """
    games = [
        play(board, *(permutation(n, board.count(player)) for player, n in zip((1, 2), pair, strict=True)))
        for pair in plans
    ]
    return Solution(tuple(game.winner for game in games), tuple(map(final_board, games)))


def parity_value(plans: int, *, odd: bool) -> Solution:
    """Return the value of the game of integers below `plans`, which player 1 wins when their sum is odd, or even.

    Source: ENS 2013 practical exam, "Équilibres de Nash", question 5.
    """
    i = np.arange(plans)
    found = zero_sum(((i[:, None] + i) % 2 == odd).astype(np.uint8))
    return Solution((_value(found),), (strategies(found, Size(plans, plans)),))


def values(games: Iterable[PhantomGame]) -> Solution:
    """Return the value of each game, exact, with the optimal strategies that prove it."""
    games = tuple(games)
    found = [double_oracle(game) for game in games]
    evidence = (strategies(one, Size(*game.shape)) for one, game in zip(found, games, strict=True))
    return Solution(tuple(map(_value, found)), tuple(evidence))


def _value(found: Equilibrium) -> Value:
    return found.approximate_value if found.value is None else found.value
