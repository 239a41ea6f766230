"""corrige play dice: Dice Battle against a strategy."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common import counts
from answers.cli.common.cost import Long
from answers.cli.common.dice_options import STRATEGIES, GameName, MostDice, Target, check_dice_cost
from answers.cli.play.asking import ask_number, replayable, tell
from answers.cli.solve.common import refusing
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.dice_battle.checks import Game
    from solvers.dice_battle.play import Turn
    from solvers.dice_battle.strategies import Strategy

TIE = 1e-9


def dice(
    *,
    game: GameName = "sequential",
    against: Annotated[str, typer.Option("--against", metavar="NAME", help=f"{STRATEGIES}.")] = "optimal",
    second: Annotated[bool, typer.Option("--second", help="Let the strategy throw first.")] = False,
    dice: MostDice = 10,
    target: Target = 100,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", min=0, help="Of the dice; new by default.")] = None,
    long: Long = False,
) -> None:
    """Play Dice Battle against a strategy: a number of dice a throw, odds for the odds, q to stop."""
    check_dice_cost(game, dice, target, long=long)
    opponent = refusing(_opponent, against, game, dice, target)
    with replayable(seed) as seed:
        _play(game, opponent, seed, second=second)


def _opponent(name: str, game: "Game", dice: int, target: int) -> "Strategy":
    from solvers.dice_battle.strategies import by_name

    return replace(by_name(name, game, dice, target), name=name)


def _play(game: "Game", opponent: "Strategy", seed: int, *, second: bool) -> None:
    import numpy as np

    from solvers.dice_battle.play import play
    from solvers.dice_battle.strategies import Human

    you = Human(Message("you"), opponent.dice, opponent.target, partial(_ask, game, opponent))
    players = (opponent, you) if second else (you, opponent)
    tell(
        Message(
            "{game} game against {name}: 1 to {dice} a throw, {points} to reach",
            game=game,
            name=opponent.name,
            dice=counts.dice(opponent.dice),
            points=counts.points(opponent.target),
        )
    )
    totals = (0, 0)
    for turn in play(game, players[0], players[1], opponent.target, np.random.default_rng(seed)):
        tell(_thrown(players[turn.player].name, turn))
        totals = turn.totals
    yours, theirs = totals[::-1] if second else totals
    outcome = Message("you win" if yours > theirs else "you lose" if yours < theirs else "a draw")
    tell(Message("{outcome}: {yours} to {theirs}", outcome=outcome, yours=yours, theirs=theirs))


def _ask(game: "Game", opponent: "Strategy", own: int, other: int) -> int:
    question = Message("you {own}, {name} {other}; how many dice? ", own=own, name=opponent.name, other=other)
    return ask_number(question, opponent.dice, {"odds": partial(_tell_odds, game, opponent, own, other)})


def _tell_odds(game: "Game", opponent: "Strategy", own: int, other: int) -> None:
    from solvers.dice_battle.advice import choice_gains

    gains = choice_gains(game, opponent, own, other)
    tell("  expected gain, from -1 (you lose) to 1 (you win), if both then play their best:")
    for number, gain in enumerate(gains, start=1):
        tell(
            Message(
                "  {count:3} die  {gain:+.4f}{best}",
                plural="  {count:3} dice {gain:+.4f}{best}",
                count=number,
                gain=gain,
                best=Message("  best") if gain > gains.max() - TIE else "",
            )
        )


def _thrown(name: str, turn: "Turn") -> str:
    faces = " ".join(map(str, turn.shown))
    scored = Message("{count} point", plural="{count} points", count=turn.points)
    return Message(
        "  {name:<10} {faces}: {scored}, {total} in all",
        name=name,
        faces=faces,
        scored=scored,
        total=turn.totals[turn.player],
    )
