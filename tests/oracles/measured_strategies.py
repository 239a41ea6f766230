"""The reading that meets the report's figures, in plain Python: no tables, no contexts, no order but the sheet's."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from tests.oracles.yahtzee_recursion import FACES, points, worths


def possib(rules, hand):
    """Return the attained and the attainable (box, kept dice), in the order in which they are weighed."""
    shown, dice, top = Counter(hand), len(hand), rules.faces
    has = set(shown)

    def lowest(length):
        runs = [r for r in (range(a, a + length) for a in range(1, top - length + 2)) if set(r) <= has]
        return [tuple(runs[0])] if runs else []

    def equal(*numbers):
        return [(face,) * shown[face] for face in sorted(shown) if shown[face] in numbers]

    pairs, repeats = equal(2), sorted(shown.values())
    full = len(repeats) > 1 and repeats[-1] >= 3 and repeats[-2] >= 2
    some = tuple(range(3, dice))
    attained = [("chance", tuple(d for d in hand if d == top))]
    attained += [("yahtzee", k) for k in equal(dice)]
    attained += [("four_of_a_kind", k) for k in equal(*some[1:])]
    attained += [("three_of_a_kind", k) for k in equal(*some)]
    attained += [("large_straight", run) for run in lowest(5)]
    attained += [("small_straight", run) for run in lowest(4)]
    attained += [("full_house", tuple(sorted(hand)))] * full
    attained += [(FACES[face - 1], (face,) * shown[face]) for face in sorted(shown, reverse=True)]
    near = []
    if len(pairs) > 1 and max(repeats) == 2:
        near.append(("full_house", tuple(sorted(pairs[0] + pairs[1]))))
    if not lowest(4):
        near += [("small_straight", (a, a + 1, a + 2)) for a in range(2, top - 2) if {a, a + 1, a + 2} <= has]
    if not lowest(5):
        starts = [a for a in range(1, top - 3) if {a, a + 1, a + 2, a + 3} <= has]
        near += [("large_straight", (a, a + 1, a + 2, a + 3)) for a in starts]
    near += [("three_of_a_kind", k) for k in pairs if dice > 2]
    near += [("four_of_a_kind", k) for k in equal(3) if dice > 3]
    near += [("yahtzee", k) for k in equal(*range(4, dice))]
    return [a for a in attained if a[0] in rules.boxes], [a for a in near if a[0] in rules.boxes]


def lead(rules, left, upper):
    """How far the upper total, no more than the threshold, is ahead of three dice in every filled box."""
    return min(upper, rules.cap) - sum(3 * (FACES.index(b) + 1) for b in rules.boxes if b in FACES and b not in left)


def weights(rules, hand, box, kept, rerolls, ahead):
    """Both weights of an aim, Poids1 and Poids2."""
    n, again = len(kept), rules.dice - len(kept)
    if box in FACES:
        bonus = Fraction(rules.bonus, 3) if -9 < ahead < 9 else 0
        return n * (FACES.index(box) + 1 + bonus), n * (Fraction(10) if rerolls == 1 else Fraction(15, 2))
    faces = 2 if box in ("full_house", "small_straight", "large_straight") else 1
    safe = 50 - again * Fraction(rules.faces - faces, rules.faces) * 10
    worth = worths(rules).get(box, 0 if box == "chance" else sum(hand))
    return Fraction(worth), safe if rerolls == 1 else safe / 3


def filled(rules, attained, ahead, hand, allowed):
    """The box that is filled, among those that the hand may fill."""
    fixed = worths(rules)
    best, chosen = 0, None
    for box, kept in attained:
        if box not in allowed:
            continue
        less = {"four_of_a_kind": 5, "three_of_a_kind": 10, "chance": 15}
        worth = fixed[box] if box in fixed else sum(hand) - less[box] if box in less else sum(kept)
        if box in FACES and len(kept) < 3 and ahead <= 9:
            worth = 3 - worth
        if chosen is None or worth > best:
            best, chosen = max(worth, 0), box
    zeros = ("yahtzee", "large_straight", "full_house", "small_straight", "four_of_a_kind", "three_of_a_kind")
    return chosen or next(box for box in (*zeros, *reversed(FACES)) if box in allowed)


def expectations(rules):
    """Return (value, group, worth) of the second strategy: of a keep, of a group of boxes, of filling a box."""
    faces = range(1, rules.faces + 1)

    def alone(box, hand, joker):
        extra = rules.extra if joker and box != "yahtzee" and "yahtzee" in rules.boxes and len(set(hand)) == 1 else 0
        return points(hand, box, five_is_full=rules.five_is_full, fixed=worths(rules)) + extra

    @cache
    def after(kept):
        return [tuple(sorted(kept + new)) for new in product(faces, repeat=rules.dice - len(kept))]

    @cache
    def value(left, joker, kept, rerolls):
        if rerolls == 1:
            means = {box: sum(alone(box, hand, joker) for hand in after(kept)) / len(after(kept)) for box in left}
            return max(mean + group(left - {box}, joker) for box, mean in means.items())
        return sum(best(left, joker, hand, rerolls - 1) for hand in after(kept)) / len(after(kept))

    @cache
    def best(left, joker, hand, rerolls):
        return max(value(left, joker, k, rerolls) for n in range(rules.dice + 1) for k in combinations(hand, n))

    @cache
    def group(left, joker):
        joker = joker and "yahtzee" not in left
        return sum(best(left, joker, hand, 2) for hand in after(())) / len(after(())) if left else 0.0

    def worth(left, joker, hand, box):
        return alone(box, hand, joker) + group(left - {box}, joker)

    return value, group, worth


def codes(hand):
    """Yield the keeps of a hand by their codes 0, 1, …: the highest die is the most significant digit."""
    falling = sorted(hand, reverse=True)
    for digits in product((0, 1), repeat=len(hand)):
        yield tuple(sorted(die for die, digit in zip(falling, digits, strict=True) if digit))
