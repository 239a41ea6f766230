"""The names of a list that were sorted by themselves."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from answers.classroom.assigning import assign_to_student, find_target
from answers.classroom.collect import collect
from answers.classroom.decisions import BONUS, DecisionKind, DecisionTarget, Override, record_decisions
from answers.classroom.exporting import ExportOptions, export_class
from answers.classroom.folder import ROSTER, ClassData, create_class, open_class
from answers.classroom.issued import record_issue
from answers.classroom.listed_names import exchanged_names, list_problems, record_names
from answers.classroom.marking_run import run_marking
from answers.classroom.marks import grade_class
from answers.classroom.members import TeacherAnswers, add_students
from answers.classroom.roster import read_roster
from answers.classroom.submission_set import load_submissions
from answers.cli.app import main
from tests.answers.tiny import EXAMS

HEADER = "student,u0,name,first_name\n"
LIST = f"{HEADER}s01,10,Roy,Zoé\ns02,11,Blanc,Max\ns03,12,Petit,Ida\n"
SORTED = f"{HEADER}s01,10,Blanc,Max\ns02,11,Petit,Ida\ns03,12,Roy,Zoé\n"


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    made = create_class(tmp_path / "class", "tiny", LIST.encode(), "en", (EXAMS,))
    for at, u0 in enumerate((10, 11, 12), 1):
        (made.folder / "submissions" / f"s0{at}.txt").write_text(f"student: s0{at}\nu0: {u0}\n1a: {u0} {2 * u0}\n")
    return made


def with_list(class_data: ClassData, text: str) -> ClassData:
    (class_data.folder / ROSTER).write_text(text)
    return open_class(class_data.folder)


def test_names_sorted_after_the_marking_are_a_problem_of_marks_and_exports(class_data: ClassData) -> None:
    assert run_marking(class_data, is_trial=False).gradebook.problems == ()
    moved = with_list(class_data, SORTED)
    assert exchanged_names(moved)
    assert run_marking(moved, is_trial=False).gradebook.problems == exchanged_names(moved)
    assert exchanged_names(moved)[0] in export_class(moved, "csv", ExportOptions()).problems
    assert run_marking(moved, is_trial=False).gradebook.needs_teacher  # as it is stored, too
    back = with_list(class_data, LIST)
    assert run_marking(back, is_trial=False).gradebook.problems == ()
    assert export_class(back, "csv", ExportOptions()).problems == ()


EXCHANGED = LIST.replace("Roy,Zoé", "X").replace("Blanc,Max", "Roy,Zoé").replace("X", "Blanc,Max")
HOMONYMS = f"{HEADER}Roy Eva A,10,Roy,Eva\nRoy Eva B,11,Roy,Eva\n"
NAMED = "student,name,first_name,u0,file,Email\n"
BY_NAME = f"{NAMED}Roy Zoé,Roy,Zoé,10,Roy-Zoe,a@x\nRoy Ida,Roy,Ida,11,Roy-Ida,b@x\n"
"""A class whose names are the identifiers."""


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        (LIST, EXCHANGED, "s01 s02"),
        (LIST, f"{HEADER}s01,10,Blanc,Zoé\ns02,11,Petit,Max\ns03,12,Roy,Ida\n", "s01 s02 s03"),  # family names
        *((LIST, LIST.replace("Roy,Zoé", name), "") for name in ("ROY,Zoe", "Roy,Zoée", "Roy-Li,Zoé", "Roy,Zoé Anne")),
        (LIST, f"{HEADER}s03,12,Petit,Ida\ns02,11,Blanc,Max\ns01,10,Roy,Zoé\n", ""),  # whole lines
        (LIST, LIST.replace("s01", "S01"), ""),
        # another person with the file name of an earlier one, which is in the signatures of sheets
        (f"{HEADER}S1,10,Martin,Anna\n", f"{HEADER}s1,10,Neuf,Zoe\n", "Martin Anna"),
        ("name,first_name,u0\nRoux,Jean,10\n", f"{HEADER}roux-jean,10,Neuf,Zoe\n", "Roux Jean"),
        (f"{NAMED}s01,Martin,Anna,10,paper-7,\n", f"{NAMED}z99,Neuf,Zoe,10,paper-7,\n", "Martin Anna"),
        # the addresses, the names, or the identifiers alone, where the names are the identifiers
        (BY_NAME, f"{NAMED}Roy Zoé,Roy,Zoé,10,Roy-Zoe,b@x\nRoy Ida,Roy,Ida,11,Roy-Ida,a@x\n", "Roy"),
        (BY_NAME, f"{NAMED}Roy Ida,Roy,Ida,10,Roy-Zoe,a@x\nRoy Zoé,Roy,Zoé,11,Roy-Ida,b@x\n", "Roy"),
        (BY_NAME, f"{NAMED}Roy Ida,Roy,Zoé,10,Roy-Zoe,a@x\nRoy Zoé,Roy,Ida,11,Roy-Ida,b@x\n", "Roy"),
        (BY_NAME, BY_NAME.replace("Roy,Zoé", "Roy-Morel,Zoé").replace("a@x", "zoe.morel@x"), ""),
        # homonyms with a letter after the name
        (HOMONYMS, HOMONYMS, ""),
    ],
)  # fmt: skip
def test_persons_who_have_the_line_of_another_are_named(tmp_path: Path, before: str, after: str, named: str) -> None:
    class_data = create_class(tmp_path / "class", "tiny", before.encode(), "en", (EXAMS,))
    record_names(class_data.folder, class_data.enrollments)
    assert exchanged_names(class_data) == ()
    problems = exchanged_names(with_list(class_data, after))
    assert bool(problems) == bool(named)
    assert all(any(word in problem.place for problem in problems) for word in named.split())
    assert "s03" in named or not any("s03" in problem.place for problem in problems)
    record_names(class_data.folder, open_class(class_data.folder).enrollments)
    assert exchanged_names(open_class(class_data.folder)) == problems


def test_seeds_that_moved_since_the_sheets_were_printed_are_told_and_given_back(
    class_data: ClassData, capsys: pytest.CaptureFixture[str]
) -> None:
    record_issue(class_data, class_data.enrollments, {}, renew=False)
    assert list_problems(class_data) == ()
    (class_data.folder / "submissions" / "s01.txt").write_text("1a: 10 20\n1b: 11 21\n2: 2.5\n")
    moved = with_list(class_data, LIST.replace(",10,", ",12,").replace("s03,12", "s03,40000"))
    (problem,) = run_marking(moved, is_trial=False).gradebook.problems
    assert [student in problem.place for student in ("s01", "s02", "s03")] == [True, False, True]
    with_list(class_data, LIST.replace(",10,", ",,").replace(",12,", ",,"))
    with pytest.raises(SystemExit) as ended:
        main(["class", "seeds", str(class_data.folder), "--candidates", "0"])
    assert ended.value.code == 0
    assert open_class(class_data.folder).enrollments == class_data.enrollments
    record_issue(moved, moved.enrollments, {}, renew=True)
    assert list_problems(moved) == ()
    flags = [str(flag) for flag in grade_class(moved).rows[0].open_flags]
    assert "answers-of-seed-10" in flags  # a sheet of nobody, who has it today


def test_names_are_right_once_the_sheets_are_printed_with_them(class_data: ClassData) -> None:
    record_names(class_data.folder, class_data.enrollments)
    moved = with_list(class_data, SORTED)
    record_names(moved.folder, moved.enrollments)
    assert exchanged_names(moved)
    record_names(moved.folder, moved.enrollments, renew=True)
    assert exchanged_names(moved) == ()


@pytest.mark.parametrize("name", ["Morel,Ali", "Roy,Ali", "Morel,Zoé"])
def test_a_line_given_to_another_person_is_noticed_unless_the_teacher_says_that_it_is_the_same(
    class_data: ClassData, name: str
) -> None:
    record_names(class_data.folder, class_data.enrollments)
    other = LIST.replace("Roy,Zoé", name)
    (problem,) = exchanged_names(with_list(class_data, other))
    assert "s01" in problem.place
    with_list(class_data, LIST)
    newer = read_roster(f"student,name,first_name\ns01,{name}\n".encode(), "list.csv")
    add_students(class_data.folder, newer, TeacherAnswers(same={"s01": "s01"}))
    renamed = open_class(class_data.folder)
    assert (renamed.enrollments[0].student.name, exchanged_names(renamed)) == (name.partition(",")[0], ())


def test_names_that_contradict_the_identifiers_are_noticed_before_anything_is_recorded(tmp_path: Path) -> None:
    text = b"student,name,first_name\nRoy Zo\xc3\xa9,Blanc,Max\nBlanc Max,Roy,Zo\xc3\xa9\n"
    class_data = create_class(tmp_path / "class", "tiny", text, "en", (EXAMS,))
    assert "Blanc" in exchanged_names(class_data)[0].place


def _collect(class_data: ClassData) -> None:
    table = class_data.folder.parent / "table.csv"
    table.write_text("student,1a\ns01,10 ; 20\ns02,11 ; 22\n")
    with pytest.raises(SystemExit):
        main(["class", "collect", str(class_data.folder), str(table)])


def _assign(class_data: ClassData) -> None:
    (class_data.folder.parent / "x1.txt").write_text("1a: 10 20\n")
    collect(class_data, [class_data.folder.parent / "x1.txt"], datetime(2026, 1, 2, 3, 4))
    target = find_target(class_data, load_submissions(class_data), "x1.txt")
    assign_to_student(class_data, target, class_data.enrollments[0].student, "me")


def _decide(class_data: ClassData) -> None:
    bonus = Override(DecisionKind.POINTS, "1", "talk", "me", "2026-01-02T03:04")
    record_decisions(class_data, [bonus.about(DecisionTarget("s01", BONUS))])


@pytest.mark.parametrize("store", [_collect, _assign, _decide])
@pytest.mark.parametrize("column", ["name", "student"])
def test_columns_exchanged_before_the_first_marking_are_a_problem(
    tmp_path: Path, store: Callable[[ClassData], None], column: str
) -> None:
    """Papers, assignments and decisions are stored under identifiers, so the persons may be others afterwards."""
    class_data = create_class(tmp_path / "class", "tiny", LIST.encode(), "en", (EXAMS,))
    store(class_data)
    exchanged = LIST.replace("s01", "X").replace("s02", "s01").replace("X", "s02") if column == "student" else SORTED
    moved = with_list(class_data, exchanged)
    (problem,) = run_marking(moved, is_trial=False).gradebook.problems
    assert "s01" in problem.place
    assert problem in export_class(moved, "csv", ExportOptions()).problems
