"""corrige solve nash: any zero-sum matrix game."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.cost import Long
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output, Randomness
from answers.cli.common.output import working
from answers.cli.solve.common import GameSolution, deliver_game, deliver_solution, equilibrium, number, refusing
from answers.cli.solve.learning import Method, MethodName, Steps, check_learning, deliver_learned, learn
from answers.cli.solve.text_file import read_text
from answers.errors import CorrigeError
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.matrix_games.exp3 import Exp3Result


def nash(
    *,
    matrix: Annotated[Path, typer.Option("--matrix", metavar="FILE", help="CSV, a row a line; - is standard input.")],
    method: MethodName = Method.LP,
    steps: Steps = None,
    seed: Randomness = 17,
    long: Long = False,
    row_mix: Annotated[
        str | None, typer.Option("--row-mix", metavar="P,P,…", help="Probabilities of the rows, such as 1/2,1/4,1/4.")
    ] = None,
    column_mix: Annotated[
        str | None, typer.Option("--column-mix", metavar="P,P,…", help="Of the columns; with both, what they earn.")
    ] = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Solve a zero-sum matrix game; the row player maximises. With both mixes, compute what they earn instead.

    With --method exp3 two players learn, step by step; -o FILE.svg then draws the mean of their games.
    """
    from answers.cli.solve.matrix_file import parse_matrix

    check_learning(method, steps, output)
    if (row_mix is None) != (column_mix is None):
        missing = "--row-mix" if row_mix is None else "--column-mix"
        raise CorrigeError.one(
            Message("{missing} is missing", missing=missing), remedy="the expected payoff needs both mixes"
        )
    rows = parse_matrix(read_text(matrix), str(matrix))
    if row_mix is not None and column_mix is not None:
        payoff = refusing(_expected, rows, row_mix, column_mix)
        told = Message("payoff   {payoff}  {decimal:.6g}", payoff=payoff, decimal=float(payoff))
        deliver_solution({"payoff": number(payoff)}, [told], as_json=as_json, output=output, force=force)
        return
    if method is Method.EXP3:
        learned, run = refusing(_by_exp3, rows, seed, steps, long=long)
        deliver_learned(learned, run, as_json=as_json, output=output, force=force)
        return
    with working(Message("solving a {rows} × {columns} game", rows=len(rows), columns=len(rows[0]))):
        found = refusing(_exactly, rows)
    deliver_game(found, as_json=as_json, output=output, force=force)


def _exactly(rows: list[list[Fraction]]) -> GameSolution:
    import numpy as np

    from solvers.matrix_games.zero_sum import zero_sum

    return equilibrium(zero_sum(np.array(rows, dtype=object)))


def _by_exp3(
    rows: list[list[Fraction]], seed: int, steps: int | None, *, long: bool
) -> "tuple[GameSolution, Exp3Result]":
    import numpy as np

    if any(cell not in (0, 1) for row in rows for cell in row):
        raise CorrigeError.one("exp3 needs a matrix of 0 and 1", remedy="the method lp takes any numbers")
    return learn(np.array(rows, dtype=np.uint8), seed, steps, long=long)


def _expected(rows: list[list[Fraction]], row_mix: str, column_mix: str) -> Fraction:
    from solvers.matrix_games.expected_payoff import expected_payoff

    return expected_payoff(rows, _mix(row_mix, "--row-mix"), _mix(column_mix, "--column-mix"))


def _mix(text: str, option: str) -> list[Fraction]:
    """Read probabilities as a matrix of one row."""
    from answers.cli.solve.matrix_file import parse_matrix

    rows = parse_matrix(text, option)
    if len(rows) > 1:
        raise CorrigeError.one(
            Message("{option} has lines: {count}", option=option, count=len(rows)), remedy="write it like 1/2,1/3,1/6"
        )
    return rows[0]
