"""Zero-sum matrix games: exact solution, payoff of two mixed strategies, and the exam's learning algorithm exp3."""

import csv
import io
from collections.abc import Callable
from contextlib import AbstractContextManager
from fractions import Fraction
from math import log10
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from answers.errors import CorrigeError
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.text import read_numbers
from answers.kinds.parsing import Unreadable
from answers.laboratory.result import Json, SolverResult, number, svg
from answers.laboratory.user_input import Faults, check_cost, unequal
from answers.messages import Message, joined
from solvers.matrix_games.empirical_equilibrium import empirical_equilibrium
from solvers.matrix_games.equilibrium import Equilibrium
from solvers.matrix_games.exp3 import default_steps, exp3
from solvers.matrix_games.learning_curve import Curve, learning_curve
from solvers.matrix_games.zero_sum import expected_payoff, zero_sum

if TYPE_CHECKING:
    from solvers.compiled.arrays import Bytes
    from solvers.domineering.phantom_game import PhantomGame

REAL = Domain()
SHOWN = 40
EXAMPLE = "write one row of the matrix per line, for instance 0,1,1"


def parse_matrix(text: str, place: str) -> list[list[Fraction]]:
    """Parse a matrix with one row per line into exact numbers; `place` names the file or option in errors.

    Cells are separated by semicolons if the text contains one, else by tabs, else by commas, else by spaces.
    CorrigeError if the text is not a matrix.
    """
    separator = next((mark for mark in ";\t, " if mark in text), ",")
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=separator, skipinitialspace=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader if any(map(str.strip, cells))]
    except csv.Error as error:
        raise CorrigeError.single(f"this is no table: {error}", place=place, remedy=EXAMPLE) from error
    if not rows:
        raise CorrigeError.single("the matrix is empty", place=place, remedy=EXAMPLE)
    faults, width = Faults(place), len(rows[0][1])
    for line, cells in rows:
        if len(cells) != width:
            faults.wrong(unequal(len(cells), width), "write as many numbers in each row as in the first", line=line)
    matrix: list[list[Fraction]] = []
    for line, cells in rows:
        matrix.append([])
        for column, cell in enumerate(cells, 1):
            values = read_numbers(cell, 1, REAL)
            if isinstance(values, Unreadable) or values[0] is None:
                cause = Message("{text!r} is not a number", text=cell[:SHOWN])
                faults.wrong(cause, "write an integer, 0.5 or 1/2", line=line, column=column)
            else:
                matrix[-1].append(values[0])
    faults.check()
    return matrix


MARKS_A_DECADE = 24
"""Number of points of the learning curve for each factor of 10 in the number of steps."""
STEP_SECONDS = 1e-9
"""Seconds for a step of exp3 for each strategy of a player (0.7e-9 to 1.0e-9 were measured)."""
FEWEST_STEPS = 100
"""Least number of steps for a learning curve."""
SHOWN_SUPPORT = 20
SHOWN_DIGITS = 60

Matrix = list[list[Fraction]]
Progress: TypeAlias = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""A function that shows progress: called with a label and the total, it yields a function for the number done."""


def check_steps(method: str, steps: int | None) -> None:
    """Raise CorrigeError if a number of steps is given with the exact method "lp"."""
    if method == "lp" and steps is not None:
        raise CorrigeError.single(
            "--steps can only be given with the stochastic algorithm exp3", remedy="add --method exp3"
        )


def mixes(matrix: Matrix, row_mix: str, column_mix: str) -> SolverResult:
    """Return the expected payoff of two mixed strategies, each a text of probabilities such as "1/3,2/3"."""
    payoff = expected_payoff(matrix, _mix(row_mix, "--row-mix"), _mix(column_mix, "--column-mix"))
    line = Message("payoff   {payoff}  {decimal:.6g}", payoff=payoff, decimal=float(payoff))
    return SolverResult({"payoff": number(payoff)}, [line])


def _mix(text: str, option: str) -> list[Fraction]:
    """Parse the probabilities of a mixed strategy, a matrix of one row; CorrigeError for any other text."""
    rows = parse_matrix(text, option)
    if len(rows) > 1:
        cause = Message("the mixed strategy given with {option} has more than one line", option=option, count=len(rows))
        raise CorrigeError.single(cause, remedy="write for instance 1/2,1/3,1/6")
    return rows[0]


def exactly(matrix: Matrix) -> SolverResult:
    """Return the exact value and an equilibrium of a zero-sum matrix game, whose rows are chosen by the maximiser."""
    return equilibrium(zero_sum(np.array(matrix, dtype=object)))


def equilibrium(solved: Equilibrium) -> SolverResult:
    """Return an equilibrium as a SolverResult, which has a `doubt` if the value is only known within an interval."""
    value = number(solved.approximate_value if solved.value is None else solved.value)
    exact = value["exact"] if len(value["exact"] or "") <= SHOWN_DIGITS else None
    rows, columns = solved.row.probabilities.tolist(), solved.column.probabilities.tolist()
    regret = float(solved.regret)
    document = {"value": value, "row_strategy": rows, "column_strategy": columns, "regret": number(solved.regret)}
    doubt = (
        Message(
            "no exact value of the game was found; the value printed is certain to within {regret:g}", regret=regret
        )
        if regret
        else ""
    )

    def no_curve() -> str:
        raise CorrigeError.single("-o draws a curve only for the stochastic algorithm exp3", remedy="add --method exp3")

    return SolverResult(document, _lines(exact, value["value"], regret, rows, columns), svg(no_curve), doubt)


def learned(
    game: "Bytes | PhantomGame", seed: int, steps: int | None, counting: Progress, *, long: bool
) -> SolverResult:
    """Return the strategies that two players learn by exp3, their regret, and a drawing of the learning curve.

    `seed` is that of the generator of random moves. `steps` is the number of steps, None for that of the exam;
    `counting` shows the progress. The regret is computed
    exactly. CorrigeError if the steps take too long, unless `long`.
    """
    count = default_steps(game.shape[0], game.shape[1]) if steps is None else steps
    each = STEP_SECONDS * sum(game.shape)
    remedy = Message("ask for fewer steps: --steps N")
    check_cost(
        Message("the command would run exp3 for {steps} steps", steps=count),
        each * count,
        place="--steps",
        remedy=remedy,
        long=long,
    )
    marks: list[int] = []  # numbers of steps at which the curve has a point, evenly spaced on a logarithmic scale
    if count >= FEWEST_STEPS:
        last = int(log10(count) * MARKS_A_DECADE)
        marks = [*(round(10 ** (k / MARKS_A_DECADE)) for k in range(MARKS_A_DECADE, last + 1)), count]
    with counting("exp3, steps", count) as advance:
        run = exp3(game, seed=seed, steps=count, progress=lambda done, _: advance(done), marks=marks)
    rows, columns = run.row_strategy.tolist(), run.column_strategy.tolist()
    regret = empirical_equilibrium(game, run.row_counts, run.column_counts).regret
    document: Json = {
        "value": number(run.value),
        "row_strategy": rows,
        "column_strategy": columns,
        "regret": number(regret),
        "steps": run.steps,
        "seed": seed,
    }

    def draw() -> str:
        if not run.means:
            cause = Message(
                "{count} step is too few to draw a curve",
                plural="{count} steps are too few to draw a curve",
                count=run.steps,
            )
            raise CorrigeError.single(
                cause, remedy=Message("give --steps {fewest_steps} or more", fewest_steps=FEWEST_STEPS)
            )
        return learning_curve([Curve(f"{run.value:.4f}", Fraction(run.wins, run.steps), run.means)])

    lines = _lines(None, run.value, float(regret), rows, columns)
    lines.append(Message("steps    {steps} with seed {seed}", steps=run.steps, seed=seed))
    return SolverResult(document, lines, svg(draw))


def learned_matrix(matrix: Matrix, seed: int, steps: int | None, counting: Progress, *, long: bool) -> SolverResult:
    """Return the strategies that exp3 learns for a matrix of 0 and 1 (see `learned`); CorrigeError for others."""
    if any(cell not in (0, 1) for row in matrix for cell in row):
        raise CorrigeError.single(
            "--method exp3 needs a matrix of 0 and 1", remedy="use --method lp, which takes any numbers"
        )
    return learned(np.array(matrix, dtype=np.uint8), seed, steps, counting, long=long)


def _lines(exact: str | None, value: float, regret: float, rows: list[float], columns: list[float]) -> list[str]:
    """Return what is printed of a solved matrix game: its value, the regret and both mixed strategies."""
    return [
        Message("value    {exact}  {value:.6g}", exact=exact or "≈", value=value),
        Message(
            "gap      {regret:g} (sum of what each player alone could still gain; 0: both strategies are optimal)",
            regret=regret,
        ),
        Message("rows     {support}", support=_support(rows)),
        Message("columns  {support}", support=_support(columns)),
    ]


def _support(strategy: list[float]) -> str:
    """Return the strategies that are played with a positive probability, and the probability of each."""
    played = [Message("{strategy}: {share:.4g}", strategy=i, share=p) for i, p in enumerate(strategy) if p]
    shown, more = joined(", ", played[:SHOWN_SUPPORT]), len(played) - SHOWN_SUPPORT
    return (
        Message(
            "{strategies}, and {count} more strategy",
            plural="{strategies}, and {count} more strategies",
            strategies=shown,
            count=more,
        )
        if more > 0
        else shown
    )
