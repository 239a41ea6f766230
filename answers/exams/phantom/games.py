"""The games of the exam `phantom`, played and solved: all that needs a compiled solver."""

from collections.abc import Iterable, Sequence

import numpy as np

from answers.exam.evidence.cells import Size
from answers.exam.evidence.final_board import final_board
from answers.exam.evidence.strategies import strategies
from answers.exam.question import Solution
from answers.exams.phantom.draws import DrawnBoard, HiddenCell, Remainders
from answers.kinds.reading import Value
from solvers.compiled.arrays import Bytes
from solvers.domineering.board import Board
from solvers.domineering.hidden_cell import hidden_cell
from solvers.domineering.phantom import play
from solvers.domineering.phantom_games import all_plans_game, limited_game
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.equilibrium import Equilibrium
from solvers.matrix_games.zero_sum import zero_sum
from solvers.sequence.permutations import permutation


def played_games(drawn: DrawnBoard, plans: Iterable[tuple[int, int]]) -> Solution:
    """Play games between the strategies of two indices; the values: winners, then the number of each's last domino."""
    board = opened(drawn)
    games = [play(board, *(permutation(n, board.count(player)) for player, n in enumerate(pair, 1))) for pair in plans]
    winners, last = [game.winner for game in games], [game.moves[-1].placement for game in games]
    return Solution((*winners, *last), tuple(map(final_board, games)))


def remainders_value(game: Remainders, plans: int, *, below: bool) -> Solution:
    """Return the value when player 1 wins if (i² + i j + 2 j²) mod m is below the bound, or is not."""
    found = zero_sum(remainders_matrix(game, plans, below=below))
    return _values([found], [Size(plans, plans)])


def remainders_matrix(game: Remainders, plans: int, *, below: bool) -> Bytes:
    """Return the matrix of wins of player 1 in that game, shape (plans, plans)."""
    i = np.arange(plans)
    remainder = (i[:, None] ** 2 + i[:, None] * i + 2 * i**2) % game.modulus
    return np.asarray((remainder < game.bound) == below, dtype=np.uint8)


def hidden_values(games: Sequence[HiddenCell]) -> Solution:
    """Return the values of games one cell of which will be forbidden."""
    found = [hidden_cell(*game.size, dict(zip(game.cells, game.percents, strict=True))) for game in games]
    return _values(found, [Size(one.row.size, one.column.size) for one in found])


def wins(u0: int, boards: Iterable[DrawnBoard], count: int) -> Solution:
    """Return how many of the count² games between plans of index u(0), …, u(count - 1) player 1 wins on each board."""
    return Solution(tuple(int(limited_matrix(u0, board, count).sum(dtype=np.int64)) for board in boards))


def limited_values(u0: int, boards: Iterable[DrawnBoard], count: int) -> Solution:
    """Return the values when both players are limited to those plans."""
    found = [zero_sum(limited_matrix(u0, board, count)) for board in boards]
    return _values(found, [Size(count, count)] * len(found))


def limited_matrix(u0: int, board: DrawnBoard, count: int) -> Bytes:
    """Return the matrix of wins of player 1 between those plans, shape (count, count)."""
    everyone = np.arange(count)
    return limited_game(u0, opened(board), count).outcomes(everyone, everyone)


def opened(drawn: DrawnBoard) -> Board:
    """Return a board that was drawn as one to play on."""
    return Board(*drawn.size, frozenset(drawn.forbidden))


def _values(found: Sequence[Equilibrium], plans: Sequence[Size]) -> Solution:
    return Solution(tuple(map(_value, found)), tuple(map(strategies, found, plans)))


def _value(found: Equilibrium) -> Value:
    return found.approximate_value if found.value is None else found.value


def all_plans_values(*sizes: tuple[int, int]) -> tuple[Value, ...]:
    """Return the values of PD on boards without a forbidden cell."""
    return tuple(_value(double_oracle(all_plans_game(Board(*size)))) for size in sizes)
