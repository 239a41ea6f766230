"""Names that an exam in one file imports: draws, questions, types of answers, drawings.

docs/exams.md shows how to write such an exam.
"""

from answers.drawings import draw_board, draw_graph, draw_table, draw_tree
from answers.exam.draw import Draws
from answers.exam.one_file import exam, question, shared
from answers.kinds.choices import Option, choice, choices, yes_or_no
from answers.kinds.formulas import Formula
from answers.kinds.intervals import Interval
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, codes, integers, matrix, probabilities
from answers.kinds.programs import Program
from answers.kinds.sequences import permutation, sequence, set_of
from answers.kinds.tolerance import Tolerance
from answers.kinds.written import Criterion, Written

__all__ = [
    "Criterion",
    "Domain",
    "Draws",
    "Formula",
    "Interval",
    "Numbers",
    "Option",
    "Program",
    "Tolerance",
    "Written",
    "choice",
    "choices",
    "codes",
    "draw_board",
    "draw_graph",
    "draw_table",
    "draw_tree",
    "exam",
    "integers",
    "matrix",
    "permutation",
    "probabilities",
    "question",
    "sequence",
    "set_of",
    "shared",
    "yes_or_no",
]
