"""The answers of the exam `yams` from what it draws, by plain enumeration.

None of the code of `solvers` is used. The other questions are those of `yahtzee`.
"""

from tests.oracles import yahtzee_exam
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
