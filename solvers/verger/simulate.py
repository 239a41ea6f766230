"""Games played with dice, many at once, and how far their average may be from the truth.

Source: the rules of document 004, section "Règle du jeu"; the interval is E. B. Wilson's (1927).
"""

from dataclasses import dataclass
from itertools import islice
from math import sqrt
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solvers.refusal import Refusal
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy, check_count, check_strategy
from solvers.verger.positions import Positions, basket_levels, check_cells, positions, tickets
from solvers.verger.raven_layers import raven_layers

BATCH: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Simulation:
    """The outcome of independent games.

    Attributes
    ----------
    games, wins : int
        How many were played, and won.
    throws : int
        Throws in all games together, those that show an empty tree not counted.

    Source: ours; simulation by the rules of the Verger document, section "Règle du jeu".
    """

    games: int
    wins: int
    throws: int

    @property
    def chance(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    @property
    def mean_length(self) -> float:
        """The average number of throws."""
        return self.throws / self.games

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return Wilson's interval for the chance to win.

        It holds the true chance with a probability near `confidence`, not guaranteed to be at least that.

        Raises
        ------
        Refusal
            If `confidence` is not between 0 and 1, both excluded.

        Source: E. B. Wilson (1927), the score interval.
        """
        if not 0 < confidence < 1:
            raise Refusal(f"a confidence lies between 0 and 1, both excluded, got {confidence}")
        z2 = NormalDist().inv_cdf((1 + confidence) / 2) ** 2
        scale = 1 + z2 / self.games
        centre = (self.chance + z2 / (2 * self.games)) / scale
        spread = sqrt(z2 * (self.chance * (1 - self.chance) / self.games + z2 / (4 * self.games**2))) / scale
        return max(0.0, centre - spread), min(1.0, centre + spread)


def simulate(
    orchard: Orchard, games: int, rng: np.random.Generator, strategy: Strategy = "max", die: Die = DEFAULT_DIE
) -> Simulation:
    """Play independent games and count.

    Parameters
    ----------
    orchard, strategy, die
        As for `win_chance`.
    games : int
        How many games to play, ≥ 1.
    rng : numpy.random.Generator
        The only source of chance: the same state gives the same games with the same release of NumPy.

    Raises
    ------
    Refusal
        If `games` is not an integer ≥ 1, as for `win_chance`, or if `best` needs more than 2²⁵ table cells:
        (ravens + 1) × positions × basket size.

    Source: ours; simulation by the rules of the Verger document, section "Règle du jeu".
    """
    check_strategy(strategy)
    games = check_count("games", games, least=1)
    table = _Table(orchard, strategy, die)
    played = [table.play(min(BATCH, games - start), rng) for start in range(0, games, BATCH)]
    return Simulation(games, sum(wins for wins, _ in played), sum(throws for _, throws in played))


class _Table:
    """An orchard laid out for play: what each throw and each basket leads to."""

    def __init__(self, orchard: Orchard, strategy: Strategy, die: Die) -> None:
        self.orchard, self.die = orchard, die
        self.graph = positions(orchard.trees)
        self.trees = self.graph.trees
        self.tree_sums = np.cumsum(self.graph.run_trees, axis=1, dtype=np.int64)
        self.ticket_sums = np.cumsum(tickets(self.graph, strategy), axis=1, dtype=np.int64)
        self.levels = basket_levels(self.graph, die)
        self.plan = _plan(self.graph, orchard.ravens, die, self.levels) if strategy == "best" else None

    def play(self, games: int, rng: np.random.Generator) -> tuple[int, int]:
        """Play `games` games side by side; return the wins and the throws."""
        position = np.full(games, len(self.graph.after) - 1)
        ravens = np.full(games, self.orchard.ravens)
        wins, throws = 0, 0
        while True:
            wins += int(np.count_nonzero(position == 0))
            going = (position > 0) & (ravens > 0)
            position, ravens = position[going], ravens[going]
            if not len(position):
                return wins, throws
            throws += len(position)
            self._throw(position, ravens, rng)

    def _throw(self, position: NDArray[np.int64], ravens: NDArray[np.int64], rng: np.random.Generator) -> None:
        """Throw once in each game, and do as the die says, in place."""
        on_trees = self.die.tree_faces * self.trees[position]
        face = rng.integers(on_trees + self.die.basket_faces + self.die.raven_faces)
        tree = face < on_trees
        basket = ~tree & (face < on_trees + self.die.basket_faces)
        ravens[~tree & ~basket] -= 1
        run = _column(self.tree_sums[position[tree]], face[tree] // max(1, self.die.tree_faces))
        position[tree] = self.graph.after[position[tree], run]
        for level in range(self.levels - 1, -1, -1) if basket.any() else ():
            position[basket] = self._pick(position[basket], ravens[basket], level, rng)

    def _pick(
        self, position: NDArray[np.int64], ravens: NDArray[np.int64], level: int, rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return the positions after one fruit of a basket, `level` more to come; the empty orchard stays."""
        if self.plan is not None:
            return np.asarray(self.plan[ravens, level, position])
        sums = self.ticket_sums[position]
        run = _column(sums, rng.integers(np.maximum(sums[:, -1], 1)))
        return np.asarray(self.graph.after[position, np.minimum(run, sums.shape[1] - 1)], dtype=np.int64)


def _column(sums: NDArray[np.int64], ticket: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the run that holds each ticket, from the running sums of tickets."""
    return np.asarray(np.count_nonzero(sums <= ticket[:, None], axis=1), dtype=np.int64)


def _plan(graph: Positions, ravens: int, die: Die, levels: int) -> NDArray[np.int64]:
    """Return the position `best` picks to, shape (ravens + 1, levels, count), fullest tree first when equal."""
    count = len(graph.after)
    check_cells((ravens + 1) * levels * count, f"the best plan for {count} positions and {ravens} ravens")
    plan = np.zeros((ravens + 1, levels, count), dtype=np.int64)
    rows = np.arange(count)
    for c, layer in enumerate(islice(raven_layers(graph, "best", die), ravens + 1)):
        for level, chance in enumerate(layer.chance):
            after = np.where(graph.run_trees > 0, chance[graph.after], -1.0)
            best = after.max(axis=1, initial=-1.0)
            choice = np.argmax(after >= best[:, None] * (1 - 1e-12), axis=1) if after.size else np.zeros(count, int)
            plan[c, level, 1:] = graph.after[rows[1:], choice[1:]]
    return plan
