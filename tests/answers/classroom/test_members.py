import json
from pathlib import Path
from typing import Any

import pytest

from answers.classroom.db import insert, transaction
from answers.classroom.folder import ClassData, create_class, open_class, removal_row, removed_students, start_sitting
from answers.classroom.members import TeacherAnswers, add_students, remove_student
from answers.classroom.roster import Enrollment, Roster, read_roster
from answers.errors import CorrigeError
from answers.sheets.identity import Student
from tests.answers.tiny import EXAMS

ROSTER = b"student,name,first_name,u0,groupe\ns01,Aa,Bb,10,A\ns.2@x,Cc,Dd,11,B\n"


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    return create_class(tmp_path / "class", "tiny", ROSTER, "en", (EXAMS,))


def listed(*enrollments: Enrollment, known_by: str = "student") -> Roster:
    return Roster(enrollments, known_by=known_by, lines=tuple(range(2, len(enrollments) + 2)), place="late.csv")


def members(folder: Path) -> list[tuple[str, int | None, str]]:
    return [
        (enrollment.student.id, enrollment.u0, enrollment.student.stem) for enrollment in open_class(folder).enrollments
    ]


def test_who_comes_late_is_added_and_the_others_stay(class_data: ClassData) -> None:
    added = add_students(
        class_data.folder,
        listed(Enrollment(Student("S01", "Aa")), Enrollment(Student("s-2@x")), Enrollment(Student("s03"))),
    )
    assert members(class_data.folder) == [
        ("s01", 10, "s01"), ("s.2@x", 11, "s-2-x"), ("s-2@x", None, "s-2-x-2"), ("s03", None, "s03"),
    ]  # fmt: skip
    assert [enrollment.student.id for enrollment in added.known] == ["S01"]
    assert [enrollment.student.id for enrollment in added.new] == ["s-2@x", "s03"]
    assert open_class(class_data.folder).enrollments[0] == class_data.enrollments[0]


CLASS = """student,name,first_name,u0,Courriel,Groupe
0101,Lefèvre,Hélène,1,h@x,A
0102,O'Brien,Seán,2,s@x,A
0103,Ba,Zoé,3,z@x,B
0104,Ko,Li,4,l@x,B
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return class_of(tmp_path, CLASS)


def class_of(tmp_path: Path, text: str) -> Path:
    """Return the folder of a class with a list, as CSV."""
    return create_class(tmp_path / "class", "tiny", text.encode(), "en", (EXAMS,)).folder


def added(folder: Path, text: str, known_by: str = "", **answers: Any) -> tuple[list[str], int, list[str]]:
    """Return the identifiers of new students, the number of known ones, and the lines of the questions."""
    result = add_students(folder, read_roster(text.encode(), "late.csv", known_by), TeacherAnswers(**answers))
    return (
        [enrollment.student.id for enrollment in result.new],
        len(result.known),
        [str(problem.place).removeprefix("late.csv, line ") for problem in result.unresolved],
    )


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        # an identifier agrees, however a spreadsheet wrote it, and the names do
        ("Numéro;Nom;Prénom\n0101;Lefèvre;Hélène\n105;Neu;Ana\n", (["105"], 1, [])),
        ("Numéro;Nom;Prénom\n101.0;LEFEVRE;Helene\n105.0;Neu;Ana\n", (["105"], 1, [])),
        ("N° étudiant;Nom complet\n102;O’BRIEN Seán\n", ([], 1, [])),
        # a further column of the class tells people apart, and the names agree
        ("Adresse de courriel;Nom;Prénom\nH@X;Lefèvre;Hélène\nn@x;Neu;Ana\n", (["n@x"], 1, [])),
        ("Numéro;Nom;Prénom;Courriel\n999;Lefèvre;Hélène;h@x\n", ([], 1, [])),
        # without names an identifier is enough
        ("Numéro\n0101\n105\n", (["105"], 1, [])),
        # one of the two alone
        ("Numéro;Nom;Prénom\n999;Lefèvre;Hélène\n", ([], 0, ["2"])),
        ("Nom;Prénom\nLefèvre;Hélène\nDurand;Seán\n", ([], 0, ["2", "3"])),
        ("Numéro;Nom;Prénom\n0101;Durand;Hélène\n", ([], 0, ["2"])),
        ("Courriel;Nom;Prénom\nh@x;Durand;Hélène\n", ([], 0, ["2"])),
        ("Numéro;Nom;Prénom;Groupe\n999;Lefèvre;Hélène;A\n", ([], 0, ["2"])),
        # numbers that moved to the next student
        ("Numéro;Nom;Prénom\n0102;Lefèvre;Hélène\n0103;O'Brien;Seán\n0104;Ba;Zoé\n", ([], 0, ["2", "3", "4"])),
        # ranks that all moved as somebody joined, whose new rank another has; and who comes last has a free one
        ("Numéro;Nom;Prénom\n0101;Abel;Max\n0102;Lefèvre;Hélène\n0105;Zola;Ida\n", (["0105"], 0, ["2", "3"])),
        # a homonym comes, and the one who is here stands in the list too; or does not
        ("Numéro;Nom;Prénom\n0101;Lefèvre;Hélène\n105;Lefèvre;Hélène\n", (["105"], 1, [])),
        ("Numéro;Nom;Prénom\n105;Lefèvre;Hélène\n106;Lefèvre;Hélène\n", ([], 0, ["2", "3"])),
        # the number of a student is beside a longer name, and the name of this student beside another number
        ("Numéro;Nom;Prénom\n999;Lefèvre;Hélène\n0101;Lefèvre;Hélène Rose\n", ([], 0, ["2", "3"])),
        ("Numéro;Nom;Prénom\n0101;Lefèvre;Hélène Rose\n", ([], 1, [])),
        # somebody of the same family is another person
        ("Numéro;Nom;Prénom\n105;Lefèvre;Paul\n", (["105"], 0, [])),
    ],
)
def test_who_of_a_newer_list_is_in_the_class_already(
    folder: Path, text: str, outcome: tuple[list[str], int, list[str]]
) -> None:
    before = open_class(folder).enrollments
    assert added(folder, text) == outcome
    assert open_class(folder).enrollments[: len(before)] == before


def test_the_teacher_says_that_it_is_the_same_person_and_is_not_asked_again(folder: Path) -> None:
    text = "Matricule;Nom;Prénom\n999;Lefèvre;Hélène\n998;Neu;Ana\n"
    assert added(folder, text) == (["998"], 0, ["2"])
    assert added(folder, text, same={"999": ""}) == ([], 2, [])
    assert added(folder, text) == ([], 2, [])
    assert dict(open_class(folder).enrollments[0].extra)["Matricule"] == "999"


def test_zeros_before_a_number_do_not_count_in_what_the_teacher_says_nor_make_a_column(folder: Path) -> None:
    text = "N° étudiant;Nom;Prénom\n00101;Martin;Hélène\n"
    assert added(folder, text) == ([], 0, ["2"])
    assert added(folder, text, same={"101": ""}) == ([], 1, [])
    enrollment = open_class(folder).enrollments[0]
    assert (enrollment.student.id, enrollment.student.name) == ("0101", "Martin")
    assert "N° étudiant" not in dict(enrollment.extra)


def test_numbers_that_all_moved_replace_those_in_their_column_once_the_teacher_says_who_is_who(tmp_path: Path) -> None:
    content = "student,name,first_name,u0,Code\n1,Ba,Zoé,7,1\n2,Ko,Li,8,2\n"
    folder = class_of(tmp_path, content)
    text = "Code;Nom;Prénom\n1;Abel;Max\n2;Ba;Zoé\n3;Ko;Li\n"
    assert added(folder, text, "Code") == ([], 0, ["2", "3", "4"])
    # The number of Zoé Ba is that of Li Ko: a name and a number may be exchanged, which "all" does not settle.
    assert added(folder, text, "Code", same={"2": "1", "3": ""}) == ([], 2, ["2"])
    codes = {enrollment.student.id: dict(enrollment.extra) for enrollment in open_class(folder).enrollments}
    assert codes == {"1": {"Code": "2"}, "2": {"Code": "3"}}


def test_the_teacher_says_that_it_is_another_person(folder: Path) -> None:
    text = "Numéro;Nom;Prénom\n999;Lefèvre;Hélène\n0102;Durand;Seán\n"
    assert added(folder, text, new=frozenset({"all"})) == (["999"], 0, ["3"])  # another has 0102
    answers = TeacherAnswers(new=frozenset({"999", "0102"}))
    result = add_students(folder, read_roster(text.encode(), "late.csv"), answers)
    assert [str(problem.place) for problem in result.ineffective] == ["late.csv, line 2"]
    assert "999" in result.ineffective[0].cause
    with pytest.raises(CorrigeError, match="possible choices: 999, 0102, all"):
        added(folder, text, same={"77": ""})


def test_a_renamed_student_keeps_identifier_and_seed_and_takes_the_new_name(tmp_path: Path) -> None:
    by_names = "Nom;Prénom\nLEROY;Manon\nKO;Li\n"
    numbered = "student,name,first_name,u0\n5,LEROY,Manon,7\n6,KO,Li,8\n"
    newer = "Nom;Prénom\nMARTINEAU;Manon\nKO;Li\n"
    for at, (text, whom) in enumerate([(by_names, "LEROY Manon"), (numbered, "5"), (numbered, "leroy manon")]):
        folder = create_class(tmp_path / str(at), "tiny", text.encode(), "en", (EXAMS,)).folder
        (before, *_) = members(folder)
        assert added(folder, newer, same={"MARTINEAU Manon": whom, "KO Li": ""}) == ([], 2, [])
        student = open_class(folder).enrollments[0].student
        assert (members(folder)[0], student.name, student.first_name) == (before, "MARTINEAU", "Manon")
    folder = tmp_path / "0"
    assert added(folder, newer) == ([], 2, [])  # nor asked again


@pytest.mark.parametrize(
    "same",
    [
        {"999": "NOBODY"}, {"998": "NOBODY"}, {"998": ""}, {"0103": "0104"}, {"0103": "NOBODY"}, {"998": "0103"},
        {"998": "0101", "999": "0101"}, {"Neu Zoé": "0101"},
    ],
)  # fmt: skip
def test_a_word_that_names_nobody_or_two_for_one_student_is_refused(folder: Path, same: dict[str, str]) -> None:
    before = (folder / "students.csv").read_bytes()
    with pytest.raises(CorrigeError):
        added(folder, "Numéro;Nom;Prénom\n999;Lefèvre;Hélène\n998;Neu;Ana\n0103;Ba;Zoé\n", same=same)
    assert (folder / "students.csv").read_bytes() == before


def test_a_name_becomes_an_identifier_among_numbers_by_the_word_of_the_teacher_alone(folder: Path) -> None:
    assert added(folder, "Nom;Prénom\nNeu;Ana\n") == ([], 0, ["2"])
    assert added(folder, "Nom;Prénom\nNeu;Ana\n", new=frozenset({"Neu Ana"})) == (["Neu Ana"], 0, [])


@pytest.mark.parametrize(
    ("column", "outcome"), [("N°", (["ifaur2"], 2, [])), ("#", (["ifaur2"], 2, [])), ("Né le", ([], 2, ["2"]))]
)
def test_a_rank_makes_nobody_of_a_list_without_names_a_student_and_a_date_is_asked_about(
    tmp_path: Path, column: str, outcome: tuple[list[str], int, list[str]]
) -> None:
    ours = f"student,name,first_name,u0,{column}\njfaur0,,,1,1\nmdupo1,,,2,2\npdubo8,,,3,3\n"
    class_data = create_class(tmp_path / "class", "tiny", ours.encode(), "en", (EXAMS,))
    assert added(class_data.folder, f"Login;{column}\nifaur2;1\nmdupo1;2\npdubo8;3\n") == outcome


@pytest.mark.parametrize(
    ("known_by", "content"),
    [
        ("", "student,name,first_name,u0\n21001,Ba,Zoé,1\n21002,Ko,Li,2\n21003,Roy,Luc,3\n"),
        ("Numéro", "student,name,first_name,u0,Numéro\nba,Ba,Zoé,1,21001\nko,Ko,Li,2,21002\nroy,Roy,Luc,3,21003\n"),
        ("Numéro", "student,name,first_name,u0,Email\n21001,Ba,Zoé,1,z@x\n21002,Ko,Li,2,l@x\n21003,Roy,Luc,3,r@x\n"),
    ],
)
def test_exchanged_numbers_are_accepted_for_nobody_with_all(tmp_path: Path, known_by: str, content: str) -> None:
    folder = class_of(tmp_path, content)

    def numbers() -> list[str]:
        return [dict(enrollment.extra).get("Numéro", "") for enrollment in open_class(folder).enrollments[:2]]

    before, before_ids = numbers(), [enrollment.student.id for enrollment in open_class(folder).enrollments]
    text = "Numéro;Nom;Prénom\n21002;Ba;Zoé\n21001;Ko;Li\n21009;Roy;Luc\n"
    assert added(folder, text, known_by, same={"all": ""}) == ([], 0, ["2", "3", "4"])
    assert numbers() == before
    others = "Numéro;Nom;Prénom\n21002;Ba;Zoé\n21008;Ko;Li\n21009;Roy;Luc\n"
    assert added(folder, others, known_by, same={"all": ""}) == ([], 0, ["2", "3", "4"])
    known = before_ids[0]
    assert added(folder, others, known_by, same={"21002": known, "all": ""}) == ([], 3, [])


def test_which_of_two_homonyms_it_is_must_be_said(tmp_path: Path) -> None:
    content = "student,name,first_name,u0\ns1,Ba,Zoé,1\ns2,Ba,Zoé,2\ns3,Ko,Li,3\n"
    folder = class_of(tmp_path, content)
    text = "Matricule;Nom;Prénom\n999;Ba;Zoé\n"
    assert added(folder, text) == ([], 0, ["2"])
    with pytest.raises(CorrigeError, match="may be any of several"):
        added(folder, text, same={"999": ""})
    assert added(folder, text, same={"999": "s2"}) == ([], 1, [])
    assert dict(open_class(folder).enrollments[1].extra)["Matricule"] == "999"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Thomas;Martin\nRoy;Luc\n", ([], 1, ["2"])),
        ("Thomas;Martin\nMartin;Thomas\nRoy;Luc\n", (["Thomas Martin"], 2, [])),
        ("MARTIN;Thomas\nRoy;Luc\n", ([], 2, [])),
        ("Thomas;Martin\nLuc;Roy\nZoé;Ba\n", ([], 3, [])),  # the columns of this list are exchanged
    ],
)
def test_who_has_a_students_first_name_as_family_name_is_not_taken_for_the_student(
    tmp_path: Path, text: str, outcome: tuple[list[str], int, list[str]]
) -> None:
    names = "Nom;Prénom\nMartin;Thomas\nRoy;Luc\nBa;Zoé\n"
    folder = class_of(tmp_path, names)
    assert added(folder, f"Nom;Prénom\n{text}") == outcome


def test_what_a_leaver_has_is_set_aside_in_every_sitting_and_comes_back(class_data: ClassData) -> None:
    folder = class_data.folder
    second = start_sitting(folder, "small", exam_folders=(EXAMS,)).folder
    papers = [{"student": "s.2@x", "score": 1.5}, {"student": "s01", "score": 2}]
    for place in (folder, second):
        for inside in ("sheets", "feedback"):
            (place / inside).mkdir()
            (place / inside / "s-2-x.pdf").write_bytes(f"{inside} of {place.name}".encode())
            (place / inside / "s01.pdf").write_bytes(b"stays")
        problems = ["x" * 21_000_000] if place == second else []  # the marks of a large class
        (place / "marks.json").write_text(json.dumps({"papers": papers, "problems": problems}))
    _, paths = remove_student(folder, "S.2@X")
    assert members(folder) == [("s01", 10, "s01")]
    assert [enrollment.student.id for enrollment in open_class(second).enrollments] == ["s01"]
    assert [path.relative_to(folder).as_posix() for path in paths] == [
        "set-aside/sheets/s-2-x.pdf", "set-aside/feedback/s-2-x.pdf",
        "small/set-aside/sheets/s-2-x.pdf", "small/set-aside/feedback/s-2-x.pdf",
        "set-aside/s-2-x.json", "small/set-aside/s-2-x.json",
    ]  # fmt: skip
    assert paths[3].read_bytes() == b"feedback of small"
    assert [json.loads(path.read_bytes())["papers"] for path in paths[4:]] == [papers[:1]] * 2
    assert not (folder / "sheets" / "s-2-x.pdf").exists()
    assert (folder / "sheets" / "s01.pdf").exists()
    assert removed_students(folder) == class_data.enrollments[1:]
    newcomer = Enrollment(Student("s-2.x"))
    add_students(folder, listed(newcomer))  # whose files are not called as those of the one who left
    add_students(folder, listed(Enrollment(Student("s.2@X"))))
    assert members(folder) == [("s01", 10, "s01"), ("s-2.x", None, "s-2-x-2"), ("s.2@x", 11, "s-2-x")]
    assert open_class(folder).enrollments[2] == class_data.enrollments[1]


@pytest.mark.parametrize("new", [frozenset(), frozenset({"s01"}), frozenset({"all"})])
def test_nobody_gets_the_identifier_of_somebody_who_left_under_which_answers_and_decisions_are_stored(
    tmp_path: Path, new: frozenset[str]
) -> None:
    text = "student,name,first_name\ns01,Roy,Ana\ns02,Ba,Zoé\n"
    folder = class_of(tmp_path, text)
    remove_student(folder, "s01")
    other = Enrollment(Student("S01", "Neu", "Li"))
    refused = add_students(folder, listed(other), TeacherAnswers(new=new))
    assert (len(refused.unresolved), [student for student, *_ in members(folder)]) == (1, ["s02"])
    add_students(folder, listed(other), TeacherAnswers(same={"S01": "s01"}))  # the same person, with another name
    assert [(e.student.id, e.student.name) for e in open_class(folder).enrollments] == [("s02", "Ba"), ("s01", "Neu")]


def test_a_removal_that_was_interrupted_is_ended_by_running_it_again(class_data: ClassData) -> None:
    remove_student(class_data.folder, "s01")
    (class_data.folder / "sheets").mkdir()
    (class_data.folder / "sheets" / "s01.pdf").write_bytes(b"left over")
    remove_student(class_data.folder, "s01")
    assert not (class_data.folder / "sheets" / "s01.pdf").exists()
    assert (class_data.folder / "set-aside" / "sheets" / "s01.pdf").read_bytes() == b"left over"


@pytest.mark.parametrize("file", ["../../victim", "{outside}/victim", "..\\victim", "C:victim", ".."])
def test_a_store_that_names_a_file_outside_the_class_is_refused(class_data: ClassData, file: str) -> None:
    folder, victim = class_data.folder, class_data.folder.parent / "victim.pdf"
    (folder / "sheets").mkdir()
    victim.write_bytes(b"private")
    student = Student("s09", "Roy", "Ana", file.format(outside=victim.parent))
    with transaction(folder) as connection:
        insert(connection, "removal", [removal_row(Enrollment(student), "", "")])
    with pytest.raises(CorrigeError, match="outside the folder of the class"):
        remove_student(folder, "s09")
    assert victim.read_bytes() == b"private"


def test_nobody_and_the_last_one_are_refused(class_data: ClassData) -> None:
    with pytest.raises(CorrigeError, match="did you mean s01"):
        remove_student(class_data.folder, "s02")
    remove_student(class_data.folder, "s01")
    with pytest.raises(CorrigeError, match="last student of a class"):
        remove_student(class_data.folder, "s.2@x")
    assert [student for student, *_ in members(class_data.folder)] == ["s.2@x"]
