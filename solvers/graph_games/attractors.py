"""Compute the winning positions of each player of an arena.

Source: document 003 "Jeux", definitions 1.4 and 1.5, proposition 1.2, exercise 1.3; retrograde analysis.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import Generic

from solvers.graph_games.arena import Arena
from solvers.graph_games.game import State


@dataclass(frozen=True, slots=True)
class Attractor(Generic[State]):
    """The positions from which `player`, 0 or 1, can force a win, in the order in which definition 1.5 finds them."""

    player: int
    layers: tuple[tuple[State, ...], ...]
    """``layers[0]`` is A₀; ``layers[n]`` has the states of Aₙ that are not in Aₙ₋₁, and is not empty for n > 0."""
    rank: Mapping[State, int]
    """By winning position, the index n of its layer: the player wins within n moves of both players."""

    @property
    def states(self) -> frozenset[State]:
        """The attractor: all positions from which `player` can force a win."""
        return frozenset(self.rank)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of states of A₀, A₁, …, up to the first that equals the attractor."""
        return tuple(accumulate(map(len, self.layers)))

    def step(self, n: int) -> frozenset[State]:
        """Return Aₙ, the positions from which `player` can force a win in at most n moves (definition 1.5)."""
        return frozenset().union(*self.layers[: n + 1])


def attractor(arena: Arena[State], player: int) -> Attractor[State]:
    """Return the attractor of a player with the steps Aₙ(player) of definition 1.5, in O(states + arcs)."""
    controlled = arena.controlled(player)
    missing = {state: 1 if state in controlled else len(successors) for state, successors in arena.arcs.items()}
    predecessors: dict[State, list[State]] = {state: [] for state in arena.arcs}
    for state, successors in arena.arcs.items():
        for successor in successors:
            predecessors[successor].append(state)
    layers: list[tuple[State, ...]] = []
    layer = [state for state in arena.arcs if state in arena.wins[player]]
    while layer or not layers:
        layers.append(tuple(layer))
        joining = []
        for after in layer:
            for state in predecessors[after]:
                missing[state] -= 1
                if not missing[state]:
                    joining.append(state)
        layer = joining
    rank = {state: n for n, states in enumerate(layers) for state in states}
    return Attractor(player, tuple(layers), MappingProxyType(rank))
