"""corrige solve domineering: who wins when both players see everything."""

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.solve.common import refusing
from answers.cli.solve.outcome import BoardSize, Illegal, Outcome, board_with, deliver_outcome, outcome
from answers.errors import CorrigeError
from answers.messages import Message


def domineering(
    *,
    board: BoardSize,
    illegal: Illegal = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find who wins Domineering, and every winning first move.

    The first player lays horizontal dominoes, the second vertical ones; who cannot move loses. A move is the two cells
    (row, column) that a domino covers. Up to 7 x 7 takes seconds, 8 x 8 minutes.
    """
    with working(Message("solving Domineering on {board}", board=board)):
        found = refusing(_solve, board, illegal)
    deliver_outcome(found, as_json=as_json, output=output, force=force)


def _solve(size: str, illegal: list[str] | None) -> Outcome:
    from solvers.domineering.perfect_play import perfect_play

    found = board_with(size, illegal)
    if found.rows * found.cols < 2:
        raise CorrigeError.one("Domineering is played on at least 2 cells, got 1 × 1")
    return outcome(found.cells(1, placement) for placement in perfect_play(found).moves)
