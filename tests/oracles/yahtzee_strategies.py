"""The report's equations and corrections in plain Python, from their words: slow, for games with few dice and boxes."""

from functools import cache
from itertools import combinations, combinations_with_replacement, product

from tests.oracles.yahtzee_recursion import FACES, moves, points, worths


def box_expectations(rules):
    """Return (keep, best): functions of (box, dice, rerolls, joker), equations (5) to (8)."""
    faces = range(1, rules.faces + 1)

    def alone(box, hand, joker):
        if not joker or box == "yahtzee" or "yahtzee" not in rules.boxes:
            return points(hand, box, five_is_full=rules.five_is_full, fixed=worths(rules))
        return moves(rules, hand, frozenset([box]), True)[box]

    @cache
    def best(box, hand, rerolls, joker):
        if rerolls == 0:
            return alone(box, hand, joker)
        return max(
            keep(box, combination, rerolls, joker)
            for n in range(len(hand) + 1)
            for combination in combinations(hand, n)
        )

    @cache
    def keep(box, kept, rerolls, joker):
        thrown = list(product(faces, repeat=rules.dice - len(kept)))
        return sum(best(box, tuple(sorted(kept + new)), rerolls - 1, joker) for new in thrown) / len(thrown)

    return keep, best


def group_expectation(rules):
    """Return E_global as a function of (boxes, joker), with the value of equation (9)."""
    _, best = box_expectations(rules)
    hands = [tuple(sorted(hand)) for hand in product(range(1, rules.faces + 1), repeat=rules.dice)]

    def aimed(box, hand, rerolls, left, joker):
        first, rest = best(box, hand, rerolls, joker), left - {box}
        if box == "yahtzee":
            chance = first / rules.yahtzee
            return first + chance * group(rest, True) + (1 - chance) * group(rest, False)
        return first + group(rest, joker)

    @cache
    def group(left, joker):
        if not left:
            return 0.0
        joker = joker and "yahtzee" not in left
        return sum(max(aimed(box, hand, 2, left, joker) for box in left) for hand in hands) / len(hands)

    return group, aimed


@cache
def sure(rules, kept, box):
    """Whether a box brings points whatever the other dice show."""
    thrown = combinations_with_replacement(range(1, rules.faces + 1), rules.dice - len(kept))
    return all(
        points(tuple(sorted((*kept, *new))), box, five_is_full=rules.five_is_full, fixed=worths(rules)) > 0
        for new in thrown
    )


def keep_corrections(rules, left, upper, lead, hand, kept, box):
    """The twelve functions for dice to keep."""
    f = [0.0] * 12
    opened = [FACES.index(b) + 1 for b in left if b in FACES]
    reach = upper < rules.cap <= upper + sum(max(rules.dice - 1, 1) * face for face in opened)
    if reach and box in FACES and 1 <= len(opened) <= 4:
        face = FACES.index(box) + 1
        f[len(opened) - 1] = face * kept.count(face)
    if lead >= 50 and any(sure(rules, kept, name) for name in left if name not in (*FACES, "chance")):
        f[6] = len(kept)
    if lead <= -50:
        most = max(sorted(set(hand)), key=lambda face: (hand.count(face), face))
        f[8] = kept.count(most)
        f[9] = float(box in ("small_straight", "large_straight", "yahtzee"))
    return f


def fill_corrections(rules, left, upper, lead, hand, box, earned):
    """The twelve functions for a box to fill."""
    f = [0.0] * 12
    opened = [FACES.index(b) + 1 for b in left if b in FACES]
    reach = upper < rules.cap <= upper + sum(max(rules.dice - 1, 1) * face for face in opened)
    if reach and box in FACES:
        face = FACES.index(box) + 1
        par, points = (rules.dice - 2) * face, face * hand.count(face)
        f[4], f[5] = (points, 0) if points >= par else (0, points - par)
    if lead >= 50:
        f[7] = float(earned > 0)
    if lead <= -50 and box in ("small_straight", "large_straight", "yahtzee"):
        f[10], f[11] = (1, 0) if earned > 0 else (0, -1)
    return f
