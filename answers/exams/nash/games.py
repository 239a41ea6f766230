"""The games of the exam `nash`, played and solved: all that needs a compiled solver."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from answers.exam.books.phantom_games import (
    MatrixGame,
    all_plans,
    limited_game,
    matrix,
    mean,
    played,
    turned,
    untold,
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
from solvers.matrix_games.equilibrium import Equilibrium
from solvers.matrix_games.zero_sum import zero_sum

ENOUGH = 2000
SOLVED = 24
"""How many games are remembered: those of a seed, for the worlds that play the same ones."""


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
    as_played, is_turned = replace(untold(rules), exchanged_sizes=False), rules.exchanged_sizes
    found = [_solved(as_played, u0, turned(board) if is_turned else board, count) for board in boards]
    return _told(rules, [one for one, _ in found], [size for _, size in found])


def limited_means(rules: Rules, u0: int, boards: Iterable[Board], count: int) -> Solution:
    """Return the chance of winning when both players draw any of their plans alike."""
    return Solution(tuple(mean(rules, matrix(limited_game(rules, u0, board, count))) for board in boards))


@lru_cache(maxsize=SOLVED)
def _solved(rules: Rules, u0: int, board: Board, count: int) -> tuple[Equilibrium, Size]:
    """The equilibrium and the numbers of plans of a game: a value that is told otherwise needs no other."""
    game = limited_game(rules, u0, board, count)
    return double_oracle(game), Size(*game.shape)


def _values(rules: Rules, games: Sequence[MatrixGame]) -> Solution:
    return _told(rules, list(map(double_oracle, games)), [Size(*game.shape) for game in games])


def _told(rules: Rules, found: Sequence[Equilibrium], plans: Sequence[Size]) -> Solution:
    return Solution(tuple(value_of(rules, one) for one in found), tuple(map(strategies, found, plans)))
