"""corrige solve chomp: who wins a bar of chocolate."""

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.solve.common import refusing
from answers.cli.solve.outcome import BoardSize, Outcome, Size, board_size, deliver_outcome, outcome


def chomp(*, board: BoardSize, as_json: AsJson = False, output: Output = TO_STDOUT, force: Force = False) -> None:
    """Find who wins Chomp on a whole bar, and every winning first move.

    A move (row, column) eats that square and all below and to the right; (0, 0) is poisoned. Rows and columns are at
    most 28 together.
    """
    size = board_size(board)
    with working(f"solving Chomp on {board}"):
        found = refusing(_solve, size)
    deliver_outcome(found, as_json=as_json, output=output, force=force)


def _solve(size: Size) -> Outcome:
    from solvers.board_games.chomp_solution import chomp_solution

    rows, cols = size
    return outcome(chomp_solution(rows, cols).winning_moves((cols,) * rows))
