"""The games of the exam `nash`, solved: all that needs a compiled solver.

Source: ENS 2013 practical exam, "Équilibres de Nash", questions 5, 7 and 8.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from answers.exam.question import Solution
from answers.exams.phantom_domineering.rules import RULES, Rules, Size
from answers.exams.phantom_domineering.solved import limited_game, matrix, mean, turned, untold, values
from solvers.domineering.board import Board
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.equilibrium import Equilibrium
from solvers.matrix_games.zero_sum import zero_sum

ENOUGH = 2000
SOLVED = 24
"""How many games are remembered: those of a seed, for the worlds that play the same ones."""
WHOLE = 150
"""A game of at most so many plans a player is solved faster from its whole matrix."""


@lru_cache(maxsize=SOLVED)
def parity_value(rules: Rules, plans: int, *, odd: bool) -> Solution:
    """Return the value of the game of integers below `plans`, which player 1 wins when their sum is odd, or even."""
    i = np.arange(plans)
    solved = zero_sum(((i[:, None] + i) % 2 == odd).astype(np.uint8))
    return values(rules, [solved], [Size(plans, plans)])


def limited_values(rules: Rules, u0: int, boards: Iterable[Board], count: int) -> Solution:
    """Return the same when both players are limited to `count` plans.

    Where who cannot move wins, hardly any plan is unbeaten, and `ENOUGH` plans tell the value of more to 0.06.
    """
    count = min(count, ENOUGH) if rules.mover_wins else count
    as_played, is_turned = replace(untold(rules), exchanged_sizes=False), rules.exchanged_sizes
    games = [_solved(as_played, u0, turned(board) if is_turned else board, count) for board in boards]
    return values(rules, [solved for solved, _ in games], [plans for _, plans in games])


def limited_means(rules: Rules, u0: int, boards: Iterable[Board], count: int) -> Solution:
    """Return the chance of winning when both players draw any of their plans alike."""
    return Solution(tuple(mean(rules, matrix(limited_game(rules, u0, board, count))) for board in boards))


@lru_cache(maxsize=SOLVED)
def _solved(rules: Rules, u0: int, board: Board, count: int) -> tuple[Equilibrium, Size]:
    """The equilibrium and the numbers of plans of a game: a value that is told otherwise needs no other.

    Of a game that is played otherwise only the value is told: which of its equilibria is found does not matter.
    """
    game = limited_game(rules, u0, board, count)
    is_whole = rules != RULES and max(game.shape) <= WHOLE
    return zero_sum(matrix(game)) if is_whole else double_oracle(game), Size(*game.shape)
