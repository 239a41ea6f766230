import pytest

from answers.errors import CorrigeError
from answers.exports.listed import plain, read_list


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
