"""corrige play dice, verger, yahtzee: play against a strategy, or the ravens, in the terminal."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, TypeAlias

import typer

from answers.cli.common.output import print_message
from answers.cli.laboratory.solver import (
    DICE_STRATEGIES,
    GameName,
    JokerRule,
    Long,
    MostDice,
    Player,
    Target,
    Threshold,
)
from answers.cli.start import INTERRUPTED
from answers.laboratory.play.prompts import StoppedError, print_line
from answers.laboratory.user_input import convert_invalid_input
from answers.messages import Message

MOST_TREES, MOST_FRUITS, MOST_RAVENS = 12, 30, 100

Second: TypeAlias = Annotated[bool, typer.Option("--second", help="The opponent throws first.")]
Seed: TypeAlias = Annotated[
    int | None, typer.Option("--seed", metavar="N", min=0, help="Seed of the dice; random by default.")
]


@contextmanager
def _replayable(seed: int | None) -> Iterator[int]:
    """Yield the seed of a game, a random one for None; when the block ends, print the option that repeats its dice.

    Ctrl+C ends the command with exit code 130.
    """
    seed = secrets.randbelow(2**32) if seed is None else seed
    again = Message("to play with the same dice again: --seed {seed}", seed=seed)
    try:
        with convert_invalid_input():
            yield seed
    except StoppedError:
        print_line("")
    except KeyboardInterrupt:
        print_line("")
        print_message(again)
        raise typer.Exit(INTERRUPTED) from None
    print_message(again)


def dice(
    *,
    game: GameName = "sequential",
    against: Annotated[
        str, typer.Option("--against", metavar="NAME", help=f"Strategy of the opponent: {DICE_STRATEGIES}.")
    ] = "optimal",
    second: Second = False,
    dice: MostDice = 10,
    target: Target = 100,
    seed: Seed = None,
    long: Long = False,
) -> None:
    """Play Dice Battle against a strategy.

    Type the number of dice to throw. Other answers are odds, which shows the probabilities, and q, which ends the game.
    """
    from answers.laboratory.play.dice import opponent, play_dice

    with convert_invalid_input():
        player = opponent(against, game, dice, target, long=long)
    with _replayable(seed) as number:
        play_dice(game, player, number, second=second)


def verger(
    *,
    trees: Annotated[int, typer.Option("--trees", metavar="N", min=1, max=MOST_TREES, help="Number of trees.")] = 4,
    fruits: Annotated[
        int, typer.Option("--fruits", metavar="N", min=1, max=MOST_FRUITS, help="Number of fruits on each tree.")
    ] = 10,
    ravens: Annotated[
        int, typer.Option("--ravens", metavar="N", min=1, max=MOST_RAVENS, help="Number of ravens left.")
    ] = 9,
    seed: Seed = None,
) -> None:
    """Play the orchard game: you choose the fruits of each basket; odds shows the probabilities, q stops."""
    from answers.laboratory.play.verger import play_verger

    with _replayable(seed) as number:
        play_verger([fruits] * trees, ravens, number)


def yahtzee(
    *,
    against: Annotated[Player, typer.Option("--against", help="Strategy of the opponent.")] = "toutes_les_esperances",
    second: Second = False,
    threshold: Threshold = 63,
    joker: JokerRule = "forced",
    seed: Seed = None,
) -> None:
    """Play Yahtzee against a strategy: type the dice to keep or the box to fill, advice for the optimum, q to stop."""
    from answers.laboratory.play.yahtzee import opponent, play_yahtzee
    from answers.laboratory.yahtzee.game import named_rules

    with convert_invalid_input():
        rules = named_rules(threshold, joker)
        player = opponent(against, rules, print_message)
    with _replayable(seed) as number:
        play_yahtzee(rules, against, player, number, print_message, second=second)
