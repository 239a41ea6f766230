"""Options of the commands that solve or play Dice Battle, and what they cost."""

from typing import Annotated, Literal, TypeAlias

import typer

from answers.cli.common import counts
from answers.cli.common.cost import check_cost
from answers.messages import Message

STRATEGIES = "optimal, blind, random, one-round, sequential, simultaneous, scoreless, or a number of dice"
IN_TURN, AT_ONCE = (3e-8, 2.4e-10), (2e-7, 7e-11)
"""Seconds of a state on a usual machine: a constant, and what grows with the square of D, or its cube."""
POINT_SECONDS = 3e-9
"""Of a game that is played, for each point of the target."""
LARGEST = 11_000
"""No board of more points, or dice, fits into memory: the solver says so, with what would."""

GameName: TypeAlias = Annotated[
    Literal["sequential", "simultaneous", "scoreless"],
    typer.Option("--game", help="Players throw in turn, both at once, or in turn with nothing for a throw with a 1."),
]
MostDice: TypeAlias = Annotated[int, typer.Option("--dice", metavar="D", help="The largest number of dice of a throw.")]
Target: TypeAlias = Annotated[int, typer.Option("--target", metavar="N", help="The points to reach.")]


def check_dice_cost(game: str, dice: int, target: int, *, games: int = 0, long: bool) -> None:
    """Refuse a board whose tables, or games, would take more than a minute, as `check_cost` does."""
    if max(dice, target) > LARGEST:
        return
    constant, growing = AT_ONCE if game == "simultaneous" else IN_TURN
    tables = target**2 * (constant + growing * dice ** (3 if game == "simultaneous" else 2))
    board = Message(
        "a {game} game of {dice} to {points}", game=game, dice=counts.dice(dice), points=counts.points(target)
    )
    check_cost(board, tables, place="--target", remedy=Message("take fewer dice or points"), long=long)
    played = Message("{games} to {points}", games=counts.games(games), points=counts.points(target))
    seconds = POINT_SECONDS * games * target
    check_cost(played, seconds, place="--games", remedy=Message("ask for fewer games"), long=long)
