"""Play Phantom Domineering: both players hand in all their moves beforehand.

A plan is the list of all moves of a player in order of priority, a pure strategy.

A player, a placement or a seed (0 ≤ u₀ < 64007) that does not exist raises `InvalidInput`.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 3 (the game) with question 3, sections 5 and 6
(collections of plans).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial
from operator import index
from typing import Final

import numpy as np

from solvers.compiled.arrays import Bytes
from solvers.domineering.board import Board, Cell
from solvers.invalid_input import InvalidInput
from solvers.sequence.lcg import sequence
from solvers.sequence.permutation_array import permutation_array

MAX_ORDERED: Final = 9


@dataclass(frozen=True, slots=True)
class PriorityTurn:
    """One turn of a player, 1 or 2: the moves of the list that are skipped as illegal, and the move that is played."""

    player: int
    skipped: tuple[int, ...]
    """The illegal placements of the list before the one laid; they stay illegal and are not looked at again."""
    placement: int | None
    """The number of the placement laid; None if the list is exhausted, so that the player has lost."""
    cells: tuple[Cell, ...]
    """The two cells covered; () if no domino is laid."""


def turns(board: Board, first_plan: Sequence[int], second_plan: Sequence[int]) -> tuple[PriorityTurn, ...]:
    """Play two priority lists to the end and return every turn; in the last, a player cannot move.

    On each turn the player lays the first legal placement of the list. A player without a legal placement in the list
    loses, even if the board has room. A placement off the board raises `InvalidInput` only when the play reaches it.
    """
    lists = {1: iter(first_plan), 2: iter(second_plan)}
    masks = {player: board.masks(player) for player in lists}
    occupied = board.closed
    played: list[PriorityTurn] = []
    while not played or played[-1].placement is not None:
        player = 1 + len(played) % 2
        skipped: list[int] = []
        for placement in lists[player]:
            if not 0 <= placement < len(masks[player]):
                board.cells(player, placement)  # raises InvalidInput
            if not masks[player][placement] & occupied:
                occupied |= masks[player][placement]
                played.append(PriorityTurn(player, tuple(skipped), placement, board.cells(player, placement)))
                break
            skipped.append(placement)
        else:
            played.append(PriorityTurn(player, tuple(skipped), None, ()))
    return tuple(played)


@dataclass(frozen=True, slots=True)
class PlacedDomino:
    """A domino on the board: its player (1 or 2), its number among the placements of the player, and its two cells."""

    player: int
    placement: int
    cells: tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class PhantomPlay:
    """A finished game of Phantom Domineering on a board."""

    board: Board
    winner: int
    """The opponent, 1 or 2, of the first player who could not move."""
    moves: tuple[PlacedDomino, ...]
    """All dominoes in the order of play; player 1 begins."""

    def grid(self) -> tuple[tuple[int, ...], ...]:
        """Return the final board: n on the cells of the n-th domino (from 1), 0 if free, -1 if forbidden."""
        numbers = dict.fromkeys(self.board.forbidden, -1)
        numbers |= {cell: number for number, move in enumerate(self.moves, 1) for cell in move.cells}
        return tuple(tuple(numbers.get((i, j), 0) for j in range(self.board.cols)) for i in range(self.board.rows))

    def draw(self) -> str:
        """Return the final board as lines of text.

        Horizontal dominoes are `<>`, vertical ones `^` above `v`, free cells `.` and forbidden cells `#`.
        """
        marks = dict.fromkeys(self.board.forbidden, "#")
        for move in self.moves:
            marks.update(zip(move.cells, "<>" if move.player == 1 else "^v", strict=True))
        lines = ([marks.get((i, j), ".") for j in range(self.board.cols)] for i in range(self.board.rows))
        return "\n".join(map("".join, lines))


def play(board: Board, first_plan: Sequence[int], second_plan: Sequence[int]) -> PhantomPlay:
    """Play two priority lists to the end, and return the game; repetitions and incomplete lists are allowed.

    The plans are placement numbers of player 1 and of player 2, see `Board`. On each turn the player lays the first
    legal placement of the list, as in `turns`. A number that is no placement of its player raises `InvalidInput`, even
    if the game ends before it is reached. The time is O(length of the lists).
    """
    plans = [[index(placement) for placement in plan] for plan in (first_plan, second_plan)]
    for player, plan in enumerate(plans, 1):
        for placement in plan:
            if not 0 <= placement < board.count(player):
                board.cells(player, placement)  # raises InvalidInput
    *earlier, last = turns(board, *plans)
    moves = (
        PlacedDomino(turn.player, number, (turn.cells[0], turn.cells[1]))
        for turn in earlier
        if (number := turn.placement) is not None
    )
    return PhantomPlay(board, 3 - last.player, tuple(moves))


def limited_plans(u0: int, count: int, b: int) -> Bytes:
    """Return the plans of a player in the exam's game of limited plans (lPD): shape (count, b).

    Plan n is the permutation P(u(n), b) of the player's b placements, for n < `count`, where u is the exam's
    sequence from the seed `u0`; 0 ≤ b ≤ 255.
    """
    return permutation_array(sequence(u0, count), b)


def all_plans(board: Board, player: int) -> Bytes:
    """Return all plans of `player`, every order of the b legal placements: shape (b!, b).

    These are the plans of the exam's games PD and iPD (with forbidden cells). Row n is the permutation P(n, b)
    applied to the b legal placements in increasing order. Placements over a forbidden cell are left out, for their
    place in a list changes no game; without any legal placement the only plan is empty, shape (1, 0).
    """
    legal = np.array(board.legal(player), dtype=np.uint8)
    if len(legal) > MAX_ORDERED:
        raise InvalidInput(
            "all orders of a player's moves are listed only for up to {max_ordered} legal moves; player {player} has "
            "{count}",
            max_ordered=MAX_ORDERED,
            player=player,
            count=len(legal),
        )
    return legal[permutation_array(np.arange(factorial(len(legal))), len(legal))]
