import io
from datetime import date, datetime
from typing import Any

import openpyxl
import pytest

from answers.classroom.roster import read_own_roster, read_roster
from answers.errors import CorrigeError
from tests.problems import problems_of


def listed(*identifiers: str, header: str = "Numéro étudiant") -> bytes:
    rows = (f"{identifier};N{chr(97 + at)};P{chr(97 + at)}\n" for at, identifier in enumerate(identifiers))
    return f"{header};Nom;Prénom\n{''.join(rows)}".encode()


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (('="00123"', '="00124"'), ["00123", "00124"]),
        (("'0012", "'0013"), ["0012", "0013"]),
        (("21700123.0", "21700124.0"), ["21700123", "21700124"]),
        (("21700123,00", "21700124"), ["21700123", "21700124"]),
        (("12.0", "7.0"), ["12", "7"]),
        (("2,1700123E+07", "2.18E+02"), ["21700123", "218"]),
    ],
)
def test_what_a_spreadsheet_changed_is_mended_and_noted_once(written: tuple[str, ...], expected: list[str]) -> None:
    roster = read_roster(listed(*written), "list.csv")
    assert [enrollment.student.id for enrollment in roster.enrollments] == expected
    mended = [str(note.cause) for note in roster.notes if "are corrected" in str(note.cause)]
    assert len(mended) == 1
    assert mended[0].endswith(f"{written[0]} is read as {expected[0]}")


@pytest.mark.parametrize(
    "identifiers", [("1.0", "1.1"), ("12E4", "1E05"), ("007", "7-b"), ("a.0", "'t"), ("k1", "12.0")]
)
def test_an_identifier_that_may_be_meant_stays(identifiers: tuple[str, ...]) -> None:
    roster = read_roster(listed(*identifiers), "list.csv")
    assert [enrollment.student.id for enrollment in roster.enrollments] == list(identifiers)


@pytest.mark.parametrize(
    "spoilt",
    [
        "2,17E+07", "2.17E+07", "1E+12", "2026-12-03", "03/12/2026", "3-déc", "déc-26", "12-mars", "Dec-03", "12:30:00",
        "2026-12-03 00:00:00", "True", "FAUX", "#N/A", "#N/D", "#REF!", "#DIV/0!", "#NOM?", "nan",
    ],
)  # fmt: skip
def test_what_a_spreadsheet_spoilt_is_refused_with_its_line(spoilt: str) -> None:
    assert [
        (str(problem.place), spoilt in str(problem.cause))
        for problem in problems_of(read_roster, listed("21700123", spoilt), "list.csv")
    ] == [("list.csv, line 3", True)]
    own = f"student,name,first_name,u0\n{spoilt.replace(',', '.')},A,B,\n".encode()
    assert len(read_own_roster(own, "students.csv").enrollments) == 1  # a class that has it goes on


def test_a_spoilt_column_that_identifies_nobody_is_of_no_account() -> None:
    roster = read_roster(b"Numero;Nom;Prenom;Courriel\n2,17E+07;A;B;a@x\n2,17E+07;C;D;c@x\n", "l.csv", "Courriel")
    assert [enrollment.student.id for enrollment in roster.enrollments] == ["a@x", "c@x"]


def test_numbers_that_lost_what_follows_their_fifteenth_digit_are_refused() -> None:
    assert [
        str(problem.place)
        for problem in problems_of(read_roster, listed("12345678901234500", "12345678901234600"), "list.csv")
    ] == ["list.csv, line 2", "list.csv, line 3"]
    whole = ("12345678901234500", "12345678901234612")
    assert [enrollment.student.id for enrollment in read_roster(listed(*whole), "list.csv").enrollments] == list(whole)


@pytest.mark.parametrize("lost", ["2,17E+07", "1.23457E+16"])
def test_numbers_that_all_lost_the_same_digits_are_no_reason_to_take_another_column(lost: str) -> None:
    with pytest.raises(CorrigeError, match="has lost digits"):
        read_roster(listed(lost, lost, lost), "list.csv")


def test_a_column_of_formulas_that_no_spreadsheet_computed_is_noted() -> None:
    roster = read_roster(listed("", ""), "list.csv")
    assert [str(note.cause) for note in roster.notes if "'Numéro étudiant' is empty" in str(note.cause)]


def test_an_error_of_a_spreadsheet_is_no_name() -> None:
    with pytest.raises(CorrigeError, match="#REF! is an error of a spreadsheet, not a name"):
        read_roster("Numéro;Nom;Prénom\n1;#REF!;Zoé\n2;Ko;Li\n".encode(), "list.csv")


def test_identifiers_of_a_workbook() -> None:
    def read(*cells: object) -> list[str]:
        book, stream = openpyxl.Workbook(), io.BytesIO()
        sheet: Any = book.active
        for row in (
            ["Numéro", "Nom", "Prénom"],
            *([cell, f"N{at}", "P"] for at, cell in zip("ab", cells, strict=True)),
        ):
            sheet.append(row)
        book.save(stream)
        return [enrollment.student.id for enrollment in read_roster(stream.getvalue(), "list.xlsx").enrollments]

    assert read(21700123.0, 12.5) == ["21700123", "12.5"]
    for spoilt in (date(2026, 12, 3), datetime(2026, 12, 3, 4, 5), True, "#N/A", 1.2345678901234567e17):
        assert [str(problem.place) for problem in problems_of(read, 21700123, spoilt)] == ["list.xlsx, line 3"]
