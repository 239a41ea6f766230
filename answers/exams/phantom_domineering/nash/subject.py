"""The subject of the exam `nash`: the definitions of phantom Domineering and their examples."""

from answers.exam.subject import Subject
from answers.exams.phantom_domineering.definitions import DEFINITIONS, FIGURES, examples

SUBJECT = Subject(minutes=210, definitions=DEFINITIONS, figures=FIGURES, examples=examples)
