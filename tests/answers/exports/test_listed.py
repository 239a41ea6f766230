import pytest

from answers.errors import CorrigeError
from answers.exam.identity import Student
from answers.exports.gradebook import Row
from answers.exports.listed import Listed, match, plain, read_list


def test_a_french_list_saved_by_a_spreadsheet_is_read() -> None:
    content = "Prénom;Nom de famille;Adresse de courriel\r\nZoé;Éluard;zoe@x.fr\r\n\r\nX;Y\r\n".encode("cp1252")
    listed = read_list(content, "liste.csv")
    assert listed.columns == ("Prénom", "Nom de famille", "Adresse de courriel")
    assert listed.rows == (("Zoé", "Éluard", "zoe@x.fr"), ("X", "Y", ""))
    assert (listed.having("email"), listed.having("name", "first_name")) == ((2,), (0, 1))


def test_columns_are_known_by_what_they_hold() -> None:
    content = '"First name",Surname,"ID number","Email address","Course total (Real)"\n'
    listed = read_list((content + "A,B,1,a@x,3\n").encode("utf-8-sig"), "moodle.csv")
    assert listed.having("id") == (2,)
    assert listed.having("email", "id") == (2, 3)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"PK\x03\x04", "spreadsheet"),
        (b"\n\n", "empty"),
        (b"Grade,Rank\n1,2\n", "no column says who a student is; there are: Grade, Rank"),
        (b"\0", "not text"),
        (b'Student\n"' + b"x" * 200_000, "is not CSV: field larger than field limit"),
        (b"Student\n" + b"x\n" * 20_001, "at most"),
    ],
)
def test_what_is_no_list_is_told(content: bytes, told: str) -> None:
    with pytest.raises(CorrigeError) as caught:
        read_list(content, "list.csv")
    (problem,) = caught.value.problems
    assert told in problem.cause
    assert problem.place == "list.csv"


def test_the_number_of_an_assignment_is_no_part_of_its_title() -> None:
    assert plain("Quiz  1 (23)") == plain("quiz 1") == "quiz 1"
    assert plain("Numéro d’identification") == "numéro d'identification"


COLUMNS = ("Student", "ID", "SIS Login ID")


def row(student: str, name: str = "", first: str = "", **extra: str) -> Row:
    return Row(Student(student, name, first), None, None, extra)


def matched(rows: list[Row], *listed: tuple[str, ...], columns: tuple[str, ...] = COLUMNS) -> tuple[object, list[str]]:
    found = match(rows, Listed("list.csv", columns, listed))
    return (
        [(one.row.student.id, one.listed) for one in found.found],
        [problem.cause for problem in found.problems],
    )


def test_by_identifier_whatever_its_capitals_before_the_name() -> None:
    rows = [row("S1", "Aa", "Bb"), row("s2", "Cc", "Dd")]
    found, problems = matched(rows, ("Cc, Dd", "9", "s1"), ("Aa, Bb", "8", "s2"))
    assert found == [("S1", ("Cc, Dd", "9", "s1")), ("s2", ("Aa, Bb", "8", "s2"))]
    assert problems == []


def test_by_a_further_column_of_the_class_list() -> None:
    found, _ = matched([row("s1", Courriel="A@x.fr")], ("?", "7", "a@X.fr"))
    assert found == [("s1", ("?", "7", "a@X.fr"))]


def test_an_address_that_the_class_list_made_a_file_name_of() -> None:
    found, _ = matched([row("a-b-x-fr")], ("?", "7", "a.b@x.fr"))
    assert found == [("a-b-x-fr", ("?", "7", "a.b@x.fr"))]


def test_by_full_name_in_any_order() -> None:
    found, problems = matched([row("s1", "de la Tour", "Ève")], ("de la TOUR, Ève", "7", ""))
    assert (found, problems) == ([("s1", ("de la TOUR, Ève", "7", ""))], [])
    columns = ("Prénom", "Nom")
    assert matched([row("s1", "Aa", "Bb")], ("Bb", "Aa"), columns=columns)[0] == [("s1", ("Bb", "Aa"))]


def test_namesakes_are_not_told_apart_by_their_name() -> None:
    rows = [row("s1", "Aa", "Bb"), row("s2", "Aa", "Bb"), row("s3", "Cc")]
    found, problems = matched(rows, ("Aa, Bb", "1", "s2"), ("Aa, Bb", "2", "z"), ("Cc", "3", ""), ("Cc", "4", ""))
    assert found == [("s2", ("Aa, Bb", "1", "s2"))]
    assert problems == [
        "Aa Bb: s1 in the class, 1 row in the list, and nothing tells which is whose",
        "Cc: s3 in the class, 2 rows in the list, and nothing tells which is whose",
    ]


@pytest.mark.parametrize(
    ("columns", "advice"),
    [
        (("Nom", "Prénom", "Numéro", "Courriel"), "add a column 'Courriel' to students.csv"),
        (("Nom", "Prénom", "Né le", "Classe"), "add a column 'Classe' to students.csv"),
        (("Nom", "Prénom", "Né le", "Surname"), "export the list with e-mail addresses or numbers"),
    ],
)
def test_what_would_tell_namesakes_apart_is_said(columns: tuple[str, ...], advice: str) -> None:
    listed = Listed("l.csv", columns, (("Aa", "Bb", "1", "x@x.fr"), ("Aa", "Bb", "1", "y@x.fr")))
    (problem,) = match([row("s1", "Aa", "Bb"), row("s2", "Aa", "Bb")], listed).problems
    assert problem.remedy.startswith(f"nothing is given; {advice}")


def test_namesakes_are_told_apart_by_the_number_that_identified_them_whatever_the_column_is_called() -> None:
    class_ = [row("20260", "Martin", "Zoé"), row("20294", "Martin", "Zoé"), row("20261", "Bernard", "Adam")]
    listed = [("Martin", "Zoé", "20294", "7"), ("Martin", "Zoé", "20260", "7"), ("Bernard", "Adam", "20261", "20260")]
    found, problems = matched(class_, *listed, columns=("Nom", "Prénom", "Numéro", "Total"))
    assert found == [("20294", listed[0]), ("20260", listed[1]), ("20261", listed[2])]
    assert problems == []


def test_a_student_whom_two_rows_claim_is_given_to_none() -> None:
    found, problems = matched([row("s1", Mail="a@x")], ("?", "1", "s1"), ("?", "2", "a@x"))
    assert found == []
    assert len(problems) == 3


def test_a_row_that_claims_two_students_is_given_to_none() -> None:
    found, _ = matched([row("s1"), row("s2", Mail="b@x")], ("?", "s1", "b@x"))
    assert found == []


def test_what_canvas_lists_among_students_is_nobody() -> None:
    assert matched([], ("    Points Possible", "", ""), ("Student, Test", "5", "abc")) == ([], [])
