"""What Yahtzee costs: the tables of a strategy by the rules, matches by their games."""

from math import comb
from typing import TYPE_CHECKING

from answers.cli.common import counts
from answers.cli.common.cost import check_cost
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.yahtzee.rules.rules import Rules

SOLVE, DECIDE = 3e-10, 4e-10
"""Seconds on a usual machine: of a neighbour in the lattice of keeps, and of a keep of a hand, in one position."""
REDUCE = 5e-6
"""Of a keep of a hand whose expectation is a fraction."""
PLAY, PERTURB, ASK = 3e-6, 2e-5, 4e-3
"""Of a game, that of a strategy, of Perturbation, and of a program that is asked for every decision."""
LARGEST_LATTICE = 100_000
"""More the solver refuses by itself, with its reason."""


def check_tables_cost(rules: "Rules", name: str, *, decisions: bool = True, long: bool) -> None:
    """Refuse a game whose optimum would take more than a minute to solve, as `check_cost` does.

    Parameters
    ----------
    rules
        The game.
    name
        The strategy: the tables of all but the optimum take seconds at most.
    decisions
        Whether the best keep of every hand is wanted, too: to play, not to know what is to be expected.
    """
    from solvers.yahtzee.strategies.optimal import upper_ranges

    multisets = comb(rules.dice + rules.faces, rules.faces)
    if name != "optimal" or multisets > LARGEST_LATTICE:
        return
    lows, highs = upper_ranges(rules)
    positions = 2 * int((highs + 1 - lows).sum())
    hands = comb(rules.dice + rules.faces - 1, rules.dice)
    each = SOLVE * multisets * rules.faces + DECIDE * hands * 2**rules.dice * decisions
    what = Message(
        "{positions} positions of {dice} of {faces} faces",
        positions=positions,
        dice=counts.dice(rules.dice),
        faces=rules.faces,
    )
    remedy = Message("take fewer dice or faces")
    check_cost(what, positions * each, place="--dice-count", remedy=remedy, long=long)


def check_group_cost(rules: "Rules", boxes: int, *, long: bool) -> None:
    """Refuse boxes whose exact expectations would take more than a minute, as `check_cost` does."""
    hands = comb(rules.dice + rules.faces - 1, rules.dice)
    what = Message("{boxes} boxes, {hands} hands", boxes=boxes, hands=hands)
    seconds = REDUCE * boxes * hands * 2**rules.dice
    check_cost(what, seconds, place="--dice-count", remedy=Message("take fewer dice or faces"), long=long)


def check_games_cost(games: int, players: "tuple[str, ...]", *, long: bool) -> None:
    """Refuse games that would take more than a minute, as `check_cost` does; programs' names end in .py."""
    each = sum(ASK if name.endswith(".py") else PERTURB if name == "perturbation" else PLAY for name in players)
    what = Message("{games} of {players}", games=counts.games(games), players=", ".join(players))
    check_cost(what, games * each, place="--games", remedy=Message("ask for fewer games"), long=long)
