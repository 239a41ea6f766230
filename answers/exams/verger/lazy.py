"""The module `solved`, which needs compiled solvers, imported when a question is solved."""

from typing import TYPE_CHECKING

from answers.exam.lazy_module import LazyModule

if TYPE_CHECKING:
    from answers.exams.verger import solved
else:
    solved = LazyModule("answers.exams.verger.solved")

__all__ = ["solved"]
