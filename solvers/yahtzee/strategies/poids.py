"""The two weights of an aim in the report's first strategy (section 3.3): its points, and its risk.

`poids2` is printed for the lower boxes, equations (1) to (4). The rest is described in words; ours is:

- `poids1`, lower boxes: the points of the box; of n of a kind and chance, the kept dice and the mean of the others.
- `poids1`, upper boxes: twice the points of the dice that show the face, and three times while the bonus is within
  reach: the text raises this section on purpose, always in favour of the higher faces.
- `poids2`, upper boxes: a share of 50 points for each die that shows the face, all of it with one reroll left and two
  thirds with two (the text only says that it is larger with one).
"""

from fractions import Fraction

from solvers.yahtzee.rules.checks import check_rerolls
from solvers.yahtzee.rules.rules import UPPER, Rules
from solvers.yahtzee.strategies.possib import Aim

HIGHEST = 50
FAIL = 10
SOON = 3
TWO_FACES = ("full_house", "small_straight", "large_straight")
UPPER_FACTOR, UPPER_FACTOR_WITH_BONUS = 2, 3
FAR_SHARE = Fraction(2, 3)


def poids1(rules: Rules, aim: Aim, *, bonus: bool) -> Fraction:
    """Return the points that an aim is worth if it succeeds; `bonus`: is the upper bonus within reach.

    Source: Yahtzee report, section 3.3.1; the numbers of the upper boxes are ours.
    """
    if aim.box in UPPER:
        return Fraction(sum(aim.kept) * (UPPER_FACTOR_WITH_BONUS if bonus else UPPER_FACTOR))
    if aim.box in rules.fixed:
        return Fraction(rules.fixed[aim.box])
    return sum(aim.kept) + Fraction(rules.faces + 1, 2) * (rules.dice - len(aim.kept))


def poids2(rules: Rules, aim: Aim, rerolls: int) -> Fraction:
    """Return how safe an aim is, between 0 and 50: equations (1) to (4) for the lower boxes.

    A die fails with probability 1 - 2/F where two faces would do (full house, straights), 1 - 1/F where one would.

    Raises
    ------
    Refusal
        If the rerolls left are neither 1 nor 2.

    Source: Yahtzee report, section 3.3.2, equations (1) to (4); the upper boxes are ours.
    """
    check_rerolls(rerolls, lowest=1)
    if aim.box in UPPER:
        share = Fraction(HIGHEST * len(aim.kept), rules.dice)
        return share if rerolls == 1 else share * FAR_SHARE
    wanted = 2 if aim.box in TWO_FACES else 1
    loss = aim.missing * (1 - Fraction(wanted, rules.faces)) * FAIL
    return HIGHEST - (loss if rerolls == 1 else loss / SOON)
