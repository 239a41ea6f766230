"""Options of the commands that solve or play Dice Battle."""

from typing import Annotated, Literal, TypeAlias

import typer

STRATEGIES = "optimal, blind, random, one-round, sequential, simultaneous, scoreless, or a number of dice"

GameName: TypeAlias = Annotated[
    Literal["sequential", "simultaneous", "scoreless"],
    typer.Option("--game", help="Players throw in turn, both at once, or in turn with nothing for a throw with a 1."),
]
MostDice: TypeAlias = Annotated[int, typer.Option("--dice", metavar="D", help="The largest number of dice of a throw.")]
Target: TypeAlias = Annotated[int, typer.Option("--target", metavar="N", help="The points to reach.")]
