"""Test which lines of a list are students, and by what they are known."""

from datetime import date, datetime

import pytest

from answers.classroom.roster import Roster, read_own_roster, read_roster
from tests.answers.people.test_table import workbook
from tests.problems import problems_of


def read(text: str, known_by: str = "") -> Roster:
    """Read a list with semicolons, and "|" between the lines."""
    return read_roster(f"{text}\n".replace("|", "\n").encode(), "list.csv", known_by)


def known(text: str, known_by: str = "") -> list[str]:
    return [enrollment.student.id for enrollment in read(text, known_by).enrollments]


def numbered(*identifiers: str) -> str:
    return "|".join(
        ("Numéro étudiant;Nom;Prénom", *(f"{id_};N{at};P{at}" for id_, at in zip(identifiers, "abc", strict=False)))
    )


STUDENTS = "Nom;Prénom;Numéro|Ba;Zoé;1|Ko;Li;2|Ra;Su;3"
NUMBERED = "Numéro;Nom;Prénom|1;Ba;Zoé|2;Ko;Li|3;Ra;Su"
RANKED = "N°;Numéro étudiant;Nom;Prénom|1;217;Ba;Zoé|2;218;Ko;Li|3;219;Ra;Su"
NAMELESS = "N°;Numéro étudiant;|1;217;|2;218;|3;219;"
NAMES = "Nom;Prénom|Ba;Zoé|Ko;Li"
COMPLETE, HEADED = "Nom complet;Classe|Ba Zoé;MP|Ko Li;MP", "Élèves|Ba Zoé|Ko Li"
UNIQUE = "Identifiant unique*;Nom;Prénom|{};Lagrange;Zoé|{};Poisson;Elie"
FAMILY = "|Ba;Zoé;p@x;{}|Ba;Ali;p@x;{}|Ko;Li;l@x;{}"
CANVAS = "LastName,FirstName,ID,SIS Login ID,Section,Quiz (1)|,,,,,Manual Posting|Points Possible,,,,,20"


@pytest.mark.parametrize(
    "footer",
    [
        "Total;3;", "TOTAL", ";;;", "Effectif : 3;;", "Effectif;;3", "Moyenne de la classe;;", "Moyenne;12,5;",
        "Nombre d'élèves;3;", "Nombre d’étudiants : 3", "3 élèves;;", "Signature du professeur :;;", "Total général;;",
        "Édité le 27/11/2026;;", "Page 1/2;;", "Liste éditée le 27/11/2026 à 10:12", "* tiers temps : 1;;",
        "Nom;Prénom;Numéro", "________;;", ";;;Moyenne 12", "Average;12.5;", "Total students: 3;;", "Salle 204;;",
    ],
)  # fmt: skip
def test_what_stands_below_a_list_is_no_student_and_changes_nothing_else(footer: str) -> None:
    for text in (f"{STUDENTS}|{footer}", f"{STUDENTS}|;;||{footer}"):
        roster = read(text)
        assert [enrollment.student.id for enrollment in roster.enrollments] == ["1", "2", "3"]
        notes = [str(note.cause) for note in roster.notes]
        assert footer == ";;;" or any(f"line {text.count('|') + 1} " in note for note in notes)


@pytest.mark.parametrize(
    ("text", "known_by", "expected"),
    [
        # a count in the columns of identifiers, of ranks and of names is no student
        *((f"{NUMBERED}|{line}", "", "1, 2, 3") for line in ("Total;3;", "Effectif;3;", "3;élèves;", "35;Élèves;")),
        *((f"{table}|{line}", "Numéro étudiant", "217, 218, 219") for table in (RANKED, NAMELESS) for line in (
            "Total;8.0;;", "Total :;3;;", "Total students;3;;", "Average;13.5;;", "Signature;21700999;;")),
        *((f"{table}|{line}", "", "Ba Zoé, Ko Li") for table in (COMPLETE, HEADED) for line in (
            "Total;", "Effectif : 2;", "Moyenne de la classe", "2 élèves")),
        # headings between students, and the header again
        ("Nom;Prénom;Numéro|Groupe 1;;|Ba;Zoé;1|Groupe B;;|Nom;Prénom;Numéro|Ko;Li;2|Total : 2;;", "", "1, 2"),
        ("Élèves|Ba Zoé|Élèves|Ko Li", "", "Ba Zoé, Ko Li"),
        ("Lycée X;;|Classe;MP;|Nom;Prénom;Numéro|Ko;Li;2", "", "2"),
        # a student who is called like a word is one, and so is one without a mark
        *((f"{NAMES}|{line}", "", f"Ba Zoé, Ko Li, {line.replace(';', ' ').strip()}") for line in (
            "Total;Marie", "Moyenne;Zoé", "Page;Jimmy", "Max;Anna", "Fin;Ida", "Date;Masamune", "Guest;Ida")),
        (f"{STUDENTS}|Suharto;;7", "", "1, 2, 3, 7"),
        ("Élève;Note|Ba Zoé;12|Ko Li;|Ra Su;9", "", "Ba Zoé, Ko Li, Ra Su"),
        # a person on two lines is one
        ("Numéro;Nom;Prénom;Section|1;Ba;Zoé;A|1;Ba;Zoé;B|2;Ko;Li;A|2;Ko;Li;B", "", "1, 2"),
        # the rows of Canvas, also with two columns of names
        (f"{CANVAS}|Ba,Zoé,11,zb,S,5|Student,Test,12,x,S,", "SIS Login ID", "zb"),
        # a column that says no role in the course is of no account
        ("Prénom;Nom;Courriel;Rôle|Zoé;Ba;z@x;délégué|Li;Ko;l@x;", "", "z@x, l@x"),
        # siblings who share an address are known by what tells them apart
        ("Nom;Prénom;Courriel;Groupe" + FAMILY.format("A", "A", "A"), "", "Ba Zoé, Ba Ali, Ko Li"),
        ("Nom;Prénom;Courriel;Login" + FAMILY.format("zb", "ab", "lk"), "", "zb, ab, lk"),
        # a unique identifier that looks like a national number identifies nobody unasked
        (UNIQUE.format("0123456789A", "0987654321B"), "", "Lagrange Zoé, Poisson Elie"),
        (UNIQUE.format("0123456789A", "0987654321B"), "Identifiant unique", "0123456789A, 0987654321B"),
        (UNIQUE.format("zl", "ep"), "", "zl, ep"),
        # an identifier that may be meant stays; a spoilt column that identifies nobody is of no account
        *((numbered(*ids.split(", ")), "", ids) for ids in (
            "1.0, 1.1", "12E4, 1E05", "007, 7-b", "a.0, 't", "k1, 12.0", "12345678901234500, 12345678901234612")),
        ("Numero;Nom;Prenom;Courriel|2,17E+07;A;B;a@x|2,17E+07;C;D;c@x", "Courriel", "a@x, c@x"),
    ],
)  # fmt: skip
def test_who_is_a_student_and_by_what_known(text: str, known_by: str, expected: str) -> None:
    assert known(text, known_by) == expected.split(", ")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        *((f"{RANKED}|{line}", "line 5") for line in ("Average mark;13.5;;", "4;220;;", ";220;;", ";3;Count;")),
        *((f"{STUDENTS}|{line}", "line 5") for line in (
            "Durand;;", "Enseignants;;", "Page;;", ";Zoé;", ";;3", "Nom;Prénom;Matière")),
        *((f"{NAMES}|{line}", "line 4") for line in (
            "Professeur principal;Mme Dupont", "Le professeur;M. Durand", "Enseignante :;Durand")),
        ("Ba;Zoé;1|Nom;Prénom;Numéro|Ko;Li;2", "line 1"),
        *((f"Prénom;Nom;Courriel;Rôles|Zoé;Ba;z@x;Étudiant|Anne;Durand;a@x;{role}", "line 3") for role in (
            "", "Aucun rôle", "Étudiant, Enseignant", "Pair-aidant")),
        # the identifier of another student
        ("Courriel;Groupe|p@x;A|p@x;B|l@x;A", "line 3"),
        ("Nom;Prénom;Numéro|Ba;Zoé;1|Ko;Li;1|Ra;Su;3", "line 3"),
        # a spreadsheet has lost the digits after the fifteenth, or of all numbers alike, or a name
        (numbered("12345678901234500", "12345678901234600"), "line 2"),
        *((numbered(lost, lost, lost), "line 2") for lost in ("2,17E+07", "1.23457E+16")),
        ("Numéro;Nom;Prénom|1;#REF!;Zoé|2;Ko;Li", "line 2"),
    ],
)  # fmt: skip
def test_a_line_that_may_be_a_student_or_not_is_asked(text: str, place: str) -> None:
    problem = problems_of(read, text)[0]
    assert problem.place == f"list.csv, {place}"
    line = text.split("|")[int(place[5:]) - 1]
    assert any(cell in str(problem.cause) for cell in line.split(";") if cell)


POSTING, POINTS, TEST = ",,,,,Manual Posting", "    Points Possible,,,,,20", '"Student, Test",9,,,S,'


@pytest.mark.parametrize("order", [(POSTING, POINTS, TEST), (POINTS, TEST, POSTING), (TEST, POSTING, POINTS)])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_the_rows_of_canvas_are_no_students_wherever_they_stand(order: tuple[str, ...], at: int) -> None:
    rows = ['"Ba, Zoé",11,s11,zb,S,5', '"Ko, Li",12,s12,lk,S,']
    text = "|".join(("Student,ID,SIS User ID,SIS Login ID,Section,Quiz (1)", *rows[:at], *order, *rows[at:]))
    assert known(text, "SIS User ID") == ["s11", "s12"]
    assert read(text, "SIS User ID").notes == ()


@pytest.mark.parametrize(
    ("header", "student", "teacher"),
    [
        ("Roles", "Student", "Non-editing teacher"), ("Rôles", "Étudiant", "Enseignant"),
        ("Rôle", "Étudiant·e", "Enseignant·e non éditeur·rice"), ("Rôles", "Étudiants", "Gestionnaire, Enseignant"),
    ],
)  # fmt: skip
def test_of_participants_only_students_are_taken(header: str, student: str, teacher: str) -> None:
    rows = f"Zoé;Ba;z@x;{student}|Anne;Durand;a@x;{teacher}|Li;Ko;l@x;{student}"
    roster = read(f"Prénom;Nom;Adresse de courriel;{header}|{rows}")
    assert [enrollment.student.id for enrollment in roster.enrollments] == ["z@x", "l@x"]
    assert any("line 3 (Anne Durand" in str(note.cause) for note in roster.notes)


def test_what_is_noted_of_lines() -> None:
    roster = read("Nom;Prénom;Numéro;Section|Ba;Zoé;1;A|Ko;Li;2;A|Ba;Zoé;1;B")  # a person on two lines
    assert [(enrollment.student.id, enrollment.extra) for enrollment in roster.enrollments] == [
        ("1", (("Section", "A"),)),
        ("2", (("Section", "A"),)),
    ]
    assert [str(note.place) for note in roster.notes if "line 2" in str(note.cause)] == ["list.csv, line 4"]
    roster = read(f"{STUDENTS}|Li;Bo;4|Nova;Eva;")  # one without a number: all are known by their names
    assert roster.enrollments[-1].student.id == "Nova Eva"
    assert [str(note.cause) for note in roster.notes if "line 6" in str(note.cause)]
    assert any("line 5" in str(note.cause) for note in read(f"{RANKED}|Count;3;;", "Numéro étudiant").notes)
    shared = read("Nom;Prénom;Courriel" + FAMILY.replace(";{}", ""))
    assert all("known-by" not in note.remedy for note in shared.notes)


@pytest.mark.parametrize(
    ("text", "students"),
    [
        ("Nom de l'élève;Note|LAGRANGE Zoé;|POISSON Elie;", "LAGRANGE, Zoé; POISSON, Elie"),
        ("Élèves|LAGRANGE Zoé|POISSON Elie", "LAGRANGE, Zoé; POISSON, Elie"),
        ("Nom|LAGRANGE Zoé|POISSON Elie", "LAGRANGE, Zoé; POISSON, Elie"),
        ("Nom de l’élève;Prénom de l’élève|Lagrange;Zoé|Poisson;Elie", "Lagrange, Zoé; Poisson, Elie"),
        (
            "Premier prénom*;Nom de famille*;Nom d’usage|Zoé;Lagrange;|Elie;Poisson;Fourier",
            "Lagrange, Zoé; Poisson, Elie",
        ),
        ("NOM(S) Prénom(s)|LAGRANGE Zoé|POISSON Elie", "LAGRANGE, Zoé; POISSON, Elie"),
        ("Nom d'usage;Nom de naissance;Prénom;Numéro|;Ba;Zoé;1|Ko;Ra;Li;2", "Ba, Zoé; Ko, Li"),
    ],
)
def test_headers_of_schools(text: str, students: str) -> None:
    found = [f"{entry.student.name}, {entry.student.first_name}" for entry in read(text).enrollments]
    assert found == students.split("; ")


def test_without_a_header_the_first_line_is_shown() -> None:
    (problem,) = problems_of(read, "FRANKLIN;Benjamin|ARMSTRONG;Neil")
    assert "'FRANKLIN', 'Benjamin'" in problem.cause
    assert "Nom;Prénom" in problem.remedy


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (('="00123"', '="00124"'), "00123, 00124"),
        (("'0012", "'0013"), "0012, 0013"),
        (("21700123.0", "21700124.0"), "21700123, 21700124"),
        (("21700123,00", "21700124"), "21700123, 21700124"),
        (("12.0", "7.0"), "12, 7"),
        (("2,1700123E+07", "2.18E+02"), "21700123, 218"),
    ],
)
def test_what_a_spreadsheet_changed_is_mended_and_noted_once(written: tuple[str, ...], expected: str) -> None:
    assert known(numbered(*written)) == expected.split(", ")
    (mended,) = (str(note.cause) for note in read(numbered(*written)).notes if "are corrected" in str(note.cause))
    assert mended.endswith(f"{written[0]} is read as {expected.partition(',')[0]}")


@pytest.mark.parametrize(
    "spoilt",
    [
        "2,17E+07", "2.17E+07", "1E+12", "2026-12-03", "03/12/2026", "3-déc", "déc-26", "12-mars", "Dec-03", "12:30:00",
        "2026-12-03 00:00:00", "True", "FAUX", "#N/A", "#N/D", "#REF!", "#DIV/0!", "#NOM?", "nan",
    ],
)  # fmt: skip
def test_what_a_spreadsheet_spoilt_is_refused_with_its_line(spoilt: str) -> None:
    (problem,) = problems_of(read, numbered("21700123", spoilt))
    assert (problem.place, spoilt in str(problem.cause)) == ("list.csv, line 3", True)
    own = f"student,name,first_name,u0\n{spoilt.replace(',', '.')},A,B,\n".encode()
    assert len(read_own_roster(own, "students.csv").enrollments) == 1  # a class that has it goes on


def test_a_column_of_formulas_that_no_spreadsheet_computed_is_noted() -> None:
    notes = read("Numéro étudiant;Nom;Prénom|;Na;Pa|;Nb;Pb").notes
    assert [str(note.cause) for note in notes if "'Numéro étudiant' is empty" in str(note.cause)]


def test_identifiers_of_a_workbook() -> None:
    def ids(*cells: object) -> list[str]:
        rows = ([cell, f"N{at}", "P"] for at, cell in zip("ab", cells, strict=True))
        roster = read_roster(workbook(["Numéro", "Nom", "Prénom"], *rows), "list.xlsx")
        return [enrollment.student.id for enrollment in roster.enrollments]

    assert ids(21700123.0, 12.5) == ["21700123", "12.5"]
    for spoilt in (date(2026, 12, 3), datetime(2026, 12, 3, 4, 5), True, "#N/A", 1.2345678901234567e17):
        assert [str(problem.place) for problem in problems_of(ids, 21700123, spoilt)] == ["list.xlsx, line 3"]
