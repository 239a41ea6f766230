"""The subject of the exam `nash`: the definitions of phantom Domineering and their examples."""

from answers.exam.books.phantom_domineering import DEFINITIONS, FIGURES, examples
from answers.exam.subject import Subject

SUBJECT = Subject(minutes=210, definitions=DEFINITIONS, figures=FIGURES, examples=examples)
