"""Phantom Domineering as a matrix game whose entries are played on demand, on bitboards.

A row or column is a plan: the list of all placements of a player in order of priority.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 3 (the game), 5 and 6, questions 6 to 8 and the oral
question of section 6 (is the value of a game exactly 0 or exactly 1?).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solvers.compiled.arrays import Bytes, Indices, Words
from solvers.compiled.jit import jit
from solvers.domineering.board import Board
from solvers.domineering.phantom import all_plans, limited_plans

Plans = NDArray[np.integer]


class PriorityLists(NamedTuple):
    """The plans of both players, and the cells that each placement covers, in a form that compiled code can read."""

    first: Plans
    """Placements of player 1 in priority order, shape (A, b1)."""
    second: Plans
    """The plans of player 2, shape (B, b2)."""
    first_masks: Words
    """Cells of each placement of player 1."""
    second_masks: Words
    """Cells of each placement of player 2."""
    closed: int
    """Mask of the forbidden cells."""


class PhantomGame:
    """The matrix game in which player 1 picks a row, player 2 a column, and their plans are played.

    The entry is 1 if player 1 wins, else 0. Plans are the rows of two arrays, of shapes (A, b1) and (B, b2), A, B ≥ 1:
    placements in priority order. A player with b = 0 has a single plan, to play nothing. Illegal and repeated
    placements are skipped; placements off the board are not checked.
    """

    def __init__(self, board: Board, first_plans: ArrayLike, second_plans: ArrayLike) -> None:
        masks = [np.array(board.masks(player), dtype=np.uint64) for player in (1, 2)]
        self.board = board
        self.lists = PriorityLists(np.asarray(first_plans), np.asarray(second_plans), masks[0], masks[1], board.closed)
        self.shape = len(self.lists.first), len(self.lists.second)

    def outcomes(self, rows: Indices, columns: Indices) -> Bytes:
        """Play each plan of `rows`, of player 1, against each plan of `columns`, of player 2, in any order.

        The entry of the result is 1 where player 1 wins, and 0 where player 2 does.
        """
        result = np.empty((len(rows), len(columns)), dtype=np.uint8)
        _play(self.lists, rows.astype(np.intp), columns.astype(np.intp), result)
        return result

    def first_unbeaten(self, player: int) -> int | None:
        """Return the first plan of `player`, 1 or 2, that wins against every plan of the opponent, or None."""
        return unbeaten(self, player).index


def all_plans_game(board: Board) -> PhantomGame:
    """Return the game on `board` in which both players have all plans: the exam's PD, or iPD with forbidden cells."""
    return PhantomGame(board, *(all_plans(board, player) for player in (1, 2)))


def limited_game(u0: int, board: Board, count: int) -> PhantomGame:
    """Return the game in which each player has only the plans of numbers u(0) … u(count - 1): the exam's lPD."""
    return PhantomGame(board, *(limited_plans(u0, count, board.count(player)) for player in (1, 2)))


@dataclass(frozen=True, slots=True)
class Unbeaten:
    """The result of a search for a plan that wins against every plan of the opponent."""

    index: int | None
    """The smallest index of such a plan, or None when every plan loses to some plan of the opponent."""
    playouts: int
    """Games played, to compare with the A·B games of the whole matrix."""


def unbeaten(game: PhantomGame, player: int, *, mover_wins: bool = False) -> Unbeaten:
    """Find the first plan of `player`, 1 or 2, that wins against every plan of the opponent.

    With `mover_wins`, the first player unable to move wins instead of losing.

    A plan is dropped at its first defeat. The next plan meets the plan that beat it first, since a strong opponent
    often beats several plans. The index found does not depend on the order of the opponents. The worst case is A·B
    games.
    """
    index, playouts = _search(game.lists, player, 3 - player if mover_wins else player)
    return Unbeaten(None if index < 0 else index, playouts)


@jit
def _play(lists: PriorityLists, rows: Indices, columns: Indices, result: Bytes) -> None:
    for i in range(len(rows)):
        for j in range(len(columns)):
            result[i, j] = 2 - list_winner(lists, rows[i], columns[j])


@jit
def _search(lists: PriorityLists, player: int, winner: int) -> tuple[int, int]:
    """Return the first plan of `player` with which `winner` wins all games, and the number of games played."""
    # The plan is -1 if there is none. Opposing plans that have beaten a plan are tried first against the next one.
    plans, opponents = len(lists.first), len(lists.second)
    if player == 2:
        plans, opponents = opponents, plans
    queue = np.arange(opponents)
    playouts = 0
    for plan in range(plans):
        place = 0
        while place < opponents:
            playouts += 1
            opponent = queue[place]
            row, column = (plan, opponent) if player == 1 else (opponent, plan)
            if list_winner(lists, row, column) != winner:
                break
            place += 1
        else:
            return plan, playouts
        beater = queue[place]
        queue[1 : place + 1] = queue[:place].copy()
        queue[0] = beater
    return -1, playouts


@jit
def list_winner(lists: PriorityLists, row: int, column: int) -> int:
    """Return who wins, 1 or 2, with plan `row` against plan `column`, which are not checked; compiled."""
    first, second = lists.first[row], lists.second[column]
    covered = np.uint64(lists.closed)
    p = q = 0
    while True:
        while p < len(first) and lists.first_masks[first[p]] & covered:
            p += 1
        if p == len(first):
            return 2
        covered |= lists.first_masks[first[p]]
        while q < len(second) and lists.second_masks[second[q]] & covered:
            q += 1
        if q == len(second):
            return 1
        covered |= lists.second_masks[second[q]]
