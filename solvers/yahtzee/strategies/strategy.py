"""What a strategy is: for many games at once, which dice to keep and which box to fill."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

import numpy as np

from solvers.compiled.arrays import Integers
from solvers.refusal import Refusal
from solvers.yahtzee.rules.checks import check_rerolls, check_same_rules
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rules import Rules, counts


class States(NamedTuple):
    """N games at the moment of a decision; every array has shape (N,).

    Attributes
    ----------
    roll : integer array
        The number of the roll on the table, see `lattice.Lattice`.
    boxes, flag, upper : integer array
        Open boxes as bits, 1 if the Yahtzee box holds points, upper total cut at `rules.cap`.
    lead : integer array
        Points ahead of the opponent (behind if negative), upper bonuses not yet counted; 0 in a solitaire game.

    Source: Yahtzee report, section 2.2, what a function of decision is told; many games at a time are ours.
    """

    roll: Integers
    boxes: Integers
    flag: Integers
    upper: Integers
    lead: Integers


class Strategy(Protocol):
    """A way to play, deterministic.

    Source: Yahtzee report, section 2.2, the functions of decision.
    """

    @property
    def rules(self) -> Rules:
        """The game it plays."""

    def keeps(self, states: States, rerolls: int) -> Integers:
        """Return the numbers of the keeps, shape (N,), with 1 or 2 rerolls left."""

    def fills(self, states: States) -> Integers:
        """Return the numbers of the boxes to fill, shape (N,), with no reroll left."""


def keep(strategy: Strategy, position: Position, hand: Iterable[int], rerolls: int, lead: int = 0) -> tuple[int, ...]:
    """Return the dice that a strategy keeps in one position, in increasing order.

    Parameters
    ----------
    strategy : Strategy
        One that plays the rules of the position.
    position : Position
        The sheet, with at least one open box.
    hand : iterable of int
        The dice on the table.
    rerolls : int
        1 or 2.
    lead : int
        Points ahead of the opponent.

    Raises
    ------
    Refusal
        If an argument is outside its range, or the position is one of another game.

    Source: Yahtzee report, section 2.2, the decision while rerolls are left.
    """
    check_rerolls(rerolls, lowest=1)
    chosen = strategy.keeps(one_game(strategy, position, hand, lead), rerolls)
    return lattice(position.rules.dice, position.rules.faces).keeps[int(chosen[0])]


def box(strategy: Strategy, position: Position, hand: Iterable[int], lead: int = 0) -> str:
    """Return the box that a strategy fills in one position when no reroll is left.

    Raises
    ------
    Refusal
        As `keep` does.

    Source: Yahtzee report, section 2.2, the decision when no reroll is left.
    """
    return position.rules.boxes[int(strategy.fills(one_game(strategy, position, hand, lead))[0])]


def one_game(strategy: Strategy, position: Position, hand: Iterable[int], lead: int) -> States:
    """Return one position and one hand as the states of a single game.

    Raises
    ------
    Refusal
        If the hand is not a hand, no box is open, or the position is one of another game.

    Source: ours; an adapter.
    """
    hand = tuple(hand)
    counts(position.rules, hand)
    check_same_rules(strategy.rules, position.rules)
    if not position.open:
        raise Refusal("the game is over: at least one box must be open")
    roll = lattice(position.rules.dice, position.rules.faces).roll(hand)
    values = (roll, position.boxes, int(position.yahtzee), position.capped, lead)
    return States(*(np.array([value], dtype=np.int64) for value in values))
