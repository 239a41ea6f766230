"""corrige solve cram: who wins Cram, and its Grundy value."""

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.solve.common import refusing
from answers.cli.solve.outcome import BoardSize, Illegal, Outcome, board_with, deliver_outcome, outcome


def cram(
    *,
    board: BoardSize,
    illegal: Illegal = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find who wins Cram, every winning first move, and the Grundy value.

    A move is the two cells (row, column) that a domino covers; who cannot move loses. Up to 5 x 6 takes seconds, 5 x 7
    half a minute, larger squares longer than anybody waits.
    """
    with working(f"solving Cram on {board}"):
        found = refusing(_solve, board, illegal)
    deliver_outcome(found, as_json=as_json, output=output, force=force)


def _solve(size: str, illegal: list[str] | None) -> Outcome:
    from solvers.board_games.cram import Cram
    from solvers.board_games.cram_grundy import cram_grundy

    game = Cram(board_with(size, illegal))
    found = cram_grundy(game.board)
    winning = [game.cells(game.start, (domino, 1)) for domino, value in found.options.items() if value == 0]
    return {**outcome(winning), "grundy": found.value}
