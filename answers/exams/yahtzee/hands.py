"""Hands and boxes: how many there are, what a hand is worth and what it is near to. Questions 1 to 6.

Source: "Rapport final", report of a project on programs that play Yahtzee, 2022, sections 2 to 4.
"""

from fractions import Fraction
from functools import partial

from answers.exam.part import Part
from answers.exam.question import Given, Solution, question
from answers.exams.yahtzee.draws import GAME, PATTERNS, UPPERS, Hand, Parameters
from answers.kinds.numbers.codes import codes
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.reading import Value, Values
from answers.kinds.tolerance import Tolerance
from solvers.yahtzee.rules import counts
from solvers.yahtzee.rules.reroll_code import reroll_codes
from solvers.yahtzee.rules.rolls import outcomes, throws
from solvers.yahtzee.rules.rules import Rules, possible_boxes, scores
from solvers.yahtzee.strategies.measured_aims import measured_poids2
from solvers.yahtzee.strategies.measured_possib import measured_possib
from solvers.yahtzee.strategies.possib import Aim

THREE_DIGITS = Tolerance(relative=Fraction(1, 200))
TWO_DECIMALS = Tolerance(absolute=Fraction(1, 100))
SAFETY = Domain(low=0, high=50)
NONE = -1
"""A box that a hand is not near to."""


@question(1, kind=integers(3, 0, 10**12), points=1, definitions=(4,))
def numbers_of_cases(given: Given[Parameters], _: Part) -> Solution:
    """Combinations of dice, groups of boxes, situations: the report's own counts with other dice and another sheet.

    Source: the report, sections 4 (situations), 4.1 (combinations) and 4.2 (groups).
    """
    drawn = given.params.counts
    rules = Rules(dice=drawn.dice, faces=drawn.faces, boxes=possible_boxes(drawn.dice, drawn.faces)[: drawn.boxes])
    return Solution((counts.combinations(rules), counts.groups(rules, drawn.group), counts.situations(rules)))


@question(2, kind=probabilities(2), points=1, tolerance=THREE_DIGITS, definitions=(4,))
def chances(given: Given[Parameters], _: Part) -> Solution:
    """Chance of a hand in one throw, and of one from its highest dice.

    Source: the report, section 4.4, whose `combipossible` lists what dice kept may become.
    """
    drawn = given.params.throws
    dice = len(drawn.at_once)
    after = dict(outcomes(drawn.kept, dice, drawn.faces))
    return Solution((Fraction(throws(drawn.at_once), drawn.faces**dice), after[drawn.again]))


UPPER_AND_LOWER = {"a": integers(6, 0, 50), "b": integers(7, 0, 50)}


@question(3, parts="ab", kind=UPPER_AND_LOWER, points=1, all_or_nothing=True, definitions=(1,))
def hand_in_boxes(given: Given[Parameters], part: Part) -> Solution:
    """Points of a hand in every box: the upper ones, then the lower ones.

    Source: the report, section 2.1 and its score sheet.
    """
    points = tuple(scores(GAME, given.params.scored).values())
    return Solution(points[: len(UPPERS)] if part.letter == "a" else points[len(UPPERS) :])


@question(4, parts="ab", kind=integers(4, 0, 200), points=1, all_or_nothing=True, definitions=(2,))
def joker(given: Given[Parameters], part: Part) -> Solution:
    """What a further Yahtzee earns in each of four open boxes, extra points included.

    Source: the report, section 2.1, rule of the joker, never forced.
    """
    from solvers.yahtzee.rules.position import Position, options

    drawn = given.params.further[part.letter]
    earned = options(Position(GAME, drawn.open, yahtzee=drawn.scored), (drawn.face,) * GAME.dice)
    return Solution(tuple(earned[box] for box in drawn.open))


def possib(hand: Hand) -> tuple[Aim | None, ...]:
    """Return the first thing that Possib says of each lower box but chance, None where it says nothing."""
    found = measured_possib(GAME, hand)
    aims = {aim.box: aim for aim in reversed((*found.attained, *found.attainable))}
    return tuple(aims.get(box) for box in PATTERNS)


def keeps_what_possib_keeps(given: Given[Parameters], _: Part, values: Values) -> bool:
    """Accept codes of question 5b that keep the same dice: equal ones may change places."""
    hand = given.params.near["b"]
    return all(map(partial(_keeps, hand), possib(hand), values))


def _keeps(hand: Hand, aim: Aim | None, code: Value) -> bool:
    return code == NONE if aim is None else code in reroll_codes(GAME, hand, aim.kept)


@question(
    5,
    parts="ab",
    kind={"a": integers(6, -1, 5), "b": codes(6, GAME.dice, none=True)},
    points=1,
    all_or_nothing=True,
    accepts=keeps_what_possib_keeps,
    accepts_in="b",
    definitions=(3, 8),
)
def near_boxes(given: Given[Parameters], part: Part) -> Solution:
    """How many dice are thrown again for each lower box but chance; then which ones another hand keeps for each.

    Source: the report, section 3.2, `Possib`.
    """
    hand = given.params.near[part.letter]
    if part.letter == "a":
        return Solution(tuple(NONE if aim is None else aim.missing for aim in possib(hand)))
    return Solution(tuple(NONE if aim is None else reroll_codes(GAME, hand, aim.kept)[0] for aim in possib(hand)))


@question(6, parts="ab", kind=Numbers(2, SAFETY), points=1, tolerance=TWO_DECIMALS, definitions=(9,))
def safety(given: Given[Parameters], part: Part) -> Solution:
    """Poids2 of an aim, with two rerolls left and with one, for dice of so many faces.

    Source: the report, section 3.3.2, equations (1) and (2) in part a, (3) and (4) in part b.
    """
    target = given.params.targets[part.letter]
    rules, aim = Rules(faces=target.faces), Aim(target.box, (), target.missing)
    return Solution((measured_poids2(rules, aim, 2), measured_poids2(rules, aim, 1)))
