"""corrige solve tictactoe: the value of a grid, its best moves, and what each search costs."""

from typing import Annotated

import typer

from answers.cli.common.output import working
from answers.cli.laboratory.options import Long
from answers.cli.laboratory.solver import solver
from answers.laboratory.solution import Solution
from answers.laboratory.tictactoe import tictactoe as solved


@solver
def tictactoe(
    *,
    long: Long = False,
    grid: Annotated[str, typer.Option("--grid", metavar="XO./…", help="The grid, row by row; X begins.")] = "",
) -> Solution:
    """Find the value of a grid of tic-tac-toe for X (1, 0 or -1), the best moves, and the calls of each search.

    Rows may be separated by slashes; the grid has 2 to 8 rows, and as many columns and marks to align. By default it is
    empty, 3 x 3. -o FILE.svg draws the arena of the positions to come, when they are few.
    """
    with working("searching"):
        return solved(grid, long=long)
