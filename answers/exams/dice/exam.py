"""Dice Battle: throws, the sequential game and the simultaneous game, all by exact chances.

Source: "Dice Battle", report of a project in optimisation and game theory (MOGPL), questions 1 to 20. Where the
report proves or programs, the question asks for numbers that such a proof or program gives.
"""

from dataclasses import replace

from answers.exam.exam import Exam
from answers.exams.dice import one_round, sequential, simultaneous, throws
from answers.exams.dice.draws import draw
from answers.exams.dice.misreadings import MISREADINGS, in_each_world
from answers.exams.dice.mistakes import MISTAKES
from answers.exams.dice.oral import ORAL

QUESTIONS = (*throws.QUESTIONS, *sequential.QUESTIONS, *one_round.QUESTIONS, *simultaneous.QUESTIONS)

EXAM = Exam(
    name="dice",
    model_seed=17,
    draw=draw,
    questions=tuple(in_each_world(replace(one, mistakes=MISTAKES[one.number])) for one in QUESTIONS),
    misreadings=MISREADINGS,
    oral=ORAL,
)
