"""Sample games of the orchard: the share of games won and the number of throws.

Source: Verger document, sections "Règle du jeu" and "Stratégies".
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from solvers.compiled.arrays import Integers
from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput
from solvers.monte_carlo import Estimate, mean, proportion
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, OrchardStrategy, check_strategy

SAMPLED: Final = ("max", "min", "random", "random-fruit")
MAX, MIN, RANDOM = range(3)
"""Numbers of strategies in compiled code; any other number takes a fruit chosen evenly."""


@dataclass(frozen=True, slots=True)
class OrchardSample:
    """The results of sampled games of the orchard: games won, and throws."""

    wins: int
    throws: Integers
    """The number of throws of each game, shape (games,), without those that showed an empty tree."""

    @property
    def chance(self) -> Estimate:
        """The share of games won, with its interval of level 95 %."""
        return proportion(self.wins, len(self.throws))

    @property
    def length(self) -> Estimate:
        """The mean number of throws, with its interval of level 95 %."""
        return mean(self.throws)


def sample(orchard: Orchard, strategy: OrchardStrategy, games: int, seed: int, die: Die = DEFAULT_DIE) -> OrchardSample:
    """Play at least 2 games of the orchard, and return the games won and their lengths.

    The strategy `best` needs tables and is not sampled. Equal seeds ≥ 0, of NumPy's default generator, play equal
    games.
    """
    check_strategy(strategy)
    if strategy not in SAMPLED:
        raise InvalidInput(
            "the strategy {strategy!r} cannot play sampled games; those that can are {sampled}",
            sampled=", ".join(SAMPLED),
            strategy=strategy,
        )
    throws = np.zeros(games, dtype=np.int64)
    trees = np.array(orchard.trees, dtype=np.int64)
    faces = (die.tree_faces, die.basket_faces, die.raven_faces, die.basket_size)
    wins = _play(trees, orchard.ravens, SAMPLED.index(strategy), faces, np.random.default_rng(seed), throws)
    return OrchardSample(int(wins), throws)


@jit
def _play(
    start: Integers,
    ravens: int,
    strategy: int,
    die: tuple[int, int, int, int],
    rng: np.random.Generator,
    throws: Integers,
) -> int:
    """Play the games, write their numbers of throws into `throws`, and return the number of games won."""
    tree_faces, basket_faces, raven_faces, basket = die
    wins = 0
    for game in range(len(throws)):
        trees, ravens_left = start.copy(), ravens
        while trees.sum() > 0 and ravens_left > 0:
            bearing = (trees > 0).sum()
            face = rng.integers(0, tree_faces * bearing + basket_faces + raven_faces)
            throws[game] += 1
            if face < tree_faces * bearing:
                trees[_nth_bearing(trees, face // tree_faces)] -= 1
            elif face < tree_faces * bearing + basket_faces:
                for _ in range(min(basket, trees.sum())):
                    trees[_picked(trees, strategy, rng)] -= 1
            else:
                ravens_left -= 1
        wins += trees.sum() == 0
    return wins


@jit
def _picked(trees: Integers, strategy: int, rng: np.random.Generator) -> int:
    """Return the tree from which the next fruit of a basket is taken."""
    if strategy == MAX:
        return int(trees.argmax())
    if strategy == MIN:
        least = 0
        for i in range(len(trees)):
            if trees[i] > 0 and (trees[least] == 0 or trees[i] < trees[least]):
                least = i
        return least
    if strategy == RANDOM:
        return _nth_bearing(trees, rng.integers(0, (trees > 0).sum()))
    fruit = rng.integers(0, trees.sum())
    for i in range(len(trees)):
        fruit -= trees[i]
        if fruit < 0:
            return i
    return len(trees) - 1


@jit
def _nth_bearing(trees: Integers, n: int) -> int:
    """Return the index of the n-th tree with fruit, from 0."""
    for i in range(len(trees)):
        if trees[i] > 0:
            if n == 0:
                return i
            n -= 1
    return 0
