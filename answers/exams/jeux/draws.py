"""The parameters of the exam `jeux` that u₀ draws."""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import comb
from typing import Final, NamedTuple, TypeAlias

from answers.exam.draw import Draw
from answers.exam.question import Params
from solvers.board_games.chomp import Bar
from solvers.board_games.cram import Cram
from solvers.board_games.cram_grundy import cram_value
from solvers.board_games.tic_tac_toe import lines_of
from solvers.domineering.board import Board
from solvers.graph_games.game import drawn_play
from solvers.graph_games.game_tree import GameTree, Tree
from solvers.graph_games.tree_search import alpha_beta

MOST_ROWS: Final = 5
LONGEST_ROW: Final = 8
"""Largest numbers of rows, and of squares in a row, of the bars of questions 1 and 2b."""
SQUARES_OF_GRAPH, SQUARES_TO_PLAY = range(18, 29), range(16, 26)
"""Numbers of squares of the bars of question 1, and of question 2b."""
SIDE: Final = 4
"""Side of a grid of tic-tac-toe, in cells."""
SMALL_SIDE, SMALL_CELLS = 5, 11
"""Side of the square of exercise 1.4, and number of cells of the connected piece drawn in it."""
MOST_DOMINOES: Final = 5
"""Dominoes drawn on the grid of exercise 1.2; one less or more makes the player to move win."""
MOST_CHILDREN: Final = 3
"""Number of children of the root of the tree of exercise 2.3; its other nodes have two or as many."""
TREE_DEPTH: Final = 3
INNER_NODES: Final = MOST_CHILDREN + MOST_CHILDREN**2
SMALLEST_LEAF, LARGEST_LEAF = -9, 60
"""Range of the leaves: at most two characters each, so that a tree of 27 leaves is legible."""


class GridSize(NamedTuple):
    """A number of rows and a number of columns."""

    rows: int
    columns: int


class GridCell(NamedTuple):
    """A cell of a grid or a square of a bar, counted from 0."""

    row: int
    column: int


class Domino(NamedTuple):
    """The two cells that a domino covers, the upper left one first."""

    first: GridCell
    second: GridCell


class Grid(NamedTuple):
    """A grid of tic-tac-toe, as the bit masks of its crosses and of its noughts. Bit 4i + j stands for cell (i, j)."""

    crosses: int
    noughts: int

    @property
    def mover(self) -> int:
        """The player, 0 or 1, whose move it is; player 0 writes X and moves first."""
        return self.crosses.bit_count() - self.noughts.bit_count()


Leaves: TypeAlias = tuple[int, ...]
DrawnTree: TypeAlias = tuple[tuple[Leaves, ...], ...]
"""The values of the leaves below each child of each child of the root."""

CELLS: Final = tuple(GridCell(i, j) for i in range(SMALL_SIDE) for j in range(SMALL_SIDE))
SCATTERED: Final = tuple(7 * k % SIDE**2 for k in range(SIDE**2))
"""Numbers of cells in an order whose first ones make no line, so that even the zeros of seed 0 draw a grid."""
FORKED: Final = tuple(3 * (k + 1) % 17 - 1 for k in range(SIDE**2))
"""Numbers of cells in an order whose first ones make no line and let both players reach a fork."""
FULL: Final = (1 << SIDE**2) - 1
LINES: Final = lines_of(SIDE)
FEWEST_INSIDE, MOST_INSIDE = 1000, 80_000
"""Number of bars inside a large bar: too many to play by hand, and few enough for a short program."""
FIRST_BITES: Final = (
    (4, 10, 2, 5), (4, 11, 1, 4), (4, 12, 1, 5), (4, 13, 2, 6), (4, 14, 2, 7), (4, 15, 3, 12), (4, 16, 1, 6),
    (5, 8, 4, 6), (5, 9, 2, 5), (5, 10, 1, 3), (5, 11, 4, 9), (5, 12, 4, 10), (5, 13, 3, 9), (5, 14, 1, 4),
    (5, 15, 1, 6), (5, 16, 4, 14), (6, 7, 4, 4), (6, 8, 2, 3), (6, 9, 1, 2), (6, 10, 2, 4), (6, 11, 5, 10),
    (6, 12, 1, 3), (6, 14, 2, 5), (6, 15, 5, 14), (6, 16, 3, 9), (7, 8, 2, 2), (7, 9, 2, 3), (7, 10, 1, 2),
    (7, 11, 4, 6), (7, 12, 2, 5), (7, 13, 5, 10), (8, 9, 5, 6), (8, 11, 3, 5),
)  # fmt: skip
"""Sizes (rows, columns) of whole bars, each with its only winning first bite (i, j).

The bars of question 2a lack so many squares that this bite is not possible, and another bite wins.
"""
LOSING_BARS: Final[tuple[Bar, ...]] = (
    (8, 4, 2, 2), (8, 4, 4), (8, 5, 1, 1, 1), (8, 6, 2), (7, 4, 4, 2), (7, 5, 3, 2), (8, 3, 2, 2, 2), (8, 3, 3, 3),
    (6, 4, 3, 3, 2), (7, 7, 4), (7, 5, 4, 3), (8, 5, 4, 2), (8, 6, 3, 2), (6, 4, 4, 3, 3), (7, 7, 3, 3),
    (8, 6, 4, 1, 1), (6, 6, 3, 3, 3), (6, 6, 4, 3, 2), (7, 5, 5, 4), (8, 4, 3, 3, 3), (8, 6, 3, 3, 2),
    (6, 6, 5, 4, 2), (8, 8, 5, 1, 1), (8, 8, 5, 2), (6, 6, 6, 5, 2), (8, 6, 5, 3, 3),
)  # fmt: skip
"""All losing bars of at most 5 rows of at most 8, with 16 to 25 squares; a random bar is rarely among them."""
CRAM_SIZES: Final = tuple(
    GridSize(rows, columns)
    for rows in (4, 5, 6)
    for columns in range(7, 13)
    if rows * columns % 2 == 0 and rows * columns <= 64
)
"""Sizes of grids on which a player wins by symmetry."""
PAIRS: Final = 3
"""Number of cells drawn among the even, and among the odd, cells of half a symmetric grid; their images are added."""


@dataclass(frozen=True, slots=True)
class Parameters(Params):
    """The parameters that u₀ draws, question by question.

    A bar is the tuple of the lengths of its rows. `covered` are cells of `symmetric_grid`. The `dominoes` lie on
    `cram_grid`, in the order of play. `small_grid` has the cells of the board of exercise 1.4.
    """

    graph_bar: Bar
    arena_bar: Bar
    large_bar: Bar
    bar: Bar
    symmetric_grid: GridSize
    covered: tuple[GridCell, ...]
    cram_grid: GridSize
    dominoes: tuple[Domino, ...]
    attractor_grid: Grid
    small_grid: tuple[GridCell, ...]
    memo_grid: Grid
    depth_grid: Grid
    tree: DrawnTree

    @property
    def cram_mover(self) -> int:
        """The player, 0 or 1, whose move it is after the drawn dominoes; player 0 lays the first domino."""
        return len(self.dominoes) % 2


def draw(draw: Draw) -> Parameters:
    """Draw the parameters of all questions from u₀."""
    cram_grid = draw.choice(1010, (GridSize(4, 6), GridSize(5, 5)))
    symmetric_grid = draw.choice(1005, CRAM_SIZES)
    loses = draw.integer(1002, 0, 2) == 2  # the bar of question 2b
    game, terms = Cram(Board(*cram_grid)), [draw.term(k) for k in range(1011, 1012 + MOST_DOMINOES)]
    pairs = (game.cells(before, after) for before, after in pairwise(drawn_play(game, terms)))
    # the last domino stays only if the player to move would lose without it, so that there is a winning move to find
    dominoes = tuple(Domino(GridCell(*first), GridCell(*second)) for first, second in pairs)
    without_last = Board(*cram_grid, frozenset(cell for domino in dominoes[:-1] for cell in domino))
    return Parameters(
        u0=draw.u0,
        graph_bar=draw.choice(1000, _bars(2, SQUARES_OF_GRAPH)),
        arena_bar=draw.choice(1004, _bars(2, SQUARES_OF_GRAPH)),
        large_bar=draw.choice(1001, _large_bars()),
        bar=draw.choice(1003, LOSING_BARS if loses else _winning_bars()),
        symmetric_grid=symmetric_grid,
        covered=_covered(symmetric_grid, draw),
        cram_grid=cram_grid,
        dominoes=dominoes[:-1] if cram_value(without_last) else dominoes,
        attractor_grid=draw.until(1020, lambda d: _grid(d, 8, FORKED), _may_be_forked),
        small_grid=draw.until(1030, _small_grid, lambda cells: len(_lengths(frozenset(cells))) == 2),
        memo_grid=draw.until(1050, lambda d: _grid(d, 8 + d.integer(9, 0, 1)), _is_open),
        depth_grid=draw.until(1060, lambda d: _grid(d, 4 + d.integer(9, 0, 1)), _has_no_threat),
        tree=draw.until(1100, _tree, _is_pruned),
    )


def symmetric_grid(drawn: Parameters) -> Board:
    """Return the symmetric grid of exercise 1.2 as a board on which no domino may lie on the cells drawn as covered."""
    return Board(*drawn.symmetric_grid, frozenset(drawn.covered))


def begun_grid(drawn: Parameters) -> Board:
    """Return the second grid of exercise 1.2, with the drawn dominoes on it."""
    return Board(*drawn.cram_grid, frozenset(cell for domino in drawn.dominoes for cell in domino))


def small_grid(cells: tuple[GridCell, ...]) -> Cram:
    """Return the game of exercise 1.4: Cram on the given cells."""
    return Cram(Board(SMALL_SIDE, SMALL_SIDE, frozenset(CELLS) - set(cells)))


@cache
def _bars(shortest: int, squares: range) -> tuple[Bar, ...]:
    """Return the bars of 5 rows of `shortest` to 8 squares, in all a number in `squares`; empty rows are dropped."""
    rows = combinations_with_replacement(range(LONGEST_ROW, shortest - 1, -1), MOST_ROWS)
    return tuple(tuple(filter(None, bar)) for bar in rows if sum(bar) in squares)


@cache
def _large_bars() -> tuple[Bar, ...]:
    """Return the bars that lack squares at the end of their last rows, the winning bite of the whole bar among them."""
    return tuple(
        (columns,) * whole + (short,) * (rows - whole)
        for rows, columns, i, j in FIRST_BITES
        for whole, short in product(range(1, rows), range(1, columns))
        if (whole < i or short < j) and FEWEST_INSIDE <= _inside(rows, columns, whole, short) <= MOST_INSIDE
    )


def _inside(rows: int, columns: int, whole: int, short: int) -> int:
    """Return the number of bars inside a bar of `whole` rows of `columns` squares, then rows of `short` squares."""
    # the terms are the lengths of the last of the whole rows; the empty bar counts
    return sum(
        comb(columns - length + whole - 1, whole - 1) * comb(rows - whole + min(length, short), rows - whole)
        for length in range(columns + 1)
    )


def _covered(size: GridSize, draw: Draw) -> tuple[GridCell, ...]:
    """Draw the covered cells of a grid that is symmetric about its centre."""
    rows, columns = size
    cells = [GridCell(*divmod(n, columns)) for n in range(rows * columns // 2)]
    free = [cell for cell in cells if abs(2 * cell.row + 1 - rows) + abs(2 * cell.column + 1 - columns) > 1]
    drawn = (*draw.sample(1006, free[::2], PAIRS), *draw.sample(1007, free[1::2], PAIRS))
    return tuple(sorted((*drawn, *(GridCell(rows - 1 - i, columns - 1 - j) for i, j in drawn))))


@cache
def _winning_bars() -> tuple[Bar, ...]:
    """Return the bars to draw from which the player to move wins."""
    return tuple(bar for bar in _bars(0, SQUARES_TO_PLAY) if bar not in LOSING_BARS)


def _grid(draw: Draw, marks: int, cells: tuple[int, ...] = SCATTERED) -> Grid:
    """Draw a grid with a number of marks in some of `cells`, crosses and noughts in turn."""
    marked = draw.sample(0, cells, marks)
    crosses = draw.sample(1, marked, (marks + 1) // 2)
    return Grid(sum(1 << k for k in crosses), sum(1 << k for k in marked if k not in crosses))


def _is_open(grid: Grid) -> bool:
    """Return whether no line is complete, and both may fork: reach two threats at once, which wins in three moves."""
    return not any(_has(line, *grid, SIDE) or _has(line, *grid[::-1], SIDE) for line in LINES) and all(
        any(not line & marks for line in LINES) for marks in grid
    )


def _has_no_threat(grid: Grid) -> bool:
    """Return whether no player lacks only one mark of a line, so that no move is forced."""
    return not any(_has(line, *grid, SIDE - 1) or _has(line, *grid[::-1], SIDE - 1) for line in LINES)


def _has(line: int, marks: int, opponent_marks: int, count: int) -> bool:
    """Return whether a line without a mark of the opponent has at least `count` marks of the player."""
    return not line & opponent_marks and (line & marks).bit_count() >= count


def _may_be_forked(grid: Grid) -> bool:
    """Return whether no player has a line, and both may still reach a fork: a move that makes two threats at once.

    A player with a fork wins in three moves, so that both attractors have more than two steps.
    """
    return _is_open(grid) and _reaches_fork(*grid, 0) and _reaches_fork(grid.noughts, grid.crosses, 1)


def _reaches_fork(marks: int, opponent_marks: int, late: int) -> bool:
    """Return whether a play without an earlier threat leads to a fork; the other player makes `late` moves more."""
    free = FULL & ~(marks | opponent_marks)
    for line, second in combinations([line for line in LINES if not line & opponent_marks], 2):
        if not line & second & free:
            continue
        missing = (line | second) & free & ~(line & second)
        for threats in product(_bits(line & missing), _bits(second & missing)):
            mover_marks = marks | missing & ~sum(threats)
            for added in combinations(_bits(free & ~(line | second)), missing.bit_count() - 2 + late):
                if _has_no_threat(Grid(mover_marks, opponent_marks | sum(added))):
                    return True
    return False


def _bits(mask: int) -> list[int]:
    """Return the masks of the single cells of a mask of cells."""
    return [1 << k for k in range(SIDE**2) if mask >> k & 1]


def _small_grid(draw: Draw) -> tuple[GridCell, ...]:
    """Draw the cells of the small grid one by one; each cell is next to an earlier one."""
    cells = [draw.choice(0, CELLS)]
    for k in range(1, SMALL_CELLS):
        near = {GridCell(i + a, j + b) for i, j in cells for a, b in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        cells.append(draw.choice(k, sorted((near & set(CELLS)) - set(cells))))
    return tuple(sorted(cells))


@lru_cache(maxsize=1 << 14)
def _lengths(cells: frozenset[GridCell]) -> frozenset[int]:
    """Return the parities, 0 or 1, of the numbers of moves of all plays of Cram on these cells."""
    dominoes = [
        {cell, near}
        for cell in cells
        for near in (GridCell(cell.row, cell.column + 1), GridCell(cell.row + 1, cell.column))
        if near in cells
    ]
    lengths = set[int]() if dominoes else {0}
    for domino in dominoes:
        lengths |= {1 - n for n in _lengths(cells - domino)}
        if len(lengths) == 2:
            break
    return frozenset(lengths)


def _tree(draw: Draw) -> DrawnTree:
    """Draw a tree: a root with three children, other nodes with two or three, and distinct leaves."""
    widths = iter([draw.integer(n, 2, MOST_CHILDREN) for n in range(INNER_NODES)])
    unused = list(range(SMALLEST_LEAF, LARGEST_LEAF + 1))
    values = iter(
        [unused.pop(draw.integer(INNER_NODES + n, 0, len(unused) - 1)) for n in range(MOST_CHILDREN**TREE_DEPTH)]
    )
    return tuple(
        tuple(tuple(next(values) for _ in range(next(widths))) for _ in range(next(widths)))
        for _ in range(MOST_CHILDREN)
    )


def _is_pruned(tree: DrawnTree) -> bool:
    """Return whether alpha-beta prunes leaves from the left and from the right."""
    leaves = sum(len(group) for child in tree for group in child)
    games = (GameTree(tree), GameTree(mirrored(tree)))
    return all(alpha_beta(game, game.heuristic).leaves < leaves for game in games)


def mirrored(tree: Tree) -> Tree:
    """Return the tree with the children of every node in reverse order."""
    return tree if isinstance(tree, int) else tuple(map(mirrored, reversed(tree)))
