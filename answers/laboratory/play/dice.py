"""Play Dice Battle in the terminal against a strategy."""

from dataclasses import replace
from functools import partial

import numpy as np

from answers.laboratory import counts
from answers.laboratory.dice import check_dice_cost
from answers.laboratory.play.prompts import ask_number, print_line, print_winner
from answers.messages import Message
from solvers.dice_battle.checks import DiceVariant
from solvers.dice_battle.play import choice_gains, play
from solvers.dice_battle.strategies import DiceStrategy, HumanDicePlayer, by_name

TIE = 1e-9


def opponent(name: str, game: DiceVariant, dice: int, target: int, *, long: bool) -> DiceStrategy:
    """Return the strategy called `name` for up to `dice` dice; CorrigeError if this takes too long, unless `long`."""
    check_dice_cost(game, dice, target, long=long)
    return replace(by_name(name, game, dice, target), name=name)


def play_dice(game: DiceVariant, opponent: DiceStrategy, seed: int, *, second: bool) -> None:
    """Play a game of Dice Battle between the person at the terminal and a strategy.

    The person throws first, or the strategy if `second`. The dice are thrown with the seed `seed`. StoppedError if the
    person leaves the game.
    """

    def tell_odds(own: int, other: int) -> None:
        gains = choice_gains(game, opponent, own, other)
        print_line(
            "  expected gain, from -1 (you lose) to 1 (you win), if both then play their best, by number of dice:"
        )
        for number, gain in enumerate(gains, start=1):
            print_line(
                "  {count:3} die  {gain:+.4f}{best}",
                plural="  {count:3} dice {gain:+.4f}{best}",
                count=number,
                gain=gain,
                best=Message("  best") if gain > gains.max() - TIE else "",
            )

    def ask(own: int, other: int) -> int:
        question = Message("you {own}, {name} {other}; how many dice? ", own=own, name=opponent.name, other=other)
        return ask_number(question, opponent.dice, {"odds": partial(tell_odds, own, other)})

    you = HumanDicePlayer(Message("you"), opponent.dice, opponent.target, ask)
    players = (opponent, you) if second else (you, opponent)
    print_line(
        "{game} game against {name}: 1 to {dice} per throw, {points} to reach",
        game=game,
        name=opponent.name,
        dice=counts.dice(opponent.dice),
        points=counts.points(opponent.target),
    )
    totals = (0, 0)
    for turn in play(game, players[0], players[1], opponent.target, np.random.default_rng(seed)):
        print_line(
            "  {name:<10} {faces}: {scored}, {total} in all",
            name=players[turn.player].name,
            faces=" ".join(map(str, turn.shown)),
            scored=counts.points(turn.points),
            total=turn.totals[turn.player],
        )
        totals = turn.totals
    print_winner(*(totals[::-1] if second else totals))
