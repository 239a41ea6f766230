"""Dice Battle: throws, the sequential game and the simultaneous game, all by exact chances.

Source: "Dice Battle", report of a project in optimisation and game theory (MOGPL), questions 1 to 20. Where the
report proves or programs, the question asks for numbers that such a proof or program gives.
"""

from answers.exam.exam import Exam
from answers.exam.question import questions_of
from answers.exams.dice import one_round, sequential, simultaneous, throws
from answers.exams.dice.draws import draw
from answers.exams.dice.misreadings import MISREADINGS
from answers.exams.dice.oral import ORAL

EXAM = Exam(
    name="dice",
    model_seed=17,
    draw=draw,
    questions=questions_of(throws, sequential, one_round, simultaneous),
    misreadings=MISREADINGS,
    oral=ORAL,
)
