"""The games of the exam `nash`, played and solved: all that needs a compiled solver."""

from collections.abc import Iterable

import numpy as np

from answers.exam.question import Solution
from answers.exams.nash.draws import Cell, Size
from answers.exams.nash.evidence import FinalBoard, Move, Played, Strategies
from answers.kinds.reading import Value
from solvers.domineering.board import Board
from solvers.domineering.phantom import Game, all_plans, limited_plans, play
from solvers.domineering.playouts import PhantomGame
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.equilibrium import Equilibrium, MixedStrategy
from solvers.matrix_games.zero_sum import zero_sum
from solvers.sequence import permutations


def played_games(board: Board, plans: Iterable[tuple[int, int]]) -> Solution:
    """Play games between the strategies of two indices, player 1's first; the values are the winners.

    Source: ENS 2013 practical exam, "Équilibres de Nash", question 3.
    """
    games = [play(board, _plan(board, 1, first), _plan(board, 2, second)) for first, second in plans]
    return Solution(tuple(game.winner for game in games), tuple(map(_final_board, games)))


def parity_value(plans: int, *, odd: bool) -> Solution:
    """Return the value of the game of integers below `plans`, which player 1 wins when their sum is odd, or even.

    Source: ENS 2013 practical exam, "Équilibres de Nash", question 5.
    """
    i = np.arange(plans)
    found = zero_sum(((i[:, None] + i) % 2 == odd).astype(np.uint8))
    return Solution((_value(found),), (_strategies(found, Size(plans, plans)),))


def values(games: Iterable[PhantomGame]) -> Solution:
    """Return the value of each game, exact, with the optimal strategies that prove it."""
    games = tuple(games)
    found = [double_oracle(game) for game in games]
    evidence = (_strategies(one, Size(*game.shape)) for one, game in zip(found, games, strict=True))
    return Solution(tuple(map(_value, found)), tuple(evidence))


def all_plans_game(board: Board) -> PhantomGame:
    """Return PD or iPD on `board`: both players have all their plans.

    Source: ENS 2013 practical exam, "Équilibres de Nash", question 6.
    """
    return PhantomGame(board, *(all_plans(board, player) for player in (1, 2)))


def limited_game(u0: int, board: Board, count: int) -> PhantomGame:
    """Return lPD on `board`: both players limited to their `count` plans of index u(0) … u(count - 1).

    Source: ENS 2013 practical exam, "Équilibres de Nash", questions 7 and 8.
    """
    return PhantomGame(board, *(limited_plans(u0, count, board.count(player)) for player in (1, 2)))


def _plan(board: Board, player: int, n: int) -> tuple[int, ...]:
    return permutations.permutation(n, board.count(player))


def _final_board(game: Game) -> FinalBoard:
    grid = tuple(tuple(3 if n < 0 else int(n and 2 - n % 2) for n in row) for row in game.grid())
    moves = (Move(move.player, *(Cell(*cell) for cell in move.cells)) for move in game.moves)
    return FinalBoard(game.winner, grid, tuple(moves))


def _value(found: Equilibrium) -> Value:
    return found.approximate_value if found.value is None else found.value


def _strategies(found: Equilibrium, plans: Size) -> Strategies:
    return Strategies(_played(found.row), _played(found.column), str(found.lower), str(found.upper), plans)


def _played(strategy: MixedStrategy) -> tuple[Played, ...]:
    pairs = zip(strategy.support, strategy.weights, strict=True)
    return tuple(Played(int(index), str(weight)) for index, weight in pairs)
