"""Phantom Domineering as a matrix game whose entries are played on demand, in compiled blocks.

Boards of more than 56 legal placements a player are refused.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 3, 5 and 6.
"""

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Bytes, Floats, Indices, Words
from solvers.compiled.bits import trailing_zeros
from solvers.compiled.jit import jit
from solvers.domineering.board import Board
from solvers.domineering.priority_lists import PriorityLists, list_winner, priority_lists
from solvers.domineering.rank_tables import RankTables, Records, fetch, rank_tables, winner
from solvers.domineering.unbeaten import unbeaten
from solvers.matrix_games.exp3_learner import BATCH, Learner, choose, chooses, guess, rescale, reward

BLOCK: Final = 64


class PhantomGame:
    """The 0/1 game in which player 1 picks a row, player 2 a column, and their plans are played.

    The plans, shapes (A, b1) and (B, b2), are placements in priority order, A, B ≥ 1; b1 or b2 may be 0 (one plan: play
    nothing). Illegal placements and repetitions are allowed and skipped. No placement is off the board: nobody looks.
    """

    def __init__(self, board: Board, first_plans: ArrayLike, second_plans: ArrayLike) -> None:
        self.board = board
        self.lists: PriorityLists = priority_lists(board, np.asarray(first_plans), np.asarray(second_plans))

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers (A, B) of plans of player 1 and player 2."""
        return len(self.lists.first), len(self.lists.second)

    @cached_property
    def tables(self) -> RankTables:
        """What makes many playouts fast; made when first needed, for an unbeaten plan is found without them."""
        return rank_tables(self.board, self.lists)

    def outcomes(self, rows: Indices, columns: Indices) -> Bytes:
        """Play `rows` × `columns`, any plans in any order; return 1 where player 1 wins, 0 where player 2 does."""
        result = np.empty((len(rows), len(columns)), dtype=np.uint8)
        if min(result.shape) <= 1 and "tables" not in vars(self):
            _one_by_one(self.lists, rows.astype(np.intp), columns.astype(np.intp), result)
            return result
        play = _by_columns if len(columns) < min(len(rows), BLOCK) else _by_rows
        play(self.tables, rows.astype(np.intp), columns.astype(np.intp), result)
        return result

    def play_learners(self, first: Learner, second: Learner, uniforms: Floats) -> int:
        """Let two Exp3 learners, whose strategies are the plans, play; return how many steps player 1 won."""
        return _play_learners(self.tables, first, second, uniforms)

    def unbeaten_row(self) -> int | None:
        """Return the first row that wins against every column (the value is then 1), or None."""
        return unbeaten(self.lists, 1).index

    def unbeaten_column(self) -> int | None:
        """Return the first column that wins against every row (the value is then 0), or None."""
        return unbeaten(self.lists, 2).index


@jit
def _one_by_one(lists: PriorityLists, rows: Indices, columns: Indices, result: Bytes) -> None:
    """Play a single row or column, which is not worth preparing tables for."""
    for i in range(len(rows)):
        for j in range(len(columns)):
            result[i, j] = 2 - list_winner(lists, rows[i], columns[j])


@jit
def _by_rows(tables: RankTables, rows: Indices, columns: Indices, result: Bytes) -> None:
    """Play a row against a block of columns at a time: their records then stay in the fastest cache."""
    firsts, seconds = np.empty(BLOCK, dtype=np.uint64), np.empty(BLOCK, dtype=np.uint64)
    lost = np.uint64(tables.lost)
    for start in range(0, len(columns), BLOCK):
        records = tables.second[columns[start : start + BLOCK]]
        for i in range(len(rows)):
            first = tables.first[rows[i]]
            firsts[:] = first[0]
            seconds[: len(records)] = records[:, 0]
            _play(tables, first, tables.first_own, firsts, records, tables.second_own, seconds)
            for j in range(len(records)):
                result[i, start + j] = 0 if firsts[j] & lost else 1


@jit
def _by_columns(tables: RankTables, rows: Indices, columns: Indices, result: Bytes) -> None:
    """Play a column against a block of rows at a time, for a result with few columns.

    The rows make their first moves here; then the column is always the one to move, and the last move of
    the rows is one that changes nothing.
    """
    firsts, seconds = np.empty(BLOCK, dtype=np.uint64), np.empty(BLOCK, dtype=np.uint64)
    one, lost, shift = np.uint64(1), np.uint64(tables.lost), np.uint64(tables.shift)
    own = np.uint64(tables.first_own)
    for start in range(0, len(rows), BLOCK):
        records = tables.first[rows[start : start + BLOCK]]
        for j in range(len(columns)):
            second = tables.second[columns[j]]
            for i in range(len(records)):
                state = np.uint64(records[i, 0])
                word = np.uint64(records[i, own + trailing_zeros(state)])
                firsts[i] = state & word
                seconds[i] = np.uint64(second[0]) & np.uint64(second[one + (word >> shift)])
            _play(tables, second, tables.second_own, seconds, records, tables.first_own, firsts)
            for i in range(len(records)):
                result[start + i, j] = 0 if firsts[i] & lost else 1


@jit
def _play(
    tables: RankTables,
    plan: Records,
    plan_own: int,
    plan_states: Words,
    records: Records,
    records_own: int,
    states: Words,
) -> None:
    """Finish the games of one plan, which is to move, against a block; the loop of `winner`, turned inside out.

    A round of all games is played before the next round: neighbouring games overlap in the processor, which
    would otherwise wait for one game's loads.
    """
    one, shift = np.uint64(1), np.uint64(tables.shift)
    own, reply_own = np.uint64(plan_own), np.uint64(records_own)
    for _ in range(tables.rounds):
        for k in range(len(records)):
            record = records[k]
            word = np.uint64(plan[own + trailing_zeros(plan_states[k])])
            state = states[k] & np.uint64(record[one + (word >> shift)])
            reply = np.uint64(record[reply_own + trailing_zeros(state)])
            plan_states[k] = plan_states[k] & word & np.uint64(plan[one + (reply >> shift)])
            states[k] = state & reply


# As the kernel of `solvers.matrix_games.exp3`, but for the lines that play.
@jit
def _play_learners(tables: RankTables, first: Learner, second: Learner, uniforms: Floats) -> int:
    rescale(first)
    rescale(second)
    rows, columns, won = np.empty(BATCH, np.uint64), np.empty(BATCH, np.uint64), np.empty(BATCH, np.uint8)
    wins = 0
    for start in range(0, len(uniforms), BATCH):
        batch = uniforms[start : start + BATCH]
        guess(first, second, batch, rows, columns)
        for k in range(len(batch)):
            fetch(tables, rows[k], columns[k])
        for k in range(len(batch)):
            won[k] = 2 - winner(tables, rows[k], columns[k])
        for k in range(len(batch)):
            row, column, win = rows[k], columns[k], won[k]
            if not (chooses(first, batch[k, 0], row) & chooses(second, batch[k, 1], column)):
                row, column = choose(first, batch[k, 0]), choose(second, batch[k, 1])
                win = 2 - winner(tables, row, column)
            first.counts[row] += 1
            second.counts[column] += 1
            if win:
                reward(first, row)
                wins += 1
            else:
                reward(second, column)
    return wins
