"""What the board games of the command line share: the size of a board, who wins it and by which moves."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

import typer

from answers.cli.solve.common import deliver_solution, pair
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.domineering.board import Board

Size = tuple[int, int]
Move = Sequence[object]
"""A square, or the two squares of a domino."""

TEMPLATES = {
    "first": "the first player lays the central domino, then answers each one by its image under the half turn",
    "second": "the second player answers each domino by its image under the half turn",
}
"""A winning strategy of Cram in words."""

Illegal = Annotated[
    list[str] | None,
    typer.Option("--illegal", metavar="R,C", help="A forbidden cell, from 0,0; may be repeated."),
]
BoardSize = Annotated[str, typer.Option("--board", metavar="NxP", help="N rows and P columns, such as 3x4.")]


class Outcome(TypedDict):
    """Who wins a game in JSON; `grundy` is the value of a sum of games, `symmetry` who wins by answering images."""

    winner: str
    winning_moves: Sequence[Move]
    grundy: NotRequired[int]
    symmetry: NotRequired[str | None]


def board_size(text: str) -> Size:
    """Read the size of a board.

    Raises
    ------
    CorrigeError
        If `text` is not two numbers, with an example.
    """
    return pair(text, "x", "--board", "3x4")


def board_with(board: str, illegal: Iterable[str] | None) -> "Board":
    """Return the board of a size, without the forbidden cells.

    Raises
    ------
    CorrigeError
        If the size or a cell cannot be read, with an example.
    Refusal
        If the board is too large, or a cell lies outside it.
    """
    from solvers.domineering.board import Board

    cells = (pair(cell, ",", "--illegal", "0,1") for cell in illegal or ())
    return Board(*board_size(board), frozenset(cells))


def outcome(moves: Iterable[Move]) -> Outcome:
    """Return the winner that the first player's winning moves tell, and those moves, as the promised JSON."""
    found = list(moves)
    return {"winner": "first" if found else "second", "winning_moves": found}


def deliver_outcome(
    found: Outcome, *, as_json: bool, output: Path, force: bool, svg: Callable[[], str] | None = None
) -> None:
    """Write who wins, every winning first move, and the Grundy value where there is one."""
    moves = " ; ".join(map(_told, found["winning_moves"])) or Message("none")
    winner = Message("first" if found["winner"] == "first" else "second")
    lines = [Message("winner   {winner}", winner=winner), Message("moves    {moves}", moves=moves)]
    if "grundy" in found:
        lines.append(Message("grundy   {grundy}", grundy=found["grundy"]))
    if found.get("symmetry"):
        lines.append(Message("symmetry {symmetry}", symmetry=Message(TEMPLATES[str(found["symmetry"])])))
    deliver_solution(found, lines, as_json=as_json, output=output, force=force, svg=svg)


def _told(move: Move) -> str:
    """A square as "(0, 1)", a domino as its two squares."""
    text = " ".join(map(str, move))
    return text if "(" in text else f"({text.replace(' ', ', ')})"
