"""corrige solve phantom: the value of phantom Domineering."""

from math import factorial
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.cost import Long
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output, Randomness
from answers.cli.common.output import working
from answers.cli.solve.common import GameSolution, deliver_game, equilibrium, refusing
from answers.cli.solve.learning import Method, MethodName, Steps, check_learning, deliver_learned, learn
from answers.cli.solve.outcome import Illegal, board_with
from answers.errors import CorrigeError
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.domineering.board import Board
    from solvers.domineering.playouts import PhantomGame
    from solvers.matrix_games.exp3 import Exp3Result

MOST_PLANS = 64_006
"""As many as u(n) takes values: the next ones are the first again."""


def phantom(
    *,
    board: Annotated[str, typer.Option("--board", metavar="NxP", help="N rows and P columns, such as 3x3.")],
    illegal: Illegal = None,
    plans: Annotated[
        int | None, typer.Option("--plans", metavar="K", min=1, max=MOST_PLANS, help="Only the K first plans.")
    ] = None,
    u0: Annotated[int, typer.Option("--u0", metavar="N", help="The seed of the plans.")] = 17,
    long: Long = False,
    method: MethodName = Method.LP,
    steps: Steps = None,
    seed: Randomness = 17,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find the value of phantom Domineering: over all plans, or the first K of a seed.

    With --method exp3 two players learn, step by step; -o FILE.svg then draws the mean of their games.
    """
    check_learning(method, steps, output)
    if method is Method.EXP3:
        learned, run = refusing(_learn, board, illegal, plans, u0, (seed, steps), long=long)
        deliver_learned(learned, run, as_json=as_json, output=output, force=force)
        return
    with working(Message("solving phantom Domineering on {board}", board=board)):
        found = refusing(_solve, board, illegal, plans, u0)
    deliver_game(found, as_json=as_json, output=output, force=force)


def _solve(size: str, illegal: list[str] | None, plans: int | None, u0: int) -> GameSolution:
    from solvers.matrix_games.double_oracle import double_oracle

    return equilibrium(double_oracle(_game(board_with(size, illegal), plans, u0)))


def _learn(
    size: str, illegal: list[str] | None, plans: int | None, u0: int, learning: tuple[int, int | None], *, long: bool
) -> "tuple[GameSolution, Exp3Result]":
    return learn(_game(board_with(size, illegal), plans, u0), *learning, long=long)


def _game(board: "Board", plans: int | None, u0: int) -> "PhantomGame":
    from solvers.domineering.phantom import MAX_ORDERED, all_plans, limited_plans
    from solvers.domineering.playouts import PhantomGame

    players = (1, 2)
    if plans is None:
        most = max(len(board.legal(player)) for player in players)
        if most > MAX_ORDERED:
            cause = Message(
                "all plans are listed up to {listed} placements; {most} have {orders:.3g} orders",
                listed=MAX_ORDERED,
                most=most,
                orders=float(factorial(most)),
            )
            raise CorrigeError.one(cause, remedy="take a smaller board, or the first plans of a seed: --plans 100")
        return PhantomGame(board, *(all_plans(board, player) for player in players))
    return PhantomGame(board, *(limited_plans(u0, plans, board.count(player)) for player in players))
