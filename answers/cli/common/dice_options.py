"""Options of the commands that solve or play Dice Battle."""

from typing import Annotated, Literal, TypeAlias

import typer

STRATEGIES = "optimal, blind, random, one-round, sequential or simultaneous"

GameName: TypeAlias = Annotated[
    Literal["sequential", "simultaneous"], typer.Option("--game", help="Players throw in turn, or both at once.")
]
MostDice: TypeAlias = Annotated[int, typer.Option("--dice", metavar="D", help="The largest number of dice of a throw.")]
Target: TypeAlias = Annotated[int, typer.Option("--target", metavar="N", help="The points to reach.")]
