import pytest

from answers.classroom.roster import Roster, read_roster
from tests.problems import problems_of

STUDENTS = "Nom;Prénom;Numéro\nBa;Zoé;1\nKo;Li;2\nRa;Su;3\n"


def read(text: str, known_by: str = "") -> Roster:
    return read_roster(text.encode(), "list.csv", known_by)


def known(text: str, known_by: str = "") -> list[str]:
    return [enrollment.student.id for enrollment in read(text, known_by).enrollments]


def problems(text: str) -> list[tuple[str, str]]:
    return [(str(problem.place), str(problem.cause)) for problem in problems_of(read, text)]


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
    for text in (f"{STUDENTS}{footer}\n", f"{STUDENTS};;\n\n{footer}\n"):
        roster = read(text)
        assert [enrollment.student.id for enrollment in roster.enrollments] == ["1", "2", "3"]
        notes = [str(note.cause) for note in roster.notes]
        assert footer == ";;;" or any(f"line {text.count(chr(10))} " in note for note in notes)


@pytest.mark.parametrize("footer", ["Total;3;", "Effectif;3;", "3;élèves;", "35;Élèves;"])
def test_nor_a_count_in_the_columns_of_identifiers_and_names(footer: str) -> None:
    assert known(f"Numéro;Nom;Prénom\n1;Ba;Zoé\n2;Ko;Li\n3;Ra;Su\n{footer}\n") == ["1", "2", "3"]


@pytest.mark.parametrize(
    "footer",
    [
        "Total;8.0;;", "Total :;3;;", "Total students;3;;", "Count;3;;", "Average;13.5;;", "Signature;21700999;;",
        "Effectif;3;;",
    ],
)  # fmt: skip
def test_nor_a_word_and_a_count_in_columns_of_ranks_and_numbers(footer: str) -> None:
    rows = "1;217;Ba;Zoé\n2;218;Ko;Li\n3;219;Ra;Su\n"
    roster = read(f"N°;Numéro étudiant;Nom;Prénom\n{rows}{footer}\n", "Numéro étudiant")
    assert [enrollment.student.id for enrollment in roster.enrollments] == ["217", "218", "219"]
    assert any("line 5" in str(note.cause) for note in roster.notes)
    nameless = "".join(f"{row[:5]};\n" for row in rows.split("\n")[:-1])
    assert known(f"N°;Numéro étudiant;\n{nameless}{footer}\n", "Numéro étudiant") == ["217", "218", "219"]


@pytest.mark.parametrize("line", ["Average mark;13.5;;", "4;220;;", ";220;;", ";3;Count;"])
def test_a_number_without_a_name_where_others_have_names_is_asked(line: str) -> None:
    text = f"N°;Numéro étudiant;Nom;Prénom\n1;217;Ba;Zoé\n2;218;Ko;Li\n3;219;Ra;Su\n{line}\n"
    assert problems(text)[0][0] == "list.csv, line 5"


def test_a_person_on_two_lines_each_is_one_in_a_list_of_two_sections() -> None:
    assert known("Numéro;Nom;Prénom;Section\n1;Ba;Zoé;A\n1;Ba;Zoé;B\n2;Ko;Li;A\n2;Ko;Li;B\n") == ["1", "2"]


def test_a_name_of_birth_stands_where_there_is_none_of_use() -> None:
    enrollments = read("Nom d'usage;Nom de naissance;Prénom;Numéro\n;Ba;Zoé;1\nKo;Ra;Li;2\n").enrollments
    assert [enrollment.student.name for enrollment in enrollments] == ["Ba", "Ko"]


def test_headings_between_students_are_left_out_and_the_header_stands_again() -> None:
    text = "Nom;Prénom;Numéro\nGroupe 1;;\nBa;Zoé;1\nGroupe B;;\nNom;Prénom;Numéro\nKo;Li;2\nTotal : 2;;\n"
    assert known(text) == ["1", "2"]
    assert known("Élèves\nBa Zoé\nÉlèves\nKo Li\n") == ["Ba Zoé", "Ko Li"]


@pytest.mark.parametrize("footer", ["Total;", "Effectif : 2;", "Moyenne de la classe", "2 élèves"])
@pytest.mark.parametrize("header", ["Nom complet;Classe\nBa Zoé;MP\nKo Li;MP\n", "Élèves\nBa Zoé\nKo Li\n"])
def test_nor_below_a_list_of_names_alone(header: str, footer: str) -> None:
    assert known(f"{header}{footer}\n") == ["Ba Zoé", "Ko Li"]


@pytest.mark.parametrize(
    "line",
    ["Total;Marie;4", "Moyenne;Zoé;", "Page;Jimmy;5", "Max;Anna;6", "Suharto;;7", "Fin;Ida;", "Date;Masamune;8"],
)
def test_a_student_who_is_called_like_a_word_is_one(line: str) -> None:
    assert len(known(f"{STUDENTS}{line}\n")) == 4


@pytest.mark.parametrize("line", ["Durand;;", "Enseignants;;", "Page;;", ";Zoé;", ";;3", "Nom;Prénom;Matière"])
def test_a_line_that_may_be_a_student_or_not_is_asked(line: str) -> None:
    (place, cause), *_ = problems(f"{STUDENTS}{line}\n")
    assert place == "list.csv, line 5"
    assert line.strip(";").split(";")[0] in cause


@pytest.mark.parametrize("line", ["Professeur principal;Mme Dupont", "Le professeur;M. Durand", "Enseignante :;Durand"])
def test_a_teacher_below_a_list_of_names_is_asked(line: str) -> None:
    assert problems(f"Nom;Prénom\nBa;Zoé\nKo;Li\n{line}\n")[0][0] == "list.csv, line 4"
    assert len(known("Nom;Prénom\nBa;Zoé\nKo;Li\nParent;Marie\nGuest;Ida\n")) == 4


def test_a_student_without_a_mark_is_one() -> None:
    assert known("Élève;Note\nBa Zoé;12\nKo Li;\nRa Su;9\n") == ["Ba Zoé", "Ko Li", "Ra Su"]


def test_a_student_above_the_header_is_asked_and_a_title_is_not() -> None:
    assert problems("Ba;Zoé;1\nNom;Prénom;Numéro\nKo;Li;2\n")[0][0] == "list.csv, line 1"
    assert known("Lycée X;;\nClasse;MP;\nNom;Prénom;Numéro\nKo;Li;2\n") == ["2"]


CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section,Quiz (1)\n"
POSTING, POINTS, TEST = ",,,,,Manual Posting\n", "    Points Possible,,,,,20\n", '"Student, Test",9,,,S,\n'


@pytest.mark.parametrize("order", [(POSTING, POINTS, TEST), (POINTS, TEST, POSTING), (TEST, POSTING, POINTS)])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_the_rows_of_canvas_are_no_students_wherever_they_stand(order: tuple[str, ...], at: int) -> None:
    rows = ['"Ba, Zoé",11,s11,zb,S,5\n', '"Ko, Li",12,s12,lk,S,\n']
    text = CANVAS + "".join((*rows[:at], *order, *rows[at:]))
    assert known(text, "SIS User ID") == ["s11", "s12"]
    assert read(text, "SIS User ID").notes == ()


def test_a_gradebook_of_canvas_with_two_columns_of_names() -> None:
    header = "LastName,FirstName,ID,SIS Login ID,Section,Quiz (1)\n"
    text = f"{header},,,,,Manual Posting\nPoints Possible,,,,,20\nBa,Zoé,11,zb,S,5\nStudent,Test,12,x,S,\n"
    assert known(text, "SIS Login ID") == ["zb"]


@pytest.mark.parametrize(
    ("header", "student", "teacher"),
    [
        ("Roles", "Student", "Non-editing teacher"), ("Rôles", "Étudiant", "Enseignant"),
        ("Rôle", "Étudiant·e", "Enseignant·e non éditeur·rice"), ("Rôles", "Étudiants", "Gestionnaire, Enseignant"),
    ],
)  # fmt: skip
def test_of_participants_only_students_are_taken(header: str, student: str, teacher: str) -> None:
    rows = f"Zoé;Ba;z@x;{student}\nAnne;Durand;a@x;{teacher}\nLi;Ko;l@x;{student}\n"
    text = f"Prénom;Nom;Adresse de courriel;{header}\n{rows}"
    roster = read(text)
    assert [enrollment.student.id for enrollment in roster.enrollments] == ["z@x", "l@x"]
    assert any("line 3 (Anne Durand" in str(note.cause) for note in roster.notes)


@pytest.mark.parametrize("role", ["", "Aucun rôle", "Étudiant, Enseignant", "Pair-aidant"])
def test_a_participant_whose_role_says_too_little_is_asked(role: str) -> None:
    text = f"Prénom;Nom;Courriel;Rôles\nZoé;Ba;z@x;Étudiant\nAnne;Durand;a@x;{role}\n"
    assert [place for place, _ in problems(text)] == ["list.csv, line 3"]


def test_a_column_that_says_no_role_in_the_course_is_of_no_account() -> None:
    assert known("Prénom;Nom;Courriel;Rôle\nZoé;Ba;z@x;délégué\nLi;Ko;l@x;\n") == ["z@x", "l@x"]


def test_one_person_on_two_lines_is_taken_once_and_it_is_noted() -> None:
    roster = read("Nom;Prénom;Numéro;Section\nBa;Zoé;1;A\nKo;Li;2;A\nBa;Zoé;1;B\n")
    assert [(enrollment.student.id, enrollment.extra) for enrollment in roster.enrollments] == [
        ("1", (("Section", "A"),)),
        ("2", (("Section", "A"),)),
    ]
    assert [str(note.place) for note in roster.notes if "line 2" in str(note.cause)] == ["list.csv, line 4"]


def test_siblings_who_share_an_address_are_known_by_what_tells_them_apart() -> None:
    lines = "Ba;Zoé;p@x;{}\nBa;Ali;p@x;{}\nKo;Li;l@x;{}\n"
    assert known("Nom;Prénom;Courriel;Groupe\n" + lines.format("A", "A", "A")) == ["Ba Zoé", "Ba Ali", "Ko Li"]
    assert all("known-by" not in note.remedy for note in read("Nom;Prénom;Courriel\n" + lines.format("", "", "")).notes)
    assert known("Nom;Prénom;Courriel;Login\n" + lines.format("zb", "ab", "lk")) == ["zb", "ab", "lk"]
    assert problems("Courriel;Groupe\np@x;A\np@x;B\nl@x;A\n") == [
        ("list.csv, line 3", "student 'p@x' is on line 2 too")
    ]


def test_the_line_that_has_no_number_is_named_where_all_are_known_by_their_names() -> None:
    roster = read(f"{STUDENTS}Li;Bo;4\nNova;Eva;\n")
    assert [enrollment.student.id for enrollment in roster.enrollments][-1] == "Nova Eva"
    assert [str(note.cause) for note in roster.notes if "line 6" in str(note.cause)]


def test_a_number_that_two_persons_have_is_a_mistake_of_the_list() -> None:
    assert problems("Nom;Prénom;Numéro\nBa;Zoé;1\nKo;Li;1\nRa;Su;3\n") == [
        ("list.csv, line 3", "student '1' is on line 2 too")
    ]


@pytest.mark.parametrize(
    ("header", "students"),
    [
        ("Nom de l'élève;Note\nLAGRANGE Zoé;\nPOISSON Elie;\n", [("LAGRANGE", "Zoé"), ("POISSON", "Elie")]),
        ("Élèves\nLAGRANGE Zoé\nPOISSON Elie\n", [("LAGRANGE", "Zoé"), ("POISSON", "Elie")]),
        ("Nom\nLAGRANGE Zoé\nPOISSON Elie\n", [("LAGRANGE", "Zoé"), ("POISSON", "Elie")]),
        ("Nom de l’élève;Prénom de l’élève\nLagrange;Zoé\nPoisson;Elie\n", [("Lagrange", "Zoé"), ("Poisson", "Elie")]),
        ("Premier prénom*;Nom de famille*;Nom d’usage\nZoé;Lagrange;\nElie;Poisson;Fourier\n",
         [("Lagrange", "Zoé"), ("Poisson", "Elie")]),
        ("NOM(S) Prénom(s)\nLAGRANGE Zoé\nPOISSON Elie\n", [("LAGRANGE", "Zoé"), ("POISSON", "Elie")]),
    ],
)  # fmt: skip
def test_headers_of_schools(header: str, students: list[tuple[str, str]]) -> None:
    assert [(p.student.name, p.student.first_name) for p in read(header).enrollments] == students


def test_a_unique_identifier_that_looks_like_a_national_number_is_one_and_identifies_nobody_unasked() -> None:
    text = "Identifiant unique*;Nom;Prénom\n{};Lagrange;Zoé\n{};Poisson;Elie\n"
    assert known(text.format("0123456789A", "0987654321B")) == ["Lagrange Zoé", "Poisson Elie"]
    assert known(text.format("0123456789A", "0987654321B"), "Identifiant unique") == ["0123456789A", "0987654321B"]
    assert known(text.format("zl", "ep")) == ["zl", "ep"]


def test_without_a_header_the_first_line_is_shown() -> None:
    (problem,) = problems_of(read, "FRANKLIN;Benjamin\nARMSTRONG;Neil\n")
    assert "'FRANKLIN', 'Benjamin'" in problem.cause
    assert "Nom;Prénom" in problem.remedy
