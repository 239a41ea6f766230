"""Questions 1 and 2 of the exam `dice`: the points of a throw."""

from answers.exam.part import Part
from answers.exam.question import Given, Question, Solution, question
from answers.exams.dice.draws import USEFUL, Parameters
from answers.exams.dice.kinds import DICE_AND_POINTS, DIGITS_TOLERANCE, POINTS
from answers.kinds.numbers.numbers import Numbers, probabilities


@question(1, definitions=(1,), kind=probabilities(2), points=1, tolerance=DIGITS_TOLERANCE)
def score(given: Given[Parameters], _: Part) -> Solution:
    """Chance of a score, P among all throws and Q among those without a 1.

    Source: Dice Battle report (MOGPL), question 1.
    """
    from solvers.dice_battle.throws import exact_throw, exact_throw_without_ones

    throw = given.params.throw
    return Solution((exact_throw(throw.dice)[throw.points], exact_throw_without_ones(throw.dice)[throw.points]))


@question(
    2,
    definitions=(2,),
    parts="ab",
    kind={"a": Numbers(2, POINTS), "b": Numbers(2, DICE_AND_POINTS)},
    points=1,
    tolerance=DIGITS_TOLERANCE,
    all_or_nothing={"a": False, "b": True},
)
def mean_points(given: Given[Parameters], part: Part) -> Solution:
    """Mean points of a throw, the real number of dice that maximises them, and the best throw when few are missing.

    Source: Dice Battle report (MOGPL), question 2; other numbers of faces and the points that count no more are ours.
    """
    from answers.exams.dice.games import lead, tidy
    from solvers.dice_battle.expected_points import exact_expected_points, relaxed_maximiser
    from solvers.dice_battle.useful_points import useful_points

    means = given.params.means
    if part.letter == "a":
        return Solution((exact_expected_points(means.thrown, means.faces), tidy(relaxed_maximiser(means.faces))))
    useful = useful_points(USEFUL, means.missing, means.faces)
    return Solution((int(useful.argmax()) + 1, tidy(useful.max())), margin=lead(useful))


QUESTIONS: tuple[Question, ...] = (score, mean_points)
