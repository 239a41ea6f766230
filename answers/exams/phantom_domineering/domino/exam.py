"""Domino, a new edition of the exam `phantom`: its questions, with sums in questions 1 and 2 in place of single values.

Source: after the ENS 2013 practical exam of algorithmics and programming, "Équilibres de Nash"; the sums are ours.
"""

from dataclasses import replace

from answers.exam.question import questions_of
from answers.exams.phantom_domineering.domino.draws import draw
from answers.exams.phantom_domineering.domino.sequence import sums_of_elements, terms
from answers.exams.phantom_domineering.phantom import exam as first_edition
from answers.exams.phantom_domineering.phantom import games
from answers.exams.phantom_domineering.phantom.sequence import all_drawn

EXAM = replace(
    first_edition.EXAM,
    name="domino",
    draw=draw,
    questions=questions_of(terms, sums_of_elements, all_drawn, games),
    give_instead="",
)
