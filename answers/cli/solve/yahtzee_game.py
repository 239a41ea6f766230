"""corrige solve yahtzee-game: one game of a strategy on a list of dice, throw by throw."""

from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common import counts
from answers.cli.common.cost import Long
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output, Randomness
from answers.cli.common.output import working
from answers.cli.common.yahtzee_cost import check_tables_cost
from answers.cli.common.yahtzee_options import (
    BoxValues,
    DiceCount,
    FaceCount,
    JokerRule,
    PlayerName,
    Threshold,
    dice_list,
    named_rules,
)
from answers.cli.solve.common import deliver_solution, refusing
from answers.messages import Message, joined

if TYPE_CHECKING:
    from solvers.yahtzee.matches.record import Record
    from solvers.yahtzee.rules.rules import Rules


def yahtzee_game(
    *,
    strategy: Annotated[PlayerName, typer.Option("--strategy", help="Who plays.")] = "toutes_les_esperances",
    long: Long = False,
    destiny: Annotated[
        str | None, typer.Option("--list", metavar="D,D,…", help="The dice to come, in their order; else by --seed.")
    ] = None,
    dice: DiceCount = 5,
    faces: FaceCount = 6,
    value: BoxValues = None,
    seed: Randomness = 2022,
    joker: JokerRule = "forced",
    threshold: Threshold = 63,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Play one game on a list of dice (the report's figure 4): each throw takes as many from its front as it throws."""
    rules = refusing(named_rules, threshold, joker, dice, faces, value)
    given = None if destiny is None else dice_list(destiny, "--list")
    check_tables_cost(rules, strategy, long=long)
    with working("playing"):
        found = refusing(_play, rules, strategy, given, seed)
    turns = [{"rolls": turn.rolls, "keeps": turn.keeps, "box": turn.box, "points": turn.points} for turn in found.turns]
    document = {"strategy": strategy, "turns": turns, "bonus": found.bonus, "score": found.score, "used": found.used}
    deliver_solution(document, _lines(found), as_json=as_json, output=output, force=force)


def _play(rules: "Rules", name: str, destiny: tuple[int, ...] | None, seed: int) -> "Record":
    from solvers.yahtzee.matches.matches import destinies
    from solvers.yahtzee.matches.record import record
    from solvers.yahtzee.strategies.strategies import strategy

    player = strategy(name, rules)
    return record(player, destinies(rules, 1, seed)[0].tolist() if destiny is None else destiny)


def _lines(found: "Record") -> list[str]:
    lines = []
    for turn in found.turns:
        throws = joined(
            " → ",
            (
                Message("{dice} keeps {kept}", dice=_dice(roll), kept=_dice(kept) or Message("nothing"))
                for roll, kept in zip(turn.rolls, turn.keeps, strict=False)
            ),
        )
        lines.append(
            Message(
                "{throws} → {dice}: {box}, {points}",
                throws=throws,
                dice=_dice(turn.rolls[-1]),
                box=turn.box,
                points=counts.points(turn.points),
            )
        )
    return [
        *lines,
        Message("bonus    {bonus}", bonus=found.bonus),
        Message("score    {score}", score=found.score),
        Message("used     {used} numbers of the list", used=found.used),
    ]


def _dice(dice: tuple[int, ...]) -> str:
    return "".join(map(str, dice))
