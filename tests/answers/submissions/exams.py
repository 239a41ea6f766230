"""A small exam for the tests of the readers: parts 1a and 1b of two items, part 2 of three."""

from pathlib import Path

from answers.exam.catalogue import load_exam
from answers.submissions.raw.submission import expected_exam

EXAM = load_exam("small", [Path(__file__).parents[2] / "exams"])
SMALL = expected_exam(EXAM)
