"""corrige solve dice-gain: one strategy of Dice Battle against another."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from answers.cli.common.dice_options import STRATEGIES, Dice, GameName, Target
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.solve.common import deliver_solution, number, refusing

if TYPE_CHECKING:
    from solvers.dice_battle.checks import Game


def dice_gain(
    *,
    dice: Dice = 10,
    target: Target = 100,
    game: GameName = "sequential",
    first: Annotated[str, typer.Option("--first", metavar="NAME", help=f"{STRATEGIES}; throws first.")] = "optimal",
    second: Annotated[str, typer.Option("--second", metavar="NAME", help="The other player's strategy.")] = "blind",
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Compute the exact expected gain of a strategy of Dice Battle against another, without sampling."""
    with working(f"playing {first} against {second}"):
        found = refusing(_solve, game, dice, target, first, second)
    lines = [f"{name:<8} {chance['value']:.6g}" for name, chance in found.items()]
    deliver_solution(found, lines, as_json=as_json, output=output, force=force)


def _solve(game: "Game", dice: int, target: int, first: str, second: str) -> dict[str, Any]:
    from solvers.dice_battle.duel import duel
    from solvers.dice_battle.strategies import by_name

    players = [by_name(name, game, dice, target) for name in (first, second)]
    chances = duel(game, players[0], players[1]).chances()
    found = {"gain": chances.gain, "win": chances.win, "draw": chances.draw, "loss": chances.loss}
    return {name: number(chance) for name, chance in found.items()}
