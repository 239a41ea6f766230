"""Hands and boxes: how many there are, what a hand is worth and what it is near to. Questions 1 to 6.

Source: "Rapport final", report of a project on programs that play Yahtzee, 2022, sections 2 to 4.
"""

from fractions import Fraction

from answers.exam.part import Part
from answers.exam.question import Given, Solution, question
from answers.exams.yahtzee.draws import PATTERNS, Parameters
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.tolerance import Tolerance
from solvers.yahtzee.rules import counts
from solvers.yahtzee.rules.rolls import outcomes, throws
from solvers.yahtzee.rules.rules import REPORT, Rules, possible_boxes, scores
from solvers.yahtzee.strategies.poids import poids2
from solvers.yahtzee.strategies.possib import possib

ONE_PERCENT = Tolerance(relative=Fraction(1, 100))
TWO_DECIMALS = Tolerance(absolute=Fraction(1, 200), relative=Fraction(1, 2000))
SAFETY = Domain(low=0, high=50)
NOT_ATTAINABLE = -1


@question(1, kind=integers(3, 0, 10**12), points=1)
def numbers_of_cases(given: Given[Parameters], _: Part) -> Solution:
    """Combinations of dice, groups of boxes, situations: the report's own counts with other dice and another sheet.

    Source: the report, sections 4 (situations), 4.1 (combinations) and 4.2 (groups).
    """
    drawn = given.params.counts
    rules = Rules(dice=drawn.dice, faces=drawn.faces, boxes=possible_boxes(drawn.dice, drawn.faces)[: drawn.boxes])
    return Solution((counts.combinations(rules), counts.groups(rules, drawn.group), counts.situations(rules)))


@question(2, kind=probabilities(2), points=1, tolerance=ONE_PERCENT)
def chances(given: Given[Parameters], _: Part) -> Solution:
    """Chance of a hand in one throw, and of one from its two highest dice.

    Source: the report, section 4.4, whose `combipossible` lists what dice kept may become.
    """
    drawn = given.params.throws
    after = dict(outcomes(drawn.kept, REPORT.dice, REPORT.faces))
    return Solution((Fraction(throws(drawn.at_once), REPORT.faces**REPORT.dice), after[drawn.again]))


@question(3, kind=integers(13, 0, 50), points=1)
def hand_in_boxes(given: Given[Parameters], _: Part) -> Solution:
    """Points of a hand in every box.

    Source: the report, section 2.1 and its score sheet.
    """
    return Solution(tuple(scores(REPORT, given.params.scored).values()))


@question(4, parts="abc", kind=integers(1, 0, 200), points=1)
def joker(given: Given[Parameters], part: Part) -> Solution:
    """The most that a further Yahtzee earns in the boxes that it may fill: in part c after a zero for the Yahtzee.

    Source: the report, section 2.1, rule of the joker.
    """
    from solvers.yahtzee.rules.position import Position, options

    drawn = given.params.joker
    open_boxes = drawn.with_face if part.letter == "a" else drawn.without_face
    position = Position(REPORT, open_boxes, yahtzee=part.letter != "c")
    return Solution((max(options(position, (drawn.face,) * REPORT.dice).values()),))


@question(5, kind=integers(6, -1, 5), points=1)
def missing_dice(given: Given[Parameters], _: Part) -> Solution:
    """How many dice a hand misses for each lower box but chance.

    Source: the report, section 3.2, `Possib`.
    """
    missing = {aim.box: aim.missing for aim in possib(REPORT, given.params.near)}
    return Solution(tuple(missing.get(box, NOT_ATTAINABLE) for box in PATTERNS))


@question(6, parts="ab", kind=Numbers(2, SAFETY), points=1, tolerance=TWO_DECIMALS)
def safety(given: Given[Parameters], part: Part) -> Solution:
    """Poids2 of an aim, with two rerolls left and with one.

    Source: the report, section 3.3.2, equations (1) and (2) in part a, (3) and (4) in part b.
    """
    target = given.params.targets[part.letter]
    aim = next(aim for aim in possib(REPORT, target.hand) if aim.box == target.box)
    return Solution((poids2(REPORT, aim, 2), poids2(REPORT, aim, 1)))
