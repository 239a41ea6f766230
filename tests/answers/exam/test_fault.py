"""An exception in an exam is told with the exam's own line, whoever raised it."""

from pathlib import Path

import pytest

from answers.errors import Problem
from answers.exam.environment import environment
from answers.exam.fault import fault
from tests.answers.exam.homes import home


def run(path: Path, code: str) -> None:
    path.write_text(code)
    exec(compile(code, str(path), "exec"), {})


def test_the_innermost_line_of_the_exam_is_told(tmp_path: Path) -> None:
    """Not the line of the library that it called."""
    exam = home(tmp_path / "mine")
    path = tmp_path / "mine" / "exam.py"
    with pytest.raises(ZeroDivisionError) as caught:
        run(path, "from fractions import Fraction\ndef f():\n    Fraction(1, 0)\n\nf()\n")
    told = Problem("ZeroDivisionError: Fraction(1, 0)", f"{path}, line 3", "mend it there")
    assert fault(caught.value, exam) == told
    elsewhere = Problem("ZeroDivisionError: Fraction(1, 0)")
    assert fault(caught.value, home(tmp_path / "theirs")) == elsewhere


def test_a_file_that_cannot_be_read_is_told_with_its_line(tmp_path: Path) -> None:
    exam = home(tmp_path, fr="one\n{% if %}\n")
    with pytest.raises(SyntaxError) as caught:
        run(tmp_path / "exam.py", "x = 1\ny = = 2\n")
    assert fault(caught.value, exam).place == f"{tmp_path / 'exam.py'}, line 2"
    with pytest.raises(Exception, match="Expected an expression") as template:
        environment(exam).get_template("exam/fr.html")
    assert fault(template.value, exam).place == f"{tmp_path / 'templates' / 'fr.html'}, line 2"


def test_a_macro_that_fails_is_told_with_the_line_of_its_template(tmp_path: Path) -> None:
    exam = home(tmp_path, fr="one\n\n{% macro question_1() %}\ntwo\n{{ Q(1) }}\n{% endmacro %}\n")
    macro = environment(exam).get_template("exam/fr.html").module.question_1  # type: ignore[attr-defined]
    with pytest.raises(Exception, match="'Q' is undefined") as caught:
        macro()
    found = fault(caught.value, exam)
    assert found.place == f"{tmp_path / 'templates' / 'fr.html'}, line 5"
    assert found.remedy == "mend it there; a macro knows what its arguments name: question_few_points(drawn, Q)"


def test_what_an_exception_was_noted_with_is_told(tmp_path: Path) -> None:
    error = ValueError("boom")
    error.add_note("part 2, u0 = 17")
    assert fault(error, home(tmp_path)).cause == "ValueError: boom (part 2, u0 = 17)"
