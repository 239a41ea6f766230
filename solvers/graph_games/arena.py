"""Two-player games on graphs: attractors, winning strategies, and the proof that a strategy wins.

Source: document 003 ("Jeux"), section 1. Cycles are allowed: a play that never ends is won by nobody.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import Final, Generic, Literal

from solvers.graph_games.game import Game, State
from solvers.refusal import Refusal

MAX_STATES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Arena(Generic[State]):
    """A bipartite graph with the states of players 0 and 1 (definition 1.1).

    Parameters
    ----------
    states : pair of tuples
        S₀ and S₁, the states that each player controls, terminal ones included.
    arcs : mapping
        From a state to those that a move leads to; a terminal state leads nowhere and may be left out.
        Repeated arcs are taken once.
    wins : pair of frozensets
        T₀ and T₁, the terminal states that each player has won.
    draws : frozenset
        T_null, the other terminal states.
    start : State
        The initial state.

    Raises
    ------
    Refusal
        If a state belongs to both players, an arc or a set names an unknown state, an arc leads from a
        player to the same player, or T₀, T₁, T_null are not a partition of the states without arcs.
    """

    states: tuple[tuple[State, ...], tuple[State, ...]]
    arcs: Mapping[State, tuple[State, ...]]
    wins: tuple[frozenset[State], frozenset[State]]
    draws: frozenset[State]
    start: State

    def __post_init__(self) -> None:
        owners = _owners(self.states)
        named = set(self.arcs).union(*self.arcs.values(), *self.wins, self.draws, [self.start])
        for state in named:
            if state not in owners:
                raise Refusal(f"{state!r} is not a state of the arena: it belongs to neither player")
        for state, successors in self.arcs.items():
            for successor in successors:
                if owners[state] == owners[successor]:
                    raise Refusal(
                        f"the arena is not bipartite: the arc {state!r} → {successor!r} joins two states of "
                        f"player {owners[state]}"
                    )
        arcs = {state: tuple(dict.fromkeys(self.arcs.get(state, ()))) for state in owners}
        _check_terminal_sets(arcs, {"T₀": self.wins[0], "T₁": self.wins[1], "T_null": self.draws})
        object.__setattr__(self, "arcs", MappingProxyType(arcs))

    @property
    def owners(self) -> dict[State, int]:
        """The player who controls each state, those of player 0 first."""
        return _owners(self.states)

    @property
    def count(self) -> tuple[int, int]:
        """The numbers of states and of arcs."""
        return len(self.arcs), sum(map(len, self.arcs.values()))


def _owners(states: tuple[tuple[State, ...], tuple[State, ...]]) -> dict[State, int]:
    owners = dict.fromkeys(states[0], 0)
    for state in states[1]:
        if owners.setdefault(state, 1) == 0:
            raise Refusal(f"state {state!r} belongs to both players; each state belongs to one")
    return owners


def _check_terminal_sets(arcs: Mapping[State, tuple[State, ...]], sets: Mapping[str, frozenset[State]]) -> None:
    for state, successors in arcs.items():
        names = [name for name, members in sets.items() if state in members]
        if successors and names:
            raise Refusal(f"state {state!r} is in {names[0]} but has a move; terminal states have none")
        if not successors and len(names) != 1:
            found = " and ".join(names) or "none"
            raise Refusal(f"state {state!r} has no move: it must be in one of T₀, T₁, T_null, it is in {found}")


def unfold(game: Game[State], limit: int = MAX_STATES) -> Arena[State]:
    """Return the arena of the states that can be reached from `game.start`, breadth first.

    Parameters
    ----------
    game : Game
        Players must alternate, and an outcome must be -1, 0 or 1.
    limit : int
        Largest number of states allowed.

    Raises
    ------
    Refusal
        If there are more than `limit` states, an outcome is something else, or the arena is not bipartite.
    """
    arcs: dict[State, tuple[State, ...]] = {}
    found = {game.start: None}
    layer = [game.start]
    while layer:
        if len(found) > limit:
            raise Refusal(f"the game has more than {limit} states, the limit given")
        arcs.update((state, tuple(game.successors(state))) for state in layer)
        layer = list(dict.fromkeys(after for state in layer for after in arcs[state] if after not in found))
        found.update(dict.fromkeys(layer))
    outcomes = {state: game.outcome(state) for state, successors in arcs.items() if not successors}
    for state, outcome in outcomes.items():
        if outcome not in (-1, 0, 1):
            raise Refusal(f"an outcome is -1, 0 or 1, got {outcome} for {state!r}")
    first, second, null = (frozenset(s for s in outcomes if outcomes[s] == value) for value in (1, -1, 0))
    players = {state: game.player(state) for state in arcs}
    states = tuple(s for s in arcs if players[s] == 0), tuple(s for s in arcs if players[s] == 1)
    return Arena(states, arcs, (first, second), null, game.start)


@dataclass(frozen=True, slots=True)
class Attractor(Generic[State]):
    """The winning positions of a player, in the order in which definition 1.5 finds them.

    Attributes
    ----------
    player : int
        0 or 1.
    layers : tuple of tuples
        ``layers[0]`` is A₀; ``layers[n]`` are the states of Aₙ that are not in Aₙ₋₁. No layer after the
        first is empty.
    rank : mapping
        The n of the layer of each winning position: within n moves the player has won, if they play well.
    """

    player: int
    layers: tuple[tuple[State, ...], ...]
    rank: Mapping[State, int]

    @property
    def states(self) -> frozenset[State]:
        """The attractor: all winning positions."""
        return frozenset(self.rank)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of states of A₀, A₁, …, up to the first that equals the attractor."""
        return tuple(accumulate(map(len, self.layers)))

    def step(self, n: int) -> frozenset[State]:
        """Return Aₙ.

        Raises
        ------
        Refusal
            If `n` is negative.
        """
        if n < 0:
            raise Refusal(f"the sequence begins with A₀, got n = {n}")
        return frozenset().union(*self.layers[: n + 1])


def attractor(arena: Arena[State], player: int) -> Attractor[State]:
    """Return the attractor of a player with the steps Aₙ(player) of definition 1.5, in O(states + arcs).

    A state of the player joins after the first of its successors, a state of the opponent after the last:
    it is enough to count, for each state, the arcs that must still be seen to lead into the attractor.

    Raises
    ------
    Refusal
        If `player` is neither 0 nor 1.
    """
    _check_player(player)
    owners = arena.owners
    predecessors: dict[State, list[State]] = {state: [] for state in owners}
    for state, successors in arena.arcs.items():
        for successor in successors:
            predecessors[successor].append(state)
    missing = {state: 1 if owners[state] == player else len(arena.arcs[state]) for state in owners}
    layer = [state for state in owners if state in arena.wins[player]]
    layers = [tuple(layer)]
    while layer:
        reached = layer
        layer = []
        for state in (before for after in reached for before in predecessors[after]):
            missing[state] -= 1
            if not missing[state]:
                layer.append(state)
        layers.append(tuple(layer))
    layers = layers[:-1] or layers
    rank = {state: n for n, layer in enumerate(layers) for state in layer}
    return Attractor(player, tuple(layers), MappingProxyType(rank))


def winning_strategy(arena: Arena[State], player: int) -> dict[State, State]:
    """Return a winning strategy of a player on their whole attractor (remark 1.4), in O(states + arcs).

    From each winning position that the player controls, the move leads to a position found earlier in the
    sequence Aₙ, so that every play ends; among those, to one found first. Where no winning position has a
    move the result is empty.

    Raises
    ------
    Refusal
        If `player` is neither 0 nor 1.
    """
    rank = attractor(arena, player).rank
    own = (state for state in arena.states[player] if state in rank and arena.arcs[state])
    return {state: min((s for s in arena.arcs[state] if s in rank), key=rank.__getitem__) for state in own}


def winning_moves(arena: Arena[State], state: State) -> tuple[State, ...]:
    """Return the moves from `state` to a winning position of the player who moves.

    Each of them can be the first of a won play; playing such moves for ever need not end one when the arena
    has cycles, which is why `winning_strategy` chooses among them.

    Raises
    ------
    Refusal
        If `state` is not a state of the arena.
    """
    _check_state(arena, state)
    rank = attractor(arena, arena.owners[state]).rank
    return tuple(successor for successor in arena.arcs[state] if successor in rank)


@dataclass(frozen=True, slots=True)
class StrategyCheck(Generic[State]):
    """What came of playing a strategy against every opponent.

    Attributes
    ----------
    verdict : str
        "wins", or how the opponent refutes it: the play is "not won" at its last state, "repeats" a state
        for ever, or is at a state where the strategy has "no move" or an "illegal move".
    play : tuple of states
        The refuting play, from the start; empty when the strategy wins.
    states : int
        Distinct states visited.
    """

    verdict: Literal["wins", "not won", "repeats", "no move", "illegal move"]
    play: tuple[State, ...]
    states: int


def check_strategy(
    arena: Arena[State], player: int, strategy: Mapping[State, State], start: State | None = None
) -> StrategyCheck[State]:
    """Check that every play from `start` (default: the arena's) in which `player` follows `strategy` is won.

    All plays are followed depth first, so this is a proof by itself: nothing of how the strategy was found
    is used. It takes O(states + arcs). Moves at states that no such play visits are not looked at.

    Raises
    ------
    Refusal
        If `player` is neither 0 nor 1, or `start` is not a state of the arena.
    """
    _check_player(player)
    first = arena.start if start is None else start
    _check_state(arena, first)
    own = frozenset(arena.states[player])
    seen: set[State] = set()
    play: dict[State, list[State]] = {}
    following: list[State] = [first]
    while True:
        if following:
            state = following.pop()
            if state in play:
                return StrategyCheck("repeats", (*play, state), len(seen))
            if state in seen:
                continue
            seen.add(state)
            verdict = _verdict(arena, player, strategy if state in own else None, state)
            if verdict != "wins":
                return StrategyCheck(verdict, (*play, state), len(seen))
            following = list(arena.arcs[state])
            if state in own and following:
                following = [strategy[state]]
            play[state] = following
        elif play:
            play.popitem()
            following = next(reversed(play.values()), [])
        else:
            return StrategyCheck("wins", (), len(seen))


def _verdict(
    arena: Arena[State], player: int, strategy: Mapping[State, State] | None, state: State
) -> Literal["wins", "not won", "no move", "illegal move"]:
    """Return what is wrong at one state; `strategy` is None where the opponent moves."""
    if not arena.arcs[state]:
        return "wins" if state in arena.wins[player] else "not won"
    if strategy is None:
        return "wins"
    if state not in strategy:
        return "no move"
    return "wins" if strategy[state] in arena.arcs[state] else "illegal move"


def _check_player(player: int) -> None:
    if player not in (0, 1):
        raise Refusal(f"player must be 0 or 1, got {player}")


def _check_state(arena: Arena[State], state: State) -> None:
    if state not in arena.arcs:
        raise Refusal(f"{state!r} is not a state of the arena")
