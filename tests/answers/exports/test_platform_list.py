import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import Workbook

from answers.errors import Problem
from answers.exports.canvas import canvas_marks
from answers.exports.feedback import feedback_zip
from answers.exports.gradebook import GradebookRow
from answers.exports.moodle import moodle_marks
from answers.exports.platform_list import (
    NOTHING,
    ListedIdentifiers,
    MatchedRows,
    bare_column,
    match_rows,
    read_platform_list,
)
from answers.exports.published import pronote_marks
from answers.exports.request import ExportRequest, ExportResult
from answers.people.table import Line
from answers.sheets.identity import Student
from tests.answers.exports.classes import CLASS, GOOD, READ, no_key, people_list
from tests.problems import problems_of


def test_a_french_list_saved_by_a_spreadsheet_is_read() -> None:
    content = "Prénom;Nom de famille;Adresse de courriel\r\nZoé;Éluard;zoe@x.fr\r\n\r\nX;Y\r\n".encode("cp1252")
    listed = read_platform_list(content, "liste.csv")
    assert listed.columns == ("Prénom", "Nom de famille", "Adresse de courriel")
    assert [(row.number, row.cells) for row in listed.rows] == [(2, ("Zoé", "Éluard", "zoe@x.fr")), (4, ("X", "Y", ""))]
    assert (listed.columns_with("email"), listed.columns_with("name", "first_name")) == ((2,), (0, 1))


def test_a_workbook_is_read_with_titles_above_its_header() -> None:
    book = Workbook()
    for cells in (["Devoir du 30/05/2026"], [], ["Nom", "Prénom", "Numéro"], ["Lefèvre", "Hélène", 1001]):
        book.worksheets[0].append(cells)
    book.create_sheet("Barème").append(["Question", "Points"])
    stream = io.BytesIO()
    book.save(stream)
    listed = read_platform_list(stream.getvalue(), "liste.xlsx")
    assert (listed.columns, listed.rows) == (("Nom", "Prénom", "Numéro"), (Line(4, ("Lefèvre", "Hélène", "1001")),))
    matched_rows = match_rows([row("1001", "Lefèvre", "Hélène")], listed)
    assert [match.listed.number for match in matched_rows.rows] == [4]
    assert ["'Barème'" in str(problem.cause) for problem in matched_rows.problems] == [True]


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"PK\x03\x04", "is not a workbook"),
        (b"\n\n", "empty"),
        (b"Grade,Rank\n1,2\n", "no column of the list identifies the students; its columns are: 'Grade', 'Rank'"),
        (b"\0", "the file is not a list of students"),
        (b'Student\n"' + b"x" * 200_000, "field larger than field limit"),
        (b"Student\n" + b"x\n" * 50_001, "the list has more than 50000 lines"),
    ],
)
def test_what_is_no_list_is_told(content: bytes, cause: str) -> None:
    (problem,) = problems_of(read_platform_list, content, "list.csv")
    assert cause in problem.cause
    assert problem.place.startswith("list.csv")


def test_the_number_of_an_assignment_is_no_part_of_its_title() -> None:
    assert bare_column("Quiz  1 (23)") == bare_column("quiz 1") == "quiz 1"
    assert bare_column("Numéro d’identification") == "numero d identification"


def row(student: str, name: str = "", first: str = "", **extra: str) -> GradebookRow:
    return GradebookRow(Student(student, name, first), None, None, extra)


def test_students_are_known_by_an_address_that_canvas_has_as_an_identifier_or_by_their_names_alone() -> None:
    rows = [row("s1", Courriel="A@x.fr"), row("Aa Bb"), row("Aa Cc")]
    lines = (("Cc, Aa", "", ""), ("?", "7", "a@X.fr"), ("Bb, Aa", "", ""))
    matched = match_rows(rows, people_list("list.csv", ("Student", "ID", "SIS Login ID"), lines)).rows
    assert [(match.row.student.id, match.listed.number) for match in matched] == [("Aa Cc", 2), ("s1", 3), ("Aa Bb", 4)]


@pytest.mark.parametrize(
    ("columns", "advice"),
    [
        (("Nom", "Prénom", "Numéro", "Courriel"), "add a column 'Courriel' to students.csv"),
        (("Nom", "Prénom", "Né le", "Classe"), "add a column 'Classe' to students.csv"),
        (("Nom", "Prénom", "Né le", "Surname"), "export the list with e-mail addresses or numbers"),
    ],
)
def test_what_would_tell_namesakes_apart_is_said(columns: tuple[str, ...], advice: str) -> None:
    listed = people_list("l.csv", columns, (("Aa", "Bb", "1", "x@x.fr"), ("Aa", "Bb", "1", "y@x.fr")))
    (problem,) = match_rows([row("s1", "Aa", "Bb"), row("s2", "Aa", "Bb")], listed).problems
    assert problem.remedy.startswith(f"nothing was written for these rows of the list; {advice}")


@pytest.mark.parametrize(
    ("write", "header", "withheld", "written"),
    [
        (canvas_marks, "Student,ID,SIS User ID,SIS Login ID,Section,Quiz (7)", "4.5", "0.5"),
        (moodle_marks, "Full name,ID,ID number,Login,Section,Quiz (7)", "4.5", "0.5"),
        (moodle_marks, "Full name,Identifier,ID number,Login,Section,Grade", "4.5", "0.5"),
        (feedback_zip, "Full name,Identifier,ID number,Login,Section,Grade", "_91_", "_92_"),
        (pronote_marks, "Full name,ID,ID number,Login,Section,Quiz (7)", "4.5", "0.5"),
    ],
)
def test_a_row_that_is_withheld_has_no_mark_in_any_form(
    write: Callable[[ExportRequest], ExportResult], header: str, withheld: str, written: str, tmp_path: Path
) -> None:
    """The homonym has other numbers, but the same cell as the student in one column."""
    names = header.split(",")
    content = f'{header}\n"Éluard, Zoé",Participant 91,X1,ze,S1,\n"Bb, Cc",Participant 92,s02,cb,S1,\n'
    mine = {names[1]: "Participant 92", names[3]: "cb", "Section": "S1"}
    rows = (replace(GOOD, extra={**mine, names[1]: "5", names[3]: "zz"}), replace(READ, extra=mine))
    for row in rows:
        (tmp_path / row.student.id).write_bytes(b"%PDF")
    feedback = {row.student.id: tmp_path / row.student.id for row in rows}
    listed = read_platform_list(content.encode(), "l.csv")
    exported = write(ExportRequest(replace(CLASS, rows=rows), no_key, listed=listed, column="Quiz", feedback=feedback))
    assert ["line 2" in str(problem.place) for problem in exported.problems] == [True]
    assert withheld.encode() not in exported.content
    assert written.encode() in exported.content


def test_numbers_that_only_a_list_has_are_told_once_and_compared_with_later_lists() -> None:
    rows = [row("s1", "Roy", "Luc"), row("s2", "Nash", "Eva"), row("s3", "Ba", "Zoé")]

    def compared(*numbers: str, recorded: ListedIdentifiers = NOTHING) -> tuple[MatchedRows, bool]:
        cells = tuple(zip(("Luc Roy", "Eva Nash", "Zoé Ba"), numbers, strict=True))
        matched = match_rows(rows, people_list("l.csv", ("Full name", "ID number"), cells), {}, recorded)
        return matched, matched.problems == ()

    first, _ = compared("71", "72", "73")
    assert [text in str(first.unknown) for text in ("'ID number'", "→ 71", "→ 72", "→ 73")] == [True] * 4
    again, is_sure = compared("71", "72", "73", recorded=first.recorded)
    assert (again.unknown, is_sure, again.recorded) == (None, True, first.recorded)
    for numbers in (("72", "71", "73"), ("71", "72", "74")):  # exchanged; another person of the name
        moved, is_sure = compared(*numbers, recorded=first.recorded)
        assert (is_sure, moved.recorded) == (False, first.recorded)
    other, is_sure = compared("81", "82", "83", recorded=first.recorded)  # another course
    assert (other.unknown is None, is_sure, other.recorded["id number"]["s1"]) == (False, True, "81")
    named = people_list("l.csv", ("Full name", "Login"), (("Luc Roy", "lroy"), ("Eva Nash", "enash")))
    assert match_rows(rows, named).unknown is None


@pytest.mark.parametrize(
    ("columns", "numbers", "is_problem"),
    [
        (("Full name", "ID number"), (79, 75, 71, 78, 73), False),  # names tell whose each row is
        (("Full name", "ID number"), (71, 73, 75, 78, 79), True),  # sorted, and so are the names
        (("Login", "ID number"), (79, 75, 71, 78, 73), True),
    ],
)
def test_numbers_that_only_a_list_has_need_a_person_where_an_exchange_would_be_silent(
    columns: tuple[str, ...], numbers: tuple[int, ...], is_problem: bool
) -> None:
    names = ("Ba", "Li", "Nash", "Roy", "Wu")
    rows = [replace(row(f"s{name}", name, "Eva"), extra={"Login": f"u{at}{name}"}) for at, name in enumerate(names)]
    cells = names if columns[0] == "Full name" else [each.extra["Login"] for each in rows]
    lines = tuple(
        (f"{cell} Eva" if cell in names else cell, str(number)) for cell, number in zip(cells, numbers, strict=True)
    )
    matched = match_rows(rows, people_list("l.csv", columns, lines))
    assert (len(matched.rows), isinstance(matched.unknown, Problem)) == (5, is_problem)


def test_a_login_that_resembles_no_name_is_told_beside_those_that_do() -> None:
    rows = [row("s1", "Roy", "Luc"), row("s2", "Nash", "Eva"), row("s3", "Ba", "Zoé")]
    lines = (("Luc Roy", "lroy"), ("Eva Nash", "enash"), ("Zoé Ba", "p17"))
    told = str(match_rows(rows, people_list("l.csv", ("Full name", "Login"), lines)).unknown)
    assert ("→ p17" in told, "enash" in told) == (True, False)
