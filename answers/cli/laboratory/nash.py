"""corrige solve nash: solve a zero-sum matrix game."""

from pathlib import Path
from typing import Annotated

import typer

from answers.cli.common.output import counting, working
from answers.cli.laboratory.solver import Long, Method, Randomness, Steps, solver
from answers.errors import CorrigeError
from answers.laboratory import matrix_games
from answers.laboratory.matrix_games import parse_matrix
from answers.laboratory.result import SolverResult
from answers.laboratory.user_input import read_text
from answers.messages import Message


@solver
def nash(
    *,
    matrix: Annotated[
        Path, typer.Option("--matrix", metavar="FILE", help="Matrix as CSV, one row per line; - is standard input.")
    ],
    method: Method = "lp",
    steps: Steps = None,
    seed: Randomness = 17,
    long: Long = False,
    row_mix: Annotated[
        str | None,
        typer.Option(
            "--row-mix",
            metavar="P,P,…",
            help="Mixed strategy of the player who chooses the row: a probability for each row, such as 1/2,1/4,1/4.",
        ),
    ] = None,
    column_mix: Annotated[
        str | None,
        typer.Option(
            "--column-mix",
            metavar="P,P,…",
            help="Mixed strategy of the player who chooses the column; "
            "with both mixed strategies, compute their expected "
            "gain.",
        ),
    ] = None,
) -> SolverResult:
    """Solve a zero-sum matrix game; the row player maximises. With both mixes, compute the expected gain.

    With --method exp3, two players learn step by step; -o FILE.svg then plots the mean over their games.
    """
    matrix_games.check_steps(method, steps)
    if (row_mix is None) != (column_mix is None):
        missing = "--row-mix" if row_mix is None else "--column-mix"
        cause = Message("the option {missing} is missing", missing=missing)
        raise CorrigeError.single(
            cause, remedy="to compute the expected gain, give the mixed strategies of both players"
        )
    rows = parse_matrix(read_text(matrix), str(matrix))
    if row_mix is not None and column_mix is not None:
        return matrix_games.mixes(rows, row_mix, column_mix)
    if method == "exp3":
        return matrix_games.learned_matrix(rows, seed, steps, counting, long=long)
    with working("solving a {rows} × {columns} game", rows=len(rows), columns=len(rows[0])):
        return matrix_games.exactly(rows)
