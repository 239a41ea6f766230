"""Search game trees: min-max, limited in depth with a heuristic, alpha-beta.

Player 0 maximises and player 1 minimises. A play may have a hundred thousand moves and more; see `deep_recursion`.
`InvalidInput` if a play can return to a state and no depth limits it, or if a heuristic value is outside its interval.
A search begins at `state`, by default the start of the game, and looks `depth` ≥ 0 moves ahead. With `memo` it caches
its results by state and remaining depth.

Source: document 003 "Jeux", section 2; Knuth and Moore, "An analysis of alpha-beta pruning" (1975).
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Final, Generic

from solvers.graph_games.game import Game, State
from solvers.invalid_input import InvalidInput

V_MAX: Final = 100
MOST_CALLS: Final = 400_000


@dataclass(frozen=True, slots=True)
class Heuristic(Generic[State]):
    """An estimate of states, a function into [-v_max, v_max]; only won states reach `v_max` (definition 2.2)."""

    evaluate: Callable[[State], int]
    """Gives v_max at terminal states won by player 0, -v_max at those won by player 1, else a value strictly between.

    The larger, the better for player 0 (the document's definition says player 1, against its own signs).
    """
    v_max: int = V_MAX
    """The value of a state won by player 0, at least 1."""

    def value(self, game: Game[State], state: State, *, terminal: bool) -> int:
        """Return the estimate of a state; InvalidInput if definition 2.2 does not allow it.

        A won terminal state must have the value v_max or -v_max, any other state a value strictly between the two.
        `terminal` says whether the state is terminal.
        """
        value = self.evaluate(state)
        outcome = game.outcome(state) if terminal else 0
        if outcome not in (-1, 0, 1):
            raise InvalidInput(
                "the outcome of a game is -1, 0 or 1, got {outcome} in the state {state!r}",
                outcome=outcome,
                state=state,
            )
        if outcome and value != outcome * self.v_max:
            raise InvalidInput(
                "the heuristic must be {outcome} where the game is won, got {value}",
                outcome=outcome * self.v_max,
                value=value,
            )
        if not outcome and not -self.v_max < value < self.v_max:
            raise InvalidInput(
                "while no player has won, the heuristic must lie strictly between {least} and {v_max}, got {value}",
                least=-self.v_max,
                v_max=self.v_max,
                value=value,
            )
        return value


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[State]):
    """The value and the best moves that a search found, and the number of nodes that the search visited."""

    value: int
    """The value of the root."""
    moves: tuple[State, ...]
    """Successors of the root with that value, none if the root is a leaf.

    All of them after a min-max, the first one found after alpha-beta, which knows no more than bounds of the others.
    """
    calls: int
    """The number of calls of the search function, those answered from the cache included."""
    evaluated: int
    """The number of calls not answered from the cache."""
    states: int
    """The number of different states among the evaluated nodes."""
    leaves: int
    """The number of evaluated nodes with a value from the end of the game or from the heuristic."""


@contextmanager
def deep_recursion(calls: int = MOST_CALLS) -> Iterator[None]:
    """Let Python functions be nested `calls` deep inside a ``with`` block; a deeper nesting raises an error.

    Since Python 3.11 a Python function that calls another takes no room on the machine's stack, so the limit only
    bounds memory, about half a kilobyte a call. That does not hold for calls made by compiled code, such as
    those of `map`, `sorted` or `any`: a recursion must not pass through them.

    The limit belongs to the whole interpreter; it is set back at the end, or left as it was if it is larger.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, calls))
    try:
        yield
    except RecursionError as error:
        raise InvalidInput(
            "a play of this game is too long to be searched: at most {before} function calls can be nested",
            before=max(before, calls),
        ) from error
    finally:
        sys.setrecursionlimit(before)


def min_max(game: Game[State], state: State | None = None, *, memo: bool = False) -> SearchResult[State]:
    """Return the value of a state under optimal play (definition 2.1), by the function of exercise 2.1.

    By default the state is the start of the game. With `memo`, values are cached.
    """
    return _MinMax(game, Heuristic(game.outcome, 1), memo=memo).search(_root(game, state), None)


def depth_limited(
    game: Game[State], heuristic: Heuristic[State], depth: int, state: State | None = None, *, memo: bool = False
) -> SearchResult[State]:
    """Return the min-max value with the heuristic for states after `depth` moves (exercise 2.2)."""
    return _MinMax(game, heuristic, memo=memo).search(_root(game, state), depth)


def alpha_beta(
    game: Game[State], heuristic: Heuristic[State] | None = None, *, memo: bool = False
) -> SearchResult[State]:
    """Return the value of a game without visiting states that cannot change it (prop. 2.4).

    Successors are visited in their order, and the rest is skipped as soon as the value cannot matter:
    when it is at most α below a max node, at least β below a min node. At the root α = -v_max and β = v_max,
    so that a certain victory ends the search (example 2.2).

    The search begins at the state in which the game begins, and its depth is unlimited. Without a heuristic the outcome
    counts, with v_max = 1. With `memo`, the search caches what it found. The cache stays correct under pruning, since
    it stores bounds, not values (remark 2.3): the value is unchanged, the move is one with that value.
    """
    return _AlphaBeta(game, heuristic or Heuristic(game.outcome, 1), memo=memo).search(game.start)


class _Nodes(Generic[State]):
    """The data that both searches share: counters, best moves, and the states of the current play."""

    def __init__(self, game: Game[State], heuristic: Heuristic[State]) -> None:
        self.game, self.heuristic = game, heuristic
        self.calls = self.evaluated = self.leaves = 0
        self.states: set[State] = set()
        self.active: set[State] = set()
        self.moves: tuple[State, ...] = ()

    def successors(self, state: State, depth: int | None) -> tuple[State, ...]:
        """Count an evaluated node and return the successors to visit, () at a leaf."""
        self.evaluated += 1
        self.states.add(state)
        successors = tuple(self.game.successors(state))
        if depth is None:
            if state in self.active:
                raise InvalidInput(
                    "a play can come back to the state {state!r}, so a search without a limit of depth would never end",
                    state=state,
                )
            self.active.add(state)
        self.leaves += not successors or depth == 0
        return () if depth == 0 else successors

    def leaf(self, state: State, depth: int | None) -> int:
        terminal = depth != 0 or not self.game.successors(state)
        return self.heuristic.value(self.game, state, terminal=terminal)

    def result(self, value: int) -> SearchResult[State]:
        # The search leaves the root last, so the last entry is that of the root.
        return SearchResult(value, self.moves, self.calls, self.evaluated, len(self.states), self.leaves)


class _MinMax(_Nodes[State]):
    """A search by the algorithm min-max, with a memory of values if `memo`."""

    def __init__(self, game: Game[State], heuristic: Heuristic[State], *, memo: bool) -> None:
        super().__init__(game, heuristic)
        self.memory: dict[int | None, dict[State, int]] = {}
        self.memo = memo
        self.below: tuple[tuple[State, ...], list[int]] = (), []

    def search(self, state: State, depth: int | None) -> SearchResult[State]:
        """Return the result of the search from a state."""
        self.calls = 1
        with deep_recursion():
            value = self.value(state, depth)
        self.moves = tuple(after for after, v in zip(*self.below, strict=True) if v == value)
        return self.result(value)

    def value(self, state: State, depth: int | None) -> int:
        """Return the min-max value of a state."""
        successors = self.successors(state, depth)
        deeper = None if depth is None else depth - 1
        known = self.memory.setdefault(deeper, {})
        self.calls += len(successors)
        values: list[int] = []
        for after in successors:
            values.append(known[after] if after in known else self.value(after, deeper))  # noqa: PERF401 - deep recursion
        better = min if self.game.player(state) else max
        value = better(values) if values else self.leaf(state, depth)
        if self.memo:
            self.memory.setdefault(depth, {})[state] = value
        self.active.discard(state)
        self.below = successors, values
        return value


class _AlphaBeta(_Nodes[State]):
    """A search by alpha-beta pruning, with a memory of bounds if `memo`."""

    def __init__(self, game: Game[State], heuristic: Heuristic[State], *, memo: bool) -> None:
        super().__init__(game, heuristic)
        self.memory: dict[State, tuple[float, float]] | None = {} if memo else None

    def search(self, state: State) -> SearchResult[State]:
        """Return the result of the search from a state."""
        v_max = self.heuristic.v_max
        with deep_recursion():
            value = self.value(state, -v_max, v_max)
        return self.result(value)

    def value(self, state: State, alpha: float, beta: float) -> int:
        """Return the value of a state if it is between α and β, else a bound on the same side of this interval."""
        self.calls += 1
        lower, upper = (self.memory or {}).get(state, (-inf, inf))
        if lower >= beta or lower == upper:
            return int(lower)
        if upper <= alpha:
            return int(upper)
        alpha, beta = max(alpha, lower), min(beta, upper)
        successors = self.successors(state, None)
        if successors:
            value = self.best(state, alpha, beta, successors)
            bounds = value if value > alpha else lower, value if value < beta else upper
        else:
            value = self.leaf(state, None)
            bounds = value, value
            self.active.discard(state)
            self.moves = ()
        if self.memory is not None:
            self.memory[state] = bounds
        return value

    def best(self, state: State, alpha: float, beta: float, successors: tuple[State, ...]) -> int:
        """Return the best value of the successors, visited until the rest cannot matter."""
        minimises = self.game.player(state) == 1
        values: list[int] = []
        for after in successors:
            values.append(self.value(after, alpha, beta))
            if minimises:
                beta = min(beta, values[-1])
            else:
                alpha = max(alpha, values[-1])
            if alpha >= beta:
                break
        value = (min if minimises else max)(values)
        self.active.discard(state)
        self.moves = (successors[values.index(value)],)
        return value


def _root(game: Game[State], state: State | None) -> State:
    return game.start if state is None else state


@dataclass(frozen=True, slots=True)
class TreeSize:
    """The numbers of nodes and leaves of the tree of all plays."""

    calls: int
    leaves: int


def tree_size(game: Game[State]) -> TreeSize:
    """Return the number of calls that min-max without a cache would make, and the number of plays of the game.

    The numbers are computed by visiting each state once, so they may be too large for min-max itself to be run.
    InvalidInput if a play can be infinite.
    """
    memory: dict[State, TreeSize] = {}
    active: set[State] = set()

    def size(state: State) -> TreeSize:
        """Return how many calls and leaves the search from a state has; refuse a state that comes back."""
        if state in active:
            raise InvalidInput(
                ("a play can come back to the state {state!r}, so the tree of plays is infinite"), state=state
            )
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
        return size(game.start)
