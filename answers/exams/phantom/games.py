"""The games of the exam `phantom`, played and solved: all that needs a compiled solver."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from answers.exam.books.phantom_games import (
    all_plans,
    hidden_value,
    limited_game,
    matrix,
    mean,
    played,
    stated,
    untold,
    value_of,
)
from answers.exam.books.phantom_rules import Rules
from answers.exam.evidence.cells import Size
from answers.exam.evidence.final_board import final_board
from answers.exam.evidence.strategies import strategies
from answers.exam.question import Solution
from answers.exams.phantom.draws import DrawnBoard, HiddenCell, Remainders
from answers.exams.phantom.mistakes import REMAINDER, Playing, Remainder
from answers.kinds.reading import Value
from solvers.compiled.arrays import Bytes
from solvers.domineering.board import Board
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.equilibrium import Equilibrium
from solvers.matrix_games.zero_sum import zero_sum

SOLVED, MATRICES = 24, 6
"""How many games, and how many matrices, are remembered: those of a seed, for the worlds that play the same ones."""


def played_games(rules: Rules, u0: int, drawn: DrawnBoard, ranks: Sequence[int], playing: Playing) -> Solution:
    """Play game n for each n of `ranks`; the values: winners, then the number of each's last domino, 0 for none."""
    games = played(rules, u0, opened(playing.board(drawn)), ranks, playing.match)
    last = [one.numbers[playing.domino] if len(one.numbers) >= -playing.domino else 0 for one in games]
    values = (*(one.winner for one in games), *(number + playing.first_number for number in last))
    return Solution(values, tuple(final_board(one.game) for one in games))


def remainders_value(rules: Rules, game: Remainders, plans: int, computed: Remainder, *, below: bool) -> Solution:
    """Return the value when player 1 wins if (i² + i j + 2 j²) mod m is below the bound, or is not."""
    outcomes = remainders_matrix(game, plans, computed, below=below)
    if computed.alike:
        return Solution((mean(rules, outcomes),))
    return _values(rules, [zero_sum(outcomes)], [Size(plans, plans)])


def remainders_matrix(game: Remainders, plans: int, computed: Remainder = REMAINDER, *, below: bool) -> Bytes:
    """Return the matrix of wins of player 1 in that game, shape (plans, plans)."""
    i = np.arange(plans)
    remainder = (i[:, None] ** 2 + i[:, None] * i + 2 * i**2) % game.modulus
    remainder = remainder.T if computed.exchanged else remainder
    return np.asarray((remainder < game.bound + computed.more) == below, dtype=np.uint8)


def hidden_values(rules: Rules, games: Sequence[HiddenCell]) -> Solution:
    """Return the values of games one cell of which will be forbidden."""
    found = [hidden_value(rules, game.size, dict(zip(game.cells, game.percents, strict=True))) for game in games]
    evidence = (strategies(one, Size(one.row.size, one.column.size)) for one, _ in found)
    return Solution(tuple(value for _, value in found), tuple(evidence))


def known_values(rules: Rules, games: Sequence[HiddenCell]) -> Solution:
    """Return the mean of the values that the games have when both players know the cell."""
    return Solution(tuple(_known_value(rules, game) for game in games))


def _known_value(rules: Rules, game: HiddenCell) -> Value:
    boards = (Board(*game.size, frozenset({cell})) for cell in game.cells)
    known = [double_oracle(all_plans(rules, board)).lower for board in boards]
    total = sum((percent * value for percent, value in zip(game.percents, known, strict=True)), Fraction(0))
    return stated(rules, total / sum(game.percents))


def wins(rules: Rules, u0: int, boards: Iterable[DrawnBoard], count: int) -> Solution:
    """Return how many of the count² games between plans of index u(0), …, u(count - 1) player 1 wins on each board."""
    outcomes = (limited_matrix(untold(rules), u0, board, count) for board in boards)
    won = [(int(one.sum(dtype=np.int64)), one.size) for one in outcomes]
    return Solution(tuple(games - first if rules.of_player_2 else first for first, games in won))


def limited_values(rules: Rules, u0: int, boards: Iterable[DrawnBoard], count: int) -> Solution:
    """Return the values when both players are limited to those plans."""
    found = [_solved(untold(rules), u0, board, count) for board in boards]
    return _values(rules, [one for one, _ in found], [size for _, size in found])


def limited_means(rules: Rules, u0: int, boards: Iterable[DrawnBoard], count: int) -> Solution:
    """Return the chances of winning when both players draw any of those plans alike."""
    return Solution(tuple(mean(rules, limited_matrix(untold(rules), u0, board, count)) for board in boards))


@lru_cache(maxsize=MATRICES)
def limited_matrix(rules: Rules, u0: int, board: DrawnBoard, count: int) -> Bytes:
    """Return the matrix of wins of player 1 between those plans, shape (count, count)."""
    outcomes = matrix(limited_game(rules, u0, opened(board), count))
    outcomes.setflags(write=False)  # it is remembered
    return outcomes


@lru_cache(maxsize=SOLVED)
def _solved(rules: Rules, u0: int, board: DrawnBoard, count: int) -> tuple[Equilibrium, Size]:
    """The equilibrium and the numbers of plans of a game: a value that is told otherwise needs no other."""
    outcomes = limited_matrix(rules, u0, board, count)
    return zero_sum(outcomes), Size(*outcomes.shape)


def opened(drawn: DrawnBoard) -> Board:
    """Return a board that was drawn as one to play on."""
    return Board(*drawn.size, frozenset(drawn.forbidden))


def _values(rules: Rules, found: Sequence[Equilibrium], plans: Sequence[Size]) -> Solution:
    return Solution(tuple(value_of(rules, one) for one in found), tuple(map(strategies, found, plans)))


def all_plans_values(rules: Rules, *sizes: tuple[int, int]) -> tuple[Value, ...]:
    """Return the values of PD on boards without a forbidden cell."""
    return tuple(value_of(rules, double_oracle(all_plans(rules, Board(*size)))) for size in sizes)
