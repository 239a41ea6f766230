"""Parameters of the exam `verger` drawn from u₀: a die, small and large orchards, transitions of a chain.

The strategy "max" fills a basket from the fullest trees, "min" from the emptiest trees with fruit.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil
from typing import Final, NamedTuple

from answers.exam.draw import Draw
from answers.exam.question import Params
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, OrchardStrategy


class Transition(NamedTuple):
    """A transition by one throw; the `end` of a won game has no fruit, that of a lost game no raven."""

    start: Orchard
    end: Orchard


class Walk(NamedTuple):
    """A position, and a number of throws after which the chances won, lost and going on are asked for."""

    start: Orchard
    throws: int


class Range(NamedTuple):
    """The integers from `low` to `high`, both included."""

    low: int
    high: int


STRATEGIES_OF_CHANCES: Final[tuple[OrchardStrategy, ...]] = ("max", "min", "random")

_FACES: Final = (
    (1, 1, 1), (1, 2, 1), (1, 2, 2), (1, 3, 2), (1, 3, 3), (1, 4, 3), (2, 1, 1), (2, 1, 2), (2, 2, 1),
    (2, 2, 3), (2, 3, 2), (2, 3, 3), (2, 3, 4), (2, 4, 3), (3, 1, 2), (3, 1, 3), (3, 2, 3), (3, 2, 4),
)  # fmt: skip
DICE: Final = tuple(die for faces in _FACES for size in (2, 3) if (die := Die(*faces, size)) != DEFAULT_DIE)
"""Dice with which no drawn orchard is nearly always won or nearly always lost, without the original die.

With baskets of one fruit, strategies would hardly differ; with t + b = r, a single tree would be an even chance.
"""

SMALL_TREES: Final = ((2, 1), (2, 2), (3, 1), (3, 2), (2, 1, 1), (2, 2, 1))
"""Trees of the small orchard of question 1 (a)."""

WALK_TREES: Final = ((2, 1), (2, 2), (3, 1), (1, 1, 1), (3, 2), (2, 1, 1), (3, 3), (4, 2))
"""Trees of the position of question 1 (b)."""

POSITION_TREES: Final = (
    (2,), (3,), (4,), (5,), (6,), (1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (3, 2),
    (1, 1, 1), (2, 1, 1), (3, 1, 1), (2, 2, 1), (1, 1, 1, 1),
)  # fmt: skip
MOST_WRITTEN: Final = 13, 9
"""Largest numbers of characters of a fraction in questions 1 (b) and 2, including its bar.

A key prints fractions of up to twelve digits in full."""

CHAIN: Final = (Range(4, 6), Range(3, 5), Range(1, 2))
ORCHARD: Final = (Range(6, 9), Range(4, 6), Range(2, 4), Range(1, 2))
POSITION: Final = (Range(4, 8), Range(3, 6), Range(3, 5), Range(3, 4))
"""Trees of question 6; the smallest tree has more fruits than in question 5 (b)."""

EDITIONS: Final = tuple(
    Orchard((fruits,) * equal + (other,), ravens)
    for equal, most in ((2, 12), (3, 9))
    for fruits in range(6, most + 1)
    for other, ravens in product(range(2, fruits), range(4, 10))
)
"""Orchards of question 5 (a): equal trees and a smaller tree. Orchards of equal trees only are so few that a table
would have them all."""

FAIR: Final = (Range(10, 14), Range(6, 9), Range(3, 6), Range(1, 3))
"""Trees of question 7; none are those of question 5, whose chances would be asked for again."""


MOST_GAIN: Final = (
    "334345445233334344223233334456567678445456567445456567334345455"
    "56767978a456567678456567678345456566233334334233233333456567567"
    "455456566223233233222223223567678679456567567334345445233334344"
    "45656756734545545656767978a456567678345456566334345455345445455"
    "344345445567567678456567567455456567345455456567678679456567578"
)
"""Ravens of question 8 (b), a hexadecimal digit each, by die of `DICE`, then 3, 4, 5 trees, then 4, 5, 6 fruits."""
NEARLY: Final = (-1, 1, 2)
"""Differences of the ravens of question 8 (a) from those of (b). With few ravens, the gain over random is nearly half
the gain over min."""


@dataclass(frozen=True, slots=True)
class Parameters(Params):
    """Parameters drawn from u₀."""

    die: Die  # the student's die, of questions 1 to 4, 5 (c), 7 (c) and 8
    transitions: tuple[Transition, ...]  # three transitions of different sorts, of question 1 (a)
    walk: Walk  # the position and the number of throws of question 1 (b)
    positions: tuple[Orchard, ...]  # of question 2
    chain: Orchard  # of questions 3 and 4
    edition: Orchard  # orchard of question 5 (a), from `EDITIONS`: equal trees and a smaller tree
    orchard: Orchard  # of question 5 (b, c)
    position: Orchard  # orchard in the middle of a game, of question 6
    fair: tuple[int, ...]  # trees of question 7, which asks for their number of ravens
    # orchard of equal trees of question 8. Its ravens are those of part (a), and never the answer to part (b).
    small: Orchard
    # die of questions 5 (a, b), 6 and 7 (a, b): the original die, except under a misconception
    original: Die = DEFAULT_DIE


def draw(draw: Draw) -> Parameters:
    """Draw all parameters from the terms u(1000) … u(1029) of the student's sequence."""
    die = draw.choice(1000, DICE)
    small = Orchard(draw.choice(1001, SMALL_TREES), draw.integer(1002, 2, 3))
    walk = draw.choice(1006, walks(die))
    known = after(*walk, die)[:3]
    trees, fruits = draw.integer(1027, 3, 5), draw.integer(1028, 4, 6)
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
        # the ravens of question 8 are near the answer to its part (b)
        small=Orchard.of_equal_trees(trees, fruits, most_gain(die, trees, fruits) + draw.choice(1029, NEARLY)),
    )


def most_gain(die: Die, trees: int, fruits: int) -> int:
    """Return the number of ravens at which the chances to win of the strategies "max" and "min" differ most.

    Ravens are pieces of the raven's puzzle. The number is taken from a table: `die` is one of `DICE`, with 3 to 5
    `trees` of 4 to 6 `fruits` each; other sizes are not checked.
    """
    return int(MOST_GAIN[9 * DICE.index(die) + 3 * (trees - 3) + fruits - 4], 16)


def filled(trees: tuple[int, ...], strategy: OrchardStrategy, die: Die = DEFAULT_DIE) -> tuple[int, ...]:
    """Return the trees, without empty ones, that a basket of "max" or "min" leaves; it takes all fruits if too few."""
    fruits = sorted(filter(None, trees), reverse=True)
    if ways := die.fillings(tuple(fruits), strategy):
        return tuple(filter(None, next(after for after, times in ways if times)))
    for _ in range(min(die.basket_size, sum(fruits))):
        fruits.sort(reverse=strategy == "max")
        fruits = [tree for tree in (fruits[0] - 1, *fruits[1:]) if tree]
    return tuple(fruits)


def outcomes(position: Orchard, die: Die) -> list[tuple[str, int, Orchard]]:
    """Return the outcomes of a throw under "max": the kind of face, the number of such faces, the position after it.

    The kinds are "tree", once for each tree, then "basket" and "raven".
    """
    trees, ravens = position.trees, position.ravens
    picked = [Orchard((*trees[:i], fruits - 1, *trees[i + 1 :]), ravens) for i, fruits in enumerate(trees)]
    return [
        *(("tree", die.tree_faces, end) for end in picked),
        ("basket", die.basket_faces, Orchard(filled(trees, "max", die), ravens)),
        ("raven", die.raven_faces, Orchard(trees, ravens - 1)),
    ]


@cache
def transitions(orchard: Orchard, die: Die) -> tuple[tuple[Transition, ...], ...]:
    """Return the transitions under "max" to the win, those by faces of several kinds or trees, and all others."""
    winning: list[Transition] = []
    shared: list[Transition] = []
    single: list[Transition] = []
    boxes = product(*(range(fruits + 1) for fruits in orchard.trees))
    trees_left = dict.fromkeys(tuple(sorted(filter(None, box), reverse=True)) for box in boxes if any(box))
    for start in (Orchard(trees, ravens) for trees in trees_left for ravens in range(1, orchard.ravens + 1)):
        for end, ways in Counter(end for *_, end in outcomes(start, die)).items():
            sort = winning if not end.trees else shared if ways > 1 else single
            sort.append(Transition(start, end))
    return tuple(winning), tuple(shared), tuple(single)


@cache
def walks(die: Die) -> tuple[Walk, ...]:
    """Return the walks of 3 or 4 throws after which the game may be won, lost or still going on.

    The game may be won within as many throws as there are ravens. A lost game may include throws other than ravens, so
    that its chance is not just a power.
    """
    walks = []
    for trees, (ravens, throws) in product(WALK_TREES, ((2, 3), (2, 4), (3, 4))):
        walk, fruits = Walk(Orchard(trees, ravens), throws), sum(trees)
        is_undecided = ceil(fruits / die.basket_size) <= ravens < throws <= fruits + ravens - 2
        if is_undecided and _fit(after(*walk, die)[:3], MOST_WRITTEN[0]):
            walks.append(walk)
    return tuple(walks)


@cache
def short_positions(die: Die) -> tuple[Orchard, ...]:
    """Return the positions for question 2 whose answers, as fractions, have at most nine characters."""
    starts = [Orchard(trees, ravens) for trees in POSITION_TREES for ravens in (1, 2, 3) if sum(trees) + ravens > 3]
    return tuple(start for start in starts if _fit(outlook(start, die), MOST_WRITTEN[1]))


def outlook(position: Orchard, die: Die) -> tuple[Fraction, Fraction]:
    """Return the chance to win and the mean length of a game from a position under the strategy "max"."""
    won, _, _, length = after(position, sum(position.trees) + position.ravens, die)
    return won, length


@cache
def after(position: Orchard, throws: int, die: Die) -> tuple[Fraction, ...]:
    """Return the chances won, lost and going on after at most `throws` throws under "max", and the mean throws made."""
    won, lost = not position.trees, bool(position.trees) and not position.ravens
    if won or lost or not throws:
        return Fraction(won), Fraction(lost), Fraction(not won and not lost), Fraction(0)
    terms = [(count, after(end, throws - 1, die)) for _, count, end in outcomes(position, die)]
    total = die.faces(len(position.trees))
    *chances, length = (sum((count * each[i] for count, each in terms), Fraction(0)) / total for i in range(4))
    return *chances, 1 + length


def _fit(values: tuple[Fraction, ...], most: int) -> bool:
    """Return whether all fractions, as texts, have at most `most` characters."""
    return all(len(str(value)) <= most for value in values)


def _orchard(draw: Draw, k: int, trees: tuple[Range, ...], ravens: Range) -> Orchard:
    """Draw the fruits of each tree by u(k), u(k + 1), …, then the ravens."""
    fruits = tuple(draw.integer(k + i, *limits) for i, limits in enumerate(trees))
    return Orchard(fruits, draw.integer(k + len(trees), *ravens))
