"""Yahtzee: hands and boxes, the expectations and the decisions of three strategies, games on lists of dice.

Source: "Rapport final", report of a project on programs that play Yahtzee, 2022. Where its text leaves the rules or the
strategies open, the exam takes those with which its numbers were measured: see docs/yahtzee.md.
"""

from math import comb

from answers.exam.exam import Exam
from answers.exam.question import Oral, questions_of
from answers.exams.yahtzee import boxes, games, hands, turns
from answers.exams.yahtzee.draws import draw
from answers.exams.yahtzee.misconceptions import MISCONCEPTIONS

EXAM = Exam(
    name="yahtzee",
    model_seed=17,
    draw=draw,
    questions=questions_of(hands, boxes, turns, games),
    misconceptions=MISCONCEPTIONS,
    give_instead="yams",
    # the combinations of question 1 with a die that shows 1: those of one die less
    oral=(
        Oral(
            "number-of-combinations",
            lambda drawn, _: (comb(drawn.counts.dice + drawn.counts.faces - 2, drawn.counts.dice - 1),),
        ),
    ),
)
