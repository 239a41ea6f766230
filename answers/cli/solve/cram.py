"""corrige solve cram: who wins Cram, and its Grundy value."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.cost import Long, check_cost
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.solve.common import refusing
from answers.cli.solve.outcome import Illegal, Outcome, board_with, deliver_outcome, outcome
from answers.cli.solve.text_file import read_text
from answers.errors import CorrigeError, Problem
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.domineering.board import Board

FREE, CLOSED = ".", "#"
KNOWN_CELLS, KNOWN_SECONDS, A_CELL = 30, 1.5, 2.0
"""A component of 5 x 6 takes so many seconds on a usual machine; each further cell, about so many times as long."""
MOST_CELLS = 64
GRID = Message("write rows of {free} (a free cell) and {closed} (no cell), all of one length", free=FREE, closed=CLOSED)


def cram(
    *,
    board: Annotated[str | None, typer.Option("--board", metavar="NxP", help="N rows and P columns, as 3x4.")] = None,
    long: Long = False,
    grid: Annotated[
        Path | None, typer.Option("--grid", metavar="FILE", help="Instead a grid as text: rows of . and #; - is input.")
    ] = None,
    illegal: Illegal = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find who wins Cram, every winning first move, the Grundy value, and whether symmetry is a winning strategy.

    A move is the two cells (row, column) that a domino covers; who cannot move loses. Up to 5 x 6 takes seconds, 5 x 7
    half a minute; what would take much longer is refused with an estimate. -o FILE.svg draws the tree of the possible
    plays with both attractors, when it is small.
    """
    if (board is None) == (grid is None):
        raise CorrigeError.one("a game needs a grid", remedy="give --board 3x4 or --grid FILE, one of them")
    ground = refusing(board_with, board, illegal) if board else refusing(_grid, grid or Path("-"), illegal)
    _check_cost(ground, long=long)
    with working("solving Cram"):
        found = refusing(_solve, ground)
    deliver_outcome(found, as_json=as_json, output=output, force=force, svg=lambda: refusing(_svg, ground))


def _grid(file: Path, illegal: list[str] | None) -> "Board":
    from solvers.domineering.board import Board

    rows = [line.rstrip() for line in read_text(file).splitlines() if line.strip()]
    if not rows or len(rows) * len(rows[0]) > MOST_CELLS:
        cause = (
            Message("the grid is empty")
            if not rows
            else Message("the grid has more than {most_cells} cells", most_cells=MOST_CELLS)
        )
        raise CorrigeError.one(cause, place=str(file), remedy=GRID)
    cells = [((i, j), mark) for i, row in enumerate(rows) for j, mark in enumerate(row)]
    problems = list(_problems(rows, str(file)))
    if problems:
        raise CorrigeError(problems)
    if illegal:
        raise CorrigeError.one("--illegal is of --board", remedy=Message("write {closed} in the grid", closed=CLOSED))
    return Board(len(rows), len(rows[0]), frozenset(cell for cell, mark in cells if mark == CLOSED))


def _problems(rows: list[str], file: str) -> Iterator[Problem]:
    """What is wrong with the rows of a grid."""
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            yield Problem(
                Message(
                    "{count} cell, the first row has {width}",
                    plural="{count} cells, the first row has {width}",
                    count=len(row),
                    width=len(rows[0]),
                ),
                Message("{file}, row {i}", file=file, i=i),
                GRID,
            )
        for j, mark in enumerate(row):
            if mark not in (FREE, CLOSED):
                yield Problem(
                    Message("{mark!r} is no cell", mark=mark),
                    Message("{file}, row {i}, column {j}", file=file, i=i, j=j),
                    GRID,
                )


def _check_cost(board: "Board", *, long: bool) -> None:
    from solvers.board_games.cram import largest_component

    cells = largest_component(board)
    what = Message("{cells} connected cells", cells=cells)
    seconds = KNOWN_SECONDS * A_CELL ** (cells - KNOWN_CELLS)
    check_cost(what, seconds, place="--board", remedy=Message("take a smaller grid"), long=long)


def _solve(board: "Board") -> Outcome:
    from solvers.board_games.cram import Cram
    from solvers.board_games.cram_grundy import cram_grundy
    from solvers.board_games.cram_symmetry import cram_symmetry

    game = Cram(board)
    found = cram_grundy(board)
    winning = [game.cells(game.start, (domino, 1)) for domino, value in found.options.items() if value == 0]
    strategy = cram_symmetry(game)
    by_images = None if strategy is None else ("first", "second")[strategy.player]
    return {**outcome(winning), "grundy": found.value, "symmetry": by_images}


def _svg(board: "Board") -> str:
    from solvers.board_games.cram import Cram
    from solvers.graph_games.arena import unfold
    from solvers.graph_games.drawing.arena_svg import MAX_STATES, arena_svg
    from solvers.graph_games.game import PlayTree

    game = Cram(board)
    return arena_svg(unfold(PlayTree(game), MAX_STATES), lambda play: game.text(play[-1]))
