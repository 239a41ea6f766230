"""Dice Battle: throws, the sequential game and the simultaneous game, with exact probabilities.

Source: "Dice Battle", report of a project in optimisation and game theory (MOGPL), questions 1 to 20. Where the report
asks for a proof or a program, the exam asks for numbers that follow from it.
"""

from answers.exam.exam import Exam
from answers.exam.question import Oral, questions_of, rounded
from answers.exams.dice import one_round, sequential, simultaneous, throws
from answers.exams.dice.draws import REPORT, draw
from answers.exams.dice.misconceptions import MISCONCEPTIONS
from answers.kinds.parsing import number


def _no_one_chance(dice: int) -> float:
    """Return the probability that no die shows a 1."""
    return (5 / 6) ** dice


EXAM = Exam(
    name="dice",
    model_seed=17,
    draw=draw,
    questions=questions_of(throws, sequential, one_round, simultaneous),
    misconceptions=MISCONCEPTIONS,
    oral=(
        # the sum of the probabilities of all scores of a throw without a 1
        Oral("score-recursion", lambda drawn, _: (rounded(_no_one_chance(drawn.throw.dice)),)),
        # the mean score of a throw stops growing at as many dice as a die has faces
        Oral("greatest-mean", lambda drawn, _: (drawn.means.faces,)),
        # the largest factor by which an error shrinks when each state of question 6 is computed from the other
        Oral("variant-converges", lambda *_: (rounded((1 - _no_one_chance(REPORT.dice)) ** 2),)),
        # 0 for a state with equal points, and the gain of question 18 (a) for the other player
        Oral("players-exchanged", lambda _, answers: (0, -float(number(answers["18a"][0])))),
    ),
)
