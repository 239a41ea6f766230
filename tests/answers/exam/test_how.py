"""How an answer is obtained: the macro gets what the question knows, on a composed paper too; and when none is told."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.compose import compose
from answers.exam.exam import Exam
from answers.exam.home import NOWHERE
from answers.exam.how import how
from answers.exam.key import make_key
from answers.exam.paper_file import Chosen, Plan
from answers.exam.question import Case
from answers.exam.words import Text
from tests.answers.exam.copies import copy_of_tiny, edit
from tests.answers.tiny import EXAMS, TINY

LINE = "{% macro how_double(answers) %}n and 2n: {{ answers['a'] | join('; ') }}.{% endmacro %}"
STEPS = """
@double.steps
def first_wrong(case: Any) -> dict[str, object]:
    return {"letter": case.first[0], "place": case.first[1], "n": case.drawn.n, "last": case.answers["b"][-1]}


EXAM = """

Making = Callable[[str], Exam]


@pytest.fixture
def making(tmp_path: Path) -> Making:
    """Makes a copy of tiny whose first question tells something else in English, with its steps."""

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
    assert line(TINY, {"a": (0,)}) == "n and 2n: 10;\u00a020."


def test_nothing_is_told_where_nothing_is_wrong_or_no_words_are() -> None:
    assert line(TINY, {}) is None
    assert line(TINY, {"": (0,)}, number=2) is None


def test_a_line_knows_what_is_wrong_and_what_was_computed(making: Making) -> None:
    exam = making(
        "{% macro how_double(drawn, wrong, steps, evidence) %}"
        "{{ drawn.n }} {{ wrong.b }} {{ steps.letter }} {{ steps.place }} {{ steps.n }} {{ steps.last }} "
        "{{ evidence['a'] }}"
        "{% endmacro %}"
    )
    assert line(exam, {"b": (1,)}) == "10 (1,) b 1 10 21 ()"


def test_on_a_composed_paper_a_line_stands_in_its_own_exam(making: Making) -> None:
    exam = making(
        "{% macro how_double(drawn, answers, steps) %}"
        "{{ drawn.n }} {{ answers['b'] | join(' ') }} {{ answers | length }} {{ steps.n }}{% endmacro %}"
    )
    chosen = tuple(Chosen(name, n, Fraction(1), "") for name, n in (("small", 1), ("told", 2), ("told", 1)))
    plan = Plan("paper", {"fr": "Épreuve", "en": "Paper"}, 60, chosen, "paper.toml")
    paper = compose(plan, lambda name: exam if name == "told" else load_exam(name, [EXAMS]), NOWHERE)
    key = make_key(paper, 10)
    assert how(paper, paper.questions[2], paper.words("en"), key, {"a": (0,)}) == "10 11 21 2 10"


def test_the_first_wrong_item_comes_first_on_the_sheet() -> None:
    key = make_key(TINY, 10)
    case = Case(key.params, {}, {}, {"b": (1, 2), "c": (0,)})
    assert case.first == ("b", 1)
