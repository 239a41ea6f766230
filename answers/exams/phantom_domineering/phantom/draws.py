"""Parameters of the exam `phantom` drawn from u₀."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

from answers.exam.draw import Draw
from answers.exams.phantom_domineering.phantom.boards import HIDDEN, PAIRS, REMAINDERS
from answers.exams.phantom_domineering.rules import (
    BoardCell,
    Dimensions,
    PhantomParams,
    PhantomRules,
    SequenceQuestions,
)
from solvers.domineering.board import Board


class DrawnBoard(NamedTuple):
    """A board and its forbidden cells."""

    size: Dimensions
    forbidden: tuple[BoardCell, ...]

    @property
    def opened(self) -> Board:
        """The same board as an object of the solvers."""
        return Board(*self.size, frozenset(self.forbidden))


class HiddenCell(NamedTuple):
    """A board on which one more of `cells` will be forbidden, drawn with the probabilities `percents`, in percent."""

    size: Dimensions
    forbidden: tuple[BoardCell, ...]
    cells: tuple[BoardCell, ...]
    percents: tuple[int, ...]

    @property
    def opened(self) -> Board:
        """The board as an object of the solvers, before the additional cell is forbidden: all of `cells` are free."""
        return Board(*self.size, frozenset(self.forbidden))


class Remainders(NamedTuple):
    """A game of two integers, won by whether a remainder modulo `modulus` is below `bound`."""

    modulus: int
    bound: int


@dataclass(frozen=True, slots=True)
class Remainder:
    """A mistake in question 5: i and j exchanged, `more` added to the bound, or both integers drawn alike."""

    exchanged: bool = False
    more: int = 0
    alike: bool = False


REMAINDER = Remainder()
APART = 30
"""Smallest difference in thousandths of the values of question 5 (a) and (b): three times the tolerance."""


@dataclass(frozen=True, slots=True)
class Parameters(PhantomParams):
    """Parameters drawn from u₀, in the order of the questions."""

    ranks: tuple[tuple[int, int, int], ...]
    """Question 1: indices of the terms, by part."""
    length: int
    """Question 2: size of the permutations."""
    board: DrawnBoard
    """Question 3."""
    counts: tuple[int, int, int]
    """Question 4: numbers of terms to draw from, by part."""
    remainders: tuple[Remainders, Remainders]
    """Question 5, by part."""
    hidden: tuple[HiddenCell, ...]
    """Question 6: six games, two in each part."""
    boards: tuple[DrawnBoard, ...]
    """Questions 7 and 8: the boards A, B, C."""
    few: int
    """Question 7: how many plans each player may choose from."""
    many: int
    """Question 8: how many plans each player may choose from."""

    @property
    def sequence_questions(self) -> SequenceQuestions:
        """Data of the questions on the student's sequence."""
        return SequenceQuestions(self.ranks, self.length, self.counts)

    def with_rules(self, rules: PhantomRules) -> "Parameters":
        """Return the same parameters with other rules, which a misconception has changed."""
        return MisreadPhantomParameters(
            **{field.name: getattr(self, field.name) for field in fields(Parameters)}, rules=rules
        )


@dataclass(frozen=True, slots=True)
class MisreadPhantomParameters(Parameters):
    """Parameters of the exam `phantom` with misread rules."""

    rules: PhantomRules


PLAYED: tuple[Dimensions, ...] = (
    Dimensions(5, 6),
    Dimensions(6, 5),
    Dimensions(5, 7),
    Dimensions(7, 5),
    Dimensions(6, 7),
    Dimensions(7, 6),
)
"""Sizes of the boards of question 3."""
LIMITED: tuple[tuple[Dimensions, ...], ...] = (
    (Dimensions(4, 5), Dimensions(5, 4)),
    (Dimensions(5, 5), Dimensions(4, 6), Dimensions(6, 4)),
    (Dimensions(5, 6), Dimensions(6, 5)),
)
"""Sizes of the boards A, B, C of questions 7 and 8."""


def draw(draw: Draw) -> Parameters:
    """Draw sizes, boards, and how many plans the players have, each from other terms of the student's sequence."""
    size = draw.choice(1007, PLAYED)
    cells = [BoardCell(i, j) for i in range(size.rows) for j in range(size.columns)]
    return Parameters(
        draw.u0,
        ranks=(
            (1, 2, 3),
            (draw.integer(1000, 10, 99), draw.integer(1001, 100, 999), draw.integer(1002, 1000, 9999)),
            (
                draw.integer(1003, 10_000, 19_999),
                draw.integer(1004, 20_000, 39_999),
                draw.integer(1005, 40_000, 64_000),
            ),
        ),
        length=draw.integer(1006, 9, 14),
        board=DrawnBoard(size, draw.sample(1008, cells, 2)),
        counts=(draw.integer(1010, 8, 20), draw.integer(1011, 60, 150), draw.integer(1012, 400, 900)),
        remainders=remainder_games(draw, 1013, REMAINDERS),
        hidden=hidden_cells(draw, 1060, HIDDEN),
        boards=tuple(_limited_board(draw, 1040 + 3 * n, sizes) for n, sizes in enumerate(LIMITED)),
        few=draw.integer(1050, 80, 120),
        many=draw.integer(1051, 250, 400),
    )


def remainder_games(draw: Draw, k: int, tables: tuple[str, str]) -> tuple[Remainders, Remainders]:
    """Draw two games whose values are more than 0.03 apart, by the indices `k` and k + 2, from two tables."""
    first_games, second_games = (games.split() for games in tables)
    modulus, bound, value = map(int, draw.choice(k, first_games).split("/"))
    second = draw.until(
        k + 2, lambda again: again.choice(0, second_games), lambda game: abs(int(game[-3:]) - value) > APART
    )
    return Remainders(modulus, bound), Remainders(*map(int, second.split("/")[:2]))


def hidden_cells(draw: Draw, k: int, tables: Sequence[tuple[Dimensions, str]]) -> tuple[HiddenCell, ...]:
    """Draw the games of question 6 from tables such as `HIDDEN`, by five indices each, from `k` on."""
    return tuple(_hidden(draw, k + 5 * n, *game) for n, game in enumerate(tables))


def _hidden(draw: Draw, k: int, size: Dimensions, games: str) -> HiddenCell:
    """Draw a board of question 6 from its table, with chances in percent that its marked cells are forbidden."""
    forbidden, marked = draw.choice(k, games.split()).split("/")
    turn = draw.integer(k + 1, 0, 3)
    of_black, of_marked = (_turned(size, (int(digit, 16) for digit in digits), turn) for digits in (forbidden, marked))
    low, high = (20, 40) if len(marked) == 3 else (15, 30)
    percents = [draw.integer(k + 1 + n, low, high) for n in range(1, len(marked))]
    return HiddenCell(size, of_black, of_marked, (*percents, 100 - sum(percents)))


def _limited_board(draw: Draw, k: int, sizes: Sequence[Dimensions]) -> DrawnBoard:
    """Draw a board and a pair of forbidden cells from its table, reflected."""
    size = draw.choice(k, sizes)
    pair = draw.choice(k + 1, PAIRS[size].split())
    return DrawnBoard(size, _turned(size, map(int, pair.split(",")), draw.integer(k + 2, 0, 3)))


def _turned(size: Dimensions, numbers: Iterable[int], turn: int) -> tuple[BoardCell, ...]:
    """Return the cells of some numbers on a board turned upside down (`turn` 2 or 3) and left to right (1 or 3)."""
    upside_down, mirrored = divmod(turn, 2)
    cells = (BoardCell(*divmod(number, size.columns)) for number in numbers)
    return tuple(
        sorted(
            BoardCell(size.rows - 1 - i if upside_down else i, size.columns - 1 - j if mirrored else j)
            for i, j in cells
        )
    )
