"""The exam's stochastic algorithm at the command line: its options, its progress, its curve."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from answers.cli.common.cost import check_cost
from answers.cli.common.output import counting
from answers.cli.solve.common import GameSolution, deliver_game, is_drawing, number
from answers.errors import CorrigeError
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.compiled.arrays import Bytes
    from solvers.domineering.playouts import PhantomGame
    from solvers.matrix_games.exp3 import Exp3Result

MOST_STEPS = 10_000_000_000
MARKS_A_DECADE = 24
LOOK_SECONDS, PLAY_SECONDS = 1e-7, 5e-7
"""Of a step on a usual machine: to look into a matrix, to play a game of phantom Domineering."""
FIRST_MARK, FEWEST_STEPS = 10, 100
"""Of the curve: where it begins, and how many steps it needs."""


class Method(StrEnum):
    """How to solve a matrix game: exactly, or by the exam's stochastic algorithm."""

    LP = "lp"
    EXP3 = "exp3"


MethodName: TypeAlias = Annotated[
    Method, typer.Option("--method", help="lp is exact; exp3 learns by play, and is for games won or lost.")
]
Steps: TypeAlias = Annotated[
    int | None,
    typer.Option("--steps", metavar="N", min=1, max=MOST_STEPS, help="Steps of exp3; by default those of the exam."),
]


def check_learning(method: Method, steps: int | None, output: Path) -> None:
    """Refuse what only the stochastic algorithm has, for another method.

    Raises
    ------
    CorrigeError
        If steps or a curve are asked of `lp`, or a curve of very few steps.
    """
    if method is Method.LP and (steps is not None or is_drawing(output)):
        what = "--steps is" if steps is not None else Message("{output}: the curve is", output=output)
        raise CorrigeError.one(Message("{what} of the stochastic algorithm", what=what), remedy="add --method exp3")
    if is_drawing(output) and steps is not None and steps < FEWEST_STEPS:
        raise CorrigeError.one(
            Message(
                "a curve of {count} step shows nothing",
                plural="a curve of {count} steps shows nothing",
                count=steps,
            ),
            remedy=Message("give --steps {fewest_steps} or more", fewest_steps=FEWEST_STEPS),
        )


def learn(
    game: "Bytes | PhantomGame", seed: int, steps: int | None, *, long: bool
) -> "tuple[GameSolution, Exp3Result]":
    """Play exp3 with its progress on standard error; return the solution, certified, and the run with its curve.

    Raises
    ------
    CorrigeError
        If the steps would take more than a minute, and `long` is false.
    """
    import numpy as np

    from solvers.matrix_games.empirical_equilibrium import empirical_equilibrium
    from solvers.matrix_games.exp3 import default_steps, exp3

    count = default_steps(game.shape[0], game.shape[1]) if steps is None else steps
    each = LOOK_SECONDS if isinstance(game, np.ndarray) else PLAY_SECONDS
    remedy = Message("ask for fewer steps")
    check_cost(Message("{steps} steps", steps=count), each * count, place="--steps", remedy=remedy, long=long)
    with counting("exp3, steps", count) as told:
        run = exp3(game, seed=seed, steps=count, progress=lambda done, _: told(done), marks=_marks(count))
    found: GameSolution = {
        "value": number(run.value),
        "row_strategy": run.row_strategy.tolist(),
        "column_strategy": run.column_strategy.tolist(),
        "regret": number(empirical_equilibrium(game, run.row_counts, run.column_counts).regret),
        "steps": run.steps,
        "seed": seed,
    }
    return found, run


def deliver_learned(found: GameSolution, run: "Exp3Result", *, as_json: bool, output: Path, force: bool) -> None:
    """Write the solution; to a file of drawings, the running mean against the number of steps."""
    deliver_game(found, as_json=as_json, output=output, force=force, svg=lambda: _curve(run))


def _marks(steps: int) -> list[int]:
    """Numbers of steps that lie evenly on a logarithmic scale."""
    from math import log10

    if steps < FEWEST_STEPS:
        return []
    last = int(log10(steps) * MARKS_A_DECADE)
    return [*(round(10 ** (k / MARKS_A_DECADE)) for k in range(MARKS_A_DECADE, last + 1)), steps]


def _curve(run: "Exp3Result") -> str:
    from fractions import Fraction

    from answers.exam.books.learning_curve import Curve, learning_curve

    if not run.means:
        raise CorrigeError.one(
            Message(
                "a curve of {count} step shows nothing",
                plural="a curve of {count} steps shows nothing",
                count=run.steps,
            ),
            remedy="give --steps 100 or more",
        )
    return str(learning_curve([Curve(f"{run.value:.4f}", Fraction(run.wins, run.steps), run.means)]))
