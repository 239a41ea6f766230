"""Questions 1 and 2 of the exam `dice`: the points of a throw."""

from collections.abc import Mapping
from fractions import Fraction

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question, rounded
from answers.exams.dice.draws import USEFUL, Parameters
from answers.exams.dice.kinds import DICE_AND_POINTS, DIGITS, DIGITS_TOLERANCE, POINTS
from answers.exams.dice.lazy import games
from answers.exams.dice.misconceptions import RULES, rules
from answers.kinds.numbers.numbers import Numbers, probabilities


@question(1, definitions=(1,), kind=probabilities(2, digits=DIGITS), points=1, tolerance=DIGITS_TOLERANCE)
def score(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return two probabilities of a score: P among all throws, and Q among the throws in which no die shows a 1."""
    throw, by = context.params.throw, rules(context)
    if by != RULES:
        chance = games.points(by, throw.dice)[-1, throw.points]
        through = by.without_a_one(throw.dice, 6) if by.risk != "none" else RULES.without_a_one(throw.dice, 6)
        return Solution((rounded(chance), rounded(chance / through)))
    return Solution(
        (games.exact_throw(throw.dice)[throw.points], games.exact_throw_without_ones(throw.dice)[throw.points])
    )


score.mistake_from_answer("p-for-q", lambda right, _: right[::-1])


@score.solution_data
def _score_solution(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the number of throws without a 1 whose sum is the asked score."""
    throw = solved_question.drawn.throw
    return {"ways": int(games.exact_throw_without_ones(throw.dice)[throw.points] * 5**throw.dice)}


@question(
    2,
    definitions=(2,),
    parts="ab",
    kind={"a": Numbers(2, POINTS, digits=DIGITS), "b": Numbers(2, DICE_AND_POINTS, digits=DIGITS)},
    points=1,
    tolerance=DIGITS_TOLERANCE,
    all_or_nothing={"a": False, "b": True},
)
def mean_points(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return two numbers on mean scores (a), or on the best throw of a player who lacks few points (b).

    Part (a) has the mean score of a throw (EP in the report), and the real number of dice that would maximise the
    mean. Part (b) has the number of dice with the greatest mean of useful points, and this mean. Other numbers of
    faces, and the points that no longer count, are additions of the exam.
    """
    means, by = context.params.means, rules(context)
    if part.letter == "a":
        real = rounded(games.relaxed_maximiser(means.faces - by.faces_off))
        if by == RULES:
            return Solution((games.exact_expected_points(means.thrown, means.faces), real))
        return Solution((rounded(games.mean_points(by, means.thrown, means.faces)[-1]), real))
    useful = games.useful(means, by)
    return Solution(games.greatest(useful), margin=games.lead(useful))


mean_points.mistake_from_answer("integer-maximiser", lambda right, drawn: (right[0], drawn.means.faces), parts="a")


@mean_points.mistake("point-of-a-1-forgotten")
def point_of_a_1_forgotten(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: count a throw with a 1 as 0 points, in place of 1 point, in the mean."""
    means = context.params.means
    if part.letter == "b":
        return Solution(games.greatest(games.useful_without_ones(means)))
    through = Fraction(means.faces - 1, means.faces) ** means.thrown
    return Solution((Fraction(means.faces + 2, 2) * means.thrown * through, mean_points(context, part).values[1]))


@mean_points.mistake("mean-for-useful", parts="b")
def mean_for_useful(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the greatest mean score, which also counts points beyond the missing ones."""
    faces = context.params.means.faces
    best = games.blind_choice(USEFUL, faces)
    return Solution((best, games.exact_expected_points(best, faces)))


mean_points.solution_data(lambda solved: {"useful": games.useful(solved.drawn.means).tolist()})
