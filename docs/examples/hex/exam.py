"""Hex on a board of 4 × 4: counted positions, cheapest connections, winning moves, a random opponent."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.question import (
    Params,
    Part,
    Solution,
    SolveContext,
    misconception_from_params,
    question,
    questions_of,
)
from answers.kinds.numbers.numbers import integers, probabilities
from answers.kinds.parsing import Values, number
from answers.kinds.tolerance import Tolerance

Cell = tuple[int, int]
CELLS = tuple(product(range(4), range(4)))
NONE: frozenset[Cell] = frozenset()
SHAPE = ((-5, -2.8), (0, -5.7), (5, -2.8), (5, 2.8), (0, 5.7), (-5, 2.8))


@dataclass(frozen=True, slots=True)
class Board(Params):
    """The price of each cell (row, column), the stones of Black and White, and the steps to neighbouring cells."""

    prices: tuple[int, ...]
    stones: tuple[tuple[Cell, ...], tuple[Cell, ...]]
    steps: tuple[Cell, ...] = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))

    def empty(self) -> list[Cell]:
        """Return the cells without a stone."""
        return [cell for cell in CELLS if cell not in (*self.stones[0], *self.stones[1])]

    def price(self, cells: Iterable[Cell]) -> int:
        """Return the sum of the prices of `cells`."""
        return sum(self.prices[4 * i + j] for i, j in cells)


@cache
def connects(board: Board, side: int, laid: frozenset[Cell]) -> bool:
    """Tell whether Black (0) connects top and bottom, or White (1) left and right, with the new stones `laid`."""
    own = {*board.stones[side], *laid}
    todo = [cell for cell in own if cell[side] == 0]
    while todo:
        i, j = cell = todo.pop()
        own.discard(cell)
        todo += [(i + a, j + b) for a, b in board.steps if (i + a, j + b) in own]
        if cell[side] == 3:
            return True
    return False


@cache
def chance(board: Board, black: frozenset[Cell], white: frozenset[Cell], begins: int) -> Fraction:
    """Return the probability that Black, playing optimally, beats a White who moves at random by the prices of cells.

    `black` and `white` are the new stones; `begins` is 1 if Black moves first, 0 if White does.
    """
    if connects(board, 0, black) or connects(board, 1, white):
        return Fraction(connects(board, 0, black))
    left = set(board.empty()) - black - white
    if len(black) - len(white) == begins:
        worth = (board.price([cell]) * chance(board, black, white | {cell}, begins) for cell in left)
        return sum(worth, Fraction(0)) / board.price(left)
    return max(chance(board, black | {cell}, white, begins) for cell in left)


def winning(board: Board) -> list[Cell]:
    """Return the first moves with which Black wins whatever White chooses."""
    return [cell for cell in board.empty() if chance(board, frozenset({cell}), NONE, 1) == 1]


def draw(draw: Draw) -> Board:
    """Draw eight stones such that Black wins by several first moves, but not for certain if White begins."""

    def position(d: Draw) -> Board:
        stones = d.sample(0, CELLS, 8)
        black = d.sample(1, stones, 4)
        return Board(draw.u0, prices, (black, tuple(cell for cell in stones if cell not in black)))

    first, step = draw.integer(1000, 0, 96), draw.integer(1001, 1, 96)
    prices = tuple(1 + (first + step * n) % 97 for n in range(16))
    return draw.until(1002, position, lambda b: len(winning(b)) > 1 and chance(b, NONE, NONE, 0) < 1)


@question(1, parts="ab", kind={"a": integers(1, 0, 6720), "b": integers(1, 0, 2 * 10**6)}, points={"a": 1, "b": 4})
def positions(context: SolveContext[Board], part: Part) -> Solution:
    """Return the number of positions after five moves without a win (a), or the sum of the prices under Black (b)."""
    board, empty = context.params, set(context.params.empty())
    free = [
        board.price(black)
        for black in map(frozenset, combinations(empty, 3))
        for white in map(frozenset, combinations(empty - black, 2))
        if not connects(board, 0, black) and not connects(board, 1, white)
    ]
    return Solution((len(free) if part.letter == "a" else sum(free),))


positions.mistake_from_answer("in-order", lambda values, _: (12 * number(values[0]),))


@question(2, parts="ab", kind=integers(1, 0, 970), points=5)
def cheapest(context: SolveContext[Board], part: Part) -> Solution:
    """Return the lowest price for which Black (a) or White (b) connects, over all sets of empty cells."""
    board, side = context.params, "ab".index(part.letter)
    sets = (cells for n in range(9) for cells in combinations(board.empty(), n))
    return Solution((min(board.price(cells) for cells in sets if connects(board, side, frozenset(cells))),))


@question(3, parts="ab", kind=integers(1, 1, 970), points=6)
def winning_moves(context: SolveContext[Board], part: Part) -> Solution:
    """Return the price of a winning first move of Black (a), or of all of them together (b)."""
    moves = winning(context.params)
    return Solution((context.params.price(moves[:1] if part.letter == "a" else moves),))


@winning_moves.accepts("a")
def wins(context: SolveContext[Board], _: Part, values: Values) -> bool:
    """Accept every winning first move."""
    return values[0] in [context.params.price([cell]) for cell in winning(context.params)]


@question(4, kind=probabilities(1), points=4, tolerance=Tolerance(absolute=Fraction(1, 10**4)))
def against_chance(context: SolveContext[Board], _: Part) -> Solution:
    """Return the probability that Black wins if White begins and chooses at random."""
    return Solution((chance(context.params, NONE, NONE, 0),))


@positions.drawing
def picture(board: Board) -> str:
    """Return the board as SVG, with its stones and the prices of the empty cells."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="38mm" viewBox="0 0 63 38" stroke="black">'
    for i, j in CELLS:
        x, y = 9 + 10 * j + 5 * i, 6 + 8.5 * i
        svg += f'<polygon points="{" ".join(f"{x + a},{y + b}" for a, b in SHAPE)}" fill="none" stroke-width=".3"/>'
        if (i, j) in board.empty():
            font = 'font-family="Corrige Text" font-size="3.5" text-anchor="middle" stroke="none"'
            svg += f'<text x="{x}" y="{y + 1.2}" {font}>{board.price([(i, j)])}</text>'
        else:
            fill = "black" if (i, j) in board.stones[0] else "white"
            svg += f'<circle cx="{x}" cy="{y}" r="3.5" fill="{fill}" stroke-width=".3"/>'
    return svg + "</svg>"


for later in (cheapest, winning_moves, against_chance):
    later.shares_drawing(positions)


@misconception_from_params("other-diagonal")
def other_diagonal(board: Board) -> Board:
    """Take the cells along the other diagonal for neighbours."""
    return replace(board, steps=((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)))


EXAM = Exam(
    "hex", 17, draw, questions_of(positions, cheapest, winning_moves, against_chance), misconceptions=(other_diagonal,)
)
