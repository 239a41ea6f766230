"""The pages of a composed paper: everything under the paper's own numbers, everything else from its exams."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.composed_exam import compose
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.exam.location import NOWHERE
from answers.exam.paper_file import PaperPlan, PaperQuestion
from answers.exam.words import plain
from answers.sheets.booklet import lost_references, solution_html, subject_html
from answers.sheets.sheet import Model, sheet_html
from answers.sheets.subject import subject_of
from tests.answers.exam.copies import copy_of_tiny, edit
from tests.answers.sheets.samples import text_of
from tests.answers.tiny import EXAMS

PAPER = """\
[paper]
title = "Two"
minutes = 90
questions = [
    { exam = "twin", question = 1, points = 1 },
    { exam = "tiny", question = 1, points = 1 },
    { exam = "tiny", question = 2, points = 4.5 },
]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    edit(copy_of_tiny(tmp_path, "twin"), '"tiny"', '"twin"')
    (tmp_path / "two.toml").write_text(PAPER, encoding="utf-8")
    return tmp_path


def paper(folder: Path) -> Exam:
    return load_exam("two", [folder, EXAMS])


def test_the_subject_has_the_definitions_that_its_questions_need(folder: Path) -> None:
    html = subject_html(paper(folder), lang="en")
    text = text_of(html)
    expected = [
        "Two", "Duration: 1 h 30 – 6.5 pts", "A try: really small.", "D1 The double", "D2 The double", "D3 The quarter",
        "D2: 1/4", "Twice 3 is 6.", "Question 1 (1 pt: a 0.5 · b 0.5) D1 · exact value Double it.", "Question 2 (1 pt",
        "D2 · exact",
        "Question 3 (4.5 pts) D3 · ± 0.1 As in 2.",
    ]  # fmt: skip
    places = [text.find(piece) for piece in expected]
    assert -1 not in places, [piece for piece, place in zip(expected, places, strict=True) if place < 0]
    assert places == sorted(places)
    assert html.count('<text x="2" y="12">en</text>') == 2
    assert lost_references(paper(folder)) == ()


def test_checks_of_what_is_not_asked_are_left_out_and_the_others_stay(folder: Path) -> None:
    new = "{% if asks('quarter') %}A quarter.{% endif %} {% if asks('double', 'quarter') %}Twice 4 is 8.{% endif %}"
    edit(folder / "twin", "Twice 3 is 6.", new, "templates/subject_en.html")
    edit(folder / "twin", "macro checks()", "macro checks(asks)", "templates/subject_en.html")
    text = text_of(subject_html(paper(folder), lang="en"))
    assert ("A quarter." in text, "Twice 4 is 8." in text) == (False, True)
    assert text.index("Twice 4 is 8.") < text.index("Question 1")


def test_texts_that_speak_of_what_is_not_there_are_told_once_each(folder: Path) -> None:
    path = folder / "two.toml"
    path.write_text(PAPER.replace('    { exam = "tiny", question = 1, points = 1 },\n', ""), encoding="utf-8")
    (problem,) = lost_references(paper(folder))
    assert problem.place == f"{path}, line 6"
    assert problem.cause == (
        "the text of a question mentions question 1 of the exam tiny, which this composed paper does not contain"
    )


def test_the_solution_shows_what_the_exam_computes(folder: Path) -> None:
    exam = paper(folder)
    text = text_of(solution_html(exam, make_key(exam, 10), lang="en"))
    assert text_of(solution_html(exam, make_key(exam, 11), lang="en")) != text
    assert "Remainder 2" in text
    assert "Twice 10 is 20." in text


def test_a_solution_may_speak_of_what_the_paper_lacks(folder: Path) -> None:
    new = "{{ Q('double') }}, {{ Q('quarter') }}, {{ D(2) }}: twice"
    edit(folder / "twin", "Twice", new, "templates/solution_en.html")
    edit(folder / "twin", "solution_double(drawn", "solution_double(Q, D, drawn", "templates/solution_en.html")
    exam = paper(folder)
    assert "1, 2 (Tiny), The quarter : twice 10 is 20." in text_of(solution_html(exam, make_key(exam, 10), lang="en"))


def checks_of(*chosen: tuple[str, int], lang: str = "en") -> str:
    questions = tuple(PaperQuestion(exam, number, Fraction(1), "") for exam, number in chosen)
    composed_exam = compose(PaperPlan("own", {"fr": "A", "en": "A"}, 60, questions, ""), load_exam, NOWHERE)
    subject = subject_of(composed_exam)
    texts = {"examples": subject.examples(), "figures": dict.fromkeys(subject.figures, "")}
    return " ".join(plain(composed_exam.words(lang).page("checks", **texts)).replace("\N{NO-BREAK SPACE}", " ").split())


def test_a_paper_of_three_exams_has_the_check_values_of_its_questions() -> None:
    text = checks_of(("dice", 1), ("verger", 2), ("jeux", 6))
    words = ("The orchard game", "2341/3456", "three throws", "Games", "C = 1561", "152", "Dice Battle")
    assert [one in text for one in words] == [True, True, False, True, True, False, False]


def test_the_model_sheet_of_a_paper_has_the_answers_to_its_questions_alone(folder: Path) -> None:
    exam = paper(folder)
    for lang in ("en", "fr"):
        html = sheet_html(Model(exam, make_key(exam, exam.model_seed)), lang=lang)
        doubled = ["17", "34", "18", "35"]
        quarter = "17/4 = 4,25" if lang == "fr" else "17/4 = 4.25"
        assert re.findall(r'<span class="answer \w+">(.*?)</span>', html) == [*doubled, *doubled, quarter]
