"""Yahtzee: rules and boxes from options, the cached table of optimal play, and limits on the time of computations."""

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
"""Seconds on a usual machine for a position: for a neighbour in the lattice of keeps, and for a keep of a hand."""
REDUCE = 5e-6
"""Seconds for a keep of a hand whose expectation is computed as a fraction."""
PLAY, PERTURB, ASK = 3e-6, 2e-5, 4e-3
"""Seconds for a game of a strategy, of Perturbation, and of a program, which must be called for every decision."""
WIN_TABLE, WIN_ENTRY = 4e-3, 1.5e-5
"""Seconds for a table of chances to win: for each open box, and for each entry of the table."""
LARGEST_LATTICE = 100_000
"""Size of the largest lattice of keeps that the solver accepts."""


def named_rules(
    threshold: int, joker: JokerName, dice: int = 5, faces: int = 6, values: Iterable[str] | None = None
) -> YahtzeeRules:
    """Return the rules of a variant of Yahtzee, with changed points of boxes such as "full-house=25".

    `threshold` is the upper total from which the bonus is earned. CorrigeError if an element of `values` is no box with
    its points, or names a box twice.
    """
    changed: dict[str, Any] = {**box_values(values or ())}
    return replace(YahtzeeRules(dice=dice, faces=faces, threshold=threshold, joker=joker), **changed)


def box_values(values: Iterable[str]) -> dict[str, int]:
    """Return the points by box of texts such as "small-straight=15"; CorrigeError for another form or a box twice."""
    points = dict[str, int]()
    for text in values:
        name, _, worth = (part.strip() for part in text.lower().replace("-", "_").partition("="))
        cause = Message(
            "--value {text!r} does not have the form BOX=POINTS, with a box of the score sheet and its points",
            text=text[:40],
        )
        if name not in VALUES:
            named = ", ".join(VALUES).replace("_", "-")
            raise CorrigeError.single(
                cause, remedy=Message("write for instance small-straight=30; the boxes are {named}", named=named)
            )
        if not (worth.isascii() and worth.isdigit() and len(worth) < 6):
            raise CorrigeError.single(cause, remedy="write a number of points after =, such as 30")
        if name in points:
            raise CorrigeError.single(
                Message(
                    "--value {text!r} gives points to a box of the score sheet that an earlier --value gives points to",
                    text=text[:40],
                ),
                remedy="give --value only once for each box",
            )
        points[name] = int(worth)
    return points


def box_list(text: str) -> tuple[str, ...]:
    """Return the names of boxes in a text such as "chance,fours"; they are not checked."""
    return tuple(name.strip().lower() for name in text.split(",") if name.strip())


def cached_optimum(rules: YahtzeeRules, say: Callable[[Message], None]) -> Optimum:
    """Return the table of optimal play, kept in the cache folder; `say` why, if it cannot be saved there."""
    try:
        return optimum_file(rules, store_folder())
    except (OSError, ValueError) as error:
        say(
            Message(
                "the table of optimal play cannot be saved, so it will be computed again next time: {error}",
                error=error,
            )
        )
        return optimal(rules)


def check_tables_cost(rules: YahtzeeRules, name: str, *, decisions: bool = True, long: bool) -> None:
    """Raise CorrigeError if the strategy `name`, with its decisions or not, takes too long; see `check_cost`."""
    multisets = comb(rules.dice + rules.faces, rules.faces)
    if name != "optimal" or multisets > LARGEST_LATTICE:
        return
    lows, highs = upper_ranges(rules)
    positions = 2 * int((highs + 1 - lows).sum())
    each = SOLVE * multisets * rules.faces + DECIDE * _keeps(rules) * decisions
    message = Message(
        "the command would compute optimal play in {positions} positions with {dice} of {faces} faces each",
        positions=positions,
        dice=counts.dice(rules.dice),
        faces=rules.faces,
    )
    _check_dice(message, positions * each, long=long)


def check_win_cost(position: Position, needed: int, *, long: bool) -> None:
    """Raise CorrigeError if the chances to score `needed` points take too long to compute; see `check_cost`."""
    tables, entries = table_entries(position, needed)
    message = Message(
        "the command would compute the chance to score {points} in {boxes} open boxes",
        boxes=len(position.open),
        points=counts.points(needed),
    )
    seconds = WIN_TABLE * tables * len(position.open) + WIN_ENTRY * entries
    check_cost(message, seconds, place="--open", remedy=Message("give fewer open boxes to --open"), long=long)


def check_group_cost(rules: YahtzeeRules, boxes: int, *, long: bool) -> None:
    """Raise CorrigeError if the exact expectation of `boxes` boxes takes too long to compute; see `check_cost`."""
    hands = comb(rules.dice + rules.faces - 1, rules.dice)
    message = Message(
        "the command would compute the expected points of {boxes} boxes with {hands} hands each",
        boxes=boxes,
        hands=hands,
    )
    _check_dice(message, REDUCE * boxes * _keeps(rules), long=long)


def _keeps(rules: YahtzeeRules) -> int:
    """Return the number of ways to keep dice, summed over all hands."""
    return int(comb(rules.dice + rules.faces - 1, rules.dice) * 2**rules.dice)


def _check_dice(message: Message, seconds: float, *, long: bool) -> None:
    """Refuse so many dice or faces that the computation would take too long."""
    check_cost(message, seconds, place="--dice-count", remedy=Message("take fewer dice or faces"), long=long)


def check_games_cost(games: int, players: Sequence[str], *, long: bool) -> None:
    """Raise CorrigeError if `games` games of strategies or programs (.py) take too long; see `check_cost`."""
    each = sum(ASK if name.endswith(".py") else PERTURB if name.endswith("perturbation") else PLAY for name in players)
    message = Message(
        "the command would play {games} between {players}", games=counts.games(games), players=", ".join(players)
    )
    check_cost(message, games * each, place="--games", remedy=Message("ask for fewer games: --games N"), long=long)
