"""What u₀ draws for the exam `verger`: a die, small and large orchards, transitions of a chain."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil
from typing import Final, NamedTuple

from answers.exam.draw import Draw
from answers.exam.question import Params
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy


class Transition(NamedTuple):
    """A throw of the chain, from a position to another; no fruit is left at the win, no raven at the loss."""

    start: Orchard
    end: Orchard


class Walk(NamedTuple):
    """A position, and how many throws follow it."""

    start: Orchard
    throws: int


class Range(NamedTuple):
    """The integers from `low` to `high`."""

    low: int
    high: int


ASKED: Final[tuple[Strategy, ...]] = ("max", "min", "random")

_FACES: Final = (
    (1, 1, 1), (1, 2, 1), (1, 2, 2), (1, 3, 2), (1, 3, 3), (1, 4, 3), (2, 1, 1), (2, 1, 2), (2, 2, 1),
    (2, 2, 3), (2, 3, 2), (2, 3, 3), (2, 3, 4), (2, 4, 3), (3, 1, 2), (3, 1, 3), (3, 2, 3), (3, 2, 4),
)  # fmt: skip
DICE: Final = tuple(die for faces in _FACES for size in (2, 3) if (die := Die(*faces, size)) != DEFAULT_DIE)
"""Those with which no orchard drawn is nearly always won or lost; the original one left out.

With baskets of one fruit strategies would hardly differ; with t + b = r a single tree would be a toss of a coin.
"""

SMALL_TREES: Final = ((2, 1), (2, 2), (3, 1), (3, 2), (2, 1, 1), (2, 2, 1))
"""Question 1 (a)."""

WALK_TREES: Final = ((2, 1), (2, 2), (3, 1), (1, 1, 1), (3, 2), (2, 1, 1), (3, 3), (4, 2))
"""Question 1 (b)."""

POSITION_TREES: Final = (
    (2,), (3,), (4,), (5,), (6,), (1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (3, 2),
    (1, 1, 1), (2, 1, 1), (3, 1, 1), (2, 2, 1), (1, 1, 1, 1),
)  # fmt: skip
MOST_WRITTEN: Final = 13, 9
"""Questions 1 (b) and 2: characters of a fraction, its bar among them; a key prints twelve digits in full."""

CHAIN: Final = (Range(4, 6), Range(3, 5), Range(1, 2))
ORCHARD: Final = (Range(6, 9), Range(4, 6), Range(2, 4), Range(1, 2))
POSITION: Final = (Range(4, 8), Range(3, 6), Range(3, 5), Range(3, 4))
"""Question 6: with more fruits on the smallest tree than in question 5 (b)."""

EDITIONS: Final = tuple(
    Orchard((fruits,) * equal + (other,), ravens)
    for equal, most in ((2, 12), (3, 9))
    for fruits in range(6, most + 1)
    for other, ravens in product(range(2, fruits), range(4, 10))
)
"""Question 5 (a): equal trees and a smaller one. Of equal trees alone there are so few that all fit in a table."""

FAIR: Final = (Range(10, 14), Range(6, 9), Range(3, 6), Range(1, 3))
"""Question 7: none of the trees of question 5, whose chances would be asked for again."""


MOST_GAIN: Final = (
    "334345445233334344223233334456567678445456567445456567334345455"
    "56767978a456567678456567678345456566233334334233233333456567567"
    "455456566223233233222223223567678679456567567334345445233334344"
    "45656756734545545656767978a456567678345456566334345455345445455"
    "344345445567567678456567567455456567345455456567678679456567578"
)
"""Ravens of question 8 (b), a hexadecimal digit each: for every die of `DICE`, 3, 4, 5 trees of 4, 5, 6 fruits."""
NEARLY: Final = (-1, 1, 2)
"""Ravens of question 8 (a) beyond those. With few, the gain over random is nearly half of that over min."""


@dataclass(frozen=True, slots=True)
class Parameters(Params):
    """What u₀ decides.

    Attributes
    ----------
    die
        The student's own, of questions 1 to 4, 5 (c), 7 (c) and 8.
    transitions, walk
        Question 1: three transitions, of three sorts, and a position with the throws that follow it.
    positions
        Question 2.
    chain, edition, orchard, position
        The orchards of questions 3 and 4, of 5 (a), of 5 (b, c), and of 6.
    fair
        The trees of question 7; their ravens are what is asked.
    small
        The small edition of question 8; its ravens are those of part (a), never those that part (b) asks for.
    original
        The die of 5 (a, b), 6 and 7 (a, b): another only where the exam is misread.
    """

    die: Die
    transitions: tuple[Transition, ...]
    walk: Walk
    positions: tuple[Orchard, ...]
    chain: Orchard
    edition: Orchard
    orchard: Orchard
    position: Orchard
    fair: tuple[int, ...]
    small: Orchard
    original: Die = DEFAULT_DIE


def draw(draw: Draw) -> Parameters:
    """Draw everything from u(1000) … u(1029)."""
    die = draw.choice(1000, DICE)
    small = Orchard(draw.choice(1001, SMALL_TREES), draw.integer(1002, 2, 3))
    walk = draw.choice(1006, walks(die))
    known = after(*walk, die)[:3]
    return Parameters(
        draw.u0,
        die=die,
        transitions=tuple(draw.choice(1003 + i, sort) for i, sort in enumerate(transitions(small, die))),
        walk=walk,
        positions=draw.sample(
            1007, [position for position in short_positions(die) if outlook(position, die)[0] not in known], 3
        ),
        chain=_orchard(draw, 1008, CHAIN, Range(2, 6)),
        edition=draw.choice(1012, EDITIONS),
        orchard=_orchard(draw, 1013, ORCHARD, Range(4, 7)),
        position=_orchard(draw, 1018, POSITION, Range(2, 5)),
        fair=tuple(draw.integer(1023 + i, *limits) for i, limits in enumerate(FAIR)),
        small=_small(draw, die),
    )


def most_gain(die: Die, trees: int, fruits: int) -> int:
    """Return the ravens with which max gains most over min, from a die of `DICE` and the equal trees of question 8."""
    return int(MOST_GAIN[9 * DICE.index(die) + 3 * (trees - 3) + fruits - 4], 16)


def _small(draw: Draw, die: Die) -> Orchard:
    """Draw the edition of question 8, with nearly the ravens of part (b)."""
    trees, fruits = draw.integer(1027, 3, 5), draw.integer(1028, 4, 6)
    return Orchard.of_equal_trees(trees, fruits, most_gain(die, trees, fruits) + draw.choice(1029, NEARLY))


def filled(trees: tuple[int, ...], strategy: Strategy, die: Die = DEFAULT_DIE) -> tuple[int, ...]:
    """Return the trees once `max` or `min` has filled a basket of the die, with all fruits if they are fewer."""
    left = sorted(filter(None, trees), reverse=True)
    if ways := die.fillings(tuple(left), strategy):
        return tuple(filter(None, next(after for after, times in ways if times)))
    for _ in range(min(die.basket_size, sum(left))):
        left.sort(reverse=strategy == "max")
        left = [tree for tree in (left[0] - 1, *left[1:]) if tree]
    return tuple(left)


def throw(position: Orchard, die: Die) -> Counter[tuple[Orchard, str]]:
    """Return how many faces of the die lead to each position under `max`, the tree, basket and raven faces apart."""
    trees, ravens = position.trees, position.ravens
    faces: Counter[tuple[Orchard, str]] = Counter()
    for i, fruits in enumerate(trees):
        faces[Orchard((*trees[:i], fruits - 1, *trees[i + 1 :]), ravens), "tree"] += die.tree_faces
    faces[Orchard(filled(trees, "max", die), ravens), "basket"] += die.basket_faces
    faces[Orchard(trees, ravens - 1), "raven"] += die.raven_faces
    return faces


@cache
def transitions(orchard: Orchard, die: Die) -> tuple[tuple[Transition, ...], ...]:
    """Return the transitions of the chain under `max`: to the win, those on which faces agree, and the others."""
    winning: list[Transition] = []
    shared: list[Transition] = []
    single: list[Transition] = []
    for start in _inside(orchard):
        faces = throw(start, die)
        ends = Counter(end for end, _ in faces)
        for end in ends:
            several = ends[end] > 1 or faces[end, "tree"] > die.tree_faces
            sort = winning if not end.trees else shared if several else single
            sort.append(Transition(start, end))
    return tuple(winning), tuple(shared), tuple(single)


@cache
def walks(die: Die) -> tuple[Walk, ...]:
    """Return the walks of 3 or 4 throws after which the game may be won, lost or still going on.

    It may be won with no more throws than ravens, and lost by more than ravens alone, whose faces have a mere power.
    """
    found = (Walk(Orchard(trees, c), k) for trees in WALK_TREES for c, k in ((2, 3), (2, 4), (3, 4)))
    return tuple(walk for walk in found if _undecided(*walk, die) and _fit(after(*walk, die)[:3], MOST_WRITTEN[0]))


@cache
def short_positions(die: Die) -> tuple[Orchard, ...]:
    """Return the positions of question 2 whose answers have at most nine characters."""
    starts = [Orchard(trees, ravens) for trees in POSITION_TREES for ravens in (1, 2, 3) if sum(trees) + ravens > 3]
    return tuple(start for start in starts if _fit(outlook(start, die), MOST_WRITTEN[1]))


def outlook(position: Orchard, die: Die) -> tuple[Fraction, Fraction]:
    """Return the chance to win and the mean length of a game under `max`."""
    won, _, _, length = after(position, sum(position.trees) + position.ravens, die)
    return won, length


@cache
def after(position: Orchard, throws: int, die: Die) -> tuple[Fraction, ...]:
    """Return the chances that the game is then won, lost or going on, and the throws made in the mean, under `max`."""
    won, lost = not position.trees, bool(position.trees) and not position.ravens
    if won or lost or not throws:
        return Fraction(won), Fraction(lost), Fraction(not won and not lost), Fraction(0)
    terms = [(count, after(end, throws - 1, die)) for (end, _), count in throw(position, die).items()]
    total = die.faces(len(position.trees))
    *chances, length = (sum((count * each[i] for count, each in terms), Fraction(0)) / total for i in range(4))
    return *chances, 1 + length


def _undecided(start: Orchard, throws: int, die: Die) -> bool:
    fruits, ravens = sum(start.trees), start.ravens
    return ceil(fruits / die.basket_size) <= ravens < throws <= fruits + ravens - 2


def _fit(values: tuple[Fraction, ...], most: int) -> bool:
    return all(len(str(value)) <= most for value in values)


def _inside(orchard: Orchard) -> list[Orchard]:
    """Return the positions in play that the chain of `orchard` has, each once."""
    boxes = product(*(range(fruits + 1) for fruits in orchard.trees))
    trees = dict.fromkeys(tuple(sorted(filter(None, box), reverse=True)) for box in boxes if any(box))
    return [Orchard(left, ravens) for left in trees for ravens in range(1, orchard.ravens + 1)]


def _orchard(draw: Draw, k: int, trees: tuple[Range, ...], ravens: Range) -> Orchard:
    """Draw the fruits of each tree by u(k), u(k + 1), …, then the ravens."""
    fruits = tuple(draw.integer(k + i, *limits) for i, limits in enumerate(trees))
    return Orchard(fruits, draw.integer(k + len(trees), *ravens))
