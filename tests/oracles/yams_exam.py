"""The answers of the exam `yams` from what it draws, and its mistakes in questions 3 and 8, by plain enumeration.

None of the code of `solvers` is used. The other questions are those of `yahtzee`.
"""

from collections import Counter
from itertools import combinations_with_replacement

from tests.oracles import yahtzee_exam
from tests.oracles.yahtzee_exam import subsets
from tests.oracles.yahtzee_reading import UPPER, ways
from tests.oracles.yahtzee_recursion import LOWER, points

STRAIGHTS = {"small_straight": (30, 4), "large_straight": (40, 5)}
RULES = {
    "five-is-full": {"five_is_full": True},
    "large-is-no-small": {"large_is_small": False},
    "equal-dice-alone": {"kinds_count_all": False},
}


def answers(drawn):
    """Expected values by part of questions 1 to 14."""
    return yahtzee_exam.answers(drawn) | straights(drawn, points)


def straights(drawn, read):
    """The letters of the hands that earn points in each of the two boxes."""
    return {
        part: (tuple(letter for letter, hand in zip("ABCDEF", drawn.straights, strict=True) if read(hand, box)),)
        for part, box in (("3c", "small_straight"), ("3d", "large_straight"))
    }


def turn(box, dice, faces, rerolls=2, *, alike=False, **read):
    """Mean points of a turn; all hands have the same weight if `alike`."""
    hands = list(combinations_with_replacement(range(1, faces + 1), dice))
    worth = {hand: float(points(hand, box, **read)) for hand in hands}
    for _ in range(rerolls):
        mean = means_of_hands(worth) if alike else means_of_throws(worth, dice, faces)
        worth = {hand: max(mean[keep] for keep in subsets(hand)) for hand in hands}
    weight = dict.fromkeys(hands, 1) if alike else {hand: ways(hand) for hand in hands}
    return sum(weight[hand] * worth[hand] for hand in hands) / sum(weight.values())


def means_of_throws(worth, dice, faces):
    """Of every set of dice, the mean over the throws of the others, one die after the other."""
    mean = dict(worth)
    for size in range(dice - 1, -1, -1):
        for keep in combinations_with_replacement(range(1, faces + 1), size):
            mean[keep] = sum(mean[tuple(sorted((*keep, face)))] for face in range(1, faces + 1)) / faces
    return mean


def means_of_hands(worth):
    """Of every set of dice, the plain mean over the hands that have them."""
    total, count = Counter(), Counter()
    for hand, value in worth.items():
        for keep in subsets(hand):
            total[keep] += value
            count[keep] += 1
    return {keep: total[keep] / count[keep] for keep in count}


def around(hand, length):
    return any({(face + i - 1) % 6 + 1 for i in range(length)} <= {*hand} for face in range(1, 7))


def different(hand, length):
    return len({*hand}) >= length


def neighbours(hand, length):
    """Whether neighbouring dice of the sorted hand rise by one, all along."""
    dice = sorted(hand)
    return any(dice[at : at + length] == list(range(dice[at], dice[at] + length)) for at in range(6 - length))


READ = {"one-after-six": around, "different-faces": different, "repeat-breaks-straight": neighbours}


def mistakes(drawn):
    """Expected values of questions 3 and 8 by mistake and part; parts that a mistake does not change may be missing."""
    upper, lower = ([*boxes] for boxes in (UPPER, LOWER))
    found = {"dice-counted": {"3a": tuple(drawn.scored.count(face) for face in range(1, 7))}}
    for slug, is_straight in READ.items():

        def read(hand, box, is_straight=is_straight):
            worth, length = STRAIGHTS.get(box, (0, 0))
            return worth * is_straight(hand, length) if length else points(hand, box)

        found[slug] = {"3b": tuple(read(drawn.scored, box) for box in lower), **straights(drawn, read)}
    for slug, rules in RULES.items():
        found[slug] = {
            "3a": tuple(points(drawn.scored, box, **rules) for box in upper),
            "3b": tuple(points(drawn.scored, box, **rules) for box in lower),
            **straights(drawn, lambda hand, box, rules=rules: points(hand, box, **rules)),
            **of_means(drawn, **rules),
        }
    found["one-reroll"] = found["two-throws"] = of_means(drawn, 1)
    found["rerolls-forgotten"] = of_means(drawn, 0)
    found["hands-equally-likely"] = of_means(drawn, alike=True)
    return found


def of_means(drawn, rerolls=2, **how):
    return {f"8{letter}": (turn(one.box, one.dice, one.faces, rerolls, **how),) for letter, one in drawn.means.items()}
