"""The size of the tree of all plays of a game, without walking through it."""

from dataclasses import dataclass

from solvers.graph_games.deep_recursion import deep_recursion
from solvers.graph_games.game import Game, State
from solvers.refusal import Refusal


@dataclass(frozen=True, slots=True)
class TreeSize:
    """Nodes and leaves of the tree of all plays: what min-max without memory would visit.

    Source: document 003 ("Jeux"), exercise 2.1; the count is ours.
    """

    calls: int
    leaves: int


def tree_size(game: Game[State], state: State | None = None) -> TreeSize:
    """Count the calls of min-max without memory, and the plays, without making them.

    Each state is visited once; the numbers may be larger than anything that could be run.

    Raises
    ------
    Refusal
        If a play can come back to a state.

    Source: document 003 ("Jeux"), exercises 1.4 and 2.1; the count by dynamic programming is ours.
    """
    memory: dict[State, TreeSize] = {}
    active: set[State] = set()

    def size(state: State) -> TreeSize:
        if state in active:
            raise Refusal("a play can come back to {state!r}: the tree of plays is infinite", state=state)
        active.add(state)
        calls, leaves = 1, 0
        successors = game.successors(state)
        for after in successors:
            below = memory[after] if after in memory else size(after)
            calls, leaves = calls + below.calls, leaves + below.leaves
        active.remove(state)
        memory[state] = TreeSize(calls, leaves if successors else 1)
        return memory[state]

    with deep_recursion():
        return size(game.start if state is None else state)
