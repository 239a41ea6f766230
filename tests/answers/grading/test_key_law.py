"""Lines that tell how an answer is obtained: what is wrong with one is told, with its place, and what to do."""

from pathlib import Path

import pytest

from answers.errors import Problem
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.grading.key_law import LONGEST, SEEDS, how_lines
from tests.answers.exam.copies import copy_of_tiny, edit
from tests.answers.tiny import EXAMS, TINY

LINES = {
    "fr": "{% macro how_double(answers) %}n et 2n : {{ answers['a'] | join(' ; ') }}.{% endmacro %}",
    "en": "{% macro how_double(answers) %}n and 2n: {{ answers['a'] | join('; ') }}.{% endmacro %}",
}
CASES = 5
"""All items of question 1, and each of four alone."""


def with_line(folder: Path, line: str, lang: str = "fr") -> Exam:
    copy = copy_of_tiny(folder)
    edit(copy, LINES[lang], line, f"templates/{lang}.html")
    return load_exam("tiny", [folder])


def macro(text: str) -> str:
    return f"{{% macro how_double(answers, drawn, wrong) %}}{text}{{% endmacro %}}"


def test_a_good_line_and_an_exam_without_any_are_left_alone(tmp_path: Path) -> None:
    assert list(how_lines(TINY)) == []
    assert list(how_lines(load_exam("small", [EXAMS]))) == []


@pytest.mark.parametrize(
    ("text", "cause", "remedy"),
    [
        (" ", "it says nothing", "say how the answer is obtained"),
        ("Deux fois." * 40, "it has 400 characters", "say it in 300"),
        ("Un. Deux ! Trois ?", "it has 3 sentences", "say it in 2"),
        ("Voici {{ answers['a'] | list }}", "it shows '['", "show numbers and words only"),
        ("Voici {{ none }}.", "it shows 'None'", "show numbers and words only"),
        ("Voici {{ '{{ n }}' }}.", "it shows '{{'", "show numbers and words only"),
        ("Soit {{ drawn.n + 0.5 }}.", "it writes POINT", 'write decimals with the filter decimal("fr")'),
    ],
    ids=["empty", "long", "sentences", "list", "none", "template", "point"],
)
def test_what_is_wrong_with_a_line(tmp_path: Path, text: str, cause: str, remedy: str) -> None:
    found = list(how_lines(with_line(tmp_path, macro(text))))
    assert len(found) == CASES * len(SEEDS)
    assert {problem.remedy for problem in found} == {remedy}
    points = {0: "0.5", 1: "1.5", 17: "7.5", 64006: "6.5"}
    assert [problem.cause for problem in found] == [
        cause.replace("POINT", points[u0]) for u0 in SEEDS for _ in range(CASES)
    ]
    place = f"{tmp_path}/tiny/templates/fr.html, how_double, u0 = 1, wrong {{'a': (0, 1), 'b': (0, 1)}}"
    assert found[0].place == place


def test_a_line_may_be_wrong_for_one_item(tmp_path: Path) -> None:
    exam = with_line(tmp_path, macro("{{ 'Un. ' * (5 if wrong == {'b': (1,)} else 2) }}"))
    assert [problem.cause for problem in how_lines(exam)] == ["it has 5 sentences"] * len(SEEDS)


def test_the_longest_line_and_english_decimals_are_right(tmp_path: Path) -> None:
    assert list(how_lines(with_line(tmp_path / "fr", macro("m" * LONGEST)))) == []
    assert list(how_lines(with_line(tmp_path / "en", macro("Half of it is 8.5, of {x, …} and so on…"), "en"))) == []


def test_what_a_language_tells_the_other_does(tmp_path: Path) -> None:
    exam = with_line(tmp_path, "")
    (problem,) = how_lines(exam)
    assert problem == Problem(
        "there is no how_double",
        f"{tmp_path}/tiny/templates/fr.html",
        f"write it: {tmp_path}/tiny/templates/en.html has it",
    )


def test_a_missing_language_is_told_as_by_the_law_of_words(tmp_path: Path) -> None:
    copy = copy_of_tiny(tmp_path)
    (copy / "templates" / "en.html").unlink()
    (problem,) = how_lines(load_exam("tiny", [tmp_path]))
    assert (problem.cause, problem.place) == ("there is no such file", f"{copy}/templates/en.html")
