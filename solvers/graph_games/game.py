"""Define two-player games by their moves, the input of arenas and tree searches.

Source: document 003 ("Jeux"), definitions 1.1 and 2.1. A state includes the player to move; a move is the arc to the
next state.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

State = TypeVar("State", bound=Hashable)


class Game(Protocol[State]):
    """Interface of a game of players 0 and 1, who must alternate only if an arena is made of the game."""

    @property
    def start(self) -> State:
        """The state in which the game begins."""
        ...

    def player(self, state: State, /) -> int:
        """Return the player, 0 or 1, who controls a state; terminal states are controlled too."""
        ...

    def successors(self, state: State, /) -> Sequence[State]:
        """Return the states after each move from a state, in the order of the moves; () if the state is terminal."""
        ...

    def outcome(self, state: State, /) -> int:
        """Return the value of a terminal state: 1 if player 0 has won, -1 if player 1 has, 0 for a draw."""
        ...


@dataclass(frozen=True, slots=True)
class PlayTree(Generic[State]):
    """The tree of the possible plays of a game, which is itself a game.

    Its states are plays: tuples of the states of the game so far. A game with infinite plays has an infinite tree.
    """

    game: Game[State]

    @property
    def start(self) -> tuple[State, ...]:
        """The play before the first move, with the start of the game alone."""
        return (self.game.start,)

    def player(self, state: tuple[State, ...]) -> int:
        """Return the player who controls the last state of a play."""
        return self.game.player(state[-1])

    def successors(self, state: tuple[State, ...]) -> tuple[tuple[State, ...], ...]:
        """Return the plays that are longer by one move."""
        return tuple((*state, after) for after in self.game.successors(state[-1]))

    def outcome(self, state: tuple[State, ...]) -> int:
        """Return the value of the last state of a finished play."""
        return self.game.outcome(state[-1])


def strategy_play(
    game: Game[State], first: Callable[[State], State], second: Callable[[State], State]
) -> tuple[State, ...]:
    """Return the only play in which player 0 follows the strategy `first` and player 1 the strategy `second`.

    A strategy is a function from a state to the next state, by a move. If the play is
    infinite, the function does not return.
    """
    play = [game.start]
    while game.successors(play[-1]):
        play.append((first, second)[game.player(play[-1])](play[-1]))
    return tuple(play)


def drawn_play(game: Game[State], draws: Iterable[int]) -> tuple[State, ...]:
    """Return the play in which each number n ≥ 0 chooses the move n mod (number of moves).

    The play begins with `game.start` and stops early at a terminal state.
    """
    play = [game.start]
    for n in draws:
        successors = game.successors(play[-1])
        if not successors:
            break
        play.append(successors[n % len(successors)])
    return tuple(play)
