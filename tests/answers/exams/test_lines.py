"""Lines of feedback tell the numbers that are on file: `lines/EXAM.txt`, a line a seed and a question.

A line of a file has the numbers and comparison signs of the English feedback for each item that is wrong alone, then
for all items wrong, and only once if these are all equal. The files were recorded from the exams while tests with
independent programs for nearly all of these numbers passed; they notice changes, and are no proof by themselves.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from answers.exam.catalogue import exam_names, load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.exam.words import plain
from answers.sheets.subject import WrongItems, how
from tests.answers.snapshots import compare

FOLDER = Path(__file__).parent / "lines"
SEEDS, ZERO = (17, 50123), ("domino", "nash", "phantom")
"""Seeds whose lines are on file, and exams that say something else where all terms are zero."""
TOLD = re.compile(r"(?:[−+] ?)?\d+(?:[.,/]\d+)*|[<≤>≥=≈≃]")


def lines_of(exam: Exam) -> Iterator[str]:
    for question in exam.questions:
        every: WrongItems = {part.letter: tuple(range(part.count)) for part in question.parts}
        alone: list[WrongItems] = [{letter: (item,)} for letter, items in every.items() for item in items]
        for u0 in (0, *SEEDS) if exam.name in ZERO else SEEDS:
            key = make_key(exam, u0, parts=[part.id for part in question.parts])
            told = (how(exam, question, exam.words("en"), key, wrong) for wrong in (*alone, every))
            numbers = [" ".join(TOLD.findall(plain(line or ""))) for line in told]
            yield f"{u0} {question.number}: {' | '.join(numbers if len({*numbers}) > 1 else numbers[:1])}"


@pytest.mark.parametrize("name", exam_names())
def test_lines_tell_the_numbers_on_file(name: str) -> None:
    compare(FOLDER / f"{name}.txt", "\n".join([*lines_of(load_exam(name)), ""]))
