"""corrige solve domineering: who wins when both players see everything."""

from typing import TYPE_CHECKING

from answers.cli.common.cost import Long, check_cost
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.solve.common import refusing
from answers.cli.solve.outcome import BoardSize, Illegal, Outcome, board_with, deliver_outcome, outcome
from answers.errors import CorrigeError
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.domineering.board import Board

KNOWN_CELLS, KNOWN_SECONDS, A_CELL = 48, 1.5, 1.3
"""6 x 8 free cells take so many seconds on a usual machine; each further cell, about so many times as long."""


def domineering(
    *,
    board: BoardSize,
    long: Long = False,
    illegal: Illegal = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find who wins Domineering, and every winning first move.

    The first player lays horizontal dominoes, the second vertical ones; who cannot move loses. A move is the two cells
    (row, column) that a domino covers. A board has at most 64 cells: up to 7 x 7
    takes seconds, 8 x 8 minutes.
    """
    ground = refusing(board_with, board, illegal)
    _check_cost(ground, long=long)
    with working(Message("solving Domineering on {board}", board=board)):
        found = refusing(_solve, ground)
    deliver_outcome(found, as_json=as_json, output=output, force=force)


def _check_cost(board: "Board", *, long: bool) -> None:
    cells = board.free if board.rows > 1 else 0
    what = Message("Domineering on {cells} cells", cells=cells)
    seconds = KNOWN_SECONDS * A_CELL ** (cells - KNOWN_CELLS)
    check_cost(what, seconds, place="--board", remedy=Message("take a smaller board"), long=long)


def _solve(board: "Board") -> Outcome:
    from solvers.domineering.perfect_play import perfect_play

    if board.rows * board.cols < 2:
        raise CorrigeError.one("Domineering is played on at least 2 cells, got 1 × 1")
    return outcome(board.cells(1, placement) for placement in perfect_play(board).moves)
