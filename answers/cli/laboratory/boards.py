"""corrige solve chess, chomp, cram, domineering, tictactoe: board games whose players see the whole position."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from answers.cli.common.options import check_alone
from answers.cli.common.output import working
from answers.cli.laboratory.solver import BoardSize, Illegal, Long, solver
from answers.laboratory import boards
from answers.laboratory.boards import tictactoe as searched
from answers.laboratory.result import SolverResult

Attractors: TypeAlias = Annotated[
    bool, typer.Option("--arena", help="Show the attractors of both players, step by step, and a winning strategy.")
]


@solver
def chess(
    *,
    position: Annotated[
        str,
        typer.Option(
            "--position",
            metavar="FEN",
            help="Rows from the top, such as rnbqkbnr/pppppppp/8/8/…; capitals are player 0.",
        ),
    ],
) -> SolverResult:
    """Evaluate a chess position: the pieces of player 0 (White) minus those of player 1 (example 2.1 of jeux).

    A pawn is worth 1, a knight or a bishop 3, a rook 5, a queen 9. No move is searched.
    """
    return boards.chess(position)


@solver
def chomp(
    *,
    board: BoardSize,
    show: Annotated[
        boards.Shown | None,
        typer.Option(
            "--show", help="What to show: arena, the attractors step by step; graph, the bars without players."
        ),
    ] = None,
) -> SolverResult:
    """Find who wins Chomp on a whole bar, and every winning first move.

    A move (row, column) eats that square and all squares below it and to its right; (0, 0) is poisoned. Rows plus
    columns are at most 28. -o FILE.svg draws a small arena with both attractors.
    """
    with working("solving Chomp on {board}", board=board):
        return boards.chomp(board, show)


@solver
def cram(
    *,
    board: Annotated[
        str | None, typer.Option("--board", metavar="NxP", help="N rows and P columns, such as 3x4.")
    ] = None,
    long: Long = False,
    grid: Annotated[
        Path | None,
        typer.Option("--grid", metavar="FILE", help="A grid as text, with rows of . and #; - is standard input."),
    ] = None,
    illegal: Illegal = None,
    arena: Attractors = False,
) -> SolverResult:
    """Find who wins Cram, every winning first move, the Grundy value, and whether symmetry is a winning strategy.

    A move is the two cells (row, column) that a domino covers; a player who cannot move loses. A board of 5 x 6 takes
    seconds, 5 x 7 half a minute; a much longer computation is refused with an estimate. -o FILE.svg draws a small
    tree of the possible plays with both attractors.
    """
    with working("solving the game of Cram"):
        return boards.cram(boards.cram_board(board, grid, illegal or ()), arena=arena, long=long)


@solver
def domineering(*, board: BoardSize, long: Long = False, illegal: Illegal = None) -> SolverResult:
    """Find who wins Domineering, and every winning first move.

    The first player places horizontal dominoes, the second vertical ones; a player who cannot move loses. A move is the
    two cells (row, column) that a domino covers. A board has at most 64 cells, 49 of them free: up to 6 x 6 takes
    seconds, 7 x 7 minutes.
    """
    with working("solving Domineering on {board}", board=board):
        return boards.domineering(boards.board_with(board, illegal or ()), long=long)


@solver
def tictactoe(
    *,
    long: Long = False,
    grid: Annotated[str, typer.Option("--grid", metavar="XO./…", help="The grid, row by row; X begins.")] = "",
    arena: Attractors = False,
    depth: Annotated[
        int | None, typer.Option("--depth", metavar="N", min=0, max=16, help="Search at most this many moves ahead.")
    ] = None,
) -> SolverResult:
    """Compute the value of a tic-tac-toe grid for X (1, 0 or -1), the best moves, and the calls of each search.

    Rows may be separated by slashes. A grid has 2 to 8 rows and as many columns; a player wins with as many marks in a
    line. By default it is empty, 3 x 3. -o FILE.svg draws the arena of the positions to come, if there are few. With
    --depth, positions at that depth are valued for X: a line without O counts the square of its number of X, a line
    without X takes off the square of its number of O.
    """
    check_alone({"--arena": arena, "--depth": depth is not None})
    with working("solving the game of tic-tac-toe"):
        return searched(grid, arena=arena, long=long) if depth is None else boards.limited(grid, depth)
