"""The exam's strategies from the definitions of its subject, with plain tables: slow, independent of `solvers`.

Hands and keeps are tuples in increasing order. Everything is enumerated: 252 hands, 462 keeps, a matrix of chances.
"""

from collections import Counter
from functools import cache, partial
from itertools import combinations_with_replacement
from math import factorial, prod
from types import SimpleNamespace

import numpy as np

from tests.oracles import measured_strategies
from tests.oracles.yahtzee_recursion import FACES, LOWER, WORTHS, moves, points

UPPER = FACES[:6]
BOXES = (*UPPER, *LOWER)
HANDS = list(combinations_with_replacement(range(1, 7), 5))
KEEPS = [keep for n in range(6) for keep in combinations_with_replacement(range(1, 7), n)]
NUMBER = {keep: i for i, keep in enumerate(KEEPS)}
ROLL = {hand: i for i, hand in enumerate(HANDS)}
TIE = 1e-9
READ = {"five_is_full": False, "kinds_count_all": True, "large_is_small": True}
RULES = SimpleNamespace(
    boxes=BOXES, dice=5, faces=6, cap=63, threshold=63, bonus=35, extra=100, joker="free", **WORTHS, **READ
)
"""The rules of the subject, with the free joker."""
further = partial(moves, RULES)


def ways(dice):
    return factorial(len(dice)) // prod(factorial(n) for n in Counter(dice).values())


@cache
def chances():
    """The chance of each hand after each keep, shape (462, 252)."""
    array = np.zeros((len(KEEPS), len(HANDS)))
    for i, keep in enumerate(KEEPS):
        thrown = 5 - len(keep)
        for new in combinations_with_replacement(range(1, 7), thrown):
            array[i, ROLL[tuple(sorted(keep + new))]] += ways(new) / 6**thrown
    return array


def kept(hand, code):
    """The dice that a code keeps: the hand in decreasing order, first die first digit, 1 keeps."""
    falling = sorted(hand, reverse=True)
    return tuple(sorted(die for die, bit in zip(falling, f"{code:05b}", strict=True) if bit == "1"))


@cache
def codes(hand):
    """Of each keep of a hand, its lowest code; in increasing order of code."""
    lowest = {}
    for code in range(32):
        lowest.setdefault(kept(hand, code), code)
    return lowest


@cache
def keeps_of(hand):
    return list(codes(hand))


@cache
def places():
    """The numbers of the keeps of each hand by code, shape (252, 32)."""
    return np.array([[NUMBER[kept(hand, code)] for code in range(32)] for hand in HANDS])


@cache
def one_box(joker):
    """Points of every hand, and what every keep brings with one reroll left: (13, 252) and (13, 462)."""
    more = np.array([100 if joker and len(set(hand)) == 1 else 0 for hand in HANDS])
    worth = np.array([[points(hand, box) for hand in HANDS] for box in BOXES]) + more
    return worth, worth @ chances().T


@cache
def groups():
    """E_global by [joker, open boxes as bits]."""
    array = np.zeros((2, 1 << 13))
    first = chances()[0]
    for boxes in range(1, 1 << 13):
        for joker in (0, 1):
            if joker and boxes >> 11 & 1:
                array[1, boxes] = array[0, boxes]
                continue
            array[joker, boxes] = first @ best_of_hands(twice(once(array, boxes, joker)))
    return array


def once(later, boxes, joker):
    """Worth of keeps with one reroll left: the best box to aim at, the others by their mean."""
    alone = one_box(joker)[1]
    return np.max([alone[b] + later[joker, boxes ^ 1 << b] for b in range(13) if boxes >> b & 1], axis=0)


def best_of_hands(worth):
    return worth[places()].max(axis=1)


def twice(worth):
    """Worth of keeps with two rerolls left."""
    return chances() @ best_of_hands(worth)


def bits(left):
    return sum(1 << BOXES.index(box) for box in left)


def worths(left, scored, rerolls):
    """What every keep is worth to Toutes_les_esperances, shape (462,)."""
    joker = int(scored and "yahtzee" not in left)
    first = once(groups(), bits(left), joker)
    return first if rerolls == 1 else twice(first)


def lowest_best(hand, worth):
    best = max(worth.values()) - TIE
    return min((keep for keep in worth if worth[keep] >= best), key=codes(hand).__getitem__)


def fill_esperances(hand, left, scored):
    """The box of Toutes_les_esperances: its points and the mean of the others, the first of equals."""
    joker = int(scored and "yahtzee" not in left)
    worth = one_box(joker)[0][:, ROLL[hand]]
    value = {b: worth[b] + groups()[joker, bits(left) ^ 1 << b] for b in range(13) if BOXES[b] in left}
    return BOXES[min(b for b in value if value[b] >= max(value.values()) - TIE)]


# Decision_Une

named = partial(measured_strategies.possib, RULES)
upper_lead = partial(measured_strategies.lead, RULES)
weights = partial(measured_strategies.weights, RULES)


def aim(hand, left, upper, rerolls):
    """The box that Decision_Une aims at, the dice that it keeps and its weight, or None."""
    attained, attainable = named(hand)
    lead = upper_lead(left, upper)
    aims = [
        (sum(weights(hand, *one, rerolls, lead)), one) for one in attained + attainable if one[0] in {*left, "yahtzee"}
    ]
    if not aims:
        return None
    heaviest = max(weight for weight, _ in aims)
    return next((*one, weight) for weight, one in aims if weight == heaviest)


def fill_decision_une(hand, left, upper):
    return measured_strategies.filled(RULES, named(hand)[0], upper_lead(left, upper), hand, left)


# Perturbation, games and matches


def correction(keep, left, upper):
    """What α multiplies: the kept dice of an open upper face, while the bonus is in sight."""
    faces = [face for face in range(1, 7) if UPPER[face - 1] in left]
    if not 1 <= len(faces) <= 4 or not upper < 63 <= upper + 4 * sum(faces):
        return 0
    return max(face * keep.count(face) for face in faces)


def corrected(hand, left, scored, upper, rerolls, alpha):
    """What the keeps of a hand are worth to Perturbation."""
    worth = worths(left, scored, rerolls)
    return {keep: worth[NUMBER[keep]] + alpha * correction(keep, left, upper) for keep in keeps_of(hand)}


class DecisionUne:
    def keep(self, hand, left, scored, upper, rerolls):
        aimed = aim(hand, left, upper, rerolls)
        return aimed[1] if aimed else ()

    def fill(self, hand, left, scored, upper):
        return fill_decision_une(hand, left, upper)


class Perturbation:
    """With α = 0, Toutes_les_esperances."""

    def __init__(self, alpha=0.0):
        self.alpha = alpha

    def keep(self, hand, left, scored, upper, rerolls):
        return lowest_best(hand, corrected(hand, left, scored, upper, rerolls, self.alpha))

    def fill(self, hand, left, scored, upper):
        return fill_esperances(hand, left, scored)


def game(player, faces):
    """The final score, and (box, points) of each turn, on faces of which turn t uses those from 15 t on."""
    left, scored, upper, total, turns = frozenset(BOXES), False, 0, 0, []
    for turn in range(13):
        coming = iter(faces[15 * turn : 15 * turn + 15])
        hand = tuple(sorted(next(coming) for _ in range(5)))
        for rerolls in (2, 1):
            dice = player.keep(hand, left, scored, upper, rerolls)
            hand = tuple(sorted([*dice, *(next(coming) for _ in range(5 - len(dice)))]))
        box = player.fill(hand, left, scored, upper)
        earned = further(hand, left, scored)[box]
        upper += points(hand, box) if box in UPPER else 0
        scored = scored or (box == "yahtzee" and earned > 0)
        total, left = total + earned, left - {box}
        turns.append((box, earned))
    return total + (35 if upper >= 63 else 0), turns
