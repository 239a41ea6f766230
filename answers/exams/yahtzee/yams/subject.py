"""The subject of `yams` has the definitions, figures and examples of `yahtzee`."""

from answers.exams.yahtzee.subject import SUBJECT

__all__ = ["SUBJECT"]
