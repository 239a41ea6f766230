"""The winning strategy that the attractor holds (remark 1.4), for `check_strategy` to prove."""

from solvers.graph_games.arena import Arena
from solvers.graph_games.attractors import attractor
from solvers.graph_games.game import State


def winning_strategy(arena: Arena[State], player: int) -> dict[State, State]:
    """Return a winning strategy of a player on their whole attractor (remark 1.4), in O(states + arcs).

    From each winning position that the player controls, the move leads to a position found earlier in the
    sequence Aₙ, so that every play ends; among those, to one found first. Where no winning position has a
    move the result is empty.

    Raises
    ------
    Refusal
        If `player` is neither 0 nor 1.

    Source: document 003 ("Jeux"), remark 1.4.
    """
    rank = attractor(arena, player).rank
    own = (state for state in arena.states[player] if state in rank and arena.arcs[state])
    return {state: min((s for s in arena.arcs[state] if s in rank), key=rank.__getitem__) for state in own}
