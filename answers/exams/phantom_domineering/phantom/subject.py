"""The subject of the exam `phantom`: the definitions of phantom Domineering, and the definition of a hidden cell."""

from collections.abc import Mapping
from functools import cache

from answers.exam.subject import Subject
from answers.exams.phantom_domineering.definitions import DEFINITIONS, FIGURES, examples
from solvers.domineering.board import Board
from solvers.domineering.hidden_cell import hidden_cell
from solvers.domineering.phantom_game import all_plans_game
from solvers.matrix_games.double_oracle import double_oracle

SIZE = (4, 2)
CHANCES = {(0, 0): 85, (3, 0): 15}
"""Cells and chances in percent of the example of a hidden cell."""


@cache
def _examples() -> Mapping[str, object]:
    """Return the data of the worked examples, with that of a hidden cell."""
    known = [double_oracle(all_plans_game(Board(*SIZE, frozenset({cell})))).value for cell in CHANCES]
    shown = tuple((cell, percent, value) for (cell, percent), value in zip(CHANCES.items(), known, strict=True))
    hidden = {"hidden": shown, "hidden_value": hidden_cell(Board(*SIZE), CHANCES).value}
    return {**examples(), **hidden, "sides": ("H", "W")}


SUBJECT = Subject(minutes=210, definitions={**DEFINITIONS, 10: (5, 6, 7)}, figures=FIGURES, examples=_examples)
