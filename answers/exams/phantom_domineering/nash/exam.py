"""Nash equilibria: sequences, permutations, phantom Domineering and the values of its games.

Source: ENS 2013 practical exam of algorithmics and programming, "Équilibres de Nash", eight numbered questions.
"""

from dataclasses import replace

from answers.exam.exam import Exam
from answers.exam.question import questions_of
from answers.exams.phantom_domineering import sequence
from answers.exams.phantom_domineering.nash import games
from answers.exams.phantom_domineering.nash.draws import draw
from answers.exams.phantom_domineering.rules import MISREAD_RULES, misconceptions
from answers.exams.phantom_domineering.values import oral

EXAM = Exam(
    name="nash",
    model_seed=17,
    draw=draw,
    questions=questions_of(*sequence.sequence_questions(3), sequence.mean_square, games),
    misconceptions=misconceptions(
        {**MISREAD_RULES, "sizes-exchanged": lambda rules: replace(rules, exchanged_sizes=True)}
    ),
    as_printed=True,
    give_instead="phantom",
    oral=oral("8a", "8b"),
)
