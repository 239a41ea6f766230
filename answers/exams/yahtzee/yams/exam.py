"""Yams, a new edition of the exam `yahtzee`: its questions, with other hands and boxes in questions 3 and 8.

Source: "Rapport final", report of a project on programs that play Yahtzee, 2022, whose game is "also called Yam's".
"""

from dataclasses import replace

from answers.exam.question import questions_of
from answers.exams.yahtzee import boxes, games, hands, turns
from answers.exams.yahtzee import exam as first_edition
from answers.exams.yahtzee.misconceptions import FACES_OF_THE_EXAMPLE
from answers.exams.yahtzee.yams.boxes import mean_of_a_lower_box
from answers.exams.yahtzee.yams.draws import draw
from answers.exams.yahtzee.yams.hands import points_of_hands

EXAM = replace(
    first_edition.EXAM,
    name="yams",
    draw=draw,
    questions=questions_of(
        hands.numbers_of_cases,
        hands.chances,
        points_of_hands,
        hands.joker,
        hands.near_boxes,
        hands.safety,
        boxes.one_box,
        mean_of_a_lower_box,
        boxes.mean_of_a_group,
        turns,
        games,
    ),
    # earlier subjects of `yahtzee` had an example with other faces
    misconceptions=tuple(
        misconception
        for misconception in first_edition.EXAM.misconceptions
        if misconception.slug != FACES_OF_THE_EXAMPLE
    ),
    give_instead="",
)
