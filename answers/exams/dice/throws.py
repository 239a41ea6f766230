"""Questions 1 and 2 of the exam `dice`: the points of a throw."""

from fractions import Fraction

from answers.exam.part import Part
from answers.exam.question import Given, Question, Solution, question
from answers.exams.dice.draws import Parameters
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, probabilities
from answers.kinds.tolerance import Tolerance

ONE_PERCENT = Tolerance(relative=Fraction(1, 100))
TWO_DECIMALS = Tolerance(absolute=Fraction(1, 200))


@question(1, kind=probabilities(2), points=1, tolerance=ONE_PERCENT)
def score(given: Given[Parameters], _: Part) -> Solution:
    """Chance of a score, P among all throws and Q among those without a 1.

    Source: Dice Battle report (MOGPL), question 1.
    """
    from solvers.dice_battle.throws import exact_throw, exact_throw_without_ones

    throw = given.params.throw
    return Solution((exact_throw(throw.dice)[throw.points], exact_throw_without_ones(throw.dice)[throw.points]))


@question(2, kind=Numbers(3, Domain(low=0, high=12)), points=1, tolerance=TWO_DECIMALS)
def mean_points(given: Given[Parameters], _: Part) -> Solution:
    """Mean points of a throw, and the numbers of dice that maximise them, integer and real.

    Source: Dice Battle report (MOGPL), question 2; other numbers of faces are ours.
    """
    from answers.exams.dice.games import tidy
    from solvers.dice_battle.expected_points import blind_choice, exact_expected_points, relaxed_maximiser

    means = given.params.means
    real = tidy(relaxed_maximiser(means.faces))
    return Solution((exact_expected_points(means.thrown), blind_choice(means.most), real))


QUESTIONS: tuple[Question, ...] = (score, mean_points)
