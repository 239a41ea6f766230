"""Hex on a board of 4 × 4: counted positions, cheapest connections, winning moves, a random opponent."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from answers.author import Draws, Tolerance, exam, integers, probabilities, question, shared

Cell = tuple[int, int]
CELLS = tuple(product(range(4), range(4)))
NONE: frozenset[Cell] = frozenset()
SHAPE = ((-5, -2.8), (0, -5.7), (5, -2.8), (5, 2.8), (0, 5.7), (-5, 2.8))


@dataclass(frozen=True)
class Board:
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


@shared
def board(draws: Draws) -> Board:
    """Draw eight stones such that Black wins by several first moves, but not for certain if White begins."""
    first, step = draws.integer(0, 96), draws.integer(1, 96)
    prices = tuple(1 + (first + step * n) % 97 for n in range(16))

    def position(draws: Draws) -> Board:
        stones = draws.sample(CELLS, 8)
        black = draws.sample(stones, 4)
        return Board(prices, (black, tuple(cell for cell in stones if cell not in black)))

    return draws.until(position, lambda board: len(winning(board)) > 1 and chance(board, NONE, NONE, 0) < 1)


board.mistake(
    "other-diagonal",
    lambda board: replace(board, steps=((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))),
    fr="Les cases se touchent le long de l’autre diagonale.",
    en="Cells touch along the other diagonal.",
)


@board.drawing
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


@question(
    parts="ab",
    kind={"a": integers(1, 0, 6720), "b": integers(1, 0, 2 * 10**6)},
    points={"a": 1, "b": 4},
    needs=board,
    tags="games counting",
    difficulty=3,
)
def positions(board: Board) -> tuple[int, int]:
    """Return the number of positions after five moves without a win (a), and the sum of the prices under Black (b)."""
    empty = set(board.empty())
    free = [
        board.price(black)
        for black in map(frozenset, combinations(empty, 3))
        for white in map(frozenset, combinations(empty - black, 2))
        if not connects(board, 0, black) and not connects(board, 1, white)
    ]
    return len(free), sum(free)


positions.text(
    fr="""
    Le plateau a quatre lignes de quatre cases ; il porte quatre pions noirs et quatre blancs. Chaque joueur pose à
    son tour un pion sur une case vide. Noir gagne s’il relie le haut au bas, Blanc s’il relie la gauche à la droite.
    Chaque case vide porte un prix, et tous les prix sont différents. Noir commence : combien de positions sont
    possibles après cinq coups sans que personne ait encore gagné (a) ? Quelle est, sur toutes ces positions, la somme
    des prix des trois cases que Noir a prises (b) ?
    """,
    en="""
    The board: four rows of four cells, four black stones and four white ones. Each player in turn lays a stone on an
    empty cell. Black wins by connecting top and bottom, White by connecting left and right. Each empty cell has a
    price, and all prices differ. Black begins: how many positions are possible after five moves in which nobody has
    won yet (a)? Over all these positions, what is the sum of the prices of the three cells that Black took (b)?
    """,
)
positions.labels(
    fr=["{{ 'positions' if part == 'a' else 'total' }} ="], en=["{{ 'positions' if part == 'a' else 'total' }} ="]
)
positions.mistake(
    "in-order",
    lambda board: tuple(12 * value for value in positions(board)),
    fr="Une position ne dépend pas de l’ordre des coups.",
    en="A position does not depend on the order of moves.",
)
positions.examples("a: 260 | right", "a: 3120 | wrong", "b: 30180 | right", "b: 30 180 | right")


@question(parts="ab", kind=integers(1, 0, 970), points=5, needs=board, tags="games graphs shortest-paths", difficulty=3)
def cheapest(board: Board) -> tuple[int, int]:
    """Return the lowest price for which Black (a) and White (b) connects, over all sets of empty cells."""
    sets = [frozenset(cells) for n in range(9) for cells in combinations(board.empty(), n)]
    black, white = (min(board.price(cells) for cells in sets if connects(board, side, cells)) for side in (0, 1))
    return black, white


cheapest.text(
    fr="""
    Un joueur achète des cases vides, à leur prix, et l’autre ne joue pas. Combien Noir doit-il payer au minimum pour
    relier
    ses deux bords (a) ? Et Blanc (b) ?
    """,
    en="""
    A player buys empty cells, at their prices, while the other one does not play. What must Black pay at least to
    connect (a)? And White (b)?
    """,
)
cheapest.labels(fr=["prix ="], en=["price ="])
cheapest.examples("a: 86 | right", "b: 116 | right", "b: | blank")


@question(parts="ab", kind=integers(1, 1, 970), points=6, needs=board, tags="games search", difficulty=4)
def winning_moves(board: Board) -> tuple[int, int]:
    """Return the price of a winning first move of Black (a), and of all of them together (b)."""
    moves = winning(board)
    return board.price(moves[:1]), board.price(moves)


winning_moves.accept(lambda price, board: price in [board.price([cell]) for cell in winning(board)], parts="a")
winning_moves.text(
    fr="""
    Noir commence et les deux joueurs jouent au mieux : quel est le prix de la case d’un premier coup gagnant (a) ?
    Quelle est la somme des prix des cases de tous les premiers coups gagnants (b) ?
    """,
    en="""
    Black begins and both play as well as possible: the price of the cell of a winning first move (a); the sum of the
    prices of the cells of all winning first moves (b)?
    """,
)
winning_moves.labels(
    fr=["{{ 'prix' if part == 'a' else 'somme' }} ="], en=["{{ 'price' if part == 'a' else 'sum' }} ="]
)
winning_moves.examples("a: 86 | right", "a: 30 | right", "a: 188 | wrong", "b: 188 | right")


@question(
    kind=probabilities(1), points=4, tolerance=Tolerance(absolute="0.0001"), needs=board, tags="games", difficulty=4
)
def against_chance(board: Board) -> Fraction:
    """Return the probability that Black wins if White begins and chooses at random."""
    return chance(board, NONE, NONE, 0)


against_chance.text(
    fr="""
    Blanc commence, et choisit à chaque coup une case vide au hasard, avec une probabilité proportionnelle à son prix.
    Noir joue au mieux : avec quelle probabilité gagne-t-il, à $10^{-4}$ près ?
    """,
    en="""
    White begins, and chooses an empty cell at random each time, with a probability in proportion to its price. Black
    plays as well as possible: with what probability does Black win, to $10^{-4}$?
    """,
)
against_chance.labels("p =")
against_chance.examples("4789/4961 | right", "0,9653 | right", "0,965 | wrong")

EXAM = exam(
    __name__,
    title="Hex",
    source={"fr": "d’après Hein, 1942, et Nash, 1949", "en": "after Hein, 1942, and Nash, 1949"},
)
