import pytest

from answers.errors import CorrigeError
from answers.flags import Place
from answers.submissions.raw.submission import ExpectedExam, FileSource, Submission
from answers.submissions.text import csv_file
from tests.answers.submissions.exams import SMALL
from tests.problems import problems_of

GOOD = "student,u0,1a,1b,2\ns01,17,1 2,3 4,5 6 7\ns02,18,,,\n"


def read_csv(text: str, place: str, exam: ExpectedExam | None = None) -> tuple[Submission, ...]:
    return csv_file.read(FileSource(text.encode(), place, exam=exam))


def problems(text: str) -> list[str]:
    return [str(problem) for problem in problems_of(read_csv, text, "c.csv", SMALL)]


def test_a_plain_table() -> None:
    first, second = read_csv(GOOD, "c.csv", SMALL)
    assert (first.place, first.student, first.u0, first.exam) == (Place("c.csv", "line 2"), "s01", "17", None)
    assert first.answers == {"1a": ("1 2",), "1b": ("3 4",), "2": ("5 6 7",)}
    assert second.answers == {"1a": ("",), "1b": ("",), "2": ("",)}


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_separators_and_line_ends(separator: str, end: str) -> None:
    assert [
        submission.answers for submission in read_csv(GOOD.replace(",", separator).replace("\n", end), "c.csv", SMALL)
    ] == [submission.answers for submission in read_csv(GOOD, "c.csv", SMALL)]


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
    assert problems("name,1a,1A,3,bonus\ns01,1,2,3,4\ns02,1,2,3\n,1,2,3,4\nS01,1,2,3,4\n") == [
        "c.csv, header, column 3: 1a is already the heading of column 2\n    → keep one of the two columns",
        ("c.csv, header, column 4: the exam small has no part '3'\n    → possible choices: 1a, 1b, 2"),
        (
            "c.csv, header, column 5: 'bonus' is neither the name of a part nor a field such as student "
            "or u0, so its content was not read\n    → possible choices: student, first_name, u0, exam, 1a, 1b, 2"
        ),
        (
            "c.csv, line 3: the row has 4 cells, the header has 5"
            "\n    → quote the cells that hold the separator, or separate columns by semicolons"
        ),
        (
            "c.csv, line 4: the row does not name a student\n    → write the identifier of the student who "
            "gave these answers"
        ),
        (
            "c.csv, line 5: the student 'S01' already has answers in c.csv, line 2, so it is not clear "
            "which count\n    → leave only one of the two in the file"
        ),
    ]


@pytest.mark.parametrize(
    ("header", "column", "earlier", "named"),
    [("student,1a,1b,2,Nom", 5, 1, "student"), ("student,u0,1a,1b,2,graine", 6, 2, "u0")],
)
def test_a_field_named_twice(header: str, column: int, earlier: int, named: str) -> None:
    assert problems(f"{header}\n{','.join('12345678'[:column])}\n") == [
        (
            f"c.csv, header, column {column}: {named} is already the heading of column {earlier}"
            "\n    → keep one of the two columns"
        )
    ]


@pytest.mark.parametrize(("header", "second"), [("student,1a,1a.2", "1a.2"), ("student,1a.2,1a", "1a")])
def test_a_part_and_an_item_of_it_cannot_both_be_columns(header: str, second: str) -> None:
    """The cell of one of them would not count, even where the other is empty."""
    assert problems(f"{header}\ns01,,1/3\n") == [
        f"c.csv, header, column 3: {second} is already the heading of column 2\n    → keep one of the two columns"
    ]


def test_an_unquoted_decimal_comma_is_a_ragged_row() -> None:
    assert "semicolons" in problems("student,1a,1b,2\ns01,0,5,1,2\n")[0]


@pytest.mark.parametrize("row", ["s01,0,5,", "s01,-0,06,,"])
def test_an_unquoted_decimal_comma_before_an_empty_cell_is_a_ragged_row(row: str) -> None:
    count = row.count(",") + 1
    assert problems(f"student,1a,1b\n{row}\n") == [
        (
            f"c.csv, line 2: the row has {count} cells, the header has 3"
            "\n    → quote the cells that hold the separator, or separate columns by semicolons"
        )
    ]


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
    assert problems("student,1a.1,1a.01,9.1,2.4\ns01,1,2,3,4\n") == [
        "c.csv, header, column 3: 1a.1 is already the heading of column 2\n    → keep one of the two columns",
        ("c.csv, header, column 4: the exam small has no part '9'\n    → possible choices: 1a, 1b, 2"),
        (
            "c.csv, header, column 5: '2.4' is neither the name of a part nor a field such as student or "
            "u0, so its content was not read\n    → write the 3 values of the part together under 2, "
            'separated by ";"'
        ),
    ]


def test_a_table_without_students_or_answers() -> None:
    nobody = (
        "c.csv, header: the table has no column that names the students\n"
        '    → give the name "student" to the column with the identifiers or names of the students'
    )
    nothing = (
        "c.csv, header: the table has no column with the answers to a part\n    → name each column by "
        "its part: student,u0,1a,1b,…"
    )
    no_row = "c.csv: the table has no row of answers below its header\n    → write one row per student below the header"
    assert problems("student,u0\ns01,3\n") == [nothing]
    assert problems("first name,u0,exam\na,3,\n") == [nobody, nothing]
    assert problems("1a,1b,2\n1,2,3\n,,1\n") == [nobody]  # rows without a student go without saying
    assert problems("student,1a,1b,2\n") == [no_row]
    assert problems("") == [nobody, nothing, no_row]
    assert problems("\n;;\n") == [nobody, nothing, no_row]


def test_without_an_exam_any_part_will_do_but_no_other_word() -> None:
    (read,) = read_csv("student,9c\ns01,5\n", "c.csv")
    assert read.answers == {"9c": ("5",)}
    with pytest.raises(CorrigeError) as caught:
        read_csv("student,9c,bonus\ns01,5,6\n", "c.csv")
    assert str(caught.value) == (
        "c.csv, header, column 3: 'bonus' is neither the name of a part nor a field such as student "
        "or u0, so its content was not read\n    → possible choices: student, first_name, u0, exam"
    )


def test_another_exam() -> None:
    assert problems("student,exam,1a,1b,2\ns01,small,1,2,3\ns02,dice,1,2,3\n") == [
        (
            "c.csv, line 3: the file has answers to the exam 'dice', but answers to the exam small were "
            "expected\n    → mark these answers with --exam dice"
        )
    ]


def test_empty_cells_beyond_the_header_are_dropped_and_no_others() -> None:
    (read,) = read_csv("student,1a,1b,2,,\ns01,1,2,,,\n", "c.csv", SMALL)
    assert read.answers == {"1a": ("1",), "1b": ("2",), "2": ("",)}
    assert problems("student,1a,1b,2\ns01,1,2,3,,4,\n") == [
        (
            "c.csv, line 2: the row has 7 cells, the header has 4"
            "\n    → quote the cells that hold the separator, or separate columns by semicolons"
        )
    ]


def test_spaces_around_a_cell_are_dropped_and_those_in_it_are_kept() -> None:
    (read,) = read_csv('student , u0, 1a ,1b,2\n s01 ,\u00a017 ," 1  2 ",,\n', "c.csv", SMALL)
    assert (read.student, read.u0, read.answers["1a"]) == ("s01", "17", ("1  2",))


@pytest.mark.parametrize("announced", ["sep=|\n", "SEP=|\r\n", '"sep=|"\n', '"Sep=|"  \r\n'])
def test_an_announced_separator(announced: str) -> None:
    (read,) = read_csv(f"{announced}student|1a|1b|2\ns01|1;2,3|4|5\n", "c.csv", SMALL)
    assert (read.place, read.answers["1a"]) == (Place("c.csv", "line 3"), ("1;2,3",))


def test_the_separator_is_the_one_that_makes_columns_known() -> None:
    texts = problems("student;1a;a,b,c,d,e,1b\n1;2;3\n")
    assert texts[0].startswith(
        "c.csv, header, column 3: 'a,b,c,d,e,1b' is neither the name of a part nor a field such as "
        "student or u0, so its content was not read"
    )
    texts = problems('"1a";"1b";"2";"student, name"\n')
    assert texts[1].startswith(
        "c.csv, header, column 4: 'student, name' is neither the name of a part nor a field such as "
        "student or u0, so its content was not read"
    )
    (read,) = read_csv('\n  \n"student";"1a";"1b";"2"\n"a,b";"1";"2";"3"\n', "c.csv", SMALL)
    assert (read.place, read.student) == (Place("c.csv", "line 4"), "a,b")


def test_broken_quotes_have_a_line() -> None:
    texts = problems('student,1a,1b,2\ns01,1,2,3\ns02,"1,2,3\n')
    assert texts == [
        (
            "c.csv, line 3: the table ends too early: unexpected end of data\n    → check the quotation "
            "marks at the end of the table"
        ),
    ]
    assert "line 2" in problems(f"student,1a,1b,2\ns01,{'1' * 200_000},2,3\n")[0]
    announced = problems('sep=,\nstudent,1a,1b,2\n\n"s01"x,1,2,3\n')
    assert announced[0].startswith("c.csv, line 4: the table ends too early: ")
    assert problems('"student,1a')[0].startswith("c.csv, line 1: the table ends too early: ")
    assert problems('sep=,\n"student,1a')[0].startswith("c.csv, line 2: the table ends too early: ")


def test_line_ends_inside_quotes_are_kept() -> None:
    (read,) = read_csv('student,1a\r\ns01,"1\r\n2"\r\n', "c.csv")
    assert read.answers == {"1a": ("1\r\n2",)}
