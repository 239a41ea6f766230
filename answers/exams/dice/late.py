"""The module `games`, which needs arrays and compiled solvers, imported when a question is solved.

A sheet is printed without it.
"""

from typing import TYPE_CHECKING

from answers.exam.late import Late

if TYPE_CHECKING:
    from answers.exams.dice import games
else:
    games = Late("answers.exams.dice.games")

__all__ = ["games"]
