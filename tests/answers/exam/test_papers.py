"""Composed papers are found, cached and adjusted like any exam; the two of corrige are complete."""

from fractions import Fraction
from pathlib import Path

import pytest

from answers.assets import asset
from answers.errors import Problem
from answers.exam.catalogue import exam_names, load_adjusted, load_exam
from answers.exam.composed_exam import ComposedExam
from answers.exam.key import make_key
from answers.exam.key_cache import cached_key
from answers.exam.location import fingerprint, fingerprint_sources
from answers.exam.settings_in_force import load_settings
from tests.answers.exam.copies import copy_of_tiny, edit
from tests.answers.tiny import EXAMS
from tests.problems import problems_of

PAPERS = Path(str(asset("fixtures", "papers")))
PAPER = """\
[paper]
name = "mine"
title = "Mine"
minutes = 30
questions = [
    { exam = "tiny", question = 2, points = 1 },
    { exam = "small", question = 1, points = 1 },
]
"""


def test_a_paper_is_found_by_its_file_and_by_its_folder() -> None:
    assert "both" in exam_names([EXAMS])
    for place in (EXAMS, EXAMS / "both.toml"):
        exam = load_exam("both", [place, EXAMS])
        assert (exam.name, exam.location.is_outside, len(exam.questions)) == ("both", True, 3)


def test_the_teachers_file_may_hold_a_paper_and_adjust_it(tmp_path: Path) -> None:
    file = tmp_path / "corrige.toml"
    file.write_text(f'exams = ["{EXAMS}"]\n{PAPER}', encoding="utf-8")
    settings = load_settings(tmp_path)
    assert load_adjusted("mine", settings).points == 2
    file.write_text(f'{PAPER}[exams.tiny]\nfolder = "{EXAMS / "tiny"}"\n[exams.small]\nfolder = "{EXAMS / "small"}"\n'
                    "[exams.mine.points]\n1 = 2.5\n", encoding="utf-8")  # fmt: skip
    assert load_adjusted("mine", load_settings(tmp_path)).points == Fraction(7, 2)


def refused(name: str, places: list[Path]) -> tuple[Problem, ...]:
    return problems_of(load_exam, name, places)


def test_a_paper_of_papers_or_with_the_name_of_an_exam_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(PAPER.replace('"mine"', '"tiny"').replace('exam = "small"', 'exam = "both"'), encoding="utf-8")
    problems = refused("tiny", [path, EXAMS])
    assert [(problem.place, problem.cause) for problem in problems] == [
        (str(path), "'tiny' is already the name of an exam"),
        (f"{path}, line 7", "there is no exam 'both'"),
    ]


def test_keys_are_kept_until_the_paper_or_one_of_its_exams_changes(tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    path = tmp_path / "mine.toml"
    path.write_text(PAPER, encoding="utf-8")
    places = [path, folder, EXAMS / "small"]
    paper = load_exam("mine", places)
    key = cached_key(paper, 10)
    assert cached_key(paper, 10) == key
    sources = fingerprint_sources(paper.location)
    assert {path, folder / "exam.py", EXAMS / "small" / "exam.py"} <= {Path(str(source)) for source in sources}
    mark = fingerprint(paper.location)
    path.write_text(PAPER.replace("question = 2", "question = 1"), encoding="utf-8")
    other = load_exam("mine", places)
    assert fingerprint(other.location) != mark
    assert cached_key(other, 10) != key
    edit(folder, '"""', '"""  ')
    fingerprint.cache_clear()
    assert fingerprint(paper.location) != mark


@pytest.mark.parametrize(("name", "minutes"), [("games", 120), ("probability", 60)])
def test_the_papers_that_come_with_corrige_have_the_answers_of_their_exams(name: str, minutes: int) -> None:
    paper = load_exam(name, [PAPERS])
    assert isinstance(paper, ComposedExam)
    assert (paper.points, paper.plan.minutes) == (20, minutes)
    assert set(make_key(paper, 5).answers) == {part.id for part in paper.parts}
