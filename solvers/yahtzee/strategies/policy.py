"""A strategy written out: for each roll and each context, the dice to keep and the box to fill."""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Bytes, Integers
from solvers.compiled.jit import jit
from solvers.refusal import Refusal
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rules import Rules
from solvers.yahtzee.strategies.strategy import States

Contexts = NDArray[np.int32]
MEMORY_LIMIT: Final = 2**30
TIE: Final = 1e-9
"""Expectations closer than this are equal: what separates them is rounding. The first choice is then kept."""


class Decisions(NamedTuple):
    """The decisions of a policy in C contexts: `kept` and `filled` of `Policy`.

    Source: ours; arrays of `Policy`.
    """

    kept: Bytes
    filled: Bytes


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """A strategy that looks its decisions up. Positions in which it always decides alike share a context.

    Attributes
    ----------
    rules : Rules
        The game.
    contexts : integer array, shape (2, 2^B, cap + 1)
        The context of each flag, set of open boxes and upper total; -1 where the upper total cannot occur.
    kept : byte array, shape (2, C, R)
        With 1 and with 2 rerolls left, the place of the keep among `Lattice.choices` of the roll.
    filled : byte array, shape (C, R)
        The box to fill.

    Source: Yahtzee report, section 4.7, a decision looked up; contexts are ours.
    """

    rules: Rules
    contexts: Contexts
    kept: Bytes
    filled: Bytes

    def keeps(self, states: States, rerolls: int) -> Integers:
        """Return the numbers of the keeps, shape (N,), with 1 or 2 rerolls left."""
        choices = lattice(self.rules.dice, self.rules.faces).choices
        return _keeps(self.contexts, self.kept[rerolls - 1], choices, states)

    def fills(self, states: States) -> Integers:
        """Return the numbers of the boxes to fill, shape (N,)."""
        return _fills(self.contexts, self.filled, states)


def blank_decisions(contexts: int, rolls: int) -> Decisions:
    """Return arrays for the decisions of a policy, not yet filled.

    Raises
    ------
    Refusal
        If they would take more than 1 GiB.

    Source: ours; memory for a `Policy`.
    """
    if 3 * contexts * rolls > MEMORY_LIMIT:
        needed = 3 * contexts * rolls / 2**30
        raise Refusal(
            "the decisions of this game take {needed:.3g} GiB, the limit is 1 GiB: fewer dice or boxes", needed=needed
        )
    return Decisions(np.empty((2, contexts, rolls), np.uint8), np.empty((contexts, rolls), np.uint8))


@jit
def _keeps(contexts: Contexts, kept: Bytes, choices: Integers, states: States) -> Integers:
    result = np.empty_like(states.roll)
    for i in range(result.size):
        context = contexts[states.flag[i], states.boxes[i], states.upper[i]]
        result[i] = choices[states.roll[i], kept[context, states.roll[i]]]
    return result


@jit
def _fills(contexts: Contexts, filled: Bytes, states: States) -> Integers:
    result = np.empty_like(states.roll)
    for i in range(result.size):
        result[i] = filled[contexts[states.flag[i], states.boxes[i], states.upper[i]], states.roll[i]]
    return result
