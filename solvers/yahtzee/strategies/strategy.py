"""Define the protocol of strategies, which decide in many games at once, and `Policy`, a strategy by table lookup.

Source: the Yahtzee report, sections 2.2 (the functions of decision and their arguments) and 4.7 (table lookup).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Bytes, Integers
from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import Dice
from solvers.yahtzee.rules.rules import YahtzeeRules, check_rerolls, check_same_rules, counts

Contexts = NDArray[np.int32]
MEMORY_LIMIT: Final = 2**30
"""Largest size in bytes of the tables of one computation: 1 GiB."""
TIE: Final = 1e-9
"""Difference up to which two expectations are equal, since only rounding separates them.

The first choice is then taken.
"""


class States(NamedTuple):
    """N games at the moment of a decision; every array has shape (N,)."""

    roll: Integers
    """The index of the roll on the table in `Lattice.rolls`."""
    boxes: Integers
    flag: Integers
    upper: Integers
    """The upper total, cut at `rules.cap`.

    `boxes` are the open boxes as bits, and `flag` is 1 if the Yahtzee box holds points.
    """
    lead: Integers
    """Points ahead of the opponent (behind if negative), upper bonuses not yet counted; 0 in a solitaire game."""


class WorthKeep(NamedTuple):
    """Dice to keep, and the expected points of this turn and of the turns after it."""

    kept: Dice
    expectation: float


class WorthBox(NamedTuple):
    """A box to fill, with its points plus the expected points of the other open boxes."""

    box: str
    expectation: float


class YahtzeeStrategy(Protocol):
    """A deterministic strategy: the dice to keep and the box to fill in each state of a game."""

    @property
    def rules(self) -> YahtzeeRules:
        """The rules of the game that the strategy plays."""

    def keeps(self, states: States, rerolls: int) -> Integers:
        """Return the index in `Lattice.keeps` of the dice to keep in N states with 1 or 2 rerolls left: shape (N,)."""

    def fills(self, states: States) -> Integers:
        """Return the index in `rules.boxes` of the box to fill in N states with no reroll left: shape (N,)."""


@dataclass(frozen=True, slots=True)
class Automatic:
    """A strategy that decides in one game, as a player of a game; InvalidInput if no box is open.

    `lead` is the number of points ahead of the opponent.
    """

    strategy: YahtzeeStrategy

    def keep(self, position: Position, hand: Iterable[int], rerolls: int, lead: int = 0) -> Dice:
        """Return the dice that the strategy keeps with 1 or 2 rerolls left, in increasing order."""
        check_rerolls(rerolls, lowest=1)
        chosen = self.strategy.keeps(one_game(self.strategy, position, hand, lead), rerolls)
        return lattice(position.rules.dice, position.rules.faces).keeps[int(chosen[0])]

    def box(self, position: Position, hand: Iterable[int], lead: int = 0) -> str:
        """Return the box that the strategy fills when no reroll is left."""
        return position.rules.boxes[int(self.strategy.fills(one_game(self.strategy, position, hand, lead))[0])]


def one_game(strategy: YahtzeeStrategy, position: Position, hand: Iterable[int], lead: int) -> States:
    """Return a position and a hand as the states of a single game; InvalidInput if no box is open."""
    hand = tuple(hand)
    counts(position.rules, hand)
    check_same_rules(strategy.rules, position.rules)
    if not position.open:
        raise InvalidInput("the game is over: at least one box must be open")
    roll = lattice(position.rules.dice, position.rules.faces).roll(hand)
    values = (roll, position.boxes, int(position.yahtzee), position.capped, lead)
    return States(*(np.array([value], dtype=np.int64) for value in values))


Decisions = tuple[Bytes, Bytes]
"""The tables `kept` and `filled` of a `Policy`, which compiled functions fill."""


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """A strategy that looks up its decisions in tables; positions with the same decisions share one of C contexts."""

    rules: YahtzeeRules
    contexts: Contexts
    """Shape (2, 2^B, cap + 1): the context of each flag, set of open boxes and upper total; -1 where the upper total
    cannot occur."""
    kept: Bytes
    """Shape (2, C, R): with 1 and with 2 rerolls left, the place of the keep among `Lattice.choices` of the roll."""
    filled: Bytes
    """The index of the box to fill in `rules.boxes`, by context and roll: shape (C, R)."""

    @classmethod
    def blank(cls, rules: YahtzeeRules, contexts: Contexts, count: int) -> Self:
        """Return a policy with `count` contexts and without decisions yet; InvalidInput above `MEMORY_LIMIT`.

        `contexts` has their numbers by position.
        """
        shape = count, len(lattice(rules.dice, rules.faces).rolls)
        check_memory(3 * shape[0] * shape[1])
        return cls(rules, contexts, np.empty((2, *shape), np.uint8), np.empty(shape, np.uint8))

    def keeps(self, states: States, rerolls: int) -> Integers:
        """Return the index in `Lattice.keeps` of the dice to keep in N states with 1 or 2 rerolls left: shape (N,)."""
        choices = lattice(self.rules.dice, self.rules.faces).choices
        return _keeps(self.contexts, self.kept[rerolls - 1], choices, states)

    def fills(self, states: States) -> Integers:
        """Return the index in `rules.boxes` of the box to fill in N states with no reroll left: shape (N,)."""
        return _fills(self.contexts, self.filled, states)


def check_memory(needed: int) -> None:
    """Raise `InvalidInput` if tables of `needed` bytes exceed `MEMORY_LIMIT`."""
    if needed > MEMORY_LIMIT:
        raise InvalidInput(
            "the decisions of this game take {needed:.3g} GiB, the limit is 1 GiB: take fewer dice or boxes",
            needed=needed / 2**30,
        )


@jit
def _keeps(contexts: Contexts, array: Bytes, choices: Integers, states: States) -> Integers:
    """Return the index in `Lattice.keeps` of the dice to keep in N states, read from the tables."""
    result = np.empty_like(states.roll)
    for i in range(result.size):
        context = contexts[states.flag[i], states.boxes[i], states.upper[i]]
        result[i] = choices[states.roll[i], array[context, states.roll[i]]]
    return result


@jit
def _fills(contexts: Contexts, filled: Bytes, states: States) -> Integers:
    """Return the index in `rules.boxes` of the box to fill in N states, read from the tables."""
    result = np.empty_like(states.roll)
    for i in range(result.size):
        result[i] = filled[contexts[states.flag[i], states.boxes[i], states.upper[i]], states.roll[i]]
    return result
