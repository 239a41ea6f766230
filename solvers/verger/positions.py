"""Number all positions that an orchard's trees can reach, with the positions after each fruit.

The numbers of fruits on the trees of a position, sorted, form a partition contained in the partition of the orchard. In
lexicographic order its rank is the sum of one table entry per tree, so trees of very different sizes waste no memory.
Every fruit taken leads to a smaller rank, so one upward pass replaces the recursion of the document. Tables of more
than `MAX_CELLS` numbers raise `InvalidInput`.

Source: sorted trees as in the Verger document; their ranks are ours.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput, Translatable
from solvers.verger.orchard import Die, OrchardStrategy

MAX_CELLS: Final = 1 << 25
"""Largest number of cells of a table: positions × trees, or positions × basket size."""


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions of an orchard's trees, without ravens, in lexicographic order: 0 has no fruit, the last all fruits.

    Trees with equally many fruits form a run; runs are numbered from the fullest. Row p of each array of shape (count,
    trees) describes position p, one column a run, zeros beyond its last run.
    """

    after: NDArray[np.int32]
    """The position after a tree of the run has lost a fruit."""
    run_trees: NDArray[np.int32]
    """The number of trees in the run."""
    run_fruits: NDArray[np.int32]
    """The number of fruits on each tree of the run."""
    offsets: NDArray[np.int64]
    """The rank of a position is the sum of offsets[i, fruits of its i-th fullest tree], fruits from 0 to the most."""

    @property
    def trees(self) -> NDArray[np.int64]:
        """The number of trees that still have fruit, for each position, shape (count,)."""
        return np.asarray(self.run_trees.sum(axis=1), dtype=np.int64)

    @property
    def fruits(self) -> NDArray[np.int64]:
        """The number of fruits in each position, shape (count,)."""
        return np.asarray((self.run_trees * self.run_fruits).sum(axis=1), dtype=np.int64)

    def after_one_fruit(self, position: int) -> list[int]:
        """Return the positions after one fruit is taken, the fullest tree first; [0] without fruit."""
        runs = int(np.count_nonzero(self.run_trees[position]))
        return [int(rank) for rank in self.after[position, :runs]] or [0]

    def unrank(self, position: int) -> tuple[int, ...]:
        """Return the numbers of fruits on the trees of a position, the largest first, without empty trees."""
        return tuple(np.repeat(self.run_fruits[position], self.run_trees[position]).tolist())

    def rank(self, trees: Iterable[int]) -> int:
        """Return the number of the position with these numbers of fruits on its trees, given in any order."""
        return sum(int(self.offsets[i, fruits]) for i, fruits in enumerate(sorted(trees, reverse=True)))


Choices: TypeAlias = tuple[NDArray[np.int32], NDArray[np.int32]]
"""The weight of each choice for a basket in a draw, and the position after it, both of shape (count, choices)."""


def positions(trees: tuple[int, ...]) -> Positions:
    """Return all positions contained in `trees`, whose numbers of fruits must be positive and in descending order."""
    offsets, count = _offsets(trees)
    after, run_trees, run_fruits = (np.zeros((count, len(trees)), dtype=np.int32) for _ in range(3))
    _enumerate(np.array(trees, dtype=np.int64), offsets, after, run_trees, run_fruits)
    return Positions(after, run_trees, run_fruits, offsets)


def tickets(graph: Positions, strategy: OrchardStrategy) -> NDArray[np.int32]:
    """Return the weight of each run (trees with equally many fruits) in the draw of the next fruit of a basket.

    The shape is (count, trees), with a row for each position. The probability of a run is its weight over the sum of
    its row. All weights are 0 for `best`, which draws no run.
    """
    drawn = np.zeros(graph.after.shape, dtype=np.int32)
    if strategy == "max":
        drawn[1:, :1] = 1
    elif strategy == "min":
        last = np.count_nonzero(graph.run_trees[1:], axis=1) - 1
        drawn[np.arange(1, len(drawn)), last] = 1
    elif strategy == "random":
        drawn += graph.run_trees
    elif strategy == "random-fruit":
        drawn += graph.run_trees * graph.run_fruits
    return drawn


def choices(graph: Positions, strategy: OrchardStrategy, die: Die) -> Choices:
    """Return two arrays of shape (count, choices), on the ways to fill a basket in each position.

    They have the weight of each choice in the strategy's draw, and the number of the position after it. In the row of a
    position with fewer choices than others, the remaining places repeat its first choice, with weight 0.
    """
    if die.fillings(graph.unrank(-1), strategy) is None:
        return tickets(graph, strategy), np.where(graph.run_trees, graph.after, graph.after[:, :1])
    fillings = [die.fillings(graph.unrank(position), strategy) or [] for position in range(1, len(graph.after))]
    drawn, ends = (np.zeros((len(graph.after), max(map(len, fillings), default=1)), dtype=np.int32) for _ in range(2))
    for position, ways in enumerate(fillings, 1):
        ends[position] = graph.rank(ways[0][0])
        ends[position, : len(ways)] = [graph.rank(trees) for trees, _ in ways]
        drawn[position, : len(ways)] = [times for _, times in ways]
    return drawn, ends


def basket_levels(graph: Positions, die: Die) -> int:
    """Return the number of tables, of one cell per position, that baskets need: one for each fruit of a basket.

    A basket takes no more fruits than the trees have. 1 if no face is a basket, if there is no fruit, or if
    `die.fillings` fills a basket at once. InvalidInput if the tables have more than `MAX_CELLS` cells.
    """
    at_once = not die.basket_faces or die.fillings(graph.unrank(-1), "max") is not None
    levels = 1 if at_once else max(1, min(die.basket_size, int(graph.fruits[-1])))
    translatable = Translatable(
        "baskets of {levels} fruits in an orchard with {positions} positions require a table",
        levels=levels,
        positions=len(graph.after),
    )
    check_cells(len(graph.after) * levels, translatable)
    return levels


def check_cells(cells: int, table: str, most: int = MAX_CELLS) -> None:
    """Raise InvalidInput if a table, which the sentence `table` names, has more than `most` cells."""
    if cells > most:
        raise InvalidInput(
            "{table} of at least {cells:,} cells, but the limit is {most:,} cells",
            table=table,
            cells=cells,
            most=most,
        )


def _offsets(trees: tuple[int, ...]) -> tuple[NDArray[np.int64], int]:
    """Return the table of the ranks of positions, and the number of positions."""
    size, fullest = len(trees), max(trees, default=0)
    translatable = Translatable(
        "an orchard of {size:,} trees with up to {fullest:,} fruits each requires a table", size=size, fullest=fullest
    )
    check_cells(size * (fullest + 1), translatable)
    offsets = np.zeros((size, fullest + 1), dtype=np.int64)
    ways = np.ones(fullest + 1, dtype=np.int64)  # by the fruits of the tree before: ways to fill the trees after it
    for i in range(size - 1, -1, -1):
        sums = np.cumsum(ways)
        offsets[i, 1:] = sums[:-1]
        ways = sums[np.minimum(np.arange(fullest + 1), trees[i])]
        check_cells(int(ways[-1]) * size, translatable)
    return offsets, int(ways[-1])


@jit
def _enumerate(
    trees: NDArray[np.int64],
    offsets: NDArray[np.int64],
    after: NDArray[np.int32],
    run_trees: NDArray[np.int32],
    run_fruits: NDArray[np.int32],
) -> None:
    """Write, for each position, its runs of trees with equally many fruits, and the positions after it."""
    fruits = np.zeros(len(trees) + 1, dtype=np.int64)
    for position in range(1, len(after)):
        i = len(trees) - 1
        while fruits[i] == trees[i] or (i > 0 and fruits[i] == fruits[i - 1]):
            fruits[i] = 0
            i -= 1
        fruits[i] += 1
        run = -1
        i = 0
        while fruits[i] > 0:
            if i == 0 or fruits[i] < fruits[i - 1]:
                run += 1
                run_fruits[position, run] = fruits[i]
            run_trees[position, run] += 1
            # The last tree of the run is the one that may lose a fruit and keep the order.
            after[position, run] = position - offsets[i, fruits[i]] + offsets[i, fruits[i] - 1]
            i += 1
