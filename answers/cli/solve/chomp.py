"""corrige solve chomp: who wins a bar of chocolate."""

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.solve.common import refusing
from answers.cli.solve.outcome import BoardSize, Outcome, Size, board_size, deliver_outcome, outcome
from answers.messages import Message


def chomp(*, board: BoardSize, as_json: AsJson = False, output: Output = TO_STDOUT, force: Force = False) -> None:
    """Find who wins Chomp on a whole bar, and every winning first move.

    A move (row, column) eats that square and all below and to the right; (0, 0) is poisoned. Rows and columns are at
    most 28 together. -o FILE.svg draws the arena with both attractors, when it is small.
    """
    size = board_size(board)
    with working(Message("solving Chomp on {board}", board=board)):
        found = refusing(_solve, size)
    deliver_outcome(found, as_json=as_json, output=output, force=force, svg=lambda: refusing(_svg, size))


def _solve(size: Size) -> Outcome:
    from solvers.board_games.chomp_solution import chomp_solution

    rows, cols = size
    return outcome(chomp_solution(rows, cols).winning_moves((cols,) * rows))


def _svg(size: Size) -> str:
    from solvers.board_games.chomp import Chomp
    from solvers.graph_games.arena import unfold
    from solvers.graph_games.drawing.arena_svg import MAX_STATES, arena_svg

    game = Chomp.rectangle(*size)
    return arena_svg(unfold(game, MAX_STATES), game.text)
