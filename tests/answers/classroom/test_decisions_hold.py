"""A person's decision on the student of a paper holds for the content of the paper, until a person changes it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from answers.classroom.assigning import find_target, withdraw_assignment
from answers.classroom.collect import collect
from answers.classroom.folder import ClassData, open_class
from answers.classroom.history import history
from answers.classroom.members import remove_student
from answers.classroom.submission_set import SubmissionSet, load_submissions, why_unassigned
from answers.flags import FILE_OF_ANOTHER
from tests.answers.classroom.handing_in import NOON, assign, moodle, set_aside, upload

PAPER_OF_2 = "student: s02\nu0: 11\n1a: 11 22\n2: 11/4\n"
"""A paper that names s02, although s01 wrote it."""


def collected(class_data: ClassData, name: str, text: str = PAPER_OF_2) -> None:
    """Write a file of the teacher and collect it."""
    path = class_data.folder.parent / "files" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    collect(class_data, [path], NOON)


def files(submissions: SubmissionSet) -> dict[str, list[str]]:
    """Return the files of each student who has any, the one that counts last; under "" those of nobody."""
    own = {student: [str(v.submission.place) for v in versions] for student, versions in submissions.versions.items()}
    own[""] = [str(version.submission.place) for version in submissions.unassigned]
    return {student: names for student, names in own.items() if names}


def test_a_second_file_of_a_student_does_not_return_the_first_to_the_student_whom_it_names(
    class_data: ClassData,
) -> None:
    collected(class_data, "f1.txt")
    collected(class_data, "f2.txt", "1a: 10 20\n")
    assign(class_data, "s01", "f1.txt")
    assign(class_data, "s01", "f2.txt")
    assert files(load_submissions(class_data)) == {"s01": ["f1.txt", "f2.txt"]}
    assign(class_data, "s01", "f1.txt")
    assert files(load_submissions(class_data)) == {"s01": ["f2.txt", "f1.txt"]}
    for file, after in (
        ("f1.txt", {"s01": ["f2.txt"], "s02": ["f1.txt"]}),
        ("f2.txt", {"s02": ["f1.txt"], "": ["f2.txt"]}),
    ):
        submissions = load_submissions(class_data)
        withdraw_assignment(class_data, submissions, find_target(class_data, submissions, file), "ada")
        assert files(load_submissions(class_data)) == after
    assert [action.kind for action in history(class_data.folder)].count("assignment") == 5


def leave(folder: Path) -> None:
    remove_student(folder, "s01")


def delete_line(folder: Path) -> None:
    path = folder / "students.csv"
    path.write_text("".join(line for line in path.read_text().splitlines(keepends=True) if "s01" not in line))


def change_identifier(folder: Path) -> None:
    path = folder / "students.csv"
    path.write_text(path.read_text().replace("s01", "s91"))


@pytest.mark.parametrize("change", [leave, delete_line, change_identifier])
def test_a_paper_assigned_to_a_student_who_is_gone_waits(class_data: ClassData, change: Callable[[Path], None]) -> None:
    collected(class_data, "f1.txt")
    assign(class_data, "s01", "f1.txt")
    collected(class_data, "f1 (1).txt")
    change(class_data.folder)
    submissions = load_submissions(open_class(class_data.folder))
    assert files(submissions) == {"": ["f1.txt", "f1 (1).txt"]}
    assert "'s01'" in why_unassigned(submissions.unassigned[0])
    assign(open_class(class_data.folder), "s02", "f1.txt")
    assert "s02" in files(load_submissions(open_class(class_data.folder)))


def test_a_copy_of_an_assigned_file_is_of_the_same_student_and_one_set_aside_is_set_aside(
    class_data: ClassData,
) -> None:
    collected(class_data, "f1.txt")
    assign(class_data, "s01", "f1.txt")
    collected(class_data, "f1 (1).txt")
    collected(class_data, "f1 with a comment.txt", f"# copied\n\n{PAPER_OF_2}")
    submissions = load_submissions(class_data)
    assert {*files(submissions)} == {"s01"}
    assert submissions.versions["s01"][-1].is_picked
    collected(class_data, "g1.txt", PAPER_OF_2.replace("22", "23"))
    set_aside(class_data, "g1.txt")
    collected(class_data, "g1 (1).txt", PAPER_OF_2.replace("22", "23"))
    submissions = load_submissions(class_data)
    assert ({*files(submissions)}, [entry.name for entry in submissions.aside]) == ({"s01"}, ["g1.txt", "g1 (1).txt"])


def test_a_paper_that_was_set_aside_is_asked_about_when_it_comes_in_another_file(class_data: ClassData) -> None:
    """Alone in a table, or as a row among others; not if it was there already, nor with other answers."""
    collected(class_data, "draft.txt")
    collected(class_data, "twin.txt", PAPER_OF_2.replace("s02", "s02 "))
    set_aside(class_data, "draft.txt")
    assert files(load_submissions(class_data)) == {"s02": ["twin.txt"]}
    set_aside(class_data, "twin.txt")
    later = NOON.replace(year=9999)
    for name, row in (("all.csv", "s02,11,11 22,11/4"), ("more.csv", "s02,11,11 23,11/4")):
        path = class_data.folder.parent / "files" / name
        path.write_text(f"student,u0,1a,2\n{row}\ns01,10,10 20,3\n")
        collect(class_data, [path], later)
        submissions = load_submissions(class_data)
        if name == "all.csv":
            assert files(submissions) == {"s01": ["all.csv, line 3"], "": ["all.csv, line 2"]}
            assert "draft.txt" in why_unassigned(submissions.unassigned[0])
            assign(class_data, "s02", "all.csv:2")
            assert files(load_submissions(class_data))["s02"] == ["all.csv, line 2"]
    assert "more.csv, line 2" in files(load_submissions(class_data))["s02"]


def test_a_row_of_a_corrected_table_is_of_its_student_and_asked_about_if_it_was_corrected_itself(
    class_data: ClassData,
) -> None:
    def suspect() -> list[str]:
        versions_of = load_submissions(class_data).versions.items()
        return [student for student, versions in versions_of if any(version.is_suspect for version in versions[-1:])]

    table = "student,u0,1a,2\ns02,11,11 ; 22,11/4\ns03,12,12 ; 24,12/4\n"
    collected(class_data, "t.csv", table)
    assign(class_data, "s01", "t.csv:2")
    collected(class_data, "t.csv", table.replace("12/4", "13/4"))
    papers = files(load_submissions(class_data))
    assert ({*papers}, papers["s01"][-1], suspect()) == ({"s01", "s03"}, "t.csv, line 2", [])
    collected(class_data, "t.csv", table.replace("11/4", "13/4"))
    assert suspect() == ["s01", "s02"]
    assign(class_data, "s01", f"{load_submissions(class_data).versions['s02'][-1].upload.digest[:8]}:2")
    assert (suspect(), load_submissions(class_data).versions["s02"]) == ([], ())


def test_two_students_with_one_paper_are_both_flagged(class_data: ClassData, tmp_path: Path) -> None:
    collected(class_data, "f1.txt")
    assign(class_data, "s01", "f1.txt")
    upload(tmp_path / "download", moodle("Dd Cc", 2), PAPER_OF_2)
    collect(class_data, [tmp_path / "download"], NOON)
    versions = load_submissions(class_data).versions
    assert [FILE_OF_ANOTHER in versions[student][-1].attribution.flags for student in ("s01", "s02")] == [True, True]


def test_equal_answers_without_a_name_are_no_copy(class_data: ClassData) -> None:
    collected(class_data, "Dd Cc.txt", "1a: 0 0\n")
    assign(class_data, "s01", "Dd Cc.txt")
    collected(class_data, "Ff Ee.txt", "1a: 0 0\n")
    submissions = load_submissions(class_data)
    assert files(submissions) == {"s01": ["Dd Cc.txt"], "s03": ["Ff Ee.txt"]}
    assert not submissions.versions["s03"][-1].is_suspect
