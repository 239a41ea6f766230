"""corrige solve nash: any zero-sum matrix game."""

import sys
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import STDOUT, working
from answers.cli.solve.common import GameSolution, deliver_game, equilibrium, number, refusing
from answers.errors import CorrigeError

MAX_BYTES = 20_000_000


class Method(StrEnum):
    """How to solve a matrix game: exactly, or by the exam's stochastic algorithm."""

    LP = "lp"
    EXP3 = "exp3"


def nash(
    *,
    matrix: Annotated[Path, typer.Option("--matrix", metavar="FILE", help="CSV, a row a line; - is standard input.")],
    method: Annotated[Method, typer.Option("--method", help="lp is exact; exp3 is for 0/1 matrices.")] = Method.LP,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the random numbers of exp3.")] = 17,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Solve a zero-sum matrix game; the row player maximises."""
    from answers.cli.solve.matrix_file import parse_matrix

    rows = parse_matrix(_text(matrix), str(matrix))
    with working(f"solving a {len(rows)} × {len(rows[0])} game"):
        found = refusing(_exactly, rows) if method is Method.LP else refusing(_by_exp3, rows, seed)
    deliver_game(found, as_json=as_json, output=output, force=force)


def _text(path: Path) -> str:
    from answers.files import read_limited

    if path == STDOUT:
        return sys.stdin.read(MAX_BYTES)
    return read_limited(path, MAX_BYTES).decode("utf-8-sig", errors="replace")


def _exactly(rows: list[list[Fraction]]) -> GameSolution:
    import numpy as np

    from solvers.matrix_games.zero_sum import zero_sum

    return equilibrium(zero_sum(np.array(rows, dtype=object)))


def _by_exp3(rows: list[list[Fraction]], seed: int) -> GameSolution:
    import numpy as np

    from solvers.matrix_games.empirical_equilibrium import empirical_equilibrium
    from solvers.matrix_games.exp3 import exp3

    if any(cell not in (0, 1) for row in rows for cell in row):
        raise CorrigeError.one("exp3 needs a matrix of 0 and 1", remedy="the method lp takes any numbers")
    game = np.array(rows, dtype=np.uint8)
    result = exp3(game, seed=seed)
    return {
        "value": number(result.value),
        "row_strategy": result.row_strategy.tolist(),
        "column_strategy": result.column_strategy.tolist(),
        "regret": number(empirical_equilibrium(game, result.row_counts, result.column_counts).regret),
        "steps": result.steps,
    }
