"""Yahtzee: hands and boxes, the expectations and the decisions of three strategies, games on lists of dice.

Source: "Rapport final", report of a project on programs that play Yahtzee, 2022. Where its text leaves the rules or the
strategies open, the exam takes those with which its figures were measured: see docs/yahtzee.md.
"""

from math import comb

from answers.exam.exam import Exam
from answers.exam.question import Oral, questions_of
from answers.exams.yahtzee import boxes, games, hands, turns
from answers.exams.yahtzee.draws import Parameters, draw
from answers.exams.yahtzee.misconceptions import MISCONCEPTIONS
from answers.kinds.parsing import Value


def _with_a_one(drawn: Parameters, _: object) -> tuple[Value]:
    """Return the number of combinations of question 1 with a die that shows 1: those of one die less."""
    dice, faces = drawn.counts.dice, drawn.counts.faces
    return (comb(dice + faces - 2, dice - 1),)


EXAM = Exam(
    name="yahtzee",
    model_seed=17,
    draw=draw,
    questions=questions_of(hands, boxes, turns, games),
    misconceptions=MISCONCEPTIONS,
    give_instead="yams",
    oral=(Oral("number-of-combinations", _with_a_one),),
)
