import pytest

from answers.classroom.roster import named_student
from answers.errors import CorrigeError
from answers.sheets.identity import Student

CLASS = (
    Student("s01", "Émery", "Zoé"), Student("s02", "Martin", "Léa"), Student("s03", "Martin", "Ana"),
    Student("zoé", "Petit", "Max"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [("S01", "s01"), ("emery", "s01"), ("Zoé Émery", "s01"), ("martin lea", "s02"), ("Ana", "s03"), ("Zoé", "zoé"),
     ("zoe\u0301", "zoé")],
)  # fmt: skip
def test_an_identifier_then_a_whole_name_that_one_student_has(text: str, expected: str) -> None:
    assert named_student(CLASS, text).id == expected


FILES = {"submissions/b/copy.txt": "s02", "submissions/c/copy.txt": "s03", "submissions/d.csv, line 2": "zoé"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("D-ARTAGNAN-Noe", "D'ARTAGNAN Noé"), ("d-artagnan-noe", "D'ARTAGNAN Noé"), ("Noé", "D'ARTAGNAN Noé"),
        ("submissions/b/copy.txt", "s02"), ("b/copy.txt", "s02"), ("class/submissions/c/copy.txt", "s03"),
        ("d.csv, line 2", "zoé"),
    ],
)  # fmt: skip
def test_the_stem_of_files_and_the_file_handed_in(text: str, expected: str) -> None:
    noe = Student("D'ARTAGNAN Noé", "D'ARTAGNAN", "Noé", "D-ARTAGNAN-Noe")
    assert named_student((*CLASS, noe), text, FILES).id == expected


@pytest.mark.parametrize("text", ["copy.txt", "opy.txt", "/"])
def test_a_file_of_nobody_or_of_several(text: str) -> None:
    with pytest.raises(CorrigeError, match="student"):
        named_student(CLASS, text, FILES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Martin", r"2 students have the name 'Martin'\n.*s02, Martin Léa ; s03, Martin Ana"),
        ("art", r"no student .*\n.*did you mean s02, Martin Léa or s03, Martin Ana\?"),
        ("", "no student of the class"),
        ("s0", "did you mean s0"),
        ("peti", r"no student .*\n.*did you mean zoé, Petit Max\?"),  # the only one, but perhaps another is meant
        ("Emry", r"no student .*\n.*did you mean s01, Émery Zoé\?"),
        ("Marten Lea", r"no student .*\n.*did you mean s02, Martin Léa"),
    ],
)
def test_nobody_or_several(text: str, expected: str) -> None:
    with pytest.raises(CorrigeError, match=expected):
        named_student(CLASS, text)


def test_letters_that_a_keyboard_lacks() -> None:
    known = [Student("s01", "Œuvrard", "Noël"), Student("s02", "Łoś", "Søren"), Student("s03", "Weiß", "Lætitia")]
    assert [named_student(known, text).id for text in ("oeuvrard noel", "los soren", "weiss laetitia")] == [
        "s01", "s02", "s03",
    ]  # fmt: skip
