"""The answers of the exam `yams` from what it draws, by plain enumeration.

None of the code of `solvers` is used. The other questions are those of `yahtzee`.
"""

from itertools import combinations_with_replacement

from tests.oracles import yahtzee_exam
from tests.oracles.yahtzee_exam import subsets
from tests.oracles.yahtzee_reading import ways
from tests.oracles.yahtzee_recursion import points


def answers(drawn):
    """Expected values by part of questions 1 to 14."""
    return yahtzee_exam.answers(drawn) | straights(drawn, points)


def straights(drawn, read):
    """The letters of the hands that earn points in each of the two boxes."""
    return {
        part: (tuple(letter for letter, hand in zip("ABCDEF", drawn.straights, strict=True) if read(hand, box)),)
        for part, box in (("3c", "small_straight"), ("3d", "large_straight"))
    }


def turn(box, dice, faces):
    """Mean points of a turn."""
    hands = list(combinations_with_replacement(range(1, faces + 1), dice))
    worth = {hand: float(points(hand, box)) for hand in hands}
    for _ in range(2):
        mean = means_of_throws(worth, dice, faces)
        worth = {hand: max(mean[keep] for keep in subsets(hand)) for hand in hands}
    weight = {hand: ways(hand) for hand in hands}
    return sum(weight[hand] * worth[hand] for hand in hands) / sum(weight.values())


def means_of_throws(worth, dice, faces):
    """Of every set of dice, the mean over the throws of the others, one die after the other."""
    mean = dict(worth)
    for size in range(dice - 1, -1, -1):
        for keep in combinations_with_replacement(range(1, faces + 1), size):
            mean[keep] = sum(mean[tuple(sorted((*keep, face)))] for face in range(1, faces + 1)) / faces
    return mean


def around(hand, length):
    return any({(face + i - 1) % 6 + 1 for i in range(length)} <= {*hand} for face in range(1, 7))


def different(hand, length):
    return len({*hand}) >= length


def neighbours(hand, length):
    """Whether neighbouring dice of the sorted hand rise by one, all along."""
    dice = sorted(hand)
    return any(dice[at : at + length] == list(range(dice[at], dice[at] + length)) for at in range(6 - length))


def readings_of_straights(drawn):
    """The answers to question 3 (c, d) by the rules, and as read in four other ways."""
    lengths = {"small_straight": 4, "large_straight": 5}
    wrong = (lambda hand, box, read=read: read(hand, lengths[box]) for read in (around, different, neighbours))
    readings = (points, *wrong, lambda hand, box: points(hand, box, large_is_small=False))
    return [straights(drawn, read) for read in readings]
