"""corrige solve dice-gain: one strategy of Dice Battle against another."""

from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common import counts
from answers.cli.common.cost import Long
from answers.cli.common.dice_options import STRATEGIES, GameName, MostDice, Target, check_dice_cost
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output, Randomness
from answers.cli.common.output import working
from answers.cli.solve.common import Json, deliver_solution, estimate, number, pair, refusing, told_estimate
from answers.errors import CorrigeError
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.dice_battle.checks import Game
    from solvers.dice_battle.strategies import Strategy

MOST_GAMES = 100_000_000
NAMES = {"gain": Message("gain"), "win": Message("win"), "draw": Message("draw"), "loss": Message("loss")}
"""How the shares are called on the terminal."""


def dice_gain(
    *,
    dice: MostDice = 10,
    target: Target = 100,
    game: GameName = "sequential",
    first: Annotated[str, typer.Option("--first", metavar="NAME", help=f"{STRATEGIES}; throws first.")] = "optimal",
    second: Annotated[str, typer.Option("--second", metavar="NAME", help="The other player's strategy.")] = "blind",
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=2, max=MOST_GAMES, help="Also play as many games.")
    ] = None,
    seed: Randomness = 17,
    long: Long = False,
    state: Annotated[
        str, typer.Option("--state", metavar="I,J", help="Points of the first player, to throw, and of the other.")
    ] = "0,0",
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Compute the exact expected gain of a strategy of Dice Battle against another; with --games a sampled one too."""
    points = pair(state, ",", "--state", "40,52")
    if games is not None and points != (0, 0):
        raise CorrigeError.one("games are played from 0,0", remedy="leave --games or --state out")
    check_dice_cost(game, dice, target, games=games or 0, long=long)
    with working(Message("playing {first} against {second}", first=first, second=second)):
        players = refusing(_players, game, dice, target, (first, second))
        found, lines = refusing(_exactly, game, players, points)
        if games is not None:
            sampled, told = refusing(_sampled, game, players, games, seed)
            found, lines = {**found, "sampled": sampled}, [*lines, *told]
    deliver_solution(found, lines, as_json=as_json, output=output, force=force)


def _players(game: "Game", dice: int, target: int, names: tuple[str, str]) -> "tuple[Strategy, Strategy]":
    from solvers.dice_battle.strategies import by_name

    first, second = (by_name(name, game, dice, target) for name in names)
    return first, second


def _exactly(game: "Game", players: "tuple[Strategy, Strategy]", state: tuple[int, int]) -> tuple[Json, list[str]]:
    from solvers.dice_battle.duel import duel

    chances = duel(game, *players).chances(*state)
    found = {"gain": chances.gain, "win": chances.win, "draw": chances.draw, "loss": chances.loss}
    lines: list[str] = [
        Message("{name:<8} {chance:.6g}", name=NAMES[name], chance=chance) for name, chance in found.items()
    ]
    return {name: number(chance) for name, chance in found.items()}, lines


def _sampled(game: "Game", players: "tuple[Strategy, Strategy]", games: int, seed: int) -> tuple[Json, list[str]]:
    from solvers.dice_battle.sampling import sample

    played = sample(game, *players, games, seed)
    shares = dict(zip(("gain", "win", "draw", "loss"), (played.gain(), *played.chances()), strict=True))
    lines: list[str] = [Message("played   {games} with seed {seed}", games=counts.games(games), seed=seed)]
    lines += [
        Message("{name:<8} {chance}", name=NAMES[name], chance=told_estimate(share)) for name, share in shares.items()
    ]
    return {"games": games, "seed": seed, **{name: estimate(share) for name, share in shares.items()}}, lines
