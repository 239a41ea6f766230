"""The table of whole papers says what differs, paper by paper; see the papers of `tests/exams/tiny`."""

from pathlib import Path

import pytest

from answers.errors import Problem
from answers.exam.catalogue import load_exam
from answers.grading.tables import paper_table
from tests.answers.exam.copies import copy_of_tiny
from tests.answers.tiny import TINY

PAPER = "fixtures/papers/half.toml"


def problems(tmp_path: Path, old: str, new: str) -> list[Problem]:
    """The problems of the table with a text of half.toml changed, their place taken off."""
    folder = copy_of_tiny(tmp_path)
    text = (folder / PAPER).read_text("utf-8")
    assert old in text
    (folder / PAPER).write_text(text.replace(old, new), "utf-8")
    found = list(paper_table(load_exam("tiny", [tmp_path])))
    assert {problem.place for problem in found} == {str(folder / PAPER)}
    return [Problem(one.cause, "", one.remedy) for one in found]


def test_the_papers_of_the_tiny_exam_are_marked_as_expected() -> None:
    assert list(paper_table(TINY)) == []


@pytest.mark.parametrize(
    ("old", "new", "cause", "remedy"),
    [
        ('"wrong: half"', '"wrong"', "2.1, '501', is wrong: mistake:half", "the table says wrong"),
        ('"wrong: half"', '"wrong: third"', "2.1, '501', is wrong: mistake:half", "the table says wrong: third"),
        ('"wrong: half"', '"blank"', "2.1, '501', is wrong: mistake:half", "the table says blank"),
        ('score = "2"', 'score = "5/2"', "its score is 2", "the table says 5/2"),
        (
            '"2" = "501"\n[expected]\nscore = "2"\nflags = []\n[expected.items]\n"2.1" = "wrong: half"',
            '[expected]\nscore = "4"',
            "its score is 2, without an answer to 2",
            "the table says 4",
        ),
        ("flags = []", 'flags = ["x"]', "its flags are none", "the table says ['x']"),
        ('"1b" = ', '"1c" = ', "tiny has no '1c'", "did you mean 1b or 1a?"),
        ('"2.1" = ', '"2.2" = ', "tiny has no '2.2'", "did you mean 2.1 or 1b.2 or 1a.2?"),
        ("u0 = 1002", "", "is no paper of the table: 'u0'", "write it as docs/exams.md shows, under “Whole papers”"),
    ],
)
def test_what_differs(tmp_path: Path, old: str, new: str, cause: str, remedy: str) -> None:
    found = problems(tmp_path, old, new)
    assert found == [Problem(cause, "", remedy)]


def test_other_files_are_not_papers(tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    (folder / "fixtures/papers/notes.txt").write_text("not a paper", "utf-8")
    assert list(paper_table(load_exam("tiny", [tmp_path]))) == []
