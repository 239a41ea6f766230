"""Phantom Domineering: both players hand in all their moves beforehand, in order of priority.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 3 (the game), 5 and 6 (collections of plans).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import factorial
from operator import index
from typing import Final

import numpy as np

from solvers.compiled.arrays import Bytes
from solvers.domineering.board import Board, Cell
from solvers.refusal import Refusal
from solvers.sequence.lcg import sequence
from solvers.sequence.permutation_array import permutation_array

MAX_ORDERED: Final = 9

EMPTY: Final = 0
FORBIDDEN: Final = -1


@dataclass(frozen=True, slots=True)
class Move:
    """A domino: who laid it, its number among that player's placements, its two cells.

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 2.
    """

    player: int
    placement: int
    cells: tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game.

    Attributes
    ----------
    board : Board
        Where it was played.
    winner : int
        1 or 2: the opponent of the first player who could not move.
    moves : tuple of Move
        All dominoes in the order of play, player 1 first, then in turn.

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 3.
    """

    board: Board
    winner: int
    moves: tuple[Move, ...]

    def grid(self) -> tuple[tuple[int, ...], ...]:
        """Return the final board: n on the cells of the n-th domino (from 1), 0 if free, -1 if forbidden."""
        grid = [[EMPTY] * self.board.cols for _ in range(self.board.rows)]
        for i, j in self.board.forbidden:
            grid[i][j] = FORBIDDEN
        for number, move in enumerate(self.moves, 1):
            for i, j in move.cells:
                grid[i][j] = number
        return tuple(map(tuple, grid))

    def draw(self) -> str:
        """Return the final board as lines of text: `<>` and `^v` dominoes, `.` free, `#` forbidden."""
        marks = dict.fromkeys(self.board.forbidden, "#")
        for move in self.moves:
            marks.update(zip(move.cells, "<>" if move.player == 1 else "^v", strict=True))
        lines = ([marks.get((i, j), ".") for j in range(self.board.cols)] for i in range(self.board.rows))
        return "\n".join(map("".join, lines))


def play(board: Board, first_plan: Sequence[int], second_plan: Sequence[int]) -> Game:
    """Play two priority lists to the end, in O(length of the lists).

    On each turn the first legal placement of the player's list is laid; a player whose list has none left
    loses, even if the board has room (an incomplete list is allowed, so are repetitions).

    Parameters
    ----------
    board : Board
        Any board.
    first_plan, second_plan : sequences of int
        Placement numbers of player 1 (horizontal) and player 2 (vertical), see `Board`.

    Raises
    ------
    Refusal
        If a placement is outside the board's numbering, played or not.

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 3, question 3.
    """
    pending = {1: _placements(board, 1, first_plan), 2: _placements(board, 2, second_plan)}
    occupied = board.closed
    moves: list[Move] = []
    player = 1
    while (placement := _first_legal(board, player, pending[player], occupied)) is not None:
        occupied |= board.mask(player, placement)
        moves.append(Move(player, placement, board.cells(player, placement)))
        player = 3 - player
    return Game(board, 3 - player, tuple(moves))


def limited_plans(u0: int, count: int, b: int) -> Bytes:
    """Return P(u(n), b) for n < `count`, shape (count, b): the plans of the exam's limited game lPD.

    Parameters
    ----------
    u0 : int
        Seed, 0 ≤ u0 < 64007.
    count : int
        Number of plans, ≥ 0 (100 in question 7, 10 000 in question 8).
    b : int
        Number of placements of the player, `board.count(player)`, 0 ≤ b ≤ 255.

    Raises
    ------
    Refusal
        If an argument is outside its range.

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 5, questions 7 and 8.
    """
    return permutation_array(sequence(u0, count), b)


def all_plans(board: Board, player: int) -> Bytes:
    """Return every order of the legal placements of `player`, shape (b!, b): the plans of PD and iPD.

    Row n is P(n, b) applied to the b legal placements in increasing order. Placements over a forbidden cell
    are left out, for their place in a list changes no game; without any legal placement the only plan is
    empty, shape (1, 0).

    Raises
    ------
    Refusal
        If `player` is neither 1 nor 2, or has more than 9 legal placements (9! = 362 880 rows).

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 3, question 6 and oral question of section 6 (PD and
    iPD).
    """
    legal = np.array(board.legal(player), dtype=np.uint8)
    if len(legal) > MAX_ORDERED:
        raise Refusal(
            "all orders are listed for at most {max_ordered} legal placements, player {player} has {count}",
            max_ordered=MAX_ORDERED,
            player=player,
            count=len(legal),
        )
    return legal[permutation_array(np.arange(factorial(len(legal))), len(legal))]


def _placements(board: Board, player: int, plan: Sequence[int]) -> Iterator[int]:
    """Check the whole plan, then give its placements one by one, once each: what was skipped stays illegal."""
    placements = [index(placement) for placement in plan]
    for placement in placements:
        board.cells(player, placement)
    return iter(placements)


def _first_legal(board: Board, player: int, pending: Iterator[int], occupied: int) -> int | None:
    return next((p for p in pending if not board.mask(player, p) & occupied), None)
