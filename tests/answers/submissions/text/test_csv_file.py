import pytest

from answers.errors import CorrigeError
from answers.flags import Place
from answers.submissions.text.csv_file import read_csv
from tests.answers.submissions.exams import SMALL

GOOD = "student,u0,1a,1b,2\ns01,17,1 2,3 4,5 6 7\ns02,18,,,\n"


def problems(text: str) -> list[str]:
    with pytest.raises(CorrigeError) as caught:
        read_csv(text, "c.csv", SMALL)
    return [str(problem) for problem in caught.value.problems]


def test_a_plain_table() -> None:
    first, second = read_csv(GOOD, "c.csv", SMALL)
    assert (first.place, first.student, first.u0, first.exam) == (Place("c.csv", "line 2"), "s01", "17", None)
    assert first.answers == {"1a": ("1 2",), "1b": ("3 4",), "2": ("5 6 7",)}
    assert second.answers == {"1a": ("",), "1b": ("",), "2": ("",)}


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_separators_and_line_ends(separator: str, end: str) -> None:
    assert [one.answers for one in read_csv(GOOD.replace(",", separator).replace("\n", end), "c.csv", SMALL)] == [
        one.answers for one in read_csv(GOOD, "c.csv", SMALL)
    ]


def test_what_a_french_spreadsheet_saves() -> None:
    text = 'sep=;\r\nNom;Prénom;U0;Examen;Question 1a;1 B;2;\r\nÉ;s01;17;small;0,5 1,67;"3;4";5 6 7;\r\n;;;;;;;\r\n'
    (read,) = read_csv(text, "c.csv", SMALL)
    assert (read.place, read.student, read.u0, read.exam) == (Place("c.csv", "line 3"), "s01 É", "17", "small")
    assert read.answers == {"1a": ("0,5 1,67",), "1b": ("3;4",), "2": ("5 6 7",)}


def test_line_numbers_count_lines_inside_quotes() -> None:
    first, second = read_csv('student,1a\n\ns01,"1\n2"\ns02,3\n', "c.csv")
    assert (first.place, first.answers) == (Place("c.csv", "line 3"), {"1a": ("1\n2",)})
    assert second.place == Place("c.csv", "line 5")


def test_all_problems_at_once() -> None:
    found = problems("name,1a,1A,3,bonus\ns01,1,2,3,4\ns02,1,2,3\n,1,2,3,4\nS01,1,2,3,4\n")
    assert [text.split("\n")[0] for text in found] == [
        "c.csv, header, column 3: 1a is already the name of column 2",
        "c.csv, header, column 4: small has no part '3'",
        "c.csv, header, column 5: 'bonus' is not known here",
        "c.csv, header: no column for 1b, 2",
        "c.csv, line 3: the row has 4 cells, the header has 5",
        "c.csv, line 4: the row has no student",
        "c.csv, line 5: student 'S01' appears again, after c.csv, line 2",
    ]


def test_an_unquoted_decimal_comma_is_a_ragged_row() -> None:
    assert "semicolons" in problems("student,1a,1b,2\ns01,0,5,1,2\n")[0]


def test_a_table_without_students_or_answers() -> None:
    found = problems("a,b\n")
    assert any("no column of students" in text for text in found)
    assert any("no row of answers" in text for text in found)
    assert any("no column of answers" in text for text in problems("student,u0\ns01,3\n"))


def test_another_exam() -> None:
    assert "line 2: these are answers to 'dice'" in problems("student,exam,1a,1b,2\ns01,dice,1,2,3\n")[0]


def test_broken_quotes_have_a_line() -> None:
    assert problems('student,1a,1b,2\ns01,1,2,3\ns02,"1,2,3\n')[0].startswith("c.csv, line 3: the table breaks off")
    assert "line 2" in problems(f"student,1a,1b,2\ns01,{'1' * 200_000},2,3\n")[0]
