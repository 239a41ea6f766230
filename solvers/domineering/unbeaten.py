"""Search for a plan that no plan of the opponent beats, without playing all pairs.

A plan is given up at its first defeat, and the plan that beat it moves to the front of the queue of opponents, for a
plan that beats one often beats the next.

Source: ENS 2013 practical exam, oral question of section 6 (is the value of a game exactly 0 or exactly 1?).
"""

from dataclasses import dataclass

import numpy as np

from solvers.compiled.jit import jit
from solvers.domineering.priority_lists import PriorityLists, list_winner


@dataclass(frozen=True, slots=True)
class Unbeaten:
    """Result of a search."""

    index: int | None
    """The smallest index of an unbeaten plan, or None when every plan loses to some plan of the opponent."""
    playouts: int
    """Games played, to compare with the A·B games of the whole matrix."""


def unbeaten(lists: PriorityLists, player: int) -> Unbeaten:
    """Find the first plan of `player`, 1 or 2, that wins against every plan of the opponent.

    The index does not depend on the order in which opponents are met. In the worst case (A·B games) nothing is saved.
    """
    index, playouts = _search(lists, player)
    return Unbeaten(None if index < 0 else index, playouts)


@jit
def _search(lists: PriorityLists, player: int) -> tuple[int, int]:
    plans, opponents = len(lists.first), len(lists.second)
    if player == 2:
        plans, opponents = opponents, plans
    queue = np.arange(opponents)
    playouts = 0
    for plan in range(plans):
        place = 0
        while place < opponents:
            playouts += 1
            opponent = queue[place]
            row, column = (plan, opponent) if player == 1 else (opponent, plan)
            if list_winner(lists, row, column) != player:
                break
            place += 1
        else:
            return plan, playouts
        beater = queue[place]
        queue[1 : place + 1] = queue[:place].copy()
        queue[0] = beater
    return -1, playouts
