"""How an answer is obtained: the macro gets what the question knows, on a composed paper too; and when none is told."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.exam.catalogue import load_exam
from answers.exam.compose import compose
from answers.exam.exam import Exam
from answers.exam.home import NOWHERE
from answers.exam.how import Case, Steps, how
from answers.exam.key import make_key
from answers.exam.paper_file import Chosen, Plan
from answers.exam.words import Text
from tests.answers.exam.copies import copy_of_tiny, edit
from tests.answers.tiny import EXAMS, TINY

LINE = "{% macro how_1(answers) %}n and 2n: {{ answers['1a'] | join('; ') }}.{% endmacro %}"
STEPS = '''"""Steps."""

from answers.exam.how import Case, Steps


def double(case: Case) -> dict[str, object]:
    return {"letter": case.first[0], "place": case.first[1], "n": case.drawn.n, "last": case.answers["b"][-1]}


STEPS = Steps({1: double})
'''

Making = Callable[[str], Exam]


@pytest.fixture
def making(tmp_path: Path) -> Making:
    """Makes a copy of tiny whose first question tells something else in English, with its steps."""

    def made(line: str) -> Exam:
        folder = copy_of_tiny(tmp_path, "told")
        edit(folder, '"tiny"', '"told"')
        edit(folder, LINE, line, "templates/en.html")
        (folder / "steps.py").write_text(STEPS, "utf-8")
        return load_exam("told", [tmp_path])

    return made


def line(exam: Exam, wrong: dict[str, tuple[int, ...]], number: int = 1) -> Text | None:
    return how(exam, exam.questions[number - 1], exam.words("en"), make_key(exam, 10), wrong)


def test_the_true_answers_are_told() -> None:
    assert line(TINY, {"a": (0,)}) == "n and 2n: 10; 20."


def test_nothing_is_told_where_nothing_is_wrong_or_no_words_are() -> None:
    assert line(TINY, {}) is None
    assert line(TINY, {"": (0,)}, number=2) is None


def test_a_line_knows_what_is_wrong_and_what_was_computed(making: Making) -> None:
    exam = making(
        "{% macro how_1(drawn, wrong, steps, evidence) %}"
        "{{ drawn.n }} {{ wrong.b }} {{ steps.letter }} {{ steps.place }} {{ steps.n }} {{ steps.last }} "
        "{{ evidence['1a'] }}"
        "{% endmacro %}"
    )
    assert line(exam, {"b": (1,)}) == "10 (1,) b 1 10 21 ()"


def test_on_a_composed_paper_a_line_stands_in_its_own_exam(making: Making) -> None:
    exam = making(
        "{% macro how_1(drawn, answers, steps) %}"
        "{{ drawn.n }} {{ answers['1b'] | join(' ') }} {{ answers | length }} {{ steps.n }}{% endmacro %}"
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
    assert Steps().of(1, case) == {}
    assert Steps({1: lambda one: {"u0": one.drawn.u0}}).of(1, case) == {"u0": 10}


def test_a_module_without_steps_is_told(making: Making, tmp_path: Path) -> None:
    making(LINE)
    edit(tmp_path / "told", "STEPS = ", "OTHERS = ", "steps.py")
    with pytest.raises(CorrigeError, match=r"steps\.py defines no STEPS"):
        line(load_exam("told", [tmp_path]), {"a": (0,)})
