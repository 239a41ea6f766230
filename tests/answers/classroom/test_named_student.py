import pytest

from answers.classroom.named_student import named_student
from answers.errors import CorrigeError
from answers.exam.identity import Student

CLASS = (
    Student("s01", "Émery", "Zoé"), Student("s02", "Martin", "Léa"), Student("s03", "Martin", "Ana"),
    Student("zoé", "Petit", "Max"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "meant"),
    [("S01", "s01"), ("emery", "s01"), ("Zoé Émery", "s01"), ("martin lea", "s02"), ("Ana", "s03"), ("Zoé", "zoé")],
)
def test_an_identifier_then_a_name_that_one_student_has(text: str, meant: str) -> None:
    assert named_student(CLASS, text).id == meant


@pytest.mark.parametrize(
    ("text", "told"),
    [("Martin", "2 students are called 'Martin'"), ("", "nobody in the class"), ("s0", "did you mean s0")],
)
def test_nobody_or_several(text: str, told: str) -> None:
    with pytest.raises(CorrigeError, match=told):
        named_student(CLASS, text)
