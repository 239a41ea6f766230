"""Requests for the questions of an exam, without papers."""

from pathlib import Path

import pytest
from lxml import etree

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key_cache import cached_key
from answers.exam.scenario import Scenario
from answers.exports.gradebook import Gradebook, GradebookRow
from answers.exports.request import ExportRequest
from answers.sheets.identity import Student
from tests.answers.tiny import TINY

HERE = Path(__file__).parent


def questions(exam: Exam = TINY, seeds: tuple[int, ...] = (10, 11), lang: str = "fr") -> ExportRequest:
    rows = tuple(GradebookRow(Student(f"s{at}"), u0, None) for at, u0 in enumerate(seeds))
    return ExportRequest(Gradebook(exam, rows, (), ()), lambda u0: cached_key(exam, Scenario(u0)), lang)


def faults(content: bytes, schema: str) -> list[str]:
    """Return the errors of a document according to a schema in this folder."""
    grammar = etree.RelaxNG(etree.parse(HERE / schema))
    grammar.validate(etree.fromstring(content))
    return [str(entry) for entry in grammar.error_log]


VERGER, YAHTZEE, NASH = map(load_exam, ("verger", "yahtzee", "nash"))
EXAMS = [TINY, *(pytest.param(exam, marks=pytest.mark.slow) for exam in (VERGER, YAHTZEE))]
"""A plain exam, an exam with drawings, an exam with answers that are not numbers."""
