"""corrige solve chess: the heuristic of the course notes for a position."""

from typing import Annotated

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.solve.common import deliver_solution, refusing
from answers.messages import Message


def chess(
    *,
    position: Annotated[
        str,
        typer.Option("--position", metavar="FEN", help="Rows from the top, as rnbqkbnr/pppppppp/8/8/…; capitals: 0."),
    ],
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Add up the pieces of a chess position: those of player 0 (White) less those of player 1 (example 2.1 of jeux).

    A pawn is worth 1, a knight or a bishop 3, a rook 5, a queen 9. Nothing is searched.
    """
    from solvers.board_games.chess_material import chess_material

    value = refusing(chess_material, position.split(" ")[0])
    deliver_solution(
        {"value": value}, [Message("value    {value}", value=value)], as_json=as_json, output=output, force=force
    )
