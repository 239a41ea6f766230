"""Lists, gradebooks and archives as platforms write them: see lists/README.md."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from answers.classroom.attribution import attribute
from answers.classroom.platforms import is_platform_file
from answers.classroom.roster import Roster, read_roster
from answers.classroom.roster_index import roster_index
from answers.exports.formats import FORMATS
from answers.exports.gradebook import Gradebook, GradebookRow
from answers.exports.platform_list import read_platform_list
from answers.exports.request import ExportRequest
from answers.flags import Place
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.sheets.identity import Student
from tests.answers.exports.classes import no_key
from tests.answers.tiny import TINY, submission
from tests.corpus.lists import importers

LISTS = Path(__file__).parent / "lists"
EXPECTED = json.loads((LISTS / "expected.json").read_text("utf-8"))
ARCHIVES = EXPECTED["archives"]


@cache
def roster(name: str) -> Roster:
    return read_roster((LISTS / name).read_bytes(), name)


@pytest.mark.parametrize("name", EXPECTED["lists"])
def test_a_list_has_its_students_in_order(name: str) -> None:
    students = [entry.student for entry in roster(name).enrollments]
    expected = EXPECTED["students"][EXPECTED["lists"][name]]
    assert [[student.id, student.name, student.first_name] for student in students] == expected


def test_each_list_is_expected() -> None:
    names = {path.name for path in LISTS.iterdir() if path.suffix not in (".py", ".json", ".md", "")}
    assert names == EXPECTED["lists"].keys()


@pytest.mark.parametrize("folder", ["archive.zip/", ""])
@pytest.mark.parametrize("platform", ARCHIVES)
def test_a_file_of_an_archive_is_of_its_uploader(platform: str, folder: str) -> None:
    """The paper itself has no name; the class has the list of the same platform."""
    index = roster_index(roster(ARCHIVES[platform]["class"]).enrollments)
    files = ARCHIVES[platform]["files"]
    papers = {name: attribute(submission({}, student="", place=Place(folder + name)), index) for name in files}
    students = {name: paper.enrollment.student.id if paper.enrollment else None for name, paper in papers.items()}
    assert students == files


@pytest.mark.parametrize("platform", ARCHIVES)
def test_a_file_that_the_platform_added_is_no_paper(platform: str) -> None:
    receipt = b"There is no student submission text data\nThere are no student comments\n"
    # a workbook of the old form, of which only texts are found
    content = {"grades.csv": (LISTS / "sakai-grades.csv").read_bytes(), "grades.xls": "Display ID".encode("utf-16-le")}
    others = ARCHIVES[platform]["others"]
    added = [name for name in others if is_platform_file(f"a.zip/{name}", content.get(Path(name).name, receipt))]
    assert added == others


NUMBERS = ("1004", "0008", "1007", "1001", "1006", "1003", "1002", "1005")
"""The class in an order of its own."""
MARKS = {"1004": 0.25, "0008": 0.5, "1007": 0.75, "1001": 1.0, "1006": 1.25, "1003": 2.5, "1002": 0.0}
"""Out of 5. The student 1005 has no paper."""
HOMONYMS = {"1006", "1007"}
LISTED = ("1001", "1002", "1003", "1004", "1005", "1006", "1007", "0008")
"""The order of the lists."""
NAMED = ("h.lefevre", "j.muller", "s.obrien", "al.dupont", "va.nguyen", "z.ba", "z.ba2", "e.delatour")
LOGINS = dict(zip(LISTED, NAMED, strict=True))
CANVAS_IDS = {number: str(700 + at) for at, number in enumerate(LISTED)}
PARTICIPANTS = {number: f"Participant {55011 + at}" for at, number in enumerate(LISTED)}


NONE = {part.id: PartMarks((), part.points) for part in TINY.parts}


def exported(form: str, name: str, *, is_known: bool = True) -> tuple[bytes, list[str]]:
    """Return the export of the class for a list, and the problems.

    The students of the class have numbers, logins and addresses if they are known, else only names.
    """
    names = {number: (last, first) for number, last, first in EXPECTED["students"]["number"]}
    rows = []
    for number in NUMBERS:
        student = Student(number if is_known else " ".join(names[number]), *names[number])
        extra = {"Username": LOGINS[number], "Email": f"{LOGINS[number]}@ecole.example"} if is_known else {}
        paper = None
        if number in MARKS:
            marks = PartMarks((Mark("x", Verdict.WRONG, None, Fraction(MARKS[number])),), Fraction(3))
            paper = Paper(Place(f"{number}.txt"), number, "tiny", 10, (), {**NONE, "2": marks})
        rows.append(GradebookRow(student, 10, paper, extra))
    listed = read_platform_list((LISTS / name).read_bytes(), name, rows)
    request = ExportRequest(Gradebook(TINY, tuple(rows), (), ()), no_key, listed=listed, column="DM1")
    export = FORMATS[form].write(request)
    return export.content, [str(problem.cause) for problem in export.problems]


def imported(form: str, name: str, content: bytes) -> dict[str, float]:
    """Return the marks that the platform imports, by the number of its user."""
    addresses = {number: f"{login}@ecole.example" for number, login in LOGINS.items()}
    users, marks = LOGINS, dict[str, float]()
    if form == "moodle" and "worksheet" in name:
        users = PARTICIPANTS
        marks = importers.moodle_worksheet(content, [*users.values()])
    elif form == "moodle":
        is_french, has_numbers = "-fr" in name, "grades" in name
        users = dict(zip(NUMBERS, NUMBERS, strict=True)) if has_numbers else addresses
        key = ("Numéro d'identification", "ID number") if has_numbers else ("Adresse de courriel", "Email address")
        marks = importers.moodle_grades(content, [*users.values()], key[not is_french])
    elif form == "canvas":
        users = CANVAS_IDS
        names = {number: f"{last}, {first}" for number, last, first in EXPECTED["students"]["number"]}
        marks = importers.canvas(content, {users[number]: names[number] for number in users})
    elif form == "blackboard":
        marks = importers.blackboard(content, [*users.values()])
    elif form == "brightspace":
        users = {number: f"#{number}" for number in NUMBERS}
        marks = importers.brightspace(content, [*users.values()])
    elif "gradebook" in name:
        marks = importers.sakai_gradebook(content, [*users.values()])
    else:
        users = {number: number for number in NUMBERS}
        marks = importers.sakai_assignment(content, [*users.values()])
    numbers = {user: number for number, user in users.items()}
    return {numbers[user]: mark for user, mark in marks.items()}


PLATFORM_LISTS = [
    ("moodle", "moodle-grades-en.csv"),
    ("moodle", "moodle-grades-en.xlsx"),
    ("moodle", "moodle-grades-fr.ods"),
    ("moodle", "moodle-grades-fr-semicolon.csv"),
    ("moodle", "moodle-participants-en.csv"),
    ("moodle", "moodle-participants-fr.csv"),
    ("moodle", "moodle-worksheet-fr.csv"),
    ("canvas", "canvas-gradebook.csv"),
    ("canvas", "canvas-gradebook-fr-semicolon.csv"),
    ("blackboard", "blackboard-gc.csv"),
    ("blackboard", "blackboard-gc.xls"),
    ("brightspace", "brightspace-grades.csv"),
    ("sakai", "sakai-gradebook.csv"),
    ("sakai", "sakai-grades.csv"),
]


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize(("form", "name"), PLATFORM_LISTS)
def test_a_platform_imports_each_mark_for_its_student(form: str, name: str, is_known: bool) -> None:
    """Homonyms have no mark where the class has no identifiers."""
    content, problems = exported(form, name, is_known=is_known)
    left_out = () if is_known else HOMONYMS
    assert imported(form, name, content) == {number: mark for number, mark in MARKS.items() if number not in left_out}
    assert ["Ba" in problem for problem in problems] == [True] * (not is_known)


def test_the_column_for_pronote_is_in_the_order_of_its_list() -> None:
    content, problems = exported("pronote", "pronote-eleves.csv")
    names, marks = zip(*importers.rows(content)[1:], strict=True)
    assert [name.split()[0] for name in names] == ["LEFÈVRE", "MÜLLER", "O'BRIEN", "DUPONT-MARTIN", "BA", "BA", "DE"]
    assert marks == ("1.0", "0.0", "2.5", "0.25", "", "", "0.5")
    assert len(problems) == 2  # the homonyms, and the student who is not in the list
