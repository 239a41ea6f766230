"""One turn: what a hand is worth, which dice a strategy keeps and which box it fills. Questions 7 to 14.

Source: "Rapport final", report of a project on programs that play Yahtzee, 2022, sections 3, 4 and 6. Where it leaves
a choice open, the prompts say which one is taken.
"""

from typing import NamedTuple

from answers.exam.part import Part
from answers.exam.question import Given, Solution, question
from answers.exams.yahtzee.draws import Hand, Parameters
from answers.exams.yahtzee.evidence import OtherCodes
from answers.exams.yahtzee.hands import TWO_DECIMALS
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers
from answers.kinds.reading import Value, Values
from solvers.yahtzee.rules.reroll_code import reroll_codes
from solvers.yahtzee.rules.rules import REPORT, Rules
from solvers.yahtzee.strategies.poids import UPPER_FACTOR_WITH_BONUS, poids1, poids2

POINTS = Numbers(1, Domain(low=0, high=500))
WEIGHT = Numbers(1, Domain(low=0, high=3000))
HANDS = {"a": 0, "b": 0, "c": 1, "d": 1}
"""Questions 7 and 10 have two hands: of each, one part asks what it is worth, the next for a code."""
DECIMALS = 12


class Choice(NamedTuple):
    """What a hand is worth at best, and all the dice to keep that make it so."""

    hand: Hand
    worth: Value
    keeps: tuple[Hand, ...]

    @property
    def codes(self) -> tuple[int, ...]:
        """Every code that keeps one of them, those of the first ones first."""
        codes = (code for kept in self.keeps for code in reroll_codes(REPORT, self.hand, kept))
        return tuple(dict.fromkeys(codes))


def _worth(choice: Choice) -> Solution:
    return Solution((choice.worth,))


def _code(choice: Choice) -> Solution:
    """The first code that is right, the others as evidence."""
    first, *others = choice.codes
    return Solution((first,), (OtherCodes(tuple(others)),) if others else ())


def _rounded(value: float) -> float:
    """A value to 12 decimals: processors that round products otherwise give the same key."""
    return round(value, DECIMALS)


# Question 7


def _aimed_at_one_box(given: Given[Parameters], part: Part) -> Choice:
    from solvers.yahtzee.strategies.exact_box import exact_box

    drawn = given.params.one_box[HANDS[part.letter]]
    best = exact_box(REPORT, drawn.box, drawn.hand, drawn.rerolls)
    return Choice(drawn.hand, best.value, best.keeps)


def reaches_the_expectation(given: Given[Parameters], part: Part, values: Values) -> bool:
    """Accept any reroll of question 7 with the greatest expectation."""
    return part.letter in "bd" and values[0] in _aimed_at_one_box(given, part).codes


@question(
    7,
    parts="abcd",
    kind=POINTS,
    points=2,
    tolerance=TWO_DECIMALS,
    evidence=OtherCodes,
    accepts=reaches_the_expectation,
)
def one_box(given: Given[Parameters], part: Part) -> Solution:
    """Greatest expectation in a single box, and a reroll that reaches it: with one reroll left, then with two.

    Source: the report, section 4.4, equations (5) to (8); codes of rerolls, section 4.3.
    """
    choice = _aimed_at_one_box(given, part)
    return _code(choice) if part.letter in "bd" else _worth(choice)


# Questions 8 and 9


@question(8, parts="ab", kind=POINTS, points=1, tolerance=TWO_DECIMALS)
def mean_of_a_box(given: Given[Parameters], part: Part) -> Solution:
    """E_global of an upper box, and of a lower one.

    Source: the report, section 4.5.
    """
    from solvers.yahtzee.strategies.exact_group import exact_group

    return Solution((exact_group(REPORT, [given.params.means[part.letter]]),))


@question(9, parts="ab", kind=POINTS, points=1, tolerance=TWO_DECIMALS)
def mean_of_a_group(given: Given[Parameters], part: Part) -> Solution:
    """E_global of two boxes, and of three.

    Source: the report, section 4.5, equation (9).
    """
    from solvers.yahtzee.strategies.exact_group import exact_group

    return Solution((exact_group(REPORT, given.params.groups[part.letter]),))


# Question 10


def _aimed_by_decision_une(given: Given[Parameters], part: Part) -> Choice:
    from solvers.yahtzee.strategies.decision_une import aims

    drawn = given.params.human[HANDS[part.letter]]
    bonus = drawn.factor == UPPER_FACTOR_WITH_BONUS
    aim = next(aim for aim in aims(REPORT, drawn.hand, drawn.rerolls, bonus=bonus) if aim.box not in drawn.filled)
    weight = poids1(REPORT, aim, bonus=bonus) * poids2(REPORT, aim, drawn.rerolls)
    return Choice(drawn.hand, weight, (aim.kept,))


def keeps_the_dice_of_the_aim(given: Given[Parameters], part: Part, values: Values) -> bool:
    """Accept any code of question 10 that keeps these dice: equal ones may change places."""
    return part.letter in "bd" and values[0] in _aimed_by_decision_une(given, part).codes


@question(
    10,
    parts="abcd",
    kind=WEIGHT,
    points=2,
    tolerance=TWO_DECIMALS,
    evidence=OtherCodes,
    accepts=keeps_the_dice_of_the_aim,
)
def human_reroll(given: Given[Parameters], part: Part) -> Solution:
    """Weight of the box that Decision_Une aims at, the first of the heaviest open ones, and the dice that it keeps.

    Source: the report, sections 3.2 and 3.3; the weights are multiplied, as section 3.3.3 says.
    """
    choice = _aimed_by_decision_une(given, part)
    return _code(choice) if part.letter in "bd" else _worth(choice)


# Question 11


@question(11, kind=integers(2, 0, 12), points=1)
def boxes_filled(given: Given[Parameters], _: Part) -> Solution:
    """Numbers of the boxes that Decision_Une and Toutes_les_esperances fill.

    Source: the report, sections 3.3 (`calcul_point`, never printed) and 4.7.
    """
    from answers.exams.yahtzee.players import decision_une_player, esperances_player
    from solvers.yahtzee.rules.position import Position
    from solvers.yahtzee.strategies.strategy import box

    drawn = given.params.filling
    position = Position(REPORT, drawn.open)
    filled = (box(player, position, drawn.hand) for player in (decision_une_player(), esperances_player()))
    return Solution(tuple(map(REPORT.boxes.index, filled)))


# Question 12


def _aimed_by_expectation(given: Given[Parameters], _: Part) -> Choice:
    from solvers.yahtzee.strategies.exact_box import exact_box
    from solvers.yahtzee.strategies.exact_group import exact_group

    drawn = given.params.aiming
    best = {box: exact_box(REPORT, box, drawn.hand, drawn.rerolls) for box in drawn.open}
    values = {box: best[box].value + exact_group(REPORT, set(drawn.open) - {box}) for box in drawn.open}
    highest = max(values.values())
    keeps = (keep for box in drawn.open if values[box] == highest for keep in best[box].keeps)
    return Choice(drawn.hand, highest, tuple(keeps))


def reaches_equation_9(given: Given[Parameters], part: Part, values: Values) -> bool:
    """Accept any reroll of question 12 that reaches the maximum: best for a box that does, if several do."""
    return part.letter == "b" and values[0] in _aimed_by_expectation(given, part).codes


@question(
    12, parts="ab", kind=POINTS, points=1, tolerance=TWO_DECIMALS, evidence=OtherCodes, accepts=reaches_equation_9
)
def aimed_reroll(given: Given[Parameters], part: Part) -> Solution:
    """Maximum of equation (9) over the open boxes, and the reroll of Toutes_les_esperances.

    Source: the report, sections 4.5, equation (9), and 4.7.
    """
    choice = _aimed_by_expectation(given, part)
    return _code(choice) if part.letter == "b" else _worth(choice)


# Question 13


def _rules_reduced(given: Given[Parameters]) -> Rules:
    drawn = given.params.reduced
    return Rules(threshold=drawn.threshold, joker="none", boxes=drawn.boxes)


def _best_first_turn(given: Given[Parameters]) -> Choice:
    from solvers.yahtzee.rules.position import Position
    from solvers.yahtzee.strategies.advice import best_keeps
    from solvers.yahtzee.strategies.optimal import optimal
    from solvers.yahtzee.strategies.policy import TIE

    hand, rules = given.params.reduced.hand, _rules_reduced(given)
    keeps = best_keeps(optimal(rules), Position.start(rules), hand, 2)
    highest = keeps[0].expectation
    return Choice(hand, _rounded(highest), tuple(keep.dice for keep in keeps if keep.expectation >= highest - TIE))


def reaches_the_optimum(given: Given[Parameters], part: Part, values: Values) -> bool:
    """Accept any reroll of question 13 with the greatest expectation."""
    return part.letter == "c" and values[0] in _best_first_turn(given).codes


@question(
    13, parts="abc", kind=POINTS, points=2, tolerance=TWO_DECIMALS, evidence=OtherCodes, accepts=reaches_the_optimum
)
def best_play(given: Given[Parameters], part: Part) -> Solution:
    """Expected score of the best player of a game with four boxes and a bonus; then a hand of its first turn.

    Source: the rules of the report's section 2.1, with the bonus that section 4 leaves out; the optimum is exact here.
    """
    from solvers.yahtzee.strategies.optimal import optimal

    if part.letter == "a":
        return Solution((_rounded(optimal(_rules_reduced(given)).expected_score),))
    choice = _best_first_turn(given)
    return _code(choice) if part.letter == "c" else _worth(choice)


# Question 14


def _corrected(given: Given[Parameters]) -> Choice:
    from answers.exams.yahtzee.players import corrected_player
    from solvers.yahtzee.rules.position import Position
    from solvers.yahtzee.strategies.best_reroll import best_reroll

    drawn = given.params.corrected
    position = Position(REPORT, drawn.open, drawn.upper)
    best = best_reroll(corrected_player(given.params.alpha), position, drawn.hand, drawn.rerolls)
    return Choice(drawn.hand, _rounded(best.value), best.keeps)


def reaches_equation_10(given: Given[Parameters], part: Part, values: Values) -> bool:
    """Accept any reroll of question 14 that reaches the maximum."""
    return part.letter == "b" and values[0] in _corrected(given).codes


@question(
    14, parts="ab", kind=POINTS, points=1, tolerance=TWO_DECIMALS, evidence=OtherCodes, accepts=reaches_equation_10
)
def corrected_reroll(given: Given[Parameters], part: Part) -> Solution:
    """Maximum of equation (10) over boxes and rerolls, with the corrections for the bonus only, and its reroll.

    Source: the report, section 6.1, equation (10).
    """
    choice = _corrected(given)
    return _code(choice) if part.letter == "b" else _worth(choice)
