from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.composed_exam import compose
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.exam.location import NOWHERE
from answers.exam.paper_file import PaperPlan, PaperQuestion
from answers.exam.question import SolvedQuestion
from answers.exam.subject import Subject
from answers.exam.words import Text
from answers.sheets.subject import how, solved_question, subject_of
from tests.answers.exam.copies import copy_of_tiny, edit
from tests.answers.tiny import EXAMS, TINY


def test_definitions_bring_those_that_they_build_on():
    subject = Subject(60, {1: (), 2: (), 3: (1,), 4: (3,)})
    assert subject.needed((4,)) == (1, 3, 4)
    assert subject.needed((2, 3)) == (1, 2, 3)
    assert subject.needed(()) == ()
    with pytest.raises(KeyError):
        subject.needed((5,))


@pytest.mark.parametrize("definitions", [{1: (1,)}, {1: (2,), 2: ()}, {1: (), 2: (7,)}])
def test_definitions_build_on_earlier_ones_only(definitions):
    with pytest.raises(ValueError, match="do not all come before it"):
        Subject(60, definitions)


def test_the_subject_stands_beside_the_exam_and_worked_solutions_in_it():
    assert subject_of(TINY).minutes == 90
    key = make_key(TINY, 10)
    assert [question.solution_data(solved_question(TINY, question, key)) for question in TINY.questions] == [
        {},
        {"remainder": 2, "seed": 10},
    ]


def test_a_composed_subject_has_the_examples_and_figures_of_each_exam_under_its_name():
    paper = compose(
        PaperPlan("one", {"fr": "", "en": ""}, 30, (PaperQuestion("tiny", 2, Fraction(1), "line 1"),), "one.toml"),
        only,
        NOWHERE,
    )
    subject = subject_of(paper)
    assert subject.minutes == 30
    assert subject.examples() == {f"tiny/{name}": shown for name, shown in subject_of(TINY).examples().items()}
    assert set(subject.figures) == {"tiny/square"}


def only(_name):
    return TINY


LINE = "{% macro how_double(answers) %}n and 2n: {{ answers['a'] | join('; ') }}.{% endmacro %}"
STEPS = """
@double.hint_data
def first_wrong(case: Any) -> dict[str, object]:
    return {"letter": case.first[0], "place": case.first[1], "n": case.drawn.n, "last": case.answers["b"][-1]}


EXAM = """

Making = Callable[[str], Exam]


@pytest.fixture
def making(tmp_path: Path) -> Making:
    """Copy `tiny`, with another line of feedback in English for its first question, and with `hint_data`."""

    def made(line: str) -> Exam:
        folder = copy_of_tiny(tmp_path, "told")
        edit(folder, '"tiny"', '"told"')
        edit(folder, LINE, line, "templates/en.html")
        edit(folder, "from fractions import Fraction\n", "from fractions import Fraction\nfrom typing import Any\n")
        edit(folder, "EXAM = ", STEPS)
        return load_exam("told", [tmp_path])

    return made


def line(exam: Exam, wrong: dict[str, tuple[int, ...]], number: int = 1) -> Text | None:
    return how(exam, exam.questions[number - 1], exam.words("en"), make_key(exam, 10), wrong)


def test_the_true_answers_are_told() -> None:
    assert line(TINY, {"a": (0,)}) == "<var>n</var> and 2<var>n</var>: 10;\u00a020."
    assert line(TINY, {}) is line(TINY, {"": (0,)}, number=2) is None  # nothing is wrong, or no words are there


def test_a_line_knows_what_is_wrong_and_what_was_computed(making: Making) -> None:
    exam = making(
        "{% macro how_double(drawn, wrong, hint_data, evidence) %}"
        "{{ drawn.n }} {{ wrong.b }} {{ hint_data.letter }} {{ hint_data.place }} {{ hint_data.n }} "
        "{{ hint_data.last }} "
        "{{ evidence['a'] }}"
        "{% endmacro %}"
    )
    assert line(exam, {"b": (1,)}) == "10 (1,) <var>b</var> 1 10 21 ()"


def test_on_a_composed_paper_a_line_stands_in_its_own_exam(making: Making) -> None:
    exam = making(
        "{% macro how_double(drawn, answers, hint_data) %}"
        "{{ drawn.n }} {{ answers['b'] | join(' ') }} {{ answers | length }} {{ hint_data.n }}{% endmacro %}"
    )
    chosen = tuple(PaperQuestion(name, n, Fraction(1), "") for name, n in (("small", 1), ("told", 2), ("told", 1)))
    plan = PaperPlan("paper", {"fr": "Épreuve", "en": "Paper"}, 60, chosen, "paper.toml")
    paper = compose(plan, lambda name: exam if name == "told" else load_exam(name, [EXAMS]), NOWHERE)
    key = make_key(paper, 10)
    assert how(paper, paper.questions[2], paper.words("en"), key, {"a": (0,)}) == "10 11 21 2 10"


def test_the_first_wrong_item_comes_first_on_the_sheet() -> None:
    key = make_key(TINY, 10)
    solved_question = SolvedQuestion(key.params, {}, {}, {"b": (1, 2), "c": (0,)})
    assert solved_question.first == ("b", 1)
