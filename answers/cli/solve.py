"""The solvers as a calculator."""

import sys
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from answers.cli.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.output import STDOUT, deliver_json, deliver_text, needs_person, say, working
from answers.errors import CorrigeError

if TYPE_CHECKING:
    from solvers.domineering.board import Board
    from solvers.equilibrium import Equilibrium

app = typer.Typer(help="The solvers as a calculator.", no_args_is_help=True, rich_markup_mode=None)

MAX_MATRIX_BYTES = 20_000_000
SHOWN_SUPPORT = 20


class Method(StrEnum):
    """How to solve a matrix game: exactly, or by the exam's stochastic algorithm."""

    LP = "lp"
    EXP3 = "exp3"


@app.command()
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
    from answers.matrix_file import parse_matrix

    rows = parse_matrix(_text(matrix), str(matrix))
    with working(f"solving a {len(rows)} × {len(rows[0])} game"):
        found = _refusing(_solve_exactly if method is Method.LP else _solve_by_exp3, rows, seed)
    _deliver(found, as_json, output, force)


@app.command()
def phantom(
    *,
    board: Annotated[str, typer.Option("--board", metavar="NxP", help="N rows and P columns, such as 3x3.")],
    illegal: Annotated[str | None, typer.Option("--illegal", metavar="R,C", help="A forbidden cell, from 0,0.")] = None,
    plans: Annotated[
        int | None, typer.Option("--plans", metavar="K", min=1, help="Only the first K plans of u0.")
    ] = None,
    u0: Annotated[int, typer.Option("--u0", metavar="N", help="The seed of the plans.")] = 17,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find the value of phantom Domineering: over all plans, or the first K of a seed."""
    size = _pair(board, "x", "--board", "3x3")
    cell = None if illegal is None else _pair(illegal, ",", "--illegal", "0,1")
    with working(f"solving phantom Domineering on {board}"):
        found = _refusing(_phantom, size, cell, plans, u0)
    _deliver(found, as_json, output, force)


def _text(path: Path) -> str:
    from answers.files import read_limited

    if path == STDOUT:
        return sys.stdin.read(MAX_MATRIX_BYTES)
    return read_limited(path, MAX_MATRIX_BYTES).decode("utf-8-sig", errors="replace")


def _refusing(solve: Any, *arguments: Any) -> Any:
    """Call a solver; what it refuses was asked wrongly."""
    try:
        return solve(*arguments)
    except ValueError as error:
        raise CorrigeError.one(str(error)) from error


def _solve_exactly(rows: list[list[Fraction]], _: int) -> dict[str, Any]:
    import numpy as np

    from solvers.zero_sum import zero_sum

    return _equilibrium(zero_sum(np.array(rows, dtype=object)))


def _solve_by_exp3(rows: list[list[Fraction]], seed: int) -> dict[str, Any]:
    import numpy as np

    from solvers.empirical_equilibrium import empirical_equilibrium
    from solvers.exp3 import exp3

    if any(cell not in (0, 1) for row in rows for cell in row):
        raise ValueError("exp3 needs a matrix of 0 and 1; the method lp takes any numbers")
    game = np.array(rows, dtype=np.uint8)
    result = exp3(game, seed=seed)
    return {
        "value": {"value": result.value, "exact": None},
        "row_strategy": result.row_strategy.tolist(),
        "column_strategy": result.column_strategy.tolist(),
        "regret": _number(empirical_equilibrium(game, result.row_counts, result.column_counts).regret),
        "steps": result.steps,
    }


def _phantom(size: tuple[int, int], cell: tuple[int, int] | None, plans: int | None, u0: int) -> dict[str, Any]:
    from solvers.domineering.board import Board
    from solvers.double_oracle import double_oracle

    board = Board(*size, frozenset() if cell is None else frozenset({cell}))
    return _equilibrium(double_oracle(_game(board, plans, u0)))


def _game(board: "Board", plans: int | None, u0: int) -> Any:
    from solvers.domineering.phantom import all_plans, limited_plans
    from solvers.domineering.playouts import PhantomGame

    players = (1, 2)
    if plans is None:
        return PhantomGame(board, *(all_plans(board, player) for player in players))
    return PhantomGame(board, *(limited_plans(u0, plans, board.count(player)) for player in players))


def _equilibrium(found: "Equilibrium") -> dict[str, Any]:
    return {
        "value": {"value": found.approximate_value, "exact": None if found.value is None else str(found.value)},
        "row_strategy": found.row.probabilities.tolist(),
        "column_strategy": found.column.probabilities.tolist(),
        "regret": _number(found.regret),
    }


def _number(value: Fraction | float) -> dict[str, Any]:
    return {"value": float(value), "exact": str(value) if isinstance(value, Fraction) else None}


def _pair(text: str, separator: str, option: str, example: str) -> tuple[int, int]:
    parts = text.lower().replace("×", "x").split(separator)
    if len(parts) != 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise CorrigeError.one(f"{option} is {text!r}", remedy=f"write it like {example}")
    return int(parts[0]), int(parts[1])


def _deliver(found: dict[str, Any], as_json: bool, output: Path, force: bool) -> None:
    if as_json:
        deliver_json({"schema": "corrige/solve/1", **found}, output, force=force)
    else:
        deliver_text(_lines(found), output, force=force)
    if found["value"]["exact"] is None and "steps" not in found:
        say(f"no exact value was found: it is certified to within {found['regret']['value']:g}")
        needs_person(True)


def _lines(found: dict[str, Any]) -> list[str]:
    value, regret = found["value"], found["regret"]
    return [
        f"value    {value['exact'] or '≈'}  {value['value']:.6g}",
        f"regret   {regret['value']:g}",
        f"rows     {_support(found['row_strategy'])}",
        f"columns  {_support(found['column_strategy'])}",
    ]


def _support(strategy: list[float]) -> str:
    played = [f"{i}: {p:.4g}" for i, p in enumerate(strategy) if p]
    rest = f", and {len(played) - SHOWN_SUPPORT} more" if len(played) > SHOWN_SUPPORT else ""
    return ", ".join(played[:SHOWN_SUPPORT]) + rest
