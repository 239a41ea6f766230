"""The module `playing`, which needs compiled solvers, imported when a question is solved."""

from typing import TYPE_CHECKING

from answers.exam.lazy_module import LazyModule

if TYPE_CHECKING:
    from answers.exams.yahtzee import playing
else:
    playing = LazyModule("answers.exams.yahtzee.playing")

__all__ = ["playing"]
