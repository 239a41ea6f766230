"""What u₀ draws for the exam `jeux`."""

from dataclasses import dataclass, fields
from functools import cache, lru_cache
from itertools import combinations_with_replacement, pairwise
from math import comb
from typing import Final, NamedTuple, TypeAlias

from answers.exam.draw import Draw
from answers.exam.question import Params
from solvers.board_games.chomp import Bar
from solvers.board_games.cram import Cram
from solvers.board_games.cram_mover_wins import cram_mover_wins
from solvers.domineering.board import Board
from solvers.graph_games.game import drawn_play
from solvers.graph_games.game_tree import GameTree, Tree
from solvers.graph_games.tree_search import alpha_beta

MOST_ROWS: Final = 5
LONGEST_ROW: Final = 8
"""Of the bars that are drawn in question 1 and question 2b."""
SQUARES_OF_GRAPH, SQUARES_TO_PLAY = range(18, 29), range(16, 26)
"""How many squares these bars have."""
SIDE: Final = 4
"""Of a grid of tic-tac-toe."""
SMALL_SIDE, SMALL_CELLS = 5, 11
"""The grid of exercise 1.4: a piece of so many cells in a square of this side."""
LAID: Final = 5
"""Dominoes on the grid of exercise 1.2, if the player to move then wins."""
MOST_CHILDREN: Final = 3
"""Of a node of the tree of exercise 2.3, whose root has as many and whose other nodes have at least two."""
TREE_DEPTH: Final = 3
INNER_NODES: Final = MOST_CHILDREN + MOST_CHILDREN**2
SMALLEST_LEAF, LARGEST_LEAF = -9, 60
"""Two characters each, so that a tree of 27 leaves can be read."""


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
    """A grid of tic-tac-toe: the masks of X and of O, cell (i, j) being bit 4i + j."""

    crosses: int
    noughts: int

    @property
    def mover(self) -> int:
        """Who is to move: player 0 writes X and began."""
        return self.crosses.bit_count() - self.noughts.bit_count()


Leaves: TypeAlias = tuple[int, ...]
DrawnTree: TypeAlias = tuple[tuple[Leaves, ...], ...]
"""The values of the leaves below each child of each child of the root."""

CELLS: Final = tuple(Cell(i, j) for i in range(SMALL_SIDE) for j in range(SMALL_SIDE))
SCATTERED: Final = tuple(7 * k % SIDE**2 for k in range(SIDE**2))
"""Numbers of cells in an order in which the first make no line: even the zeros of seed 0 draw a grid."""
LINES: Final = (
    *(sum(1 << (SIDE * i + j) for j in range(SIDE)) for i in range(SIDE)),
    *(sum(1 << (SIDE * i + j) for i in range(SIDE)) for j in range(SIDE)),
    sum(1 << ((SIDE + 1) * i) for i in range(SIDE)),
    sum(1 << ((SIDE - 1) * (i + 1)) for i in range(SIDE)),
)
WHOLE_BARS: Final = tuple(
    Size(rows, columns)
    for rows in range(4, 9)
    for columns in range(rows + 1, 17)
    if 1000 <= comb(rows + columns, rows) <= 80_000
)
"""Whole bars with too many smaller ones to be played by hand, and few enough for a short program."""
LOSING_BARS: Final[tuple[Bar, ...]] = (
    (8, 4, 2, 2), (8, 4, 4), (8, 5, 1, 1, 1), (8, 6, 2), (7, 4, 4, 2), (7, 5, 3, 2), (8, 3, 2, 2, 2), (8, 3, 3, 3),
    (6, 4, 3, 3, 2), (7, 7, 4), (7, 5, 4, 3), (8, 5, 4, 2), (8, 6, 3, 2), (6, 4, 4, 3, 3), (7, 7, 3, 3),
    (8, 6, 4, 1, 1), (6, 6, 3, 3, 3), (6, 6, 4, 3, 2), (7, 5, 5, 4), (8, 4, 3, 3, 3), (8, 6, 3, 3, 2),
    (6, 6, 5, 4, 2), (8, 8, 5, 1, 1), (8, 8, 5, 2), (6, 6, 6, 5, 2), (8, 6, 5, 3, 3),
)  # fmt: skip
"""All bars of at most 5 rows of at most 8, with 16 to 25 squares, that lose: too rare to be met by chance."""
CRAM_SIZES: Final = tuple(
    Size(rows, columns)
    for rows in range(3, 17)
    for columns in range(3, 17)
    if rows * columns % 2 == 0 and 24 <= rows * columns <= 64
)
"""Empty grids on which a player wins by symmetry."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How cells and dominoes are written: from which number, row or column first, and what a vertical domino is."""

    column_first: bool = False
    first: int = 0
    vertical: int = 1

    def cell(self, i: int, j: int) -> tuple[int, int]:
        """Return the two numbers of a cell."""
        return (j + self.first, i + self.first) if self.column_first else (i + self.first, j + self.first)

    def domino(self, i: int, j: int, d: int) -> tuple[int, int, int]:
        """Return the three numbers of a domino."""
        return *self.cell(i, j), d if self.vertical else 1 - d


AS_WRITTEN: Final = Reading()


@dataclass(frozen=True, slots=True)
class Parameters(Params):
    """What u₀ draws, question by question.

    `graph_bar` and `bar` have the lengths of their rows; `dominoes` are those laid on `cram_grid`, in the order of
    play; `small_grid` has the cells of the grid of exercise 1.4.
    """

    graph_bar: Bar
    whole_bar: Size
    bar: Bar
    empty_grid: Size
    cram_grid: Size
    dominoes: tuple[Domino, ...]
    attractor_grid: Grid
    small_grid: tuple[Cell, ...]
    memo_grid: Grid
    depth_grid: Grid
    tree: DrawnTree

    @property
    def cram_mover(self) -> int:
        """Who is to move after the dominoes: player 0 laid the first."""
        return len(self.dominoes) % 2

    @property
    def reading(self) -> Reading:
        """How cells and dominoes are written."""
        return AS_WRITTEN

    def reread(self, reading: Reading) -> "Reread":
        """Return the same parameters, with cells and dominoes written otherwise."""
        return Reread(**{field.name: getattr(self, field.name) for field in fields(Parameters)}, reading=reading)


@dataclass(frozen=True, slots=True)
class Reread(Parameters):
    """The same, with cells and dominoes written otherwise."""

    reading: Reading


def draw(draw: Draw) -> Parameters:
    """Draw all parameters."""
    cram_grid = draw.choice(1010, (Size(4, 6), Size(5, 5)))
    return Parameters(
        u0=draw.u0,
        graph_bar=draw.choice(1000, _bars(2, SQUARES_OF_GRAPH)),
        whole_bar=draw.choice(1001, WHOLE_BARS),
        bar=_bar_to_play(draw),
        empty_grid=draw.choice(1005, CRAM_SIZES),
        cram_grid=cram_grid,
        dominoes=_dominoes(cram_grid, [draw.term(k) for k in range(1011, 1012 + LAID)]),
        attractor_grid=draw.until(1020, lambda d: _grid(d, 8), _is_open),
        small_grid=draw.until(1030, _small_grid, _is_undecided),
        memo_grid=draw.until(1050, lambda d: _grid(d, 8 + d.integer(9, 0, 1)), _is_open),
        depth_grid=draw.until(1060, lambda d: _grid(d, 4 + d.integer(9, 0, 1)), _has_no_threat),
        tree=draw.until(1100, _tree, _is_pruned),
    )


def begun_grid(drawn: Parameters) -> Board:
    """Return the grid of exercise 1.2, where no domino may cover another."""
    return Board(*drawn.cram_grid, frozenset(cell for domino in drawn.dominoes for cell in domino))


def small_grid(cells: tuple[Cell, ...]) -> Cram:
    """Return the game of exercise 1.4."""
    return Cram(Board(SMALL_SIDE, SMALL_SIDE, frozenset(CELLS) - set(cells)))


@cache
def _bars(shortest: int, squares: range) -> tuple[Bar, ...]:
    """Bars with so many squares in 5 rows of `shortest` to 8."""
    rows = combinations_with_replacement(range(LONGEST_ROW, shortest - 1, -1), MOST_ROWS)
    return tuple(tuple(filter(None, bar)) for bar in rows if sum(bar) in squares)


def _bar_to_play(draw: Draw) -> Bar:
    """One bar in three is drawn among those that lose."""
    if draw.integer(1002, 0, 2) == 2:
        return draw.choice(1003, LOSING_BARS)
    return draw.choice(1003, _winning_bars())


@cache
def _winning_bars() -> tuple[Bar, ...]:
    return tuple(bar for bar in _bars(0, SQUARES_TO_PLAY) if bar not in LOSING_BARS)


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


def _grid(draw: Draw, marks: int) -> Grid:
    marked = draw.sample(0, SCATTERED, marks)
    crosses = draw.sample(1, marked, (marks + 1) // 2)
    return Grid(sum(1 << k for k in crosses), sum(1 << k for k in marked if k not in crosses))


def _is_open(grid: Grid) -> bool:
    """Whether nobody has a line and each player may still make one."""
    return not any(_has(line, *grid, SIDE) or _has(line, *grid[::-1], SIDE) for line in LINES) and all(
        any(not line & marks for line in LINES) for marks in grid
    )


def _has_no_threat(grid: Grid) -> bool:
    """Whether nobody is a mark short of a line, so that no move is forced."""
    return not any(_has(line, *grid, SIDE - 1) or _has(line, *grid[::-1], SIDE - 1) for line in LINES)


def _has(line: int, own: int, other: int, count: int) -> bool:
    return not line & other and (line & own).bit_count() == count


def _small_grid(draw: Draw) -> tuple[Cell, ...]:
    """Add one neighbouring cell after another to a first one."""
    cells = [draw.choice(0, CELLS)]
    for k in range(1, SMALL_CELLS):
        near = {Cell(i + a, j + b) for i, j in cells for a, b in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        cells.append(draw.choice(k, sorted((near & set(CELLS)) - set(cells))))
    return tuple(sorted(cells))


def _is_undecided(cells: tuple[Cell, ...]) -> bool:
    """Whether either player wins some play."""
    return len(_lengths(frozenset(cells))) == 2


@lru_cache(maxsize=1 << 14)
def _lengths(cells: frozenset[Cell]) -> frozenset[int]:
    """The lengths of the plays of Cram, modulo 2: as soon as there are both, no more is looked at."""
    dominoes = [{cell, near} for cell in cells for near in _right_and_below(cell) if near in cells]
    lengths = set[int]() if dominoes else {0}
    for domino in dominoes:
        lengths |= {1 - n for n in _lengths(cells - domino)}
        if len(lengths) == 2:
            break
    return frozenset(lengths)


def _right_and_below(cell: Cell) -> tuple[Cell, Cell]:
    i, j = cell
    return Cell(i, j + 1), Cell(i + 1, j)


def _tree(draw: Draw) -> DrawnTree:
    """Three children, each with two or three, each of these with two or three leaves, all of them different."""
    widths = iter([draw.integer(n, 2, MOST_CHILDREN) for n in range(INNER_NODES)])
    left = list(range(SMALLEST_LEAF, LARGEST_LEAF + 1))
    values = iter([left.pop(draw.integer(INNER_NODES + n, 0, len(left) - 1)) for n in range(MOST_CHILDREN**TREE_DEPTH)])
    return tuple(
        tuple(tuple(next(values) for _ in range(next(widths))) for _ in range(next(widths)))
        for _ in range(MOST_CHILDREN)
    )


def _is_pruned(tree: DrawnTree) -> bool:
    """Whether alpha-beta leaves something out from either side."""
    leaves = sum(len(group) for child in tree for group in child)
    return all(_leaves_seen(one) < leaves for one in (tree, mirrored(tree)))


def _leaves_seen(tree: Tree) -> int:
    game = GameTree(tree)
    return alpha_beta(game, game.heuristic).leaves


def mirrored(tree: Tree) -> Tree:
    """Return the tree with the children of all nodes in reverse."""
    return tree if isinstance(tree, int) else tuple(map(mirrored, reversed(tree)))
