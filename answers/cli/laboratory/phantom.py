"""corrige solve phantom, corrige solve game: the value of phantom Domineering, a game between two strategies."""

from typing import Annotated

import typer

from answers.cli.common.output import counting, working
from answers.cli.laboratory.solver import BoardSize, Illegal, Long, Method, Randomness, Steps, solver
from answers.laboratory import matrix_games
from answers.laboratory import phantom as lab
from answers.laboratory.boards import board_with
from answers.laboratory.result import SolverResult

MOST_PLANS = 64_006
"""Number of values of the sequence u(n), after which the strategies of a seed repeat."""


@solver
def phantom(
    *,
    board: Annotated[str, typer.Option("--board", metavar="NxP", help="N rows and P columns, such as 3x3.")],
    illegal: Illegal = None,
    plans: Annotated[
        int | None,
        typer.Option(
            "--plans",
            metavar="K",
            min=1,
            max=MOST_PLANS,
            help="Use only K strategies of each player, drawn from the seed.",
        ),
    ] = None,
    u0: Annotated[int, typer.Option("--u0", metavar="N", help="Seed u₀ from which the strategies are drawn.")] = 17,
    long: Long = False,
    method: Method = "lp",
    steps: Steps = None,
    seed: Randomness = 17,
) -> SolverResult:
    """Compute the value of phantom Domineering: with all strategies, or with the first K strategies of a seed.

    With --method exp3, two players learn step by step; -o FILE.svg then plots the mean over their games.
    """
    matrix_games.check_steps(method, steps)
    if method == "exp3":
        return matrix_games.learned(lab.phantom_game(board, illegal or (), plans, u0), seed, steps, counting, long=long)
    with working("solving phantom Domineering on {board}", board=board):
        return lab.phantom(lab.phantom_game(board, illegal or (), plans, u0))


@solver
def game(
    *,
    board: BoardSize,
    illegal: Illegal = None,
    first: Annotated[
        str | None, typer.Option("--first", metavar="N,N,…", help="Strategy of player 1, who places horizontally.")
    ] = None,
    second: Annotated[str | None, typer.Option("--second", metavar="N,N,…", help="Strategy of player 2.")] = None,
    indices: Annotated[
        str | None,
        typer.Option(
            "--indices",
            metavar="I,J",
            help="Show the strategies that the exam phantom numbers I and J, P(I, b) and P(J, b).",
        ),
    ] = None,
    u0: Annotated[
        int | None,
        typer.Option(
            "--u0", metavar="N", help="With --indices: for u₀ = N, the strategies P(u(I), b) and P(u(J), b) instead."
        ),
    ] = None,
) -> SolverResult:
    """Play phantom Domineering between two strategies, lists of placements by priority; -o FILE.svg draws the board.

    A placement is numbered by its first cell, as in the exam: player 1 counts the cells of each row but its last,
    player 2 the cells of all rows but the last.
    """
    ground = board_with(board, illegal or ())
    return lab.played(ground, lab.two_plans(ground, first, second, indices, u0))
