import pytest

from answers.flags import Place
from answers.submissions.raw.submission import ExpectedExam, FileSource, Submission
from answers.submissions.text import csv_file
from tests.answers.submissions.exams import SMALL
from tests.problems import problems_of

GOOD = "student,u0,1a,1b,2\ns01,17,1 2,3 4,5 6 7\ns02,18,,,\n"


def read_csv(text: str, place: str, exam: ExpectedExam | None = None) -> tuple[Submission, ...]:
    return csv_file.read(FileSource(text.encode(), place, exam=exam))


def problems(text: str) -> list[str]:
    return [str(problem).partition("\n")[0] for problem in problems_of(read_csv, text, "c.csv", SMALL)]


def places(text: str) -> list[str]:
    return [problem.place.removeprefix("c.csv, ") for problem in problems_of(read_csv, text, "c.csv", SMALL)]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_separators_and_line_ends(separator: str, end: str) -> None:
    first, second = read_csv(GOOD.replace(",", separator).replace("\n", end), "c.csv", SMALL)
    assert (first.place, first.student, first.u0, first.exam) == (Place("c.csv", "line 2"), "s01", "17", None)
    assert first.answers == {"1a": ("1 2",), "1b": ("3 4",), "2": ("5 6 7",)}
    assert second.answers == {"1a": ("",), "1b": ("",), "2": ("",)}


def test_what_a_french_spreadsheet_saves() -> None:
    text = 'sep=;\r\nNom;Prénom;U0;Examen;Question 1a;1 B;2;\r\nÉ;s01;17;small;0,5 1,67;"3;4";5 6 7;\r\n;;;;;;;\r\n'
    (read,) = read_csv(text, "c.csv", SMALL)
    assert (read.place, read.student, read.u0, read.exam) == (Place("c.csv", "line 3"), "s01 É", "17", "small")
    assert read.answers == {"1a": ("0,5 1,67",), "1b": ("3;4",), "2": ("5 6 7",)}


def test_line_numbers_count_lines_inside_quotes_which_are_kept() -> None:
    first, second = read_csv('student,1a\r\n\r\ns01,"1\r\n2"\r\ns02,3\r\n', "c.csv")
    assert (first.place, first.answers) == (Place("c.csv", "line 3"), {"1a": ("1\r\n2",)})
    assert second.place == Place("c.csv", "line 5")


def test_all_problems_at_once() -> None:
    assert places("name,1a,1A,3,bonus\ns01,1,2,3,4\ns02,1,2,3\n,1,2,3,4\nS01,1,2,3,4\n") == [
        *(f"header, column {column}" for column in (3, 4, 5)),
        *(f"line {line}" for line in (3, 4, 5)),
    ]
    assert places("student,exam,1a,1b,2\ns01,small,1,2,3\ns02,dice,1,2,3\n") == ["line 3"]


@pytest.mark.parametrize(
    ("header", "column", "earlier", "named"),
    [
        ("student,1a,1b,2,Nom", 5, 1, "student"),
        ("student,u0,1a,1b,2,graine", 6, 2, "u0"),
        # of a part and an item of it, the cell of one would not count
        ("student,1a,1a.2", 3, 2, "1a.2"),
    ],
)
def test_a_column_named_twice(header: str, column: int, earlier: int, named: str) -> None:
    assert problems(f"{header}\n{','.join('12345678'[:column])}\n") == [
        f"c.csv, header, column {column}: {named} is already the heading of column {earlier}"
    ]


@pytest.mark.parametrize(
    "text", ["student,1a,1b,2\ns01,0,5,1,2\n", "student,1a,1b\ns01,0,5,\n", "student,1a,1b,2\ns01,1,2,3,,4,\n"]
)
def test_an_unquoted_decimal_comma_is_a_ragged_row(text: str) -> None:
    (problem,) = problems_of(read_csv, text, "c.csv", SMALL if "2" in text[:16] else None)
    assert problem.place == "c.csv, line 2"
    assert "semicolons" in str(problem.remedy)


def test_quotation_marks_that_join_rows_are_refused() -> None:
    text = 'student,u0,1a,1b\ns01,17,"1,2\ns02,17,3,4\ns03,17,5",6\n'
    (problem,) = problems_of(read_csv, text, "c.csv")
    assert problem.place == "c.csv, line 2"
    (read,) = read_csv('student,u0,1a,1b\ns01,17,"1,2\n3,4,5",6\n', "c.csv")
    assert read.answers == {"1a": ("1,2\n3,4,5",), "1b": ("6",)}


def test_empty_cells_at_the_end_of_all_lines_are_left_out() -> None:
    for text in ("student,1a,1b,,\ns01,1,2,,\n,,,,\ns02,,\n", "student;1a;1b\ns01;1;2;;;\ns02;;\n"):
        assert [read.answers for read in read_csv(text, "c.csv")] == [
            {"1a": ("1",), "1b": ("2",)},
            {"1a": ("",), "1b": ("",)},
        ]


def test_columns_of_items_and_columns_left_out() -> None:
    first, second = read_csv("Étudiant;u0;1 A.2;2.3;2.1\ns01;;1/3;0,5;7\ns02;;;;\ns03;17;;;\n", "c.csv", SMALL)
    assert (first.student, first.u0) == ("s01", None)
    assert first.answers == {"1a": ("", "1/3"), "2": ("7", "", "0,5")}
    assert (second.student, second.u0) == ("s03", "17")  # nobody has typed anything of s02
    assert places("student,1a.1,1a.01,9.1,2.4\ns01,1,2,3,4\n") == [f"header, column {column}" for column in (3, 4, 5)]


def test_a_table_without_students_or_answers() -> None:
    nobody = "c.csv, header: the table has no column that names the students"
    nothing = "c.csv, header: the table has no column with the answers to a part"
    no_row = "c.csv: the table has no row of answers below its header"
    assert problems("first name,u0,exam\na,3,\n") == [nobody, nothing]
    assert problems("1a,1b,2\n1,2,3\n,,1\n") == [nobody]  # rows without a student go without saying
    assert problems("student,1a,1b,2\n") == [no_row]
    assert problems("\n;;\n") == [nobody, nothing, no_row]


def test_without_an_exam_any_part_will_do_but_no_other_word() -> None:
    (read,) = read_csv("student,9c\ns01,5\n", "c.csv")
    assert read.answers == {"9c": ("5",)}
    (problem,) = problems_of(read_csv, "student,9c,bonus\ns01,5,6\n", "c.csv")
    assert problem.place == "c.csv, header, column 3"


def test_spaces_around_a_cell_are_dropped_and_those_in_it_are_kept() -> None:
    (read,) = read_csv('student , u0, 1a ,1b,2\n s01 ,\u00a017 ," 1  2 ",,\n', "c.csv", SMALL)
    assert (read.student, read.u0, read.answers["1a"]) == ("s01", "17", ("1  2",))


@pytest.mark.parametrize("announced", ["sep=|\n", "SEP=|\r\n", '"sep=|"\n', '"Sep=|"  \r\n'])
def test_an_announced_separator(announced: str) -> None:
    (read,) = read_csv(f"{announced}student|1a|1b|2\ns01|1;2,3|4|5\n", "c.csv", SMALL)
    assert (read.place, read.answers["1a"]) == (Place("c.csv", "line 3"), ("1;2,3",))


def test_the_separator_is_the_one_that_makes_columns_known() -> None:
    assert problems("student;1a;a,b,c,d,e,1b\n1;2;3\n")[0].startswith("c.csv, header, column 3: 'a,b,c,d,e,1b' ")
    assert problems('"1a";"1b";"2";"student, name"\n')[1].startswith("c.csv, header, column 4: 'student, name' ")
    (read,) = read_csv('\n  \n"student";"1a";"1b";"2"\n"a,b";"1";"2";"3"\n', "c.csv", SMALL)
    assert (read.place, read.student) == (Place("c.csv", "line 4"), "a,b")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('student,1a,1b,2\ns01,1,2,3\ns02,"1,2,3\n', 3),
        (f"student,1a,1b,2\ns01,{'1' * 200_000},2,3\n", 2),
        ('sep=,\nstudent,1a,1b,2\n\n"s01"x,1,2,3\n', 4),
        ('sep=,\n"student,1a', 2),
    ],
)
def test_broken_quotes_have_a_line(text: str, line: int) -> None:
    assert problems(text)[0].startswith(f"c.csv, line {line}: the table ends too early: ")
