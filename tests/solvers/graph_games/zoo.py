"""Games given by a dictionary, drawn at random or by hand."""

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from solvers.graph_games.arena import Arena


@dataclass(frozen=True)
class GraphGame:
    """States (name, player); `arcs` from name and player to names, `outcomes` of those without arcs."""

    arcs: dict
    outcomes: dict
    start: tuple = (0, 0)

    def player(self, state):
        return state[1]

    def successors(self, state):
        return [(name, 1 - state[1]) for name in self.arcs.get(state, ())]

    def outcome(self, state):
        return self.outcomes.get(state, 0)


@st.composite
def graph_games(draw, *, acyclic, size=6):
    states = [(name, player) for name in range(size) for player in (0, 1)]
    arcs = {}
    for name, player in states:
        targets = range(name + 1 if acyclic else 0, size)
        arcs[name, player] = draw(st.lists(st.sampled_from(targets), max_size=3)) if targets else []
    return GraphGame(arcs, {state: draw(st.sampled_from([-1, 0, 1])) for state in states})


def whole_arena(game):
    """The arena of all states of the game, reachable or not."""
    states = list(game.arcs)
    ends = [state for state in states if not game.arcs[state]]
    wins = [frozenset(s for s in ends if game.outcome(s) == value) for value in (1, -1)]
    return Arena(
        (tuple(s for s in states if s[1] == 0), tuple(s for s in states if s[1] == 1)),
        {state: tuple(game.successors(state)) for state in states},
        (wins[0], wins[1]),
        frozenset(ends) - wins[0] - wins[1],
        game.start,
    )


def small(**changes):
    """Player 0 at a chooses b or c; at b player 1 goes back to a or ends in d; c is won by player 0."""
    arena = Arena(
        (("a", "d"), ("b", "c")),
        {"a": ("b", "c"), "b": ("a", "d")},
        (frozenset("c"), frozenset()),
        frozenset("d"),
        "a",
    )
    return replace(arena, **changes)
