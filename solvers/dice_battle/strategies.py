"""Define strategies of Dice Battle: a mix, the probabilities of numbers of dice, for every state.

Every strategy is indexed by the points of its player first, then those of the opponent, whether it plays as player 1
or 2. InvalidInput is raised for numbers of dice outside 1 … D, for D or N below 1, and for states of ended games.

Source: Dice Battle report, questions 7 to 9, 13, 14 and 19.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import DiceVariant, check_board, check_game, check_state
from solvers.dice_battle.one_round import one_round_mix
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.throws import blind_choice
from solvers.invalid_input import InvalidInput

LONGEST_NUMBER: Final = 9
OPTIMAL: Final = "optimal"
"""Another name for the optimal strategy of the game that is played."""
Index = NDArray[np.int32]
"""The row of `DiceStrategy.mixes` that is used in each state."""


class DicePlayer(Protocol):
    """A player of Dice Battle: a strategy or a person."""

    @property
    def name(self) -> str:
        """The name of the strategy or of the person, for messages."""

    def mix(self, own: int, other: int) -> Floats:
        """Return the probabilities of throwing 1, …, D dice in a state."""


@dataclass(frozen=True, slots=True, eq=False)
class DiceStrategy:
    """A strategy: for each state, the probabilities of throwing 1, …, D dice (a mix), each mix stored once."""

    name: str
    mixes: Floats
    """The different mixes in use, shape (M, D); each sums to 1."""
    index: Index
    """The index of the mix that is used in state [own points, other's points], shape (N, N)."""

    @property
    def dice(self) -> int:
        """The largest number of dice of a throw, D."""
        return int(self.mixes.shape[1])

    @property
    def target(self) -> int:
        """The number of points to reach, N."""
        return len(self.index)

    def mix(self, own: int, other: int) -> Floats:
        """Return the probabilities of throwing 1, …, D dice: shape (D,)."""
        check_state(own, other, self.target)
        return cast("Floats", self.mixes[self.index[own, other]])


@dataclass(frozen=True, slots=True)
class HumanDicePlayer:
    """A person who plays: `ask` receives the person's points and the opponent's, and returns 1 … D dice."""

    name: str
    dice: int
    target: int
    ask: Callable[[int, int], int]

    def mix(self, own: int, other: int) -> Floats:
        """Ask for a number of dice and return it as a mix, shape (D,)."""
        check_state(own, other, self.target)
        return _always(self.ask(own, other), self.dice)


def everywhere(mix: ArrayLike, target: int, name: str = "table") -> DiceStrategy:
    """Return the strategy that uses one mix, shape (D,), in every state."""
    mixes = np.array([mix], dtype=np.float64)
    _check_table(mixes.shape[1], target, 1)
    return _strategy(name, mixes, np.zeros((target, target), dtype=np.int32))


def from_choices(choices: ArrayLike, dice: int, name: str = "table") -> DiceStrategy:
    """Return the strategy of a table of numbers of dice, shape (N, N), each in 1 … D (question 8)."""
    table = np.asarray(choices)
    _check_table(dice, len(table), dice)
    return _strategy(name, np.eye(dice), table.astype(np.int32) - np.int32(1))


def from_mixes(mixes: ArrayLike, name: str = "table") -> DiceStrategy:
    """Return the strategy of a table of mixes, shape (N, N, D), each of sum 1 (question 19)."""
    table = np.array(mixes, dtype=np.float64)
    target, _, dice = table.shape
    index = np.arange(target * target, dtype=np.int32).reshape(target, target)
    return _strategy(name, table.reshape(-1, dice), index)


def blind(dice: int, target: int) -> DiceStrategy:
    """Return the strategy that always throws the number of dice with the most expected points (question 7).

    This number is min(D, 6).
    """
    return everywhere(_always(blind_choice(dice), dice), target, "blind")


def uniform(dice: int, target: int) -> DiceStrategy:
    """Return the strategy that throws 1 … D dice with equal chances, called "random"."""
    check_board(dice, target, lambda n: 4 * n * n)
    return everywhere(np.full(dice, 1 / dice), target, "random")


def sequential_optimum(dice: int, target: int) -> DiceStrategy:
    """Return the optimal strategy of the sequential game, the table OPT of the report (question 8)."""
    return from_choices(sequential(dice, target).choice, dice, "sequential")


def one_round_optimum(dice: int, target: int) -> DiceStrategy:
    """Return the strategy that uses the optimal mix of the one-round game in every state (question 13)."""
    return everywhere(one_round_mix(dice), target, "one-round")


def simultaneous_optimum(dice: int, target: int) -> DiceStrategy:
    """Return the optimal strategy of the simultaneous game (question 19)."""
    return from_mixes(simultaneous(dice, target).mixes, "simultaneous")


def scoreless_optimum(dice: int, target: int) -> DiceStrategy:
    """Return the optimal strategy of the game in which a throw with a 1 scores nothing (question 6)."""
    return from_choices(scoreless(dice, target).choice, dice, "scoreless")


STRATEGIES: Final[Mapping[str, Callable[[int, int], DiceStrategy]]] = MappingProxyType(
    {
        "blind": blind,
        "random": uniform,
        "sequential": sequential_optimum,
        "one-round": one_round_optimum,
        "simultaneous": simultaneous_optimum,
        "scoreless": scoreless_optimum,
    }
)
"""The report's strategies by name, each made from (D, N)."""


def by_name(name: str, game: DiceVariant, dice: int, target: int) -> DiceStrategy:
    """Return a strategy of `STRATEGIES`, the "optimal" one of `game`, or for "3" the one that throws 3 dice."""
    check_game(game)
    if name.isascii() and name.isdecimal() and len(name) <= LONGEST_NUMBER:
        return everywhere(_always(int(name), dice), target, name)
    make = STRATEGIES.get(game if name == OPTIMAL else name)
    if make is None:
        raise InvalidInput(
            "unknown strategy {name!r}: the strategies are {choices}, or a number of dice",
            choices=", ".join((OPTIMAL, *STRATEGIES)),
            name=name,
        )
    return make(dice, target)


def _always(choice: int, dice: int) -> Floats:
    if not 1 <= choice <= dice:
        raise InvalidInput("the number of dice must be between 1 and {dice}, got {choice}", dice=dice, choice=choice)
    mix: Floats = np.eye(1, dice, choice - 1)[0]
    return mix


def _strategy(name: str, mixes: Floats, index: Index) -> DiceStrategy:
    mixes.flags.writeable = index.flags.writeable = False
    return DiceStrategy(name, mixes, index)


def _check_table(dice: int, target: int, mixes: int) -> None:
    check_board(dice, target, lambda n: 8 * n * n + 8 * mixes * dice)
