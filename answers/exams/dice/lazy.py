"""The module `games`, which needs arrays and compiled solvers, imported when a question is solved."""

from typing import TYPE_CHECKING

from answers.exam.lazy_module import LazyModule

if TYPE_CHECKING:
    from answers.exams.dice import games
else:
    games = LazyModule("answers.exams.dice.games")

__all__ = ["games"]
