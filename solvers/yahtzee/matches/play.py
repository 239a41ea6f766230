"""Play many games of strategies at once on lists of dice, the report's *liste-destin*."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Bytes, Integers
from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rule_tables import RuleTables, allowed, rule_tables, worth
from solvers.yahtzee.rules.rules import REROLLS, YahtzeeRules, check_same_rules
from solvers.yahtzee.strategies.strategy import States, YahtzeeStrategy

Destinies = Bytes
"""The faces of the dice to come, one row for each game."""
Lists = Literal["game", "turn", "throw"]
"""How long a player takes dice from one list: for a whole game, for a turn, or for a throw."""
BLOCK = 8192
THREADS = 2


class _Seat(NamedTuple):
    """One player of N games: the lists of dice, the number of dice used, the sheets, the points without the bonus."""

    destiny: Destinies
    used: Integers
    roll: Integers
    boxes: Integers
    flag: Integers
    upper: Integers
    score: Integers


def play(
    strategies: Sequence[YahtzeeStrategy], destinies: Sequence[ArrayLike], threads: int = THREADS, lists: Lists = "game"
) -> Integers:
    """Return the scores, bonuses included, of N games of one or two strategies on dice that are fixed in advance.

    The result has the shape (players, N). The players fill a box in turn, the first strategy first. `destinies` has an
    array of faces for each player, with a row for each game. A player takes the dice of a row in order, as many as are
    thrown. With D dice, a row is one list for the game, or has 3 D numbers for each turn, or D numbers for each throw,
    as `lists` says. A row that ends too early raises `InvalidInput`. The result does not depend on the number of
    threads.
    """
    rules = strategies[0].rules
    for strategy in strategies[1:]:
        check_same_rules(rules, strategy.rules)
    faces = [np.ascontiguousarray(rows, dtype=np.uint8) for rows in destinies]

    def block(at: int) -> Integers:
        return _play_block(rules, strategies, [rows[at : at + BLOCK] for rows in faces], lists)

    with ThreadPoolExecutor(threads) as pool:
        parts = pool.map(block, range(0, len(faces[0]), BLOCK))
        return np.concatenate([np.zeros((len(faces), 0), dtype=np.int64), *parts], axis=1)


def longest_destiny(rules: YahtzeeRules) -> int:
    """Return the largest number of dice that a game may need: all dice, three times for every box."""
    return (1 + REROLLS) * rules.dice * len(rules.boxes)


def _play_block(
    rules: YahtzeeRules, strategies: Sequence[YahtzeeStrategy], destinies: Sequence[Destinies], lists: Lists
) -> Integers:
    """Return the scores of a block of games, played turn by turn."""
    seats = []
    for destiny in destinies:
        used, roll, flag, upper, score = (np.zeros(len(destiny), dtype=np.int64) for _ in range(5))
        boxes = np.full(len(destiny), (1 << len(rules.boxes)) - 1, dtype=np.int64)
        seats.append(_Seat(destiny, used, roll, boxes, flag, upper, score))
    for turn in range(len(rules.boxes)):
        first = (1 + REROLLS) * turn
        throws = range(first, first + 1 + rules.rerolls)
        fresh = {"game": (), "turn": throws[:1], "throw": throws}[lists]
        for strategy, seat, other in zip(strategies, seats, reversed(seats), strict=True):
            _play_turn(strategy, seat, other, [throw * rules.dice if throw in fresh else None for throw in throws])
    reached = [(seat.upper == rules.cap) & (rules.cap > 0) for seat in seats]
    return np.stack([seat.score + rules.bonus * bonus for seat, bonus in zip(seats, reached, strict=True)])


def _play_turn(strategy: YahtzeeStrategy, seat: _Seat, other: _Seat, starts: Sequence[int | None]) -> None:
    """Play one turn of every game; each throw continues in the list of dice, or starts at its place in `starts`."""
    rules = strategy.rules
    _throw_from(rules, np.zeros_like(seat.roll), seat, starts[0])
    # With one player `other` is the same seat and the lead is 0.
    states = States(seat.roll, seat.boxes, seat.flag, seat.upper, seat.score - other.score)
    for rerolls, start in zip(range(rules.rerolls, 0, -1), starts[1:], strict=True):
        _throw_from(rules, strategy.keeps(states, rerolls), seat, start)
    wrong = _fill(rule_tables(rules), strategy.fills(states), seat)
    if wrong >= 0:
        raise InvalidInput("in game {wrong} the strategy fills a box that its hand may not fill", wrong=wrong)


def _throw_from(rules: YahtzeeRules, keeps: Integers, seat: _Seat, start: int | None) -> None:
    """Throw the dice that are not kept in every game, from place `start` of the lists if it is not None."""
    if start is not None:
        seat.used[:] = start
    failed = _throw(lattice(rules.dice, rules.faces).add, keeps, seat)
    if failed >= 0:
        raise InvalidInput(
            "the list of dice to come in game {failed} is too short: it has {shape} numbers, "
            "{longest_destiny} always suffice",
            failed=failed,
            shape=seat.destiny.shape[1],
            longest_destiny=longest_destiny(rules),
        )


@jit
def _throw(add: Integers, keeps: Integers, seat: _Seat) -> int:
    """Complete the keeps with the next dice; return the first game with too short a list, or -1."""
    first_roll, (destiny, used, roll) = add.shape[0], seat[:3]
    for game in range(keeps.size):
        dice = keeps[game]
        while dice < first_roll:
            if used[game] >= destiny.shape[1]:
                return game
            dice = add[dice, destiny[game, used[game]] - 1]
            used[game] += 1
        roll[game] = dice - first_roll
    return -1


@jit
def _fill(tables: RuleTables, filled: Integers, seat: _Seat) -> int:
    """Fill the boxes and add the points; return the first game in which a box may not be filled, or -1."""
    for game in range(filled.size):
        box, roll = filled[game], seat.roll[game]
        choices, joker = allowed(tables, seat.boxes[game], seat.flag[game], roll)
        if not choices >> box & 1:
            return game
        points, seat.flag[game] = worth(tables, seat.flag[game], roll, box, joker)
        seat.score[game] += points
        seat.upper[game] = min(seat.upper[game] + tables.gain[box, roll], tables.cap)
        seat.boxes[game] ^= 1 << box
    return -1
