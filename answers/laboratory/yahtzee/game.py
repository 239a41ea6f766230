"""Yahtzee: rules from options, values of boxes, the cached table of the optimum, and the time of computations."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import comb
from typing import Any, Literal

from answers.errors import CorrigeError
from answers.files import store_folder
from answers.laboratory import counts
from answers.laboratory.user_input import check_cost
from answers.messages import Message
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rules import YahtzeeRules
from solvers.yahtzee.strategies.optimal import Optimum, optimal, upper_ranges
from solvers.yahtzee.strategies.optimal_policy import optimum_file
from solvers.yahtzee.strategies.win_chance import table_entries

JokerName = Literal["forced", "free", "report", "none"]
VALUES = ("full_house", "small_straight", "large_straight", "yahtzee", "bonus", "extra")
"""Fields of the rules whose values the user may change."""
DICE_REMEDY = Message("write for instance 2,2,3,5,6")

SOLVE, DECIDE = 3e-10, 4e-10
"""Seconds on a usual machine, in one position: for a neighbour in the lattice of keeps, and for a keep of a hand."""
REDUCE = 5e-6
"""Seconds for a keep of a hand whose expectation is computed as a fraction."""
PLAY, PERTURB, ASK = 3e-6, 2e-5, 4e-3
"""Seconds for a game of a strategy, of Perturbation, and of a program, which is asked for every decision."""
WIN_TABLE, WIN_ENTRY = 4e-3, 1.5e-5
"""Seconds for a table of chances to win, for each box, and for each of its entries."""
LARGEST_LATTICE = 100_000
"""Size of the largest lattice that the solver accepts."""


def named_rules(
    threshold: int, joker: JokerName, dice: int = 5, faces: int = 6, values: Iterable[str] | None = None
) -> YahtzeeRules:
    """Return the rules with these dice, this threshold and joker rule, and values of boxes such as "full-house=25"."""
    changed: dict[str, Any] = {**box_values(values or ())}
    return replace(YahtzeeRules(dice=dice, faces=faces, threshold=threshold, joker=joker), **changed)


def box_values(values: Iterable[str]) -> dict[str, int]:
    """Return the values of boxes in texts such as "small-straight=15".

    A CorrigeError for other texts, and for a second value of a box.
    """
    points = dict[str, int]()
    for text in values:
        name, _, worth = (part.strip() for part in text.lower().replace("-", "_").partition("="))
        cause = Message("--value has the value {text!r}", text=text[:40])
        if name not in VALUES:
            named = ", ".join(VALUES).replace("_", "-")
            raise CorrigeError.single(
                cause, remedy=Message("write for instance small-straight=30; the names are {named}", named=named)
            )
        if not (worth.isascii() and worth.isdigit() and len(worth) < 6):
            raise CorrigeError.single(cause, remedy="write points after =, such as 30")
        if name in points:
            raise CorrigeError.single(
                Message("{text!r} gives a second value", text=text[:40]), remedy="give only one value"
            )
        points[name] = int(worth)
    return points


def box_list(text: str) -> tuple[str, ...]:
    """Return the names of boxes in a text such as "chance,fours"."""
    return tuple(name.strip().lower() for name in text.split(",") if name.strip())


def cached_optimum(rules: YahtzeeRules, say: Callable[[Message], None]) -> Optimum:
    """Return the optimum from the cache folder; otherwise solve the game and save it there.

    If it cannot be saved, `say` receives the reason.
    """
    try:
        return optimum_file(rules, store_folder())
    except (OSError, ValueError) as error:
        say(Message("the table of the optimum cannot be stored: {error}", error=error))
        return optimal(rules)


def check_tables_cost(rules: YahtzeeRules, name: str, *, decisions: bool = True, long: bool) -> None:
    """Check the time to solve the optimum of a game, as `check_cost` does; the tables of other strategies are quick.

    If `decisions` is False, only the expected score is needed.
    """
    multisets = comb(rules.dice + rules.faces, rules.faces)
    if name != "optimal" or multisets > LARGEST_LATTICE:
        return
    lows, highs = upper_ranges(rules)
    positions = 2 * int((highs + 1 - lows).sum())
    each = SOLVE * multisets * rules.faces + DECIDE * _keeps(rules) * decisions
    message = Message(
        "{positions} positions of {dice} of {faces} faces",
        positions=positions,
        dice=counts.dice(rules.dice),
        faces=rules.faces,
    )
    _check_dice(message, positions * each, long=long)


def check_win_cost(position: Position, needed: int, *, long: bool) -> None:
    """Check the time to compute the chances to score so many points from a position, as `check_cost` does."""
    tables, entries = table_entries(position, needed)
    message = Message("{boxes} open boxes, {points} needed", boxes=len(position.open), points=counts.points(needed))
    seconds = WIN_TABLE * tables * len(position.open) + WIN_ENTRY * entries
    check_cost(message, seconds, place="--open", remedy=Message("take fewer open boxes"), long=long)


def check_group_cost(rules: YahtzeeRules, boxes: int, *, long: bool) -> None:
    """Check the time to compute the exact expectations of so many boxes, as `check_cost` does."""
    hands = comb(rules.dice + rules.faces - 1, rules.dice)
    message = Message("{boxes} boxes, {hands} hands", boxes=boxes, hands=hands)
    _check_dice(message, REDUCE * boxes * _keeps(rules), long=long)


def _keeps(rules: YahtzeeRules) -> int:
    """Return the number of ways to keep dice, over all hands."""
    return int(comb(rules.dice + rules.faces - 1, rules.dice) * 2**rules.dice)


def _check_dice(message: Message, seconds: float, *, long: bool) -> None:
    check_cost(message, seconds, place="--dice-count", remedy=Message("take fewer dice or faces"), long=long)


def check_games_cost(games: int, players: Sequence[str], *, long: bool) -> None:
    """Check the time to play so many games, as `check_cost` does; names of programs end in .py."""
    each = sum(ASK if name.endswith(".py") else PERTURB if name.endswith("perturbation") else PLAY for name in players)
    message = Message("{games} of {players}", games=counts.games(games), players=", ".join(players))
    check_cost(message, games * each, place="--games", remedy=Message("ask for fewer games"), long=long)
