"""The exam `yams` prints the same definitions, drawings and worked examples as the exam `yahtzee`."""

from answers.exams.yahtzee.subject import SUBJECT

__all__ = ["SUBJECT"]
