"""Define Chomp: a move eats a square and all squares below and to its right; eating the poisoned corner loses.

Source: document 003 "Jeux", exercise 1.1 and example 1.4. The example says that player 1 wins the single row and
means player 0.
"""

from dataclasses import dataclass
from itertools import pairwise
from operator import index
from typing import Final, Self

from solvers.invalid_input import InvalidInput

MAX_SIDE: Final = 64

Bar = tuple[int, ...]
"""The rest of a bar of chocolate: the lengths of the rows from the top, never increasing, without empty rows."""

Square = tuple[int, int]

ChompState = tuple[Bar, int]
"""The rest of the bar, and the player to move, 0 or 1."""


@dataclass(frozen=True, slots=True)
class Chomp:
    """The game of Chomp from any bar of chocolate, as a `solvers.graph_games.game.Game`.

    A state is what is left of the bar, with the player to move. The state without squares is terminal, and the player
    to move there has won. This is the bipartite model of exercise 1.1; `chomp_graph` is the other model.
    """

    bar: Bar
    """Lengths of the rows, never increasing, each 1 to 64, at least one row and at most 64."""

    def __post_init__(self) -> None:
        _check_bar(self.bar)

    @classmethod
    def rectangle(cls, rows: int, cols: int) -> Self:
        """Return the game that begins with a whole bar of `rows` × `cols` squares, each number from 1 to 64."""
        if not (1 <= rows <= MAX_SIDE and 1 <= cols <= MAX_SIDE):
            raise InvalidInput(
                "a bar of chocolate has 1 to {max_side} rows and columns, got {rows} × {cols}",
                max_side=MAX_SIDE,
                rows=rows,
                cols=cols,
            )
        return cls((index(cols),) * rows)

    @property
    def start(self) -> ChompState:
        """The whole bar, with player 0 to move."""
        return self.bar, 0

    def player(self, state: ChompState) -> int:
        """Return the player to move, 0 or 1."""
        return state[1]

    def successors(self, state: ChompState) -> tuple[ChompState, ...]:
        """Return the states after eating each square, row by row."""
        bar, player = state
        return tuple((eat(bar, cell), 1 - player) for cell in squares(bar))

    def outcome(self, state: ChompState) -> int:
        """Return 1 if player 0 has won, else -1: at the empty bar the player to move has won."""
        return -1 if state[1] else 1

    def text(self, state: ChompState) -> str:
        """Return the bar as lines of ``.`` for squares and ``*`` for poison, padded to the size of the whole bar."""
        rows = ["." * length for length in state[0]]
        if rows:
            rows[0] = "*" + rows[0][1:]
        width, height = self.bar[0], len(self.bar)
        return "\n".join(row.ljust(width) for row in rows + [""] * (height - len(rows)))


def squares(bar: Bar) -> tuple[Square, ...]:
    """Return the squares (row, column) that can be eaten, row by row from the poison at (0, 0)."""
    return tuple((i, j) for i, length in enumerate(bar) for j in range(length))


def eat(bar: Bar, cell: Square) -> Bar:
    """Return the bar that remains after eating a square; InvalidInput if the square is not on the bar."""
    i, j = cell
    if not (0 <= i < len(bar) and 0 <= j < bar[i]):
        raise InvalidInput(
            "square ({i}, {j}) is not on the bar of chocolate whose rows have the lengths {bar}", i=i, j=j, bar=bar
        )
    if j == 0:
        return bar[:i]
    return bar[:i] + tuple([length if length < j else j for length in bar[i:]])


def chomp_graph(bar: Bar) -> dict[Bar, tuple[Bar, ...]]:
    """Return the graph of the bars that moves make of a bar, without the player to move (exercise 1.1, question 1).

    The vertices are the bars inside this bar, the empty bar included, in the order of their discovery from it. Arcs
    lead to the bars after each move, row by row. A bar of rows × columns contains C(rows + columns, rows) bars. The
    graph is not bipartite in general.
    """
    _check_bar(bar)
    graph: dict[Bar, tuple[Bar, ...]] = {}
    bars = [bar]
    for smaller in bars:
        if smaller not in graph:
            graph[smaller] = tuple(eat(smaller, cell) for cell in squares(smaller))
            bars.extend(graph[smaller])
    return graph


def _check_bar(bar: Bar) -> None:
    """Raise InvalidInput unless a bar has 1 to 64 rows with lengths from 1 to 64 that never increase."""
    never_increasing = all(above >= below for above, below in pairwise(bar))
    if not (1 <= len(bar) <= MAX_SIDE and never_increasing and bar[-1] >= 1 and bar[0] <= MAX_SIDE):
        raise InvalidInput(
            "a bar of chocolate has 1 to {max_side} rows, each of 1 to {max_side} squares, none longer than the row "
            "above; got {bar}",
            max_side=MAX_SIDE,
            bar=bar,
        )
