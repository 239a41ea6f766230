"""Two strategies for one board, as compiled code reads them."""

from typing import NamedTuple

from solvers.compiled.arrays import Floats
from solvers.dice_battle.strategies import Index, Strategy
from solvers.refusal import Refusal


class Pair(NamedTuple):
    """The mixes, shape (M, D), and which one is used in each state, shape (N, N), of two strategies.

    Each index has its player's own points first.

    Source: ours; `Strategy` twice.
    """

    first: Floats
    first_index: Index
    second: Floats
    second_index: Index


def pair(first: Strategy, second: Strategy) -> Pair:
    """Return two strategies of one board together.

    Raises
    ------
    Refusal
        If D or N differ; both are named.

    Source: ours; a check of arguments.
    """
    if (first.dice, first.target) != (second.dice, second.target):
        raise Refusal(
            "both strategies must have the same D and N, got D = {dice}, N = {target} and D "
            "= {other_dice}, N = {other_target}",
            dice=first.dice,
            target=first.target,
            other_dice=second.dice,
            other_target=second.target,
        )
    return Pair(first.mixes, first.index, second.mixes, second.index)
