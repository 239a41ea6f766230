import json
from pathlib import Path

import pytest

from answers.classroom.folder import Cohort, create_class, open_class, start_sitting
from answers.classroom.members import add_pupils, leavers, remove_pupil
from answers.classroom.roster import Pupil
from answers.errors import CorrigeError
from answers.exam.identity import Student
from tests.answers.tiny import EXAMS

ROSTER = b"student,name,first_name,u0,groupe\ns01,Aa,Bb,10,A\ns.2@x,Cc,Dd,11,B\n"


@pytest.fixture
def cohort(tmp_path: Path) -> Cohort:
    return create_class(tmp_path / "class", "tiny", ROSTER, "en", (EXAMS,))


def told(folder: Path) -> list[tuple[str, int | None, str]]:
    return [(pupil.student.id, pupil.u0, pupil.student.stem) for pupil in open_class(folder).pupils]


def test_who_comes_late_is_added_and_the_others_stay(cohort: Cohort) -> None:
    added = add_pupils(cohort.folder, [Pupil(Student("S01", "Other")), Pupil(Student("s-2@x")), Pupil(Student("s03"))])
    assert told(cohort.folder) == [
        ("s01", 10, "s01"), ("s.2@x", 11, "s-2-x"), ("s-2@x", None, "s-2-x-2"), ("s03", None, "s03"),
    ]  # fmt: skip
    assert [pupil.student.id for pupil in added.known] == ["S01"]
    assert [pupil.student.id for pupil in added.new] == ["s-2@x", "s03"]
    assert open_class(cohort.folder).pupils[0] == cohort.pupils[0]


def test_what_a_leaver_has_is_set_aside_in_every_sitting_and_comes_back(cohort: Cohort) -> None:
    folder = cohort.folder
    second = start_sitting(folder, "small", exam_folders=(EXAMS,)).folder
    papers = [{"student": "s.2@x", "score": 1.5}, {"student": "s01", "score": 2}]
    for place in (folder, second):
        for inside in ("sheets", "feedback"):
            (place / inside).mkdir()
            (place / inside / "s-2-x.pdf").write_bytes(f"{inside} of {place.name}".encode())
            (place / inside / "s01.pdf").write_bytes(b"stays")
        (place / "marks.json").write_text(json.dumps({"schema": "corrige/grade/1", "papers": papers}))
    paths = remove_pupil(folder, "S.2@X")
    assert told(folder) == [("s01", 10, "s01")]
    assert [pupil.student.id for pupil in open_class(second).pupils] == ["s01"]
    assert [path.relative_to(folder).as_posix() for path in paths] == [
        "set-aside/sheets/s-2-x.pdf", "set-aside/feedback/s-2-x.pdf",
        "small/set-aside/sheets/s-2-x.pdf", "small/set-aside/feedback/s-2-x.pdf",
        "set-aside/s-2-x.json", "small/set-aside/s-2-x.json",
    ]  # fmt: skip
    assert paths[3].read_bytes() == b"feedback of small"
    assert json.loads(paths[4].read_bytes())["papers"] == papers[:1]
    assert not (folder / "sheets" / "s-2-x.pdf").exists()
    assert (folder / "sheets" / "s01.pdf").exists()
    assert leavers(folder) == cohort.pupils[1:]
    newcomer = Pupil(Student("s-2.x"))
    add_pupils(folder, [newcomer])  # whose files are not called as those of the one who left
    add_pupils(folder, [Pupil(Student("s.2@X"))])
    assert told(folder) == [("s01", 10, "s01"), ("s-2.x", None, "s-2-x-2"), ("s.2@x", 11, "s-2-x")]
    assert open_class(folder).pupils[2] == cohort.pupils[1]


def test_a_removal_that_was_interrupted_is_ended_by_running_it_again(cohort: Cohort) -> None:
    remove_pupil(cohort.folder, "s01")
    (cohort.folder / "sheets").mkdir()
    (cohort.folder / "sheets" / "s01.pdf").write_bytes(b"left over")
    remove_pupil(cohort.folder, "s01")
    assert not (cohort.folder / "sheets" / "s01.pdf").exists()
    assert (cohort.folder / "set-aside" / "sheets" / "s01.pdf").read_bytes() == b"left over"


def test_nobody_and_the_last_one_are_refused(cohort: Cohort) -> None:
    with pytest.raises(CorrigeError, match="did you mean s01"):
        remove_pupil(cohort.folder, "s02")
    remove_pupil(cohort.folder, "s01")
    with pytest.raises(CorrigeError, match="at least one student"):
        remove_pupil(cohort.folder, "s.2@x")
    assert [student for student, *_ in told(cohort.folder)] == ["s.2@x"]
