"""corrige solve dice: optimal play of Dice Battle from a state."""

from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common import counts
from answers.cli.common.cost import Long
from answers.cli.common.dice_options import GameName, MostDice, Target, check_dice_cost
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.common.output import working
from answers.cli.solve.common import Json, deliver_solution, number, pair, refusing
from answers.cli.solve.dice_tables import OF_ONE_ROUND, Asked, TableName, deliver_table
from answers.messages import Message, joined

if TYPE_CHECKING:
    from solvers.dice_battle.checks import Game


def dice(
    *,
    dice: MostDice = 10,
    target: Target = 100,
    game: GameName = "sequential",
    long: Long = False,
    state: Annotated[
        str, typer.Option("--state", metavar="I,J", help="Points of the player to throw, and of the other one.")
    ] = "0,0",
    table: Annotated[
        TableName | None,
        typer.Option(
            "--table",
            help="A whole table instead: EG, OPT, EG1, mixes, P, Q, E1 (of a --state), or the linear program LP.",
        ),
    ] = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find the gain and an optimal choice of Dice Battle: a number of dice, or a mix of 1, …, D dice.

    A --table is CSV, or a picture when -o FILE ends in .svg, .png or .pdf. LP is the linear program of question 12, of
    the single round; with --state, of that round of the simultaneous game.
    """
    points = pair(state, ",", "--state", "40,52")
    if table not in OF_ONE_ROUND:
        check_dice_cost("simultaneous" if table == "E1" else game, dice, target, long=long)
    if table is not None:
        refusing(deliver_table, table, Asked(game, dice, target, points), as_json=as_json, output=output, force=force)
        return
    with working(
        Message(
            "solving the {game} game with {dice} to {points}",
            game=game,
            dice=counts.dice(dice),
            points=counts.points(target),
        )
    ):
        found, lines = refusing(_solve, game, dice, target, points)
    deliver_solution(found, lines, as_json=as_json, output=output, force=force)


def _solve(game: "Game", dice: int, target: int, state: tuple[int, int]) -> tuple[Json, list[str]]:
    from solvers.dice_battle.checks import check_state
    from solvers.dice_battle.scoreless import scoreless
    from solvers.dice_battle.sequential import sequential
    from solvers.dice_battle.simultaneous import simultaneous

    if game != "simultaneous":
        in_turn = (scoreless if game == "scoreless" else sequential)(dice, target)
        optimal, gain = list(in_turn.optimal_choices(*state)), float(in_turn.gain[state])
        others = Message("  (as good: {optimal})", optimal=", ".join(map(str, optimal[1:]))) if optimal[1:] else ""
        return {"gain": number(gain), "choice": optimal[0], "optimal": optimal}, _lines(
            gain, joined("", (str(optimal[0]), others))
        )
    at_once = simultaneous(dice, target)
    check_state(*state, target)
    mix, gain = at_once.mixes[state].tolist(), float(at_once.gain[state])
    told = joined(", ", (Message("{strategy}: {share:.4g}", strategy=d, share=p) for d, p in enumerate(mix, 1) if p))
    return {"gain": number(gain), "choice": mix}, _lines(gain, told)


def _lines(gain: float, choice: str) -> list[str]:
    return [Message("gain     {gain:.6g}", gain=gain), Message("choice   {choice}", choice=choice)]
