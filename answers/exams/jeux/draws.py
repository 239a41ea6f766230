"""What u₀ draws for the exam `jeux`."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from typing import Final, NamedTuple, TypeAlias

from answers.exam.draw import Draw
from answers.exam.question import Params
from solvers.board_games.chomp import Bar
from solvers.board_games.cram import Cram
from solvers.board_games.cram_mover_wins import cram_mover_wins
from solvers.board_games.losing_bars import losing_bars
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.arena import unfold
from solvers.graph_games.game import drawn_play

LARGEST_BAR: Final = (4, 6)
FEWEST_SQUARES: Final = 7
FIRST_MARKS: Final = 4
"""Marks on the grid of exercise 1.3."""
SMALL_ROWS, SMALL_COLUMNS, REMOVED = 3, 4, 5
"""The grid of exercise 1.4, and how many cells it loses."""
TREE_DEPTH: Final = 3
MOST_CHILDREN: Final = 3
"""Of a node of the tree of exercise 2.3, whose root has as many and whose other nodes have at least two."""


class Size(NamedTuple):
    """A number of rows and a number of columns."""

    rows: int
    columns: int


class Cell(NamedTuple):
    """A cell of a grid or a square of a bar, counted from 0."""

    row: int
    column: int


class Domino(NamedTuple):
    """The two cells that a domino covers, the upper left one first."""

    first: Cell
    second: Cell


class Grid(NamedTuple):
    """A grid of tic-tac-toe: the masks of X and of O, cell (i, j) being bit 3i + j."""

    crosses: int
    noughts: int

    @property
    def mover(self) -> int:
        """Who is to move: player 0 writes X and began."""
        return self.crosses.bit_count() - self.noughts.bit_count()


Leaves: TypeAlias = tuple[int, ...]
DrawnTree: TypeAlias = tuple[tuple[Leaves, ...], ...]
"""The values of the leaves below each child of each child of the root."""


@dataclass(frozen=True, slots=True)
class Parameters(Params):
    """What u₀ draws, question by question.

    `bar` has the lengths of its rows; `dominoes` are those laid on `cram_grid`, in the order of play; `removed` are
    the cells that the grid of exercise 1.4 lacks; `depth` is that of the search from `depth_grid`.
    """

    graph: Size
    whole_bar: Size
    bar: Bar
    cram_sizes: tuple[Size, Size, Size]
    cram_grid: Size
    dominoes: tuple[Domino, ...]
    attractor_grid: Grid
    removed: tuple[Cell, ...]
    memo_grid: Grid
    depth: int
    depth_grid: Grid
    tree: DrawnTree

    @property
    def cram_mover(self) -> int:
        """Who is to move after the dominoes: player 0 laid the first."""
        return len(self.dominoes) % 2


def draw(draw: Draw) -> Parameters:
    """Draw all parameters."""
    cram_grid = Size(draw.integer(1015, 4, 5), 5)
    return Parameters(
        u0=draw.u0,
        graph=Size(draw.integer(1000, 2, 5), draw.integer(1001, 3, 6)),
        whole_bar=Size(draw.integer(1002, 3, 5), draw.integer(1003, 6, 8)),
        bar=_bar(draw),
        cram_sizes=(
            Size(2 * draw.integer(1009, 2, 4), draw.integer(1010, 3, 8)),
            Size(draw.integer(1011, 3, 8), 2 * draw.integer(1012, 2, 4)),
            Size(2 * draw.integer(1013, 2, 4), draw.integer(1014, 3, 8)),
        ),
        cram_grid=cram_grid,
        dominoes=_dominoes(cram_grid, [draw.term(k) for k in range(1016, 1021)]),
        attractor_grid=draw.choice(1021, _open_grids()),
        removed=draw.choice(1022, _small_grids()),
        memo_grid=_grid(draw, range(1023, 1026)),
        depth=draw.integer(1026, 2, 3),
        depth_grid=_grid(draw, range(1027, 1029 + draw.integer(1030, 0, 1))),
        tree=_tree(draw),
    )


def begun_grid(drawn: Parameters) -> Board:
    """Return the grid of exercise 1.2, where no domino may cover another."""
    return Board(*drawn.cram_grid, frozenset(cell for domino in drawn.dominoes for cell in domino))


def small_grid(removed: tuple[Cell, ...]) -> Cram:
    """Return the game of exercise 1.4."""
    return Cram(Board(SMALL_ROWS, SMALL_COLUMNS, frozenset(removed)))


def _bar(draw: Draw) -> Bar:
    """One bar in three is drawn among those that lose: they are too rare to come by themselves."""
    if draw.integer(1004, 0, 2) == 2:
        return draw.choice(1005, _losing_bars())
    first = draw.integer(1005, 4, 6)
    second = draw.integer(1006, 2, first)
    third = draw.integer(1007, 1, second)
    return tuple(length for length in (first, second, third, draw.integer(1008, 0, third)) if length)


@cache
def _losing_bars() -> tuple[Bar, ...]:
    return tuple(bar for bar in losing_bars(*LARGEST_BAR) if sum(bar) >= FEWEST_SQUARES)


def _dominoes(size: Size, terms: list[int]) -> tuple[Domino, ...]:
    """Draw dominoes for all terms but the last; if the player to move then loses, the last one draws one more.

    From a position that loses every move leads to one that wins, so that there is a winning move to find.
    """
    game = Cram(Board(*size))
    play = drawn_play(game, terms)
    if cram_mover_wins(game.board, play[-2][0]):
        play = play[:-1]
    laid = (game.cells(before, after) for before, after in pairwise(play))
    return tuple(Domino(Cell(*first), Cell(*second)) for first, second in laid)


LINES: Final = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


@cache
def _open_grids() -> tuple[Grid, ...]:
    """Grids of tic-tac-toe with 4 marks on which each player has a line with a mark of theirs and none of the other."""
    cells = [1 << k for k in range(9)]
    grids = [
        Grid(sum(crosses), sum(marks) - sum(crosses))
        for marks in combinations(cells, FIRST_MARKS)
        for crosses in combinations(marks, FIRST_MARKS // 2)
    ]
    return tuple(
        grid for grid in grids if _has_line(grid.crosses, grid.noughts) and _has_line(grid.noughts, grid.crosses)
    )


def _has_line(own: int, other: int) -> bool:
    """Whether a player has a line of tic-tac-toe with a mark of their own and none of the other."""
    return any(line & own and not line & other for line in LINES)


@cache
def _small_grids() -> tuple[tuple[Cell, ...], ...]:
    """Ways to remove five cells of a grid of 3 × 4 that leave seven in one piece and plays that either player wins."""
    cells = [Cell(i, j) for i in range(SMALL_ROWS) for j in range(SMALL_COLUMNS)]
    connected = (removed for removed in combinations(cells, REMOVED) if _is_connected(set(cells) - set(removed)))
    return tuple(removed for removed in connected if all(unfold(small_grid(removed)).wins))


def _is_connected(cells: set[Cell]) -> bool:
    reached = {min(cells)}
    while True:
        near = {Cell(i + a, j + b) for i, j in reached for a, b in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        if (near & cells) <= reached:
            return reached == cells
        reached |= near & cells


def _grid(draw: Draw, indices: Iterable[int]) -> Grid:
    return Grid(*drawn_play(TicTacToe(), map(draw.term, indices))[-1])


def _tree(draw: Draw) -> DrawnTree:
    """Three children, each with two or three, each of these with two or three leaves from -20 to 20."""
    widths = iter([draw.integer(1100 + n, 2, MOST_CHILDREN) for n in range(MOST_CHILDREN + MOST_CHILDREN**2)])
    values = iter([draw.integer(1200 + n, -20, 20) for n in range(MOST_CHILDREN**TREE_DEPTH)])
    return tuple(
        tuple(tuple(next(values) for _ in range(next(widths))) for _ in range(next(widths)))
        for _ in range(MOST_CHILDREN)
    )
