"""Define arenas of two-player games: graphs with states that each belong to one of two players.

Cycles are allowed: no player wins a play that never ends. InvalidInput for a graph that is not an arena, with the state
or arc at fault, and for arguments outside their range.

Source: document 003 "Jeux", definition 1.1, exercises 1.1 and 1.3.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Generic

from solvers.graph_games.game import Game, State
from solvers.invalid_input import InvalidInput

MAX_STATES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Arena(Generic[State]):
    """A bipartite graph of states, each of player 0 or 1; arcs are moves (definition 1.1)."""

    states: tuple[tuple[State, ...], tuple[State, ...]]
    """S₀ and S₁, the states that each player controls, terminal ones included."""
    arcs: Mapping[State, tuple[State, ...]]
    """By state, the states to which a move leads, without repetition.

    A terminal state may be absent in the argument.
    """
    wins: tuple[frozenset[State], frozenset[State]]
    """T₀ and T₁, the terminal states that each player has won."""
    draws: frozenset[State]
    """T_null, the other terminal states."""
    start: State

    def __post_init__(self) -> None:
        owners = _owners(self.states)
        named = set(self.arcs).union(*self.arcs.values(), *self.wins, self.draws, [self.start])
        for state in named:
            if state not in owners:
                raise InvalidInput(
                    "the arena names the state {state!r}, which belongs to neither player: add it to the states of "
                    "one of them, or correct its name",
                    state=state,
                )
        for state, successors in self.arcs.items():
            for successor in successors:
                if owners[state] == owners[successor]:
                    raise InvalidInput(
                        "the arena is not bipartite: the arc {state!r} → {successor!r} joins two states "
                        "of player {player}",
                        state=state,
                        successor=successor,
                        player=owners[state],
                    )
        arcs = {state: tuple(dict.fromkeys(self.arcs.get(state, ()))) for state in owners}
        sets = {"T₀": self.wins[0], "T₁": self.wins[1], "T_null": self.draws}
        for state, successors in arcs.items():
            names = [name for name, members in sets.items() if state in members]
            if successors and names:
                raise InvalidInput(
                    "state {state!r} is in the set {names} of terminal states but has a move; a terminal state has "
                    "none",
                    state=state,
                    names=names[0],
                )
            if not successors and len(names) != 1:
                raise InvalidInput(
                    "state {state!r} has no move, so it must be in exactly one of the sets T₀ (won by player 0), T₁ "
                    "(won by player 1) and T_null (drawn); it is in {found}",
                    state=state,
                    found=" and ".join(names) or "none",
                )
        object.__setattr__(self, "arcs", MappingProxyType(arcs))

    @property
    def owners(self) -> dict[State, int]:
        """The player who controls each state, 0 or 1, the states of player 0 first."""
        return _owners(self.states)

    @property
    def count(self) -> tuple[int, int]:
        """The numbers of states and of arcs."""
        return len(self.arcs), sum(map(len, self.arcs.values()))

    def controlled(self, player: int) -> frozenset[State]:
        """Return the states that a player, 0 or 1, controls."""
        return frozenset(self.states[player])

    def moves(self, state: State) -> tuple[State, ...]:
        """Return the successors of a state, () if the state is terminal; InvalidInput for an unknown state."""
        if state not in self.arcs:
            raise InvalidInput("the arena has no state {state!r}", state=state)
        return self.arcs[state]


def _owners(states: tuple[tuple[State, ...], tuple[State, ...]]) -> dict[State, int]:
    """Return the player of each state; InvalidInput if a state belongs to both."""
    owners = dict.fromkeys(states[0], 0)
    for state in states[1]:
        if owners.setdefault(state, 1) == 0:
            raise InvalidInput(
                ("the state {state!r} belongs to both players, but each state must belong to exactly one"), state=state
            )
    return owners


def unfold(game: Game[State], limit: int = MAX_STATES) -> Arena[State]:
    """Return the arena of the states that can be reached from `game.start`, in breadth-first order.

    InvalidInput if there are more than `limit` states, if players do not alternate, or if an outcome is not -1, 0 or 1.
    """
    arcs: dict[State, tuple[State, ...]] = {}
    reached = {game.start: None}
    layer = [game.start]
    while layer:
        if len(reached) > limit:
            raise InvalidInput(
                "the game has more than {limit} states, which is the limit for drawing up its graph", limit=limit
            )
        arcs.update((state, tuple(game.successors(state))) for state in layer)
        layer = list(dict.fromkeys(after for state in layer for after in arcs[state] if after not in reached))
        reached.update(dict.fromkeys(layer))
    players = {state: game.player(state) for state in arcs}
    states = tuple(s for s in arcs if players[s] == 0), tuple(s for s in arcs if players[s] == 1)
    outcomes = {state: game.outcome(state) for state, successors in arcs.items() if not successors}
    for state, outcome in outcomes.items():
        if outcome not in (-1, 0, 1):
            raise InvalidInput(
                "the outcome of a game is -1, 0 or 1, got {outcome} in the state {state!r}",
                outcome=outcome,
                state=state,
            )
    first, second, null = (frozenset(s for s in outcomes if outcomes[s] == value) for value in (1, -1, 0))
    return Arena(states, arcs, (first, second), null, game.start)
