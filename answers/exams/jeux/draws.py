"""What u₀ draws for the exam `jeux`."""

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import comb
from typing import Final, NamedTuple, TypeAlias

from answers.exam.draw import Draw
from answers.exam.question import Params
from solvers.board_games.chomp import Bar
from solvers.board_games.cram import Cram
from solvers.board_games.cram_grundy import cram_mover_wins
from solvers.board_games.tic_tac_toe import lines_of
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

CELLS: Final = tuple(GridCell(i, j) for i in range(SMALL_SIDE) for j in range(SMALL_SIDE))
SCATTERED: Final = tuple(7 * k % SIDE**2 for k in range(SIDE**2))
"""Numbers of cells in an order in which the first make no line: even the zeros of seed 0 draw a grid."""
FORKED: Final = tuple(3 * (k + 1) % 17 - 1 for k in range(SIDE**2))
"""The same, and either player may come to a fork."""
FULL: Final = (1 << SIDE**2) - 1
LINES: Final = lines_of(SIDE)
FEWEST_INSIDE, MOST_INSIDE = 1000, 80_000
"""Smaller bars inside a large one: too many to be played by hand, and few enough for a short program."""
FIRST_BITES: Final = (
    (4, 10, 2, 5), (4, 11, 1, 4), (4, 12, 1, 5), (4, 13, 2, 6), (4, 14, 2, 7), (4, 15, 3, 12), (4, 16, 1, 6),
    (5, 8, 4, 6), (5, 9, 2, 5), (5, 10, 1, 3), (5, 11, 4, 9), (5, 12, 4, 10), (5, 13, 3, 9), (5, 14, 1, 4),
    (5, 15, 1, 6), (5, 16, 4, 14), (6, 7, 4, 4), (6, 8, 2, 3), (6, 9, 1, 2), (6, 10, 2, 4), (6, 11, 5, 10),
    (6, 12, 1, 3), (6, 14, 2, 5), (6, 15, 5, 14), (6, 16, 3, 9), (7, 8, 2, 2), (7, 9, 2, 3), (7, 10, 1, 2),
    (7, 11, 4, 6), (7, 12, 2, 5), (7, 13, 5, 10), (8, 9, 5, 6), (8, 11, 3, 5),
)  # fmt: skip
"""Whole bars, rows and columns, with the only square that it wins to eat first. The bars of question 2a have lost so
much that this bite is no answer; then one of theirs is."""
LOSING_BARS: Final[tuple[Bar, ...]] = (
    (8, 4, 2, 2), (8, 4, 4), (8, 5, 1, 1, 1), (8, 6, 2), (7, 4, 4, 2), (7, 5, 3, 2), (8, 3, 2, 2, 2), (8, 3, 3, 3),
    (6, 4, 3, 3, 2), (7, 7, 4), (7, 5, 4, 3), (8, 5, 4, 2), (8, 6, 3, 2), (6, 4, 4, 3, 3), (7, 7, 3, 3),
    (8, 6, 4, 1, 1), (6, 6, 3, 3, 3), (6, 6, 4, 3, 2), (7, 5, 5, 4), (8, 4, 3, 3, 3), (8, 6, 3, 3, 2),
    (6, 6, 5, 4, 2), (8, 8, 5, 1, 1), (8, 8, 5, 2), (6, 6, 6, 5, 2), (8, 6, 5, 3, 3),
)  # fmt: skip
"""All bars of at most 5 rows of at most 8, with 16 to 25 squares, that lose: too rare to be met by chance."""
CRAM_SIZES: Final = tuple(
    GridSize(rows, columns)
    for rows in (4, 5, 6)
    for columns in range(7, 13)
    if rows * columns % 2 == 0 and rows * columns <= 64
)
"""Grids on which a player wins by symmetry."""
PAIRS: Final = 3
"""Cells of the first half of such a grid that are covered, with their images, twice: of every other cell each time."""


@dataclass(frozen=True, slots=True)
class Parameters(Params):
    """What u₀ draws, question by question.

    Bars have the lengths of their rows; `covered` are cells of `symmetric_grid`; `dominoes` are those laid on
    `cram_grid`, in the order of play; `small_grid` has the cells of the grid of exercise 1.4.
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
        """Who is to move after the dominoes: player 0 laid the first."""
        return len(self.dominoes) % 2


def draw(draw: Draw) -> Parameters:
    """Draw all parameters."""
    cram_grid = draw.choice(1010, (GridSize(4, 6), GridSize(5, 5)))
    symmetric_grid = draw.choice(1005, CRAM_SIZES)
    return Parameters(
        u0=draw.u0,
        graph_bar=draw.choice(1000, _bars(2, SQUARES_OF_GRAPH)),
        arena_bar=draw.choice(1004, _bars(2, SQUARES_OF_GRAPH)),
        large_bar=draw.choice(1001, _large_bars()),
        bar=_bar_to_play(draw),
        symmetric_grid=symmetric_grid,
        covered=_covered(symmetric_grid, draw),
        cram_grid=cram_grid,
        dominoes=_dominoes(cram_grid, [draw.term(k) for k in range(1011, 1012 + LAID)]),
        attractor_grid=draw.until(1020, lambda d: _grid(d, 8, FORKED), _may_be_forked),
        small_grid=draw.until(1030, _small_grid, _is_undecided),
        memo_grid=draw.until(1050, lambda d: _grid(d, 8 + d.integer(9, 0, 1)), _is_open),
        depth_grid=draw.until(1060, lambda d: _grid(d, 4 + d.integer(9, 0, 1)), _has_no_threat),
        tree=draw.until(1100, _tree, _is_pruned),
    )


def symmetric_grid(drawn: Parameters) -> Board:
    """Return the grid of exercise 1.2 on which a player answers by images."""
    return Board(*drawn.symmetric_grid, frozenset(drawn.covered))


def begun_grid(drawn: Parameters) -> Board:
    """Return the grid of exercise 1.2, where no domino may cover another."""
    return Board(*drawn.cram_grid, frozenset(cell for domino in drawn.dominoes for cell in domino))


def small_grid(cells: tuple[GridCell, ...]) -> Cram:
    """Return the game of exercise 1.4."""
    return Cram(Board(SMALL_SIDE, SMALL_SIDE, frozenset(CELLS) - set(cells)))


@cache
def _bars(shortest: int, squares: range) -> tuple[Bar, ...]:
    """Bars with so many squares in 5 rows of `shortest` to 8."""
    rows = combinations_with_replacement(range(LONGEST_ROW, shortest - 1, -1), MOST_ROWS)
    return tuple(tuple(filter(None, bar)) for bar in rows if sum(bar) in squares)


@cache
def _large_bars() -> tuple[Bar, ...]:
    """Whole bars that have lost their last rows from some column on, and with these their winning first bite."""
    return tuple(
        (columns,) * whole + (left,) * (rows - whole)
        for rows, columns, i, j in FIRST_BITES
        for whole, left in product(range(1, rows), range(1, columns))
        if (whole < i or left < j) and FEWEST_INSIDE <= _inside(rows, columns, whole, left) <= MOST_INSIDE
    )


def _inside(rows: int, columns: int, whole: int, left: int) -> int:
    """How many bars are inside one, the eaten one included, by the length of the last row that was whole."""
    return sum(
        comb(columns - length + whole - 1, whole - 1) * comb(rows - whole + min(length, left), rows - whole)
        for length in range(columns + 1)
    )


def _covered(size: GridSize, draw: Draw) -> tuple[GridCell, ...]:
    """Draw cells of the first half, without that of a central domino, and add their images."""
    rows, columns = size
    cells = [GridCell(*divmod(n, columns)) for n in range(rows * columns // 2)]
    free = [cell for cell in cells if abs(2 * cell.row + 1 - rows) + abs(2 * cell.column + 1 - columns) > 1]
    drawn = (*draw.sample(1006, free[::2], PAIRS), *draw.sample(1007, free[1::2], PAIRS))
    return tuple(sorted((*drawn, *(GridCell(rows - 1 - i, columns - 1 - j) for i, j in drawn))))


def _bar_to_play(draw: Draw) -> Bar:
    """One bar in three is drawn among those that lose."""
    if draw.integer(1002, 0, 2) == 2:
        return draw.choice(1003, LOSING_BARS)
    return draw.choice(1003, _winning_bars())


@cache
def _winning_bars() -> tuple[Bar, ...]:
    return tuple(bar for bar in _bars(0, SQUARES_TO_PLAY) if bar not in LOSING_BARS)


def _dominoes(size: GridSize, terms: list[int]) -> tuple[Domino, ...]:
    """Draw dominoes for all terms but the last; if the player to move then loses, the last one draws one more.

    From a position that loses every move leads to one that wins, so that there is a winning move to find.
    """
    game = Cram(Board(*size))
    play = drawn_play(game, terms)
    if cram_mover_wins(game.board, play[-2][0]):
        play = play[:-1]
    laid = (game.cells(before, after) for before, after in pairwise(play))
    return tuple(Domino(GridCell(*first), GridCell(*second)) for first, second in laid)


def _grid(draw: Draw, marks: int, cells: tuple[int, ...] = SCATTERED) -> Grid:
    marked = draw.sample(0, cells, marks)
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
    return not line & other and (line & own).bit_count() >= count


def _may_be_forked(grid: Grid) -> bool:
    """Whether nobody has a line, and each player may still come to a fork: a move that makes two threats at once.

    Then he wins in three moves from where he has it, so that neither attractor is its second step.
    """
    return _is_open(grid) and _comes_to_a_fork(*grid, 0) and _comes_to_a_fork(grid.noughts, grid.crosses, 1)


def _comes_to_a_fork(own: int, other: int, late: int) -> bool:
    """Whether plays exist in which nobody has a threat before; the other player moves `late` times more."""
    free = FULL & ~(own | other)
    for one, two in combinations([line for line in LINES if not line & other], 2):
        if not one & two & free:
            continue
        missing = (one | two) & free & ~(one & two)
        for left in product(_bits(one & missing), _bits(two & missing)):
            mine = own | missing & ~sum(left)
            for theirs in combinations(_bits(free & ~(one | two)), missing.bit_count() - 2 + late):
                if _has_no_threat(Grid(mine, other | sum(theirs))):
                    return True
    return False


def _bits(mask: int) -> list[int]:
    return [1 << k for k in range(SIDE**2) if mask >> k & 1]


def _small_grid(draw: Draw) -> tuple[GridCell, ...]:
    """Add one neighbouring cell after another to a first one."""
    cells = [draw.choice(0, CELLS)]
    for k in range(1, SMALL_CELLS):
        near = {GridCell(i + a, j + b) for i, j in cells for a, b in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        cells.append(draw.choice(k, sorted((near & set(CELLS)) - set(cells))))
    return tuple(sorted(cells))


def _is_undecided(cells: tuple[GridCell, ...]) -> bool:
    """Whether either player wins some play."""
    return len(_lengths(frozenset(cells))) == 2


@lru_cache(maxsize=1 << 14)
def _lengths(cells: frozenset[GridCell]) -> frozenset[int]:
    """The lengths of the plays of Cram, modulo 2: as soon as there are both, no more is looked at."""
    dominoes = [{cell, near} for cell in cells for near in _right_and_below(cell) if near in cells]
    lengths = set[int]() if dominoes else {0}
    for domino in dominoes:
        lengths |= {1 - n for n in _lengths(cells - domino)}
        if len(lengths) == 2:
            break
    return frozenset(lengths)


def _right_and_below(cell: GridCell) -> tuple[GridCell, GridCell]:
    i, j = cell
    return GridCell(i, j + 1), GridCell(i + 1, j)


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
