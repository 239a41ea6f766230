from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.composed_exam import ComposedExam, LostReferenceError, compose
from answers.exam.exam import Exam
from answers.exam.location import NOWHERE
from answers.exam.paper_file import PaperPlan, PaperQuestion
from answers.exam.words import MissingWordsError, plain
from tests.answers.exam.copies import copy_of_tiny, edit
from tests.answers.tiny import EXAMS, TINY

Paper = Callable[..., ComposedExam]


@pytest.fixture
def paper(tmp_path: Path) -> Paper:
    """Compose a paper of `tiny`, `small`, and `twin`, which is a copy of `tiny`."""
    edit(copy_of_tiny(tmp_path, "twin"), '"tiny"', '"twin"')

    def load(name: str) -> Exam:
        return load_exam(name, [EXAMS, tmp_path])

    def composed(*questions: tuple[str, int]) -> ComposedExam:
        chosen = tuple(PaperQuestion(exam, number, Fraction(1), f"{exam} {number}") for exam, number in questions)
        return compose(PaperPlan("p", {"fr": "Épreuve : un", "en": "Paper"}, 60, chosen, "p.toml"), load, NOWHERE)

    return composed


def test_each_question_has_the_words_of_its_exam(paper: Paper) -> None:
    composed_exam = paper(("small", 2), ("tiny", 2), ("tiny", 1))
    words, tiny, drawn = composed_exam.words("en"), TINY.words("en"), composed_exam.drawn(10)
    assert (
        words.prompt(composed_exam.questions[1], drawn) == tiny.prompt(TINY.questions[1], TINY.drawn(10)) == "Quarter"
    )
    assert words.prompt(composed_exam.questions[2], drawn) == "Double"
    assert words.labels(composed_exam.part("3b"), drawn) == tiny.labels(TINY.part("1b"), TINY.drawn(10))
    assert tuple(map(plain, words.labels(composed_exam.part("1"), drawn))) == ("x", "y", "z")
    assert words.note(composed_exam.questions[0], drawn) is None
    assert words.snippet("mistake_tiny_half") == "Half for a quarter"
    with pytest.raises(
        MissingWordsError, match=r"small/templates/en\.html: the text note_three of the exam is missing"
    ):
        words.question_text(composed_exam.questions[0], "note", drawn=drawn)
    with pytest.raises(MissingWordsError, match="the text such_thing of the exam is missing"):
        words.snippet("such_thing")


def test_references_are_to_the_numbers_of_the_paper(paper: Paper) -> None:
    composed_exam = paper(("twin", 1), ("tiny", 1), ("tiny", 2))
    assert [(exam.name, number) for exam, number in composed_exam.definitions] == [
        ("twin", 1), ("tiny", 1), ("tiny", 2),
    ]  # fmt: skip
    assert [question.definitions for question in composed_exam.questions] == [(1,), (2,), (3,)]
    words = composed_exam.words("en")
    assert "As in\u00a02." in words.question_page(composed_exam.questions[2], "statement")
    messages = {"examples": {"tiny/quarter": Fraction(1, 4)}}
    assert "D2: 1/4" in words.definition(3, **messages)[1].replace("\N{NO-BREAK SPACE}", " ")


def test_a_text_that_speaks_of_what_is_not_there_is_told_with_its_line(paper: Paper) -> None:
    composed_exam = paper(("twin", 1), ("tiny", 2))
    with pytest.raises(LostReferenceError) as refusal:
        composed_exam.words("en").question_page(composed_exam.questions[1], "statement")
    assert [problem.place for problem in refusal.value.problems] == ["tiny 2"]


def test_a_definition_may_speak_of_what_is_not_here(paper: Paper, tmp_path: Path) -> None:
    file = "templates/subject_en.html"
    edit(
        tmp_path / "twin",
        "macro definition_1(figures) %}",
        "macro definition_1(D, Q) %}{{ D(2) }}, {{ Q('quarter') }}",
        file,
    )
    edit(tmp_path / "twin", "<figure>{{ figures.square }}</figure>", "", file)
    words = paper(("tiny", 1), ("twin", 1)).words("en")
    assert "<i>The quarter</i>, 2 (Tiny)" in words.definition(2)[1]
    with_both = paper(("tiny", 1), ("twin", 1), ("twin", 2)).words("en")
    assert "D3, 3" in with_both.definition(2)[1]


def test_what_speaks_of_another_question_is_left_out_of_presentation_and_checks(paper: Paper, tmp_path: Path) -> None:
    file = "templates/subject_en.html"
    edit(tmp_path / "twin", "macro presentation() %}", "macro presentation(Q) %}{{ Q('quarter') }}", file)
    edit(tmp_path / "twin", "macro checks() %}", "macro checks(D) %}{{ D(2) }}", file)
    words = paper(("tiny", 1), ("twin", 1)).words("en")
    assert words.page("presentation").count("<p><b>Tiny</b> (test)</p>") == 2
    assert words.page("presentation").count("A try") == 1
    assert words.page("checks").count("<p>") == 1
    whole = paper(("twin", 1), ("tiny", 1), ("twin", 2)).words("en")
    assert "3" in whole.page("presentation")
    assert whole.page("checks").count("<p><b>Tiny</b></p>") == 2
