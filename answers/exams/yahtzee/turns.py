"""One turn: what a hand is worth, which dice a strategy keeps and which box it fills. Questions 7 to 14.

Source: "Rapport final", report of a project on programs that play Yahtzee, 2022, sections 3, 4 and 6. Where it leaves
a choice open, the prompts say which one is taken.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from answers.exam.part import Part
from answers.exam.question import Accepts, Given, Question, Solution, Solve, question
from answers.exams.yahtzee.draws import GAME, Hand, Human, Parameters, Reduced
from answers.exams.yahtzee.evidence import OtherCodes
from answers.exams.yahtzee.hands import TWO_DECIMALS
from answers.exams.yahtzee.points import POINTS
from answers.kinds.numbers.codes import codes
from answers.kinds.numbers.numbers import integers
from answers.kinds.reading import Value, Values
from answers.kinds.tolerance import EXACT
from solvers.yahtzee.rules.reroll_code import reroll_codes
from solvers.yahtzee.rules.rules import UPPER, Rules
from solvers.yahtzee.strategies.measured_aims import WeighedAim, weighed_aims

CODE = codes(1, GAME.dice)
HANDS = {"a": 0, "b": 0, "c": 1, "d": 1}
"""Questions 7 and 10 have two hands: of each, one part asks what it is worth, the next for a code."""
CODES_LESS = {"a": Fraction(3, 4), "b": Fraction(1, 4)}
"""Points of a value and of a code, which may be right by luck."""
DECIMALS = 12
THROWS = 3


class Choice(NamedTuple):
    """What a hand is worth at best, all the dice to keep that make it so, and how far behind the next ones are.

    The margin is None where the comparison is exact.
    """

    hand: Hand
    worth: Value
    keeps: tuple[Hand, ...]
    margin: float | None = None

    @property
    def codes(self) -> tuple[int, ...]:
        """Every code that keeps one of them, those of the first ones first."""
        codes = (code for kept in self.keeps for code in reroll_codes(GAME, self.hand, kept))
        return tuple(dict.fromkeys(codes))


def _worth(choice: Choice) -> Solution:
    return Solution((choice.worth,))


def _code(choice: Choice) -> Solution:
    """The first code that is right, the others as evidence."""
    first, *others = choice.codes
    return Solution((first,), (OtherCodes(tuple(others)),) if others else (), choice.margin)


def rounded(value: float) -> float:
    """Return a value to 12 decimals: processors that round products otherwise give the same key."""
    return round(value, DECIMALS)


def _best(hand: Hand, keeps: Sequence[tuple[Hand, float]]) -> Choice:
    """The keeps whose worth is within 1e-9 of the greatest."""
    from solvers.yahtzee.strategies.policy import TIE

    highest = max(worth for _, worth in keeps)
    behind = [highest - worth for _, worth in keeps if worth < highest - TIE]
    right = tuple(kept for kept, worth in keeps if worth >= highest - TIE)
    return Choice(hand, rounded(highest), right, min(behind, default=None))


# Question 7


def _aimed_at_one_box(given: Given[Parameters], part: Part) -> Choice:
    from solvers.yahtzee.strategies.exact_box import exact_box

    drawn = given.params.one_box[HANDS[part.letter]]
    best = exact_box(GAME, drawn.box, drawn.hand, drawn.rerolls)
    return Choice(drawn.hand, best.value, best.keeps)


def reaches_the_expectation(given: Given[Parameters], part: Part, values: Values) -> bool:
    """Accept any reroll of question 7 with the greatest expectation."""
    return values[0] in _aimed_at_one_box(given, part).codes


@question(
    7,
    parts="abcd",
    kind={"a": POINTS, "b": CODE, "c": POINTS, "d": CODE},
    points=2,
    tolerance={"a": TWO_DECIMALS, "b": EXACT, "c": TWO_DECIMALS, "d": EXACT},
    evidence=OtherCodes,
    accepts=reaches_the_expectation,
    accepts_in="bd",
    definitions=(3, 5),
)
def one_box(given: Given[Parameters], part: Part) -> Solution:
    """Greatest expectation in a single box, and a reroll that reaches it: with one reroll left, then with two.

    Source: the report, section 4.4, equations (5) to (8); codes of rerolls, section 4.3.
    """
    choice = _aimed_at_one_box(given, part)
    return _code(choice) if part.letter in "bd" else _worth(choice)


# Questions 8 and 9


@question(8, parts="ab", kind=POINTS, points=1, tolerance=TWO_DECIMALS, definitions=(5,))
def mean_of_a_box(given: Given[Parameters], part: Part) -> Solution:
    """E_global of an upper box, and of a lower one, for dice of so many faces.

    In an upper box each die is thrown until it shows the face, at most three times.

    Source: the report, section 4.5.
    """
    from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances

    mean = given.params.means[part.letter]
    if part.letter == "a":
        face, miss = UPPER.index(mean.box) + 1, 1 - Fraction(1, mean.faces)
        return Solution((mean.dice * face * (1 - miss**THROWS),))
    rules = Rules(dice=mean.dice, faces=mean.faces, boxes=(mean.box,))
    return Solution((rounded(toutes_les_esperances(rules).group(rules.boxes)),))


@question(9, parts="ab", kind=POINTS, points=1, tolerance=TWO_DECIMALS, definitions=(6,))
def mean_of_a_group(given: Given[Parameters], part: Part) -> Solution:
    """E_global of two boxes, and of three.

    Source: the report, section 4.5, equation (9), averaged at the first reroll as equation (7) is.
    """
    from answers.exams.yahtzee.playing import expectations

    return Solution((rounded(expectations().group(given.params.groups[part.letter])),))


# Question 10


def aims_of(drawn: Human) -> tuple[WeighedAim, ...]:
    """Return what Decision_Une may aim at in question 10, the heaviest first."""
    left = [box for box in GAME.boxes if box not in drawn.filled]
    return weighed_aims(GAME, drawn.hand, drawn.rerolls, left, drawn.upper)


def _aimed_by_decision_une(given: Given[Parameters], part: Part) -> Choice:
    drawn = given.params.human[HANDS[part.letter]]
    first = aims_of(drawn)[0]
    return Choice(drawn.hand, first.weight, (first.aim.kept,))


def keeps_the_dice_of_the_aim(given: Given[Parameters], part: Part, values: Values) -> bool:
    """Accept any code of question 10 that keeps these dice: equal ones may change places."""
    return values[0] in _aimed_by_decision_une(given, part).codes


@question(
    10,
    parts="abcd",
    kind={"a": POINTS, "b": CODE, "c": POINTS, "d": CODE},
    points=CODES_LESS | {"c": Fraction(3, 4), "d": Fraction(1, 4)},
    tolerance={"a": TWO_DECIMALS, "b": EXACT, "c": TWO_DECIMALS, "d": EXACT},
    evidence=OtherCodes,
    accepts=keeps_the_dice_of_the_aim,
    accepts_in="bd",
    definitions=(3, 9),
)
def human_reroll(given: Given[Parameters], part: Part) -> Solution:
    """Weight of the box that Decision_Une aims at, the first of the heaviest, and the dice that it keeps.

    Source: the report, sections 3.2 and 3.3; the weights are added, as section 3.3 says.
    """
    choice = _aimed_by_decision_une(given, part)
    return _code(choice) if part.letter in "bd" else _worth(choice)


# Question 11


@question(11, parts="ab", kind=integers(2, 0, 12), points=1, all_or_nothing=True, definitions=(7, 10))
def boxes_filled(given: Given[Parameters], part: Part) -> Solution:
    """Numbers of the boxes that Decision_Une and Toutes_les_esperances fill.

    Source: the report, sections 3.3 (`calcul_point`, never printed) and 4.7.
    """
    from answers.exams.yahtzee.playing import decision_une, open_position, toutes_les_esperances

    drawn = given.params.filling[part.letter]
    position = open_position(drawn.open, drawn.upper)
    filled = (player.fill(position, drawn.hand) for player in (decision_une(), toutes_les_esperances()))
    return Solution(tuple(map(GAME.boxes.index, filled)))


# Questions 12 and 14: part a asks what the best reroll is worth, part b for its code.


def _best_reroll(
    number: int, accepts: Accepts[Parameters], definitions: tuple[int, ...]
) -> Callable[[Solve[Parameters]], Question]:
    return question(
        number,
        parts="ab",
        kind={"a": POINTS, "b": CODE},
        points=CODES_LESS,
        tolerance={"a": TWO_DECIMALS, "b": EXACT},
        evidence=OtherCodes,
        accepts=accepts,
        accepts_in="b",
        definitions=definitions,
    )


# Question 12


def _aimed_by_expectation(given: Given[Parameters], _: Part) -> Choice:
    from answers.exams.yahtzee.playing import corrected_keeps, open_position

    drawn = given.params.aiming
    return _best(drawn.hand, corrected_keeps(open_position(drawn.open), drawn.hand, drawn.rerolls, 0.0))


def reaches_equation_9(given: Given[Parameters], part: Part, values: Values) -> bool:
    """Accept any reroll of question 12 that reaches the maximum."""
    return values[0] in _aimed_by_expectation(given, part).codes


@_best_reroll(12, reaches_equation_9, (3, 7))
def aimed_reroll(given: Given[Parameters], part: Part) -> Solution:
    """The greatest worth of a reroll to Toutes_les_esperances, and a reroll that has it.

    Source: the report, sections 4.5, equation (9), and 4.7.
    """
    choice = _aimed_by_expectation(given, part)
    return _code(choice) if part.letter == "b" else _worth(choice)


# Question 13


def rules_reduced(drawn: Reduced, *, bonus: int = GAME.bonus) -> Rules:
    """Return the rules of question 13."""
    return Rules(threshold=drawn.threshold, bonus=bonus, joker="none", boxes=drawn.boxes)


def best_first_keeps(drawn: Reduced, *, bonus: int = GAME.bonus) -> list[tuple[Hand, float]]:
    """Return the dice that may be kept in the first turn of question 13 with what they are worth, the best first."""
    from solvers.yahtzee.rules.position import Position
    from solvers.yahtzee.strategies.advice import best_keeps
    from solvers.yahtzee.strategies.optimal import optimal

    rules = rules_reduced(drawn, bonus=bonus)
    return [(keep.dice, keep.expectation) for keep in best_keeps(optimal(rules), Position.start(rules), drawn.hand, 2)]


def _best_first_turn(given: Given[Parameters]) -> Choice:
    return _best(given.params.reduced.hand, best_first_keeps(given.params.reduced))


def reaches_the_optimum(given: Given[Parameters], _: Part, values: Values) -> bool:
    """Accept any reroll of question 13 with the greatest expectation."""
    return values[0] in _best_first_turn(given).codes


@question(
    13,
    parts="abc",
    kind={"a": POINTS, "b": POINTS, "c": CODE},
    points={"a": Fraction(3, 4), "b": Fraction(3, 4), "c": Fraction(1, 2)},
    tolerance={"a": TWO_DECIMALS, "b": TWO_DECIMALS, "c": EXACT},
    evidence=OtherCodes,
    accepts=reaches_the_optimum,
    accepts_in="c",
    definitions=(3, 11),
)
def best_play(given: Given[Parameters], part: Part) -> Solution:
    """Expected score of the best player of a game with four boxes and a bonus; then a hand of its first turn.

    Source: the rules of the report's section 2.1, with the bonus that section 4 leaves out; the optimum is exact here.
    """
    from solvers.yahtzee.strategies.optimal import optimal

    if part.letter == "a":
        return Solution((rounded(optimal(rules_reduced(given.params.reduced)).expected_score),))
    choice = _best_first_turn(given)
    return _code(choice) if part.letter == "c" else _worth(choice)


# Question 14


def _corrected(given: Given[Parameters]) -> Choice:
    from answers.exams.yahtzee.playing import corrected_keeps, open_position

    drawn = given.params.corrected
    position = open_position(drawn.open, drawn.upper)
    return _best(drawn.hand, corrected_keeps(position, drawn.hand, drawn.rerolls, given.params.alpha))


def reaches_equation_10(given: Given[Parameters], _: Part, values: Values) -> bool:
    """Accept any reroll of question 14 that reaches the maximum."""
    return values[0] in _corrected(given).codes


@_best_reroll(14, reaches_equation_10, (3, 12))
def corrected_reroll(given: Given[Parameters], part: Part) -> Solution:
    """Maximum of equation (10) over the rerolls, with one correction for the bonus, and a reroll that reaches it.

    Source: the report, section 6.1, equation (10).
    """
    choice = _corrected(given)
    return _code(choice) if part.letter == "b" else _worth(choice)
