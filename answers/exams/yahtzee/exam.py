"""Yahtzee: hands and boxes, the expectations and the decisions of three strategies, games on lists of dice.

Source: "Rapport final", report of a project on programs that play Yahtzee, 2022. The rules and the strategies are those
in which its figures were measured, where its text leaves them open: see docs/yahtzee.md.
"""

from answers.exam.exam import Exam
from answers.exam.question import questions_of
from answers.exams.yahtzee import boxes, games, hands, turns
from answers.exams.yahtzee.draws import draw
from answers.exams.yahtzee.misconceptions import MISCONCEPTIONS

EXAM = Exam(
    name="yahtzee",
    model_seed=17,
    draw=draw,
    questions=questions_of(hands, boxes, turns, games),
    misconceptions=MISCONCEPTIONS,
)
