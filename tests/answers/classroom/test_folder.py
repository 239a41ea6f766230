import errno
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from answers.classroom.db import insert, transaction
from answers.classroom.folder import (
    LOCK,
    ClassData,
    assign_seeds,
    create_class,
    locked,
    open_class,
    sittings,
    start_sitting,
)
from answers.classroom.roster import Enrollment
from answers.errors import CorrigeError, Problem
from answers.exam.scenario import Scenario
from answers.sheets.identity import Student
from tests.answers.tiny import EXAMS, TINY

ROSTER = b"student;u0;name\ns01;17;A\ns02;;B\n"
PUPILS = (Enrollment(Student("s01", "A"), 17), Enrollment(Student("s02", "B")))


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    return create_class(tmp_path / "class", "tiny", ROSTER, "en", (EXAMS,))


def problems(caught: pytest.ExceptionInfo[CorrigeError]) -> list[Problem]:
    return list(caught.value.problems)


def test_a_class_is_read_as_it_was_made(class_data: ClassData) -> None:
    assert (class_data.folder.name, class_data.enrollments) == ("class", PUPILS)
    assert (class_data.exam, class_data.settings.exam, class_data.settings.lang) == (TINY, "tiny", "en")
    assert class_data.key(Scenario(10)).answers["1a"] == (10, 20)
    assert open_class(class_data.folder) == class_data


def test_the_files_of_a_new_class(class_data: ClassData) -> None:
    folder = class_data.folder
    assert sorted(path.name for path in folder.iterdir()) == ["corrige.toml", "students.csv", "submissions"]
    assert (folder / "submissions").is_dir()
    assert (folder / "students.csv").read_bytes() == b"student,name,first_name,u0\ns01,A,,17\ns02,B,,\n"
    settings = (folder / "corrige.toml").read_text("utf-8")
    assert re.sub('"[0-9a-f]{32}"', "SECRET", settings) == (
        f'exam = "tiny"\nlang = "en"\nsecret = SECRET\nexams = ["{EXAMS / "tiny"}"]\n'
    )


def test_each_class_has_a_secret_of_its_own_and_only_an_exam_of_the_teachers_own_its_folder(tmp_path: Path) -> None:
    first, second = (create_class(tmp_path / name, "nash", b"student\ns01\n") for name in ("a", "b"))
    assert first.settings.secret != second.settings.secret
    assert (first.settings.lang, first.settings.exam_folders) == ("fr", ())


def test_a_paper_beside_the_class_is_moved_with_it(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "mine.toml").write_text((EXAMS / "both.toml").read_text())
    create_class(tmp_path / "one" / "class", "mine", ROSTER, "en", (tmp_path / "one" / "mine.toml", EXAMS))
    assert '"../mine.toml"' in (tmp_path / "one" / "class" / "corrige.toml").read_text()
    (tmp_path / "one").rename(tmp_path / "two")
    assert open_class(tmp_path / "two" / "class").exam.name == "mine"


@pytest.mark.parametrize("exists", [True, False])
def test_an_exam_is_found_where_the_settings_say(exists: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of the class folder count if it exists, else those of the current folder."""
    known, unknown = tmp_path / "known", tmp_path / "unknown"
    for folder, exams in ((known, EXAMS), (unknown, tmp_path / "absent")):
        folder.mkdir()
        (folder / "corrige.toml").write_text(f'exams = ["{exams}"]\n')
    place = (known if exists else unknown) / "class"
    if exists:
        place.mkdir()
    monkeypatch.chdir(unknown if exists else known)
    assert create_class(place, "tiny", ROSTER).exam.name == "tiny"


@pytest.mark.parametrize(("exam", "roster", "text"), [("tyni", ROSTER, "mean tiny"), ("tiny", b"", "list is empty")])
def test_a_class_that_cannot_be_made_leaves_nothing(exam: str, roster: bytes, text: str, tmp_path: Path) -> None:
    with pytest.raises(CorrigeError, match=text):
        create_class(tmp_path / "class", exam, roster, exam_folders=(EXAMS,))
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "submissions").symlink_to(tmp_path)  # nor in a folder with links out of it
    with pytest.raises(CorrigeError):
        create_class(tmp_path / "class", "tiny", ROSTER, "en", (EXAMS,))
    assert [path.name for path in (tmp_path / "class").iterdir()] == ["submissions"]


def test_a_class_is_never_made_over_another(class_data: ClassData) -> None:
    before = {path: path.read_bytes() for path in class_data.folder.iterdir() if path.is_file()}
    with pytest.raises(CorrigeError) as caught:
        create_class(class_data.folder, "tiny", b"student\nother\n", exam_folders=(EXAMS,))
    assert [problem.place for problem in problems(caught)] == [str(class_data.folder)]
    assert {path: path.read_bytes() for path in before} == before


def test_a_folder_that_is_no_class_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "nothing"  # beside which there is no class that may be meant
    folder.mkdir()
    with pytest.raises(CorrigeError) as caught:
        open_class(folder)
    (problem,) = problems(caught)
    assert (problem.place, "corrige class init" in problem.remedy) == (str(folder), True)
    for text, place in (('lang = "fr"\n', "corrige.toml"), ('exam = "nash"\n', "students.csv, line 1")):
        (folder / "corrige.toml").write_text(text)
        (folder / "students.csv").write_text("name\nA\n")
        with pytest.raises(CorrigeError) as caught:
            open_class(folder)
        assert [problem.place for problem in problems(caught)] == [f"{folder}/{place}"]


def test_seeds_are_drawn_once_and_kept(class_data: ClassData) -> None:
    drawn = assign_seeds(class_data, random.Random(1))
    first, second = drawn.enrollments
    assert first == PUPILS[0]
    assert second.u0 not in (None, 0, 17)
    assert open_class(class_data.folder) == drawn
    assert assign_seeds(drawn, random.Random(2)) == drawn


def test_another_exam_of_the_class_goes_by_its_list(class_data: ClassData) -> None:
    """A sitting has the class list of the folder above, and its own seeds."""
    second = start_sitting(class_data.folder, "small", lang="en", exam_folders=(EXAMS,))
    assert second.folder == class_data.folder / "small"
    assert [(enrollment.student, enrollment.u0) for enrollment in second.enrollments] == [
        (enrollment.student, None) for enrollment in PUPILS
    ]
    drawn = assign_seeds(second, random.Random(3))
    assert None not in {enrollment.u0 for enrollment in drawn.enrollments}
    assert open_class(second.folder).enrollments == drawn.enrollments
    assert open_class(class_data.folder).enrollments == PUPILS
    files = ["class.db", "corrige.toml", "last-action.json", "submissions"]
    assert sorted(path.name for path in second.folder.iterdir()) == files
    assert sittings(class_data.folder) == (class_data.folder, second.folder)
    (class_data.folder / "students.csv").write_bytes(ROSTER + b"s03;;C\n")
    assert [enrollment.u0 is None for enrollment in open_class(second.folder).enrollments] == [False, False, True]


def test_the_same_exam_is_sat_again_under_a_name(class_data: ClassData) -> None:
    names = ("feedback", "scans", "Sheets", "../x")  # folders of the class, for a system that ignores capitals too
    for name, cause in (("", "whose exam"), *((name, "cannot be called") for name in names)):
        with pytest.raises(CorrigeError, match=cause):
            start_sitting(class_data.folder, "tiny", name, exam_folders=(EXAMS,))
    again = start_sitting(class_data.folder, "tiny", "june", exam_folders=(EXAMS,))
    assert again.folder == class_data.folder / "june"
    assert again.settings.secret != class_data.settings.secret
    with pytest.raises(CorrigeError, match="exists already"):
        start_sitting(class_data.folder, "tiny", "june", exam_folders=(EXAMS,))


@pytest.mark.parametrize(
    "name",
    [
        "students.csv", "class.db", "corrige.toml", "gradebook.csv", ".corrige.lock", "sheets", "feedback",
        "sheets/earlier", "collected/0123.pdf", "sitting/codes.csv", "resit/class.db",
    ],
)  # fmt: skip
def test_a_link_that_leads_out_of_a_class_is_neither_read_nor_written(class_data: ClassData, name: str) -> None:
    start_sitting(class_data.folder, "tiny", "resit")
    link, outside = class_data.folder / name, class_data.folder.parent / "outside"
    if link.is_file():
        link.rename(outside)
    elif Path(name).name in {"sheets", "feedback", "earlier"}:
        outside.mkdir()
    else:
        outside.write_bytes(b"private")
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(os.path.relpath(outside, link.parent))
    before = sorted(path.name for path in class_data.folder.iterdir())
    with pytest.raises(CorrigeError) as caught:
        open_class(class_data.folder)
    assert [problem.place for problem in problems(caught)] == [str(link)]
    assert all(problem.remedy for problem in problems(caught))
    with pytest.raises(CorrigeError), locked(class_data.folder):
        pass
    with pytest.raises(CorrigeError):
        open_class(class_data.folder / "resit")
    assert sorted(path.name for path in class_data.folder.iterdir()) == before
    assert outside.is_dir() or outside.stat().st_size != 0


def test_links_inside_a_class_and_beside_what_corrige_uses_are_accepted(class_data: ClassData, tmp_path: Path) -> None:
    (class_data.folder / "roster.csv").symlink_to("students.csv")
    (class_data.folder / "notes").mkdir()
    (class_data.folder / "notes" / "python").symlink_to(tmp_path)
    (class_data.folder / "submissions" / "s01.txt").symlink_to(tmp_path)  # reported with the papers
    (tmp_path / "link").symlink_to(class_data.folder)
    assert open_class(class_data.folder) == class_data
    assert open_class(tmp_path / "link").enrollments == class_data.enrollments


def test_a_link_from_a_sitting_into_its_class_and_a_pipe_are_refused(class_data: ClassData) -> None:
    """A sitting that another person has sent would move the collected papers of the class away as old feedback."""
    start_sitting(class_data.folder, "tiny", "resit")
    (class_data.folder / "collected").mkdir()
    link, pipe = class_data.folder / "resit" / "feedback", class_data.folder / "class.db"
    link.symlink_to("../collected")
    with pytest.raises(CorrigeError) as caught:
        open_class(link.parent)
    assert [problem.place for problem in problems(caught)] == [str(link)]
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    with pytest.raises(CorrigeError, match="neither a file nor a folder"):
        open_class(class_data.folder)


def test_points_of_a_criterion_that_take_long_to_compute_are_damage(class_data: ClassData) -> None:
    """Another person has sent the folder: every command would compute them."""
    row = {"part": "2", "slug": "right", "points": "1e-99999999", "fr": "", "en": "", "author": "", "at": ""}
    with transaction(class_data.folder) as connection:
        insert(connection, "criterion", [row])
    with pytest.raises(CorrigeError, match="its table criterion has a value that corrige never writes"):
        open_class(class_data.folder)


HOLD = """
import sys
from pathlib import Path
from answers.classroom.folder import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_class_is_held_by_one_program(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(CorrigeError) as caught, locked(tmp_path):
            pass
        other.kill()
    (problem,) = caught.value.problems
    assert (problem.place, "another command" in problem.cause) == (str(tmp_path), True)
    with pytest.raises(ZeroDivisionError), locked(tmp_path):  # a program that was killed holds nothing
        raise ZeroDivisionError
    with locked(tmp_path), locked(tmp_path / "none"):  # free again after a fault; another tells that it is not there
        assert ((tmp_path / LOCK).exists(), (tmp_path / "none").exists()) == (True, False)


def test_a_folder_that_may_not_be_written_is_named_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock in it, of which the teacher knows nothing, is what cannot be written."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    with pytest.raises(CorrigeError) as caught, locked(tmp_path):
        pass
    (problem,) = caught.value.problems
    assert (problem.place, "the owner of this file or folder" in problem.remedy) == (str(tmp_path), True)


def test_what_a_killed_command_was_writing_is_removed(tmp_path: Path) -> None:
    """It may have marks or codes; what a running server writes stays."""
    old, new, kept = (tmp_path / name for name in (".slips.pdf.x1.part", ".last-event.txt.x2.part", "slips.pdf"))
    for path in (old, new, kept):
        path.write_bytes(b"AAAA-AAAA")
    for path in (old, kept):
        os.utime(path, (0, 0))
    with locked(tmp_path, name=".another.lock"):
        assert old.exists()
    with locked(tmp_path):
        assert [path.exists() for path in (old, new, kept)] == [False, True, True]
