"""Phantom Domineering: the eight questions of the exam `nash` on boards, sizes and numbers of plans that u₀ draws.

Source: after the ENS 2013 practical exam of algorithmics and programming, "Équilibres de Nash"; the draws, the
remainders of question 5, the hidden cell of question 6 and the games counted in questions 7 and 8 are ours.
"""

from dataclasses import replace

from answers.exam.exam import Exam
from answers.exam.question import questions_of
from answers.exams.phantom_domineering import sequence
from answers.exams.phantom_domineering.phantom import games
from answers.exams.phantom_domineering.phantom.draws import draw
from answers.exams.phantom_domineering.phantom.sequence import all_drawn
from answers.exams.phantom_domineering.rules import MISREAD_RULES, misconceptions
from answers.exams.phantom_domineering.values import oral

EXAM = Exam(
    name="phantom",
    model_seed=17,
    draw=draw,
    questions=questions_of(*sequence.sequence_questions(13), all_drawn, games),
    misconceptions=misconceptions(
        {
            **MISREAD_RULES,
            "lists-backwards": lambda rules: replace(rules, backwards=True),
            "forbidden-cells-forgotten": lambda rules: replace(rules, opened=True),
            "legal-moves-numbered": lambda rules: replace(rules, legal_alone=True),
            "vertical-by-columns": lambda rules: replace(rules, vertical_by_columns=True),
            "illegal-move-passes": lambda rules: replace(rules, illegal_passes=True),
            # a plan more or less hardly changes a value, but how many games are won
            "plans-from-1": lambda rules: replace(rules, first_plan=1),
            "one-plan-more": lambda rules: replace(rules, more_plans=1),
            "one-plan-less": lambda rules: replace(rules, more_plans=-1),
        }
    ),
    give_instead="domino",
    oral=oral("8b"),
)
