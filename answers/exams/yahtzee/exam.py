"""Yahtzee: hands and boxes, the expectations and the decisions of three strategies, games on lists of dice.

Source: "Rapport final", report of a project on programs that play Yahtzee, 2022. The rules and the strategies are those
in which its figures were measured, where its text leaves them open: see docs/yahtzee.md.
"""

from dataclasses import replace

from answers.exam.exam import Exam
from answers.exam.question import Question
from answers.exams.yahtzee import games, hands, turns
from answers.exams.yahtzee.draws import draw
from answers.exams.yahtzee.misreadings import MISREADINGS, in_each_world
from answers.exams.yahtzee.mistakes import MISTAKES

QUESTIONS: tuple[Question, ...] = (
    hands.numbers_of_cases,
    hands.chances,
    hands.hand_in_boxes,
    hands.joker,
    hands.near_boxes,
    hands.safety,
    turns.one_box,
    turns.mean_of_a_box,
    turns.mean_of_a_group,
    turns.human_reroll,
    turns.boxes_filled,
    turns.aimed_reroll,
    turns.best_play,
    turns.corrected_reroll,
    games.whole_games,
    games.antithetic_match,
)

EXAM = Exam(
    name="yahtzee",
    model_seed=17,
    draw=draw,
    questions=tuple(in_each_world(replace(one, mistakes=MISTAKES[one.number])) for one in QUESTIONS),
    misreadings=MISREADINGS,
)
