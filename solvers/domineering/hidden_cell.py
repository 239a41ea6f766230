"""Solve Phantom Domineering with a forbidden cell that is drawn after both players have handed in their lists.

Two lists are the same strategy if their payoffs against all lists of the opponent are equal. A payoff is the
probability, over the drawn cell, that player 1 wins. Each strategy is represented by its list of smallest index, and
the small game of these lists is solved exactly.

Source: a variant of ours of the ENS 2013 practical exam, "Équilibres de Nash", sections 3 (forbidden cells) and 6.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import numpy as np

from solvers.compiled.arrays import Bytes
from solvers.domineering.board import Board, Cell
from solvers.domineering.phantom import all_plans
from solvers.domineering.phantom_game import PhantomGame
from solvers.invalid_input import InvalidInput
from solvers.matrix_games.equilibrium import Equilibrium, MixedStrategy
from solvers.matrix_games.win_matrix import OnDemandGame
from solvers.matrix_games.zero_sum import zero_sum

MAX_CELLS: Final = 8
MAX_PAIRS: Final = 10**6
"""Largest number of pairs of lists that are played for each cell: 720 × 720 if both players have six moves."""


def hidden_cell(
    board: Board, chances: Mapping[Cell, int], game: Callable[[Board, Bytes, Bytes], OnDemandGame] = PhantomGame
) -> Equilibrium:
    """Return an equilibrium over all lists of both players when one more cell, unknown to them, is forbidden.

    A list is a plan of `all_plans` on `board`: placements in priority order. `chances` has the cells that may be
    forbidden, each with a positive weight; its probability is the weight over their sum. `game` plays the lists on a
    board without the cell.
    """
    if not 1 <= len(chances) <= MAX_CELLS or min(chances.values()) <= 0:
        raise InvalidInput(
            "give from 1 to {max_cells} cells, one of which will be forbidden, each with a positive weight; got {dict}",
            max_cells=MAX_CELLS,
            dict=dict(chances),
        )
    first, second = (all_plans(board, player) for player in (1, 2))
    if len(first) * len(second) > MAX_PAIRS:
        raise InvalidInput(
            "on a {rows} × {cols} board the players have {count} × {other} pairs of lists of moves, more than the "
            "limit of {max_pairs}",
            rows=board.rows,
            cols=board.cols,
            count=len(first),
            other=len(second),
            max_pairs=MAX_PAIRS,
        )
    # One bit per cell with which player 1 wins: rows of bytes are faster to compare than sums of weights.
    won = np.zeros((len(first), len(second)), dtype=np.uint8)
    for n, cell in enumerate(chances):
        with_cell = game(Board(board.rows, board.cols, board.forbidden | {cell}), first, second)
        won |= with_cell.outcomes(np.arange(len(first)), np.arange(len(second))) << np.uint8(n)
    rows = _first_of_each(won)
    columns = _first_of_each(won[rows].T)
    few = won[np.ix_(rows, columns)].astype(np.int64)
    equilibrium = zero_sum(sum(weight * (few >> n & 1) for n, weight in enumerate(chances.values())))
    total = sum(chances.values())
    row, column = (
        MixedStrategy.proportional(size, [indices[k] for k in mix.support], mix.integer_weights[0])
        for size, indices, mix in ((len(first), rows, equilibrium.row), (len(second), columns, equilibrium.column))
    )
    return Equilibrium(row, column, equilibrium.lower / total, equilibrium.upper / total, equilibrium.note)


def _first_of_each(lines: Iterable[Bytes]) -> list[int]:
    """Return the index of the first line of each set of equal lines, in increasing order."""
    first: dict[bytes, int] = {}
    for n, line in enumerate(lines):
        first.setdefault(line.tobytes(), n)
    return list(first.values())
