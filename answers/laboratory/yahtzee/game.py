"""Which game of Yahtzee is meant: its rules, what its boxes are worth, the kept table of its optimum, what it costs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import comb
from typing import Any, Literal

from answers.errors import CorrigeError
from answers.files import store_folder
from answers.laboratory import counts
from answers.laboratory.user_input import check_cost
from answers.messages import Message
from solvers.yahtzee.rules.rules import Rules
from solvers.yahtzee.strategies.optimal import Optimum, optimal, upper_ranges
from solvers.yahtzee.strategies.optimal_policy import optimum_file

JokerName = Literal["forced", "free", "report", "none"]
VALUES = ("full_house", "small_straight", "large_straight", "yahtzee", "bonus", "extra")
"""Fields of the rules that a teacher may change."""
DICE_REMEDY = Message("write for instance 2,2,3,5,6")

SOLVE, DECIDE = 3e-10, 4e-10
"""Seconds on a usual machine: of a neighbour in the lattice of keeps, and of a keep of a hand, in one position."""
REDUCE = 5e-6
"""Of a keep of a hand whose expectation is a fraction."""
PLAY, PERTURB, ASK = 3e-6, 2e-5, 4e-3
"""Of a game, that of a strategy, of Perturbation, and of a program that is asked for every decision."""
LARGEST_LATTICE = 100_000
"""More the solver refuses by itself, with its reason."""


def named_rules(
    threshold: int, joker: JokerName, dice: int = 5, faces: int = 6, values: Iterable[str] | None = None
) -> Rules:
    """Return the game of these dice with this threshold, this joker rule and these values of boxes."""
    changed: dict[str, Any] = {**box_values(values or ())}
    return replace(Rules(dice=dice, faces=faces, threshold=threshold, joker=joker), **changed)


def box_values(values: Iterable[str]) -> dict[str, int]:
    """Read values of boxes such as "small-straight=15"; what is none, or the second of a box, is refused."""
    points = dict[str, int]()
    for text in values:
        name, _, worth = (part.strip() for part in text.lower().replace("-", "_").partition("="))
        cause = Message("--value has the value {text!r}", text=text[:40])
        if name not in VALUES:
            named = ", ".join(VALUES).replace("_", "-")
            raise CorrigeError.one(
                cause, remedy=Message("write for instance small-straight=30; the names are {named}", named=named)
            )
        if not (worth.isascii() and worth.isdigit() and len(worth) < 6):
            raise CorrigeError.one(cause, remedy="write points after =, such as 30")
        if name in points:
            raise CorrigeError.one(
                Message("{text!r} gives a second value", text=text[:40]), remedy="give only one value"
            )
        points[name] = int(worth)
    return points


def box_list(text: str) -> tuple[str, ...]:
    """Read boxes such as "chance,fours"."""
    return tuple(name.strip().lower() for name in text.split(",") if name.strip())


def kept_optimum(rules: Rules, say: Callable[[Message], None]) -> Optimum:
    """Return the optimum, from the cache folder when it is there, solved and kept otherwise.

    A table that cannot be kept is solved each time, and it is said why.
    """
    try:
        return optimum_file(rules, store_folder())
    except (OSError, ValueError) as error:
        say(Message("the table of the optimum cannot be stored: {error}", error=error))
        return optimal(rules)


def check_tables_cost(rules: Rules, name: str, *, decisions: bool = True, long: bool) -> None:
    """Refuse a game whose optimum would take more than a minute to solve, as `check_cost` does.

    The tables of all but the optimum take seconds at most. Without `decisions`, what is to be expected is enough.
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


def check_group_cost(rules: Rules, boxes: int, *, long: bool) -> None:
    """Refuse boxes whose exact expectations would take more than a minute, as `check_cost` does."""
    hands = comb(rules.dice + rules.faces - 1, rules.dice)
    message = Message("{boxes} boxes, {hands} hands", boxes=boxes, hands=hands)
    _check_dice(message, REDUCE * boxes * _keeps(rules), long=long)


def _keeps(rules: Rules) -> int:
    """In how many ways dice of all hands are kept."""
    return int(comb(rules.dice + rules.faces - 1, rules.dice) * 2**rules.dice)


def _check_dice(message: Message, seconds: float, *, long: bool) -> None:
    check_cost(message, seconds, place="--dice-count", remedy=Message("take fewer dice or faces"), long=long)


def check_games_cost(games: int, players: Sequence[str], *, long: bool) -> None:
    """Refuse games that would take more than a minute, as `check_cost` does; programs' names end in .py."""
    each = sum(ASK if name.endswith(".py") else PERTURB if name.endswith("perturbation") else PLAY for name in players)
    message = Message("{games} of {players}", games=counts.games(games), players=", ".join(players))
    check_cost(message, games * each, place="--games", remedy=Message("ask for fewer games"), long=long)
