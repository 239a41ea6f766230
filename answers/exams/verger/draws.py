"""What u₀ draws for the exam `verger`: entries of the printed matrix, orchards and a die."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from answers.exam.draw import Draw
from answers.exam.question import Params
from solvers.sequence.permutations import permutation
from solvers.verger.orchard import Die, Orchard, Strategy


class Transition(NamedTuple):
    """A move of the printed chain, from a state to another, by their letters."""

    start: str
    end: str


class Walk(NamedTuple):
    """A state of the printed chain, and how many throws follow it."""

    start: str
    throws: int


class EqualTrees(NamedTuple):
    """So many trees, each with so many fruits."""

    number: int
    fruits: int


class Range(NamedTuple):
    """The integers from `low` to `high`."""

    low: int
    high: int


def _transitions(moves: str) -> tuple[Transition, ...]:
    return tuple(Transition(move[0], move[1]) for move in moves.split())


ASKED: Final[tuple[Strategy, ...]] = ("max", "min", "random")

TRANSITIONS: Final = (
    _transitions("AB AC AF BD BH BK CD CE CF CI"),
    _transitions("DG DH DJ DK EG EI EL FH FI FL"),
    _transitions("GJ GK GL HJ HK HL IJ IL JK JL"),
)
"""The 30 transitions of the printed matrix from states A … J, cut in three: one of each third is asked."""

WALKS: Final = (
    *(Walk("A", throws) for throws in (2, 3, 4)),
    *(Walk("B", throws) for throws in (2, 3)),
    *(Walk("C", throws) for throws in (2, 3)),
    Walk("D", 2),
)
"""Those after which the game may be won, lost or still going on."""

CHAIN: Final = (Range(4, 6), Range(2, 4), Range(1, 2))
ORCHARD: Final = (Range(6, 9), Range(4, 6), Range(2, 4), Range(1, 2))
POSITION: Final = (Range(4, 8), Range(3, 6), Range(2, 4), Range(1, 3))


@dataclass(frozen=True, slots=True)
class Parameters(Params):
    """What u₀ decides.

    Attributes
    ----------
    transitions
        Question 1 (a): three transitions of the printed matrix.
    walk
        Question 1 (b).
    chain, edition, orchard, position
        The orchards of questions 3 and 4, of 5 (b), of 5 (c) and 7 (c), and of 6.
    equal
        The trees of question 7 (a, b); their ravens are what is asked.
    small, die, order
        Question 8: the small edition, its die, and its strategies, numbered 1, 2, 3.
    """

    transitions: tuple[Transition, ...]
    walk: Walk
    chain: Orchard
    edition: Orchard
    orchard: Orchard
    position: Orchard
    equal: EqualTrees
    small: Orchard
    die: Die
    order: tuple[Strategy, ...]


def draw(draw: Draw) -> Parameters:
    """Draw everything from u(1000) … u(1025)."""
    return Parameters(
        draw.u0,
        transitions=tuple(draw.choice(1000 + i, third) for i, third in enumerate(TRANSITIONS)),
        walk=draw.choice(1003, WALKS),
        chain=_orchard(draw, 1004, CHAIN, Range(2, 5)),
        edition=Orchard.of_equal_trees(4, draw.integer(1008, 7, 9), draw.integer(1009, 4, 7)),
        orchard=_orchard(draw, 1010, ORCHARD, Range(4, 7)),
        position=_orchard(draw, 1015, POSITION, Range(2, 5)),
        equal=EqualTrees(draw.integer(1020, 2, 5), draw.integer(1021, 4, 9)),
        small=Orchard.of_equal_trees(4, 4, draw.integer(1022, 4, 7)),
        die=Die(basket_size=draw.integer(1023, 1, 3), raven_faces=draw.integer(1024, 1, 2)),
        order=tuple(ASKED[i] for i in permutation(draw.term(1025), len(ASKED))),
    )


def _orchard(draw: Draw, k: int, trees: tuple[Range, ...], ravens: Range) -> Orchard:
    """Draw the fruits of each tree by u(k), u(k + 1), …, then the ravens."""
    fruits = tuple(draw.integer(k + i, *limits) for i, limits in enumerate(trees))
    return Orchard(fruits, draw.integer(k + len(trees), *ravens))
