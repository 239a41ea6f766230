"""The exam's strategies from the definitions of its subject, with plain tables: slow, independent of `solvers`.

Hands and keeps are tuples in increasing order. Everything is enumerated: 252 hands, 462 keeps, a matrix of chances.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from tests.oracles.yahtzee_recursion import FACES, LOWER, points

UPPER = FACES[:6]
BOXES = (*UPPER, *LOWER)
HANDS = list(combinations_with_replacement(range(1, 7), 5))
KEEPS = [keep for n in range(6) for keep in combinations_with_replacement(range(1, 7), n)]
NUMBER = {keep: i for i, keep in enumerate(KEEPS)}
ROLL = {hand: i for i, hand in enumerate(HANDS)}
TIE = 1e-9


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

FIXED = {"yahtzee": 50, "large_straight": 40, "small_straight": 30, "full_house": 25}
LAST_RESORT = ("yahtzee", "large_straight", "full_house", "small_straight", "four_of_a_kind", "three_of_a_kind")


def named(hand):
    """(attained, attainable): each a list of (box, kept), in the order in which they are looked at."""
    count = {face: hand.count(face) for face in range(1, 7)}
    faces = set(hand)

    def runs(length):
        return [tuple(range(a, a + length)) for a in range(1, 8 - length) if set(range(a, a + length)) <= faces]

    attained = [("chance", (6,) * count[6])]
    for size, box in ((5, "yahtzee"), (4, "four_of_a_kind"), (4, "three_of_a_kind"), (3, "three_of_a_kind")):
        attained += [(box, (face,) * size) for face in faces if count[face] == size]
    attained += [("large_straight", hand) for _ in runs(5)] + [("small_straight", run) for run in runs(4)[:1]]
    full = sorted(count.values())[-2:] == [2, 3]
    attained += [("full_house", hand)] if full else []
    attained += [(UPPER[face - 1], (face,) * count[face]) for face in range(6, 0, -1) if count[face]]
    pairs = [face for face in range(1, 7) if count[face] == 2]
    attainable = [("full_house", tuple(sorted(pairs * 2)))] if len(pairs) == 2 else []
    if not runs(4):
        attainable += [("small_straight", run) for run in ((2, 3, 4), (3, 4, 5)) if set(run) <= faces]
    if not runs(5):
        attainable += [("large_straight", run) for run in ((2, 3, 4, 5), (1, 2, 3, 4)) if set(run) <= faces]
    attainable += [("three_of_a_kind", (face,) * 2) for face in pairs]
    attainable += [("four_of_a_kind", (face,) * 3) for face in faces if count[face] == 3]
    attainable += [("yahtzee", (face,) * 4) for face in faces if count[face] == 4]
    return attained, attainable


def upper_lead(left, upper):
    return min(upper, 63) - 3 * sum(face for face in range(1, 7) if UPPER[face - 1] not in left)


def weights(hand, box, dice, rerolls, lead):
    """Poids1 and Poids2."""
    n = len(dice)
    if box in UPPER:
        each = UPPER.index(box) + 1 + (Fraction(35, 3) if abs(lead) < 9 else 0)
        return n * each, n * (Fraction(10) if rerolls == 1 else Fraction(15, 2))
    first = 0 if box == "chance" else FIXED.get(box, sum(hand))
    fails = Fraction(2, 3) if box in ("full_house", "small_straight", "large_straight") else Fraction(5, 6)
    safe = 50 - 10 * (5 - n) * fails
    return Fraction(first), safe if rerolls == 1 else safe / 3


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


def keep_decision_une(hand, left, upper, rerolls):
    aim_found = aim(hand, left, upper, rerolls)
    return aim_found[1] if aim_found else ()


def fill_decision_une(hand, left, upper):
    low = upper_lead(left, upper) <= 9

    def worth(box, dice):
        if box in UPPER:
            gain = sum(dice)
            return 3 - gain if len(dice) < 3 and low else gain
        less = {"four_of_a_kind": 5, "three_of_a_kind": 10, "chance": 15}
        return FIXED.get(box) or sum(hand) - less[box]

    worths = [(box, worth(box, dice)) for box, dice in named(hand)[0] if box in left]
    if not worths:
        return next(box for box in (*LAST_RESORT, *reversed(UPPER), "chance") if box in left)
    highest = max(value for _, value in worths)
    return next(box for box, value in worths if value == highest or highest <= 0)


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
        return keep_decision_une(hand, left, upper, rerolls)

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


def further(hand, left, scored):
    """The points of a hand in every open box: the free joker."""
    earned = {box: points(hand, box) for box in left}
    if len(set(hand)) > 1 or "yahtzee" in left:
        return earned
    if UPPER[hand[0] - 1] not in left:
        earned |= {box: FIXED[box] for box in ("full_house", "small_straight", "large_straight") if box in left}
    return {box: worth + (100 if scored else 0) for box, worth in earned.items()}


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
