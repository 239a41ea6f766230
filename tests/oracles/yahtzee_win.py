"""The best chance to score so many points at the end of a game of Yahtzee, by plain recursion, in fractions."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

from tests.oracles.yahtzee_recursion import FACES, moves, points


def solve(rules):
    """Return a function of (open boxes, upper total, scored, points needed): the best chance to score them."""
    faces = range(1, rules.faces + 1)

    @cache
    def chance(left, upper, scored, needed):
        if not left:
            return Fraction(int((rules.bonus if upper >= rules.threshold else 0) >= needed))

        @cache
        def turn(hand, rerolls):
            if rerolls:
                best = Fraction(0)
                for size in range(rules.dice + 1):
                    for kept in set(combinations(hand, size)):
                        throws = list(product(faces, repeat=rules.dice - size))
                        mean = sum(turn(tuple(sorted(kept + dice)), rerolls - 1) for dice in throws) / len(throws)
                        best = max(best, mean)
                return best
            best = Fraction(0)
            for box, earned in moves(rules, hand, left, scored).items():
                gain = points(hand, box) if box in FACES else 0
                now = scored or (box == "yahtzee" and earned > 0)
                best = max(best, chance(left - {box}, upper + gain, now, needed - earned))
            return best

        hands = list(product(faces, repeat=rules.dice))
        return sum(turn(tuple(sorted(hand)), 2) for hand in hands) / len(hands)

    return chance
