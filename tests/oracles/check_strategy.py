"""The proof that a strategy wins, by playing it against every opponent."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Literal

from solvers.graph_games.arena import Arena
from solvers.graph_games.game import State


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

    Source: document 003 ("Jeux"), definitions 1.2 and 1.3.
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

    Source: document 003 ("Jeux"), definitions 1.3 and 1.6; depth-first search.
    """
    own = arena.controlled(player)
    first = arena.start if start is None else start
    arena.moves(first)  # refuses an unknown state
    seen: set[State] = set()
    play: dict[State, list[State]] = {}
    following: list[State] = [first]
    while following or play:
        if not following:
            play.popitem()
            following = next(reversed(play.values()), [])
            continue
        state = following.pop()
        if state in play:
            return StrategyCheck("repeats", (*play, state), len(seen))
        if state in seen:
            continue
        seen.add(state)
        moves = strategy if state in own else None
        verdict = _verdict(arena, player, moves, state)
        if verdict != "wins":
            return StrategyCheck(verdict, (*play, state), len(seen))
        play[state] = following = _following(arena, moves, state)
    return StrategyCheck("wins", (), len(seen))


def _following(arena: Arena[State], strategy: Mapping[State, State] | None, state: State) -> list[State]:
    """Return what has to be followed after a state; `strategy` is None where the opponent moves."""
    if strategy is None or not arena.arcs[state]:
        return list(arena.arcs[state])
    return [strategy[state]]


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
