"""The names that an exam in one file imports: draws, questions, types of answers, drawings.

docs/exams.md shows how to write one.
"""

from answers.exam.draw import Draws
from answers.exam.one_file import exam, question, shared
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, codes, integers, probabilities
from answers.kinds.tolerance import Tolerance

__all__ = [
    "Domain",
    "Draws",
    "Numbers",
    "Tolerance",
    "codes",
    "exam",
    "integers",
    "probabilities",
    "question",
    "shared",
]
