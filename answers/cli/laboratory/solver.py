"""Options of the commands that use solvers, and a decorator that converts their solutions and errors."""

from collections.abc import Callable, Iterator
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Annotated, Literal, ParamSpec, TypeAlias

import typer

from answers.cli.common.output import print_message, table
from answers.cli.common.result import Result
from answers.laboratory.result import SCHEMA, SolverResult, Tabular
from answers.laboratory.user_input import convert_invalid_input

DICE_STRATEGIES = "optimal, blind, random, one-round, sequential, simultaneous, scoreless, or a number of dice"

Long: TypeAlias = Annotated[bool, typer.Option("--long", help="Compute even if it takes very long.")]
Randomness: TypeAlias = Annotated[
    int,
    typer.Option("--seed", metavar="N", min=0, help="Seed of the random numbers; the same seed gives the same result."),
]
Games: TypeAlias = Annotated[
    int | None,
    typer.Option("--games", metavar="N", min=2, max=100_000_000, help="Also estimate the result by playing N games."),
]
TextFile: TypeAlias = Annotated[
    Path, typer.Argument(metavar="FILE", help="File with the arena or the tree; - is standard input.")
]

BoardSize: TypeAlias = Annotated[str, typer.Option("--board", metavar="NxP", help="N rows and P columns, such as 3x4.")]
Illegal: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--illegal", metavar="R,C", help="Cell that no domino may cover, by row and column from 0,0; may be repeated."
    ),
]
Method: TypeAlias = Annotated[
    Literal["lp", "exp3"],
    typer.Option("--method", help="lp is exact; exp3 learns by playing, for games with payoffs 0 and 1."),
]
Steps: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--steps", metavar="N", min=1, max=10**10, help="Number of steps of exp3; by default that of the exam."
    ),
]

GameName: TypeAlias = Annotated[
    Literal["sequential", "simultaneous", "scoreless"],
    typer.Option(
        "--game", help="Rules: players throw in turn; both at once; or in turn, and a throw with a 1 earns no points."
    ),
]
MostDice: TypeAlias = Annotated[int, typer.Option("--dice", metavar="D", help="The largest number of dice of a throw.")]
Target: TypeAlias = Annotated[int, typer.Option("--target", metavar="N", help="Number of points that wins the game.")]

Player: TypeAlias = Literal[
    "optimal",
    "toutes_les_esperances",
    "decision_une",
    "perturbation",
    "measured_esperances",
    "measured_decision_une",
    "measured_perturbation",
]
AlphaWeights: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--weights", metavar="A,A,…", help="The twelve α of perturbation; by default those fitted by corrige."
    ),
]
Threshold: TypeAlias = Annotated[
    int, typer.Option("--threshold", metavar="N", help="Number of points in the upper section that earns the bonus.")
]
JokerRule: TypeAlias = Annotated[
    Literal["forced", "free", "report", "none"],
    typer.Option("--joker", help="Boxes that a further Yahtzee may fill; forced is the official rule."),
]
DiceCount: TypeAlias = Annotated[int, typer.Option("--dice-count", metavar="D", help="Number of dice.")]
FaceCount: TypeAlias = Annotated[int, typer.Option("--faces", metavar="F", help="Number of faces of a die.")]
BoxValues: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--value",
        metavar="NAME=POINTS",
        help="Points of full-house, small-straight, large-straight, yahtzee, the bonus or an extra Yahtzee; "
        "may be repeated.",
    ),
]


P = ParamSpec("P")


def solver(command: Callable[P, SolverResult]) -> Callable[P, Result]:
    """Return `command` with its SolverResult converted to a `Result`, and InvalidInput to CorrigeError.

    If the result has a `doubt`, it is printed, and the exit code is 1.
    """

    @wraps(command)
    def solve(*arguments: P.args, **named: P.kwargs) -> Result:
        with convert_invalid_input():
            solution = command(*arguments, **named)
        if solution.doubt:
            print_message(solution.doubt)

        def lines() -> Iterator[str]:
            for line in solution.lines:
                yield from table(line.columns, line.rows, right=line.right) if isinstance(line, Tabular) else (line,)

        return Result(
            {"schema": SCHEMA, **solution.document},
            lines(),
            needs_person=solution.needs_person or bool(solution.doubt),
            drawings={suffix: convert_invalid_input()(draw) for suffix, draw in solution.drawings.items()},
        )

    solve.__signature__ = signature(command).replace(return_annotation=Result)  # type: ignore[attr-defined]
    return solve
