"""Strategies of Dice Battle: a mix of numbers of dice for every state.

Every strategy is indexed by its player's own points first, then the opponent's, whichever seat the player has.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import Game, check_board, check_game, check_state, checked_mixes
from solvers.dice_battle.expected_points import blind_choice
from solvers.dice_battle.one_round import one_round
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.refusal import Refusal

Index = NDArray[np.int32]
"""Which mix is used in each state."""


class Player(Protocol):
    """Anybody who can play: a strategy, or a person.

    Source: Dice Battle report, questions 7 to 9 and 13.
    """

    @property
    def name(self) -> str:
        """What to call the player."""

    def mix(self, own: int, other: int) -> Floats:
        """Return the probabilities of throwing 1, …, D dice in a state."""


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """A table of mixes, each stored once.

    Attributes
    ----------
    name : str
        What to call it.
    mixes : float array, shape (M, D)
        The different mixes in use; each sums to 1.
    index : int32 array, shape (N, N)
        Which mix is used in state [own points, other's points].

    Source: Dice Battle report, questions 8, 13 and 19.
    """

    name: str
    mixes: Floats
    index: Index

    @property
    def dice(self) -> int:
        """D, the largest number of dice."""
        return int(self.mixes.shape[1])

    @property
    def target(self) -> int:
        """N, the points to reach."""
        return len(self.index)

    def mix(self, own: int, other: int) -> Floats:
        """Return the probabilities of throwing 1, …, D dice: shape (D,).

        Raises
        ------
        Refusal
            If a player's points are outside 0 … N - 1.
        """
        check_state(own, other, self.target)
        return cast("Floats", self.mixes[self.index[own, other]])


@dataclass(frozen=True, slots=True)
class Human:
    """A player who is asked for each move.

    Attributes
    ----------
    name : str
        What to call them.
    dice, target : int
        D and N.
    ask : callable
        Given own points and the other's, returns a number of dice, 1 … D.

    Source: Dice Battle report, questions 7 to 9, the strategy that asks its user.
    """

    name: str
    dice: int
    target: int
    ask: Callable[[int, int], int]

    def mix(self, own: int, other: int) -> Floats:
        """Return the number of dice asked for, as a mix: shape (D,).

        Raises
        ------
        Refusal
            If a player's points or the answer are outside their range.
        """
        check_state(own, other, self.target)
        answer = self.ask(own, other)
        _check_choices(np.array(answer), self.dice)
        chosen = np.zeros(self.dice)
        chosen[answer - 1] = 1
        return chosen


def everywhere(mix: ArrayLike, target: int, name: str = "table") -> Strategy:
    """Return the strategy that uses one mix, shape (D,), in every state.

    Raises
    ------
    Refusal
        If the target is below 1, the tables would take more than 1 GiB, or `mix` is not a mix of shape (D,).

    Source: ours; a table of one mix.
    """
    mixes = checked_mixes(mix)
    if mixes.ndim != 1:
        raise Refusal("one mix has shape (D,), got {shape}", shape=mixes.shape)
    _check_table(len(mixes), target, 1)
    return _strategy(name, mixes[np.newaxis], np.zeros((target, target), dtype=np.int32))


def from_choices(choices: ArrayLike, dice: int, name: str = "table") -> Strategy:
    """Return the strategy of a table of numbers of dice, shape (N, N), each in 1 … D.

    Raises
    ------
    Refusal
        If the table is not square, is empty, or has something else than integers in 1 … D.

    Source: Dice Battle report, question 8, the table OPT.
    """
    table = np.asarray(choices)
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise Refusal("a table of choices must be square, got shape {shape}", shape=table.shape)
    _check_table(dice, len(table), dice)
    _check_choices(table, dice)
    return _strategy(name, np.eye(dice), table.astype(np.int32) - np.int32(1))


def from_mixes(mixes: ArrayLike, name: str = "table") -> Strategy:
    """Return the strategy of a table of mixes, shape (N, N, D).

    Raises
    ------
    Refusal
        If the shape is not (N, N, D) or a mix has a negative or NaN entry or does not sum to 1 within 1e-9.

    Source: Dice Battle report, question 19, the table of mixed strategies.
    """
    table = checked_mixes(mixes)
    if table.ndim != 3 or table.shape[0] != table.shape[1]:
        raise Refusal("a table of mixes must have shape (N, N, D), got {shape}", shape=table.shape)
    target, _, dice = table.shape
    index = np.arange(target * target, dtype=np.int32).reshape(target, target)
    return _strategy(name, table.reshape(-1, dice), index)


def blind(dice: int, target: int, faces: int = 6) -> Strategy:
    """Return the strategy that always throws d*(D) = min(D, F) dice (question 7).

    Raises
    ------
    Refusal
        If an argument is outside its range.

    Source: Dice Battle report, question 7.
    """
    choice = blind_choice(dice, faces)
    return everywhere(np.eye(1, dice, choice - 1)[0], target, "blind")


def uniform(dice: int, target: int, faces: int = 6) -> Strategy:
    """Return the strategy that throws 1 … D dice with equal chances, called "random".

    Raises
    ------
    Refusal
        If an argument is outside its range.

    Source: Dice Battle report, questions 9 and 14, the random strategy.
    """
    check_board(dice, target, faces, lambda n: 4 * n * n)
    return everywhere(np.full(dice, 1 / dice), target, "random")


def sequential_optimum(dice: int, target: int, faces: int = 6) -> Strategy:
    """Return OPT, the optimal strategy of the sequential game (question 8).

    Raises
    ------
    Refusal
        If an argument is outside its range.

    Source: Dice Battle report, question 8.
    """
    return from_choices(sequential(dice, target, faces).choice, dice, "sequential")


def one_round_optimum(dice: int, target: int, faces: int = 6) -> Strategy:
    """Return the strategy that uses the optimal mix of the one-round game in every state (question 13).

    Raises
    ------
    Refusal
        If an argument is outside its range.

    Source: Dice Battle report, question 13.
    """
    return everywhere(one_round(dice, faces).mix, target, "one-round")


def simultaneous_optimum(dice: int, target: int, faces: int = 6) -> Strategy:
    """Return the optimal strategy of the simultaneous game (question 19).

    Raises
    ------
    Refusal
        If an argument is outside its range.

    Source: Dice Battle report, question 19.
    """
    return from_mixes(simultaneous(dice, target, faces).mixes, "simultaneous")


def scoreless_optimum(dice: int, target: int, faces: int = 6) -> Strategy:
    """Return the optimal strategy of the game in which a throw with a 1 scores nothing (question 6).

    Raises
    ------
    Refusal
        If an argument is outside its range.

    Source: Dice Battle report, question 6.
    """
    return from_choices(scoreless(dice, target, faces).choice, dice, "scoreless")


STRATEGIES: Final[Mapping[str, Callable[[int, int, int], Strategy]]] = MappingProxyType(
    {
        "blind": blind,
        "random": uniform,
        "sequential": sequential_optimum,
        "one-round": one_round_optimum,
        "simultaneous": simultaneous_optimum,
        "scoreless": scoreless_optimum,
    }
)
"""The report's strategies by name, each made from (D, N, F)."""
LONGEST_NUMBER: Final = 9
OPTIMAL: Final = "optimal"
"""Another name for the optimal strategy of the game that is played."""


def by_name(name: str, game: Game, dice: int, target: int, faces: int = 6) -> Strategy:
    """Return one of `STRATEGIES`, the optimal strategy of `game` for the name "optimal", or n dice always for "n".

    Raises
    ------
    Refusal
        If there is no strategy or game of that name, or D, N or F is outside its range.

    Source: Dice Battle report, questions 7 to 9, 13, 14 and 19.
    """
    check_game(game)
    if name.isascii() and name.isdecimal() and len(name) <= LONGEST_NUMBER:
        _check_choices(np.array(int(name)), dice)
        return everywhere(np.eye(1, dice, int(name) - 1)[0], target, name)
    make = STRATEGIES.get(game if name == OPTIMAL else name)
    if make is None:
        raise Refusal(
            "the strategy must be one of {choices}, or a number of dice, got {name!r}",
            choices=", ".join((OPTIMAL, *STRATEGIES)),
            name=name,
        )
    return make(dice, target, faces)


def _strategy(name: str, mixes: Floats, index: Index) -> Strategy:
    mixes.flags.writeable = index.flags.writeable = False
    return Strategy(name, mixes, index)


def _check_table(dice: int, target: int, mixes: int) -> None:
    check_board(dice, target, 2, lambda n: 8 * n * n + 8 * mixes * dice)


def _check_choices(choices: NDArray[np.integer], dice: int) -> None:
    if not np.issubdtype(choices.dtype, np.integer):
        raise Refusal("numbers of dice must be integers, got {dtype}", dtype=choices.dtype)
    outside = choices[(choices < 1) | (choices > dice)]
    if outside.size:
        raise Refusal("the number of dice must be between 1 and {dice}, got {flat}", dice=dice, flat=outside.flat[0])
