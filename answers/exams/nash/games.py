"""The games of the exam `nash`, played and solved: all that needs a compiled solver."""

from collections.abc import Iterable, Sequence

import numpy as np

from answers.exam.books.phantom_games import (
    MatrixGame,
    all_plans,
    limited_game,
    matrix,
    mean,
    played,
    value_of,
)
from answers.exam.books.phantom_mistakes import Match
from answers.exam.books.phantom_rules import Rules
from answers.exam.evidence.cells import Size
from answers.exam.evidence.final_board import final_board
from answers.exam.evidence.strategies import strategies
from answers.exam.question import Solution
from solvers.domineering.board import Board
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.zero_sum import zero_sum

ENOUGH = 2000


def played_games(rules: Rules, u0: int, board: Board, ranks: Sequence[int], match: Match) -> Solution:
    """Play game n for each n of `ranks`; the values are the winners.

    Source: ENS 2013 practical exam, "Équilibres de Nash", question 3.
    """
    games = played(rules, u0, board, ranks, match)
    return Solution(tuple(one.winner for one in games), tuple(final_board(one.game) for one in games))


def parity_value(rules: Rules, plans: int, *, odd: bool) -> Solution:
    """Return the value of the game of integers below `plans`, which player 1 wins when their sum is odd, or even.

    Source: ENS 2013 practical exam, "Équilibres de Nash", question 5.
    """
    i = np.arange(plans)
    found = zero_sum(((i[:, None] + i) % 2 == odd).astype(np.uint8))
    return Solution((value_of(rules, found),), (strategies(found, Size(plans, plans)),))


def all_plans_values(rules: Rules, boards: Iterable[Board]) -> Solution:
    """Return the value of the game over all plans on each board, exact, with the optimal strategies that prove it."""
    return _values(rules, [all_plans(rules, board) for board in boards])


def limited_values(rules: Rules, u0: int, boards: Iterable[Board], count: int) -> Solution:
    """Return the same when both players are limited to `count` plans.

    Where who cannot move wins, hardly any plan is unbeaten, and `ENOUGH` plans tell the value of more to 0.06.
    """
    count = min(count, ENOUGH) if rules.mover_wins else count
    return _values(rules, [limited_game(rules, u0, board, count) for board in boards])


def limited_means(rules: Rules, u0: int, boards: Iterable[Board], count: int) -> Solution:
    """Return the chance of winning when both players draw any of their plans alike."""
    return Solution(tuple(mean(rules, matrix(limited_game(rules, u0, board, count))) for board in boards))


def _values(rules: Rules, games: Sequence[MatrixGame]) -> Solution:
    found = [double_oracle(game) for game in games]
    evidence = (strategies(one, Size(*game.shape)) for one, game in zip(found, games, strict=True))
    return Solution(tuple(value_of(rules, one) for one in found), tuple(evidence))
